#include "help.hpp"

#include "format.hpp"

namespace scanlab {
namespace {

/// "--schedules N", "--fast" or, of what has no option, "folder".
std::string name_of(const CLI::Option& option) {
    if (option.get_positional()) return option.get_name(true);
    std::string name = option.get_lnames().empty() ? "" : "--" + option.get_lnames().front();
    if (!option.get_snames().empty())
        name = "-" + option.get_snames().front() + (name.empty() ? "" : ", " + name);
    if (option.get_expected_max() == 0) return name;
    const std::string type = option.get_type_name();
    return name + (type.starts_with("INT") || type.starts_with("UINT") ? " N" : " VALUE");
}

std::string entry(const CLI::Option& option) {
    constexpr std::size_t columns = 27;
    std::string text = option.get_description();
    if (!option.get_default_str().empty()) text += fmt::format(" ({})", option.get_default_str());
    return list_entry("  " + name_of(option), text, columns);
}

} // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
    std::vector<std::string> lines;
    while (text.size() > columns) {
        const std::size_t space = text.rfind(' ', columns);
        if (space == std::string_view::npos) break;
        lines.emplace_back(text.substr(0, space));
        text.remove_prefix(space + 1);
    }
    lines.emplace_back(text);
    return lines;
}

std::string list_entry(std::string left, std::string_view text, std::size_t left_columns) {
    constexpr std::size_t all_columns = 100;
    if (left.size() + 1 > left_columns)
        left += "\n" + std::string(left_columns, ' ');
    else
        left.append(left_columns - left.size(), ' ');
    std::string entry;
    for (const std::string& line : wrapped(text, all_columns - left_columns)) {
        entry += left + line + "\n";
        left.assign(left_columns, ' ');
    }
    return entry;
}

std::string Help::make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const {
    std::string text;
    for (const std::string& line : wrapped(app->get_description(), 100)) text += line + "\n";
    text += fmt::format("Usage: {}\n", usage_);
    for (const std::string& group : app->get_groups()) {
        if (group.empty()) continue; // what tests need
        std::string entries;
        for (const bool positional : {true, false})
            for (const CLI::Option* option : app->get_options())
                if (option->get_group() == group && option->get_positional() == positional)
                    entries += entry(*option);
        if (!entries.empty()) text += fmt::format("\n{}:\n{}", group, entries);
    }
    if (!app->get_footer().empty()) text += "\n" + app->get_footer() + "\n";
    return text;
}

} // namespace scanlab
