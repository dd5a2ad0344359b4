#include "expectations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <stdexcept>

namespace scanlab::corpus {

namespace fs = std::filesystem;

namespace {

bool is_race(const std::string& kind) { return kind.starts_with("race-"); }

/// Collects the lines of races by their number, and everything else line by line.
class Markers {
public:
    void add(const std::string& kind, bool maybe, const std::string& numbers, int line) {
        if (kind == "wrong-result") {
            expectations_.wrong_result = true;
        } else if (!is_race(kind)) {
            list(maybe).push_back({kind, {line}});
        } else {
            const std::regex number("\\((\\d+)\\)");
            std::sregex_iterator next(numbers.begin(), numbers.end(), number), end;
            if (next == end) races_[{kind, maybe, ""}].insert(line);
            for (; next != end; ++next) races_[{kind, maybe, next->str(1)}].insert(line);
        }
    }

    Expectations finish() {
        for (const auto& [race, lines] : races_) {
            const auto& [kind, maybe, number] = race;
            if (lines.size() > 2)
                throw std::runtime_error(fmt::format("lines {} are marked as one {}, which can name "
                                                     "two at most; number the pairs: {} (1)",
                                                     fmt::join(lines, ", "), kind, kind));
            list(maybe).push_back({kind, lines});
        }
        return expectations_;
    }

private:
    std::vector<Place>& list(bool maybe) {
        return maybe ? expectations_.tolerated : expectations_.places;
    }

    using Race = std::tuple<std::string, bool, std::string>; // kind, maybe, number
    std::map<Race, std::set<int>> races_;
    Expectations expectations_;
};

bool contains(const std::vector<Place>& places, const Place& place) {
    return std::ranges::find(places, place) != places.end();
}

} // namespace

std::string text(const Place& place) {
    if (place.lines.empty()) return place.kind + " outside the program's own source";
    return fmt::format("{} at line{} {}", place.kind, place.lines.size() > 1 ? "s" : "",
                       fmt::join(place.lines, ", "));
}

Expectations read_expectations(const fs::path& source) {
    static const std::regex marker("// finds: (.*)$");
    static const std::regex item(" *(maybe )?([a-z-]+)((?: \\(\\d+\\))*) *(?:,|$)");
    std::ifstream file(source);
    if (!file) throw std::runtime_error("cannot read " + source.string());

    Markers markers;
    std::string code;
    for (int line = 1; std::getline(file, code); ++line) {
        std::smatch found;
        if (!std::regex_search(code, found, marker)) continue;
        std::string rest = found.str(1);
        while (std::regex_search(rest, found, item, std::regex_constants::match_continuous)) {
            markers.add(found.str(2), found[1].matched, found.str(3), line);
            rest = found.suffix();
        }
        if (!rest.empty())
            throw std::runtime_error(
                fmt::format("{}:{}: cannot read this marker", source.string(), line));
    }
    return markers.finish();
}

std::vector<Place> read_findings(const fs::path& findings, const fs::path& source) {
    std::vector<Place> places;
    std::ifstream file(findings);
    for (std::string text; std::getline(file, text);) {
        const auto finding = nlohmann::json::parse(text);
        Place place{finding.at("kind"), {}};
        const auto add_line = [&](const char* file_key, const char* line_key) {
            const auto& name = finding.at(file_key);
            if (name.is_string() && fs::path(name.get<std::string>()).filename() == source.filename())
                place.lines.insert(finding.at(line_key).get<int>());
        };
        add_line("file", "line");
        if (is_race(place.kind)) add_line("other_file", "other_line");
        places.push_back(place);
    }
    return places;
}

std::vector<std::string> complaints(const Expectations& expected, const std::vector<Place>& found,
                                    int exit_code) {
    std::vector<std::string> result;
    std::set<std::string> found_kinds;
    for (const Place& place : found) {
        if (contains(expected.places, place))
            found_kinds.insert(place.kind);
        else if (!contains(expected.tolerated, place))
            result.push_back("found, but not expected: " + text(place));
    }
    for (const Place& place : expected.places)
        if (!found_kinds.contains(place.kind)) result.push_back("not found: " + text(place));

    const int right_code = !expected.places.empty() ? 3 : expected.wrong_result ? 1 : 0;
    if (exit_code != right_code)
        result.push_back(fmt::format("the exit code is {}, not {}", exit_code, right_code));
    return result;
}

} // namespace scanlab::corpus
