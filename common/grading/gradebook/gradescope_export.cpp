#include "gradescope_export.hpp"

#include "deadline.hpp"
#include "names.hpp"

#include <algorithm>

namespace scanlab::grader {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

/// A YAML scalar without its quotes.
std::string value_of(std::string_view line) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) return {};
    std::string_view value = trimmed(line.substr(colon + 1));
    if (value.size() > 1 && (value.front() == '\'' || value.front() == '"') &&
        value.back() == value.front())
        value = value.substr(1, value.size() - 2);
    return value == "null" || value == "~" ? std::string() : std::string(value);
}

std::size_t indent(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

} // namespace

std::map<std::string, GradescopeSubmission> read_gradescope(std::string_view text) {
    std::map<std::string, GradescopeSubmission> all;
    GradescopeSubmission* current = nullptr;
    bool among_people = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        std::string_view key = trimmed(line);
        if (indent(line) == 0 && key.ends_with(':')) {
            current = &all[std::string(key.substr(0, key.size() - 1))];
            among_people = false;
        }
        if (current == nullptr || indent(line) == 0) continue;
        const bool begins_item = key.starts_with("- ");
        if (begins_item) key = trimmed(key.substr(2));
        if (indent(line) == 2 && !begins_item) {
            among_people = key.starts_with(":submitters:");
            if (key.starts_with(":created_at:")) current->time = read_time(value_of(key));
        }
        if (!among_people) continue;
        if (begins_item) current->people.emplace_back();
        if (current->people.empty()) continue;
        GradescopeSubmission::Person& person = current->people.back();
        if (key.starts_with(":name:")) person.name = clean_name(value_of(key));
        const bool is_id =
            key.starts_with(":sid:") || (key.starts_with(":email:") && person.id.empty());
        if (is_id && !value_of(key).empty()) person.id = clean_name(value_of(key));
    }
    return all;
}

} // namespace scanlab::grader
