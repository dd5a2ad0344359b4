// The table of settings, for pages (playground.mjs).
#include "findings/json.hpp"

#include <scanlab_sim/settings.hpp>

#include <string>

namespace {

using namespace scanlab::sim;

std::string described(const Setting& setting) {
    const auto field = [](const char* name, const std::string& value) {
        return ",\"" + std::string(name) + "\":" + value;
    };
    std::string text =
        "{\"name\":" + json_string(setting.name) + field("usual", json_string(setting.usual)) +
        field("help", json_string(setting.help)) + field("expects", json_string(expectation(setting)));
    if (setting.type == Setting::Type::number)
        text += field("least", std::to_string(setting.least)) +
                field("most", setting.most == any_number ? "null" : std::to_string(setting.most));
    if (!setting.choices.empty()) {
        std::string choices;
        for (const std::string_view choice : setting.choices)
            choices.append(choices.empty() ? "" : ",").append(json_string(choice));
        text += field("choices", "[" + choices + "]");
    }
    return text + "}";
}

} // namespace

/// JSON: a list of those whose values are no files or rules.
extern "C" [[clang::export_name("scanlab_settings")]] const char* scanlab_settings() {
    static const std::string text = [] {
        std::string all;
        for (const Setting& setting : setting_table)
            if (setting.type != Setting::Type::file && setting.type != Setting::Type::input &&
                setting.type != Setting::Type::rules)
                all += (all.empty() ? "[" : ",") + described(setting);
        return all + "]";
    }();
    return text.c_str();
}
