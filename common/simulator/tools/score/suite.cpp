#include "suite.hpp"

#include "errors.hpp"
#include "format.hpp"

#include "findings/finding.hpp"

#include <algorithm>
#include <fnmatch.h>
#include <fstream>
#include <iterator>
#include <sstream>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

bool is_kind(const std::string& word) {
    return word == "race" || std::ranges::count(sim::finding_kind_names, word) != 0;
}

void require_folder(const fs::path& folder) {
    if (!fs::is_directory(folder))
        throw UsageError(fmt::format("there is no folder {}", folder.string()));
}

std::vector<fs::path> sources_in(const fs::path& folder) {
    require_folder(folder);
    std::vector<fs::path> sources;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().extension() == ".cu")
            sources.push_back(entry.path());
    if (sources.empty()) throw UsageError(fmt::format("there is no .cu file in {}", folder.string()));
    std::ranges::sort(sources);
    return sources;
}

/// What --buggy says of the programs that it matches.
struct Pattern {
    explicit Pattern(const std::string& text) : glob(text) {
        label.is_buggy = true;
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos) return;
        label = label_of(text.substr(0, equals));
        glob = text.substr(equals + 1);
    }
    bool matches(const fs::path& path) const { return fnmatch(glob.c_str(), path.c_str(), 0) == 0; }

    std::string glob;
    Label label;
    bool has_matched = false;
};

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

LabelledProgram program_in(const std::string& line, const fs::path& folder) {
    const std::size_t first = line.find(','), last = line.rfind(',');
    if (first == last) throw UsageError(fmt::format("'{}' is no PROGRAM,ARGUMENTS,LABEL", line));
    LabelledProgram program{folder / line.substr(0, first),
                            words(line.substr(first + 1, last - first - 1)),
                            label_of(line.substr(last + 1))};
    if (!fs::is_regular_file(program.source))
        throw UsageError(fmt::format("there is no file {}", program.source.string()));
    return program;
}

} // namespace

Label label_of(const std::string& text) {
    if (text == "correct") return {};
    if (text == "buggy") return {.is_buggy = true};
    Label label{.is_buggy = true};
    std::istringstream stream(text + "+"); // so that an empty word at the end is one
    for (std::string kind; std::getline(stream, kind, '+'); label.kinds.insert(kind))
        if (!is_kind(kind))
            throw UsageError(
                fmt::format("'{}': give correct, buggy, or kinds of findings joined by +: race, {}",
                            text, fmt::join(sim::finding_kind_names, ", ")));
    return label;
}

std::string text(const Label& label) {
    if (!label.is_buggy) return "correct";
    return label.kinds.empty() ? "buggy" : fmt::format("{}", fmt::join(label.kinds, "+"));
}

std::vector<LabelledProgram> programs_by_pattern(const fs::path& folder,
                                                 const std::vector<std::string>& texts,
                                                 const std::vector<std::string>& arguments) {
    std::vector<Pattern> patterns(texts.begin(), texts.end());
    std::vector<LabelledProgram> programs;
    for (const fs::path& source : sources_in(folder)) {
        LabelledProgram& program = programs.emplace_back(LabelledProgram{source, arguments, {}});
        for (Pattern& pattern : patterns)
            if (pattern.matches(source.lexically_relative(folder))) {
                pattern.has_matched = true;
                program.label.is_buggy = true;
                program.label.kinds.insert(pattern.label.kinds.begin(), pattern.label.kinds.end());
            }
    }
    for (const Pattern& pattern : patterns)
        if (!pattern.has_matched)
            throw UsageError(
                fmt::format("--buggy {}: no .cu file in {} matches", pattern.glob, folder.string()));
    return programs;
}

std::vector<LabelledProgram> programs_by_table(const fs::path& folder, const fs::path& table,
                                               const std::vector<std::string>& arguments) {
    require_folder(folder);
    std::ifstream file(table);
    if (!file) throw UsageError(fmt::format("--labels {}: cannot read this file", table.string()));
    std::vector<LabelledProgram> programs;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty() || line.starts_with('#')) continue;
        try {
            programs.push_back(program_in(line, folder));
        } catch (const UsageError& error) {
            throw UsageError(fmt::format("{}:{}: {}", table.string(), number, error.what()));
        }
        auto& own = programs.back().arguments;
        own.insert(own.end(), arguments.begin(), arguments.end());
    }
    if (programs.empty()) throw UsageError(fmt::format("{} lists no program", table.string()));
    return programs;
}

} // namespace scanlab
