#include "expectations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <stdexcept>
#include <utility>

namespace scanlab::corpus {

namespace fs = std::filesystem;

namespace {

/// Collects the lines of races by their number, and everything else line by line.
class Markers {
public:
    void add(const std::string& kind, bool maybe, sim::Severity severity, const std::string& numbers, int line) {
        expectations_.wrong_result |= kind == "wrong-result" || kind == "lost-result";
        if (!kind.starts_with("race-")) {
            list(maybe).push_back({kind, {line}, severity});
        } else {
            const std::regex number("\\((\\d+)\\)");
            std::sregex_iterator next(numbers.begin(), numbers.end(), number), end;
            if (next == end) races_[{kind, maybe, severity, ""}].insert(line);
            for (; next != end; ++next) races_[{kind, maybe, severity, next->str(1)}].insert(line);
        }
    }

    Expectations finish() {
        for (const auto& [race, lines] : races_) {
            const auto& [kind, maybe, severity, number] = race;
            if (lines.size() > 2)
                throw std::runtime_error(fmt::format("lines {} are marked as one {}, which can name "
                                                     "two at most; number the pairs: {} (1)",
                                                     fmt::join(lines, ", "), kind, kind));
            list(maybe).push_back({kind, lines, severity});
        }
        return expectations_;
    }

private:
    std::vector<Place>& list(bool maybe) { return maybe ? expectations_.tolerated : expectations_.places; }

    using Race = std::tuple<std::string, bool, sim::Severity, std::string>; // kind, maybe, …, number
    std::map<Race, std::set<int>> races_;
    Expectations expectations_;
};

bool contains(const std::vector<Place>& places, const Place& place) { return std::ranges::find(places, place) != places.end(); }

std::runtime_error unreadable(const fs::path& source, int line) {
    return std::runtime_error(fmt::format("{}:{}: cannot read this marker", source.string(), line));
}

} // namespace

std::string text(const Place& place) {
    const std::string kind =
        (place.severity == sim::Severity::error ? std::string() : sim::name(place.severity) + std::string(" ")) + place.kind;
    if (place.lines.empty()) return kind + " outside the program's own source";
    return fmt::format("{} at line{} {}", kind, place.lines.size() > 1 ? "s" : "", fmt::join(place.lines, ", "));
}

Expectations read_expectations(const fs::path& source) {
    static const std::regex marker("// finds: (.*)$");
    static const std::regex setting("^// runs with: (SCANLAB_SIM_[A-Z_]+=\\S+)$");
    static const std::regex line_of_its_own("every marked place|only some orders|runs with: SCANLAB_SIM");
    static const std::regex item(" *(maybe )?(?:(warning|note) )?([a-z-]+)((?: \\(\\d+\\))*) *(?:,|$)");
    std::ifstream file(source);
    if (!file) throw std::runtime_error("cannot read " + source.string());

    Markers markers;
    std::vector<std::string> settings;
    bool wants_every_place = false, only_some_orders = false;
    std::string code;
    for (int line = 1; std::getline(file, code); ++line) {
        std::smatch found;
        if (std::regex_search(code, found, setting))
            settings.push_back(found.str(1));
        else if (code == "// every marked place has to be found")
            wants_every_place = true;
        else if (code == "// only some orders show it")
            only_some_orders = true;
        else if (std::regex_search(code, line_of_its_own))
            throw unreadable(source, line);
        if (!std::regex_search(code, found, marker)) continue;
        std::string rest = found.str(1);
        while (std::regex_search(rest, found, item, std::regex_constants::match_continuous)) {
            const auto severity = !found[2].matched        ? sim::Severity::error
                                  : found.str(2) == "note" ? sim::Severity::note
                                                           : sim::Severity::warning;
            markers.add(found.str(3), found[1].matched, severity, found.str(4), line);
            rest = found.suffix();
        }
        if (!rest.empty()) throw unreadable(source, line);
    }
    Expectations expectations = markers.finish();
    expectations.settings = std::move(settings);
    expectations.wants_every_place = wants_every_place;
    expectations.only_some_orders = only_some_orders;
    return expectations;
}

std::vector<Place> places_of(const std::vector<sim::Finding>& findings, const fs::path& source) {
    std::vector<Place> places;
    for (const sim::Finding& finding : findings) {
        if (finding.suppressed) continue;
        Place place{name(finding.kind), {}, finding.severity};
        const auto add_line = [&](const sim::SourceLine& at) {
            if (at.line && fs::path(at.file).filename() == source.filename()) place.lines.insert(at.line);
        };
        add_line(finding.at);
        if (is_race(finding)) add_line(finding.other);
        places.push_back(place);
    }
    return places;
}

std::vector<std::string> complaints(const Expectations& expected, const std::vector<Place>& found, int exit_code) {
    std::vector<std::string> result;
    std::set<std::pair<std::string, sim::Severity>> found_kinds;
    bool has_errors = false;
    for (const Place& place : found) {
        has_errors |= place.severity == sim::Severity::error;
        if (contains(expected.places, place))
            found_kinds.insert({place.kind, place.severity});
        else if (!contains(expected.tolerated, place) && place.severity != sim::Severity::note)
            result.push_back("found, but not expected: " + text(place));
    }
    const auto was_found = [&](const Place& place) {
        return expected.wants_every_place ? contains(found, place) : found_kinds.contains({place.kind, place.severity});
    };
    for (const Place& place : expected.places)
        if (!was_found(place)) result.push_back("not found: " + text(place));

    const int right_code = has_errors ? 3 : expected.wrong_result ? 1 : 0;
    if (exit_code != right_code) result.push_back(fmt::format("the exit code is {}, not {}", exit_code, right_code));
    return result;
}

} // namespace scanlab::corpus
