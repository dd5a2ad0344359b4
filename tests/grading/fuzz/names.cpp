// Names of files and folders that somebody has made up: whatever they are, they can stand in a table
// and in a folder of the grader's.
#include "names.hpp"
#include "archive.hpp"
#include "fuzzed.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace scanlab::grader {
namespace {

bool is_utf8(const std::string& text) {
    try {
        nlohmann::json(text).dump();
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

void demand_clean(const std::string& name) {
    demand(!name.empty() && name.size() <= 120, "a clean name is empty, or too long");
    demand(is_utf8(name), "a clean name is not UTF-8");
    for (const char c : name)
        demand(static_cast<unsigned char>(c) >= ' ' && c != 0x7F,
               "a clean name has a control character");
    demand(name.front() != ' ' && name.back() != ' ', "a clean name has a space at an end");
    for (const char* const mark :
         {"\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069", "\ufeff"})
        demand(name.find(mark) == std::string::npos, "a clean name turns the direction of writing");
}

void judge(const std::string& name) {
    static const std::vector<ExerciseDescription> exercises{
        {.lesson = {.number = 5, .name = "raking", .title = ""}},
        {.lesson = {.number = 5, .name = "raking_reduce_scan", .title = ""}}};
    demand_clean(clean_name(name));
    const std::string file = file_name_of(name);
    demand(file.find_first_of("/\\") == std::string::npos && file.front() != '.',
           "a file's name leads elsewhere");
    if (const auto path = path_inside(name))
        for (const std::string& part : *path) {
            demand_clean(part);
            demand(part != "." && part != ".." && part.find_first_of("/\\") == std::string::npos,
                   "a path leads out");
        }
    if (const auto solution = solution_name(name, exercises)) {
        demand(name.size() >= solution->exercise->lesson.name.size() + 12, "a name is too short");
        demand(solution->attempt >= 0 && solution->attempt < 1000, "an attempt has no such number");
        demand(most_bytes(name, exercises) > 0, "a solution may have no bytes");
    }
    if (const auto owner = moodle_owner(name))
        demand(owner->id.find_first_not_of("0123456789") == std::string::npos && !owner->id.empty() &&
                   name.starts_with(owner->student),
               "Moodle's name is read as another one");
    if (const auto owner = canvas_owner(name))
        demand(owner->returns_to + owner->rest == name && !owner->student.empty(),
               "Canvas's name is read as another one");
}

/// No two students' names are the same once they are clean.
void judge_together(const std::vector<std::string>& names) {
    CleanNames clean;
    std::map<std::string, std::string> raw;
    for (const std::string& name : names) {
        const std::string& shown = clean.of(name);
        demand_clean(shown);
        const auto [entry, is_new] = raw.try_emplace(shown, name);
        demand(is_new || entry->second == name, "two names are the same once they are clean");
    }
}

} // namespace
} // namespace scanlab::grader

/// Each line is a name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::string> names(1);
    for (std::size_t i = 0; i < size; ++i)
        if (data[i] == '\n')
            names.emplace_back();
        else
            names.back() += static_cast<char>(data[i]);
    for (const std::string& name : names) scanlab::grader::judge(name);
    scanlab::grader::judge_together(names);
    return 0;
}
