#include "rubric.hpp"

#include "cost_values.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "formula.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <limits>
#include <set>

namespace scanlab::grader {
namespace {

using nlohmann::json;

RubricLine::Kind kind_named(const std::string& text) {
    if (text == "correctness") return RubricLine::Kind::correctness;
    if (text == "findings") return RubricLine::Kind::findings;
    if (text == "cost") return RubricLine::Kind::cost;
    if (text == "time") return RubricLine::Kind::time;
    throw UsageError("a line's kind is '{}'; it is correctness, findings, cost or time", text);
}

void check(const RubricLine& line) {
    static const std::set<std::string, std::less<>> known{"visible", "hidden", "after_due_date",
                                                          "after_published"};
    if (!known.contains(line.visibility)) {
        throw UsageError("the visibility of '{}' is '{}'; it is {}", line.id, line.visibility,
                         fmt::join(known, ", "));
    }
    if (line.points < 0) throw UsageError("'{}' has less than no points", line.id);
    for (const std::string& condition : line.conditions) evaluate(condition, CostValues{}.named());
    if ((line.kind == RubricLine::Kind::time) == line.bands.empty())
        throw UsageError("'{}': a line has bands if its kind is time, and only then", line.id);
    double share = std::numeric_limits<double>::infinity(), points = line.points;
    for (const Band& band : line.bands) {
        if (!(0 < band.share && band.share < share && 0 <= band.points && band.points <= points))
            throw UsageError("the bands of '{}' do not go from the fastest down, with no "
                             "more points than the line",
                             line.id);
        share = band.share;
        points = band.points;
    }
}

std::vector<Band> read_bands(const json& list) {
    std::vector<Band> bands;
    for (const json& j : list) bands.push_back({j.at("share"), j.at("points")});
    return bands;
}

RubricLine read_line(const json& j) {
    RubricLine line{.id = j.at("id"),
                    .title = j.at("title"),
                    .points = j.at("points"),
                    .kind = kind_named(j.at("kind")),
                    .visibility = j.value("visibility", "visible"),
                    .size_class = size_class_named(j.value("class", "all")),
                    .blocks = j.value("blocks", std::vector<int>{}),
                    .devices = j.value("devices", std::vector<int>{}),
                    .sizes = j.value("sizes", std::vector<long long>{1 << 16}),
                    .conditions = j.value("conditions", std::vector<std::string>{}),
                    .bands = read_bands(j.value("bands", json::array()))};
    check(line);
    return line;
}

RubricLines read_lines(const json& rubric, std::string_view exercise) {
    RubricLines lines;
    const auto add = [&](const json& list) {
        for (const json& j : list) {
            const auto meant = j.value("for", std::vector<std::string>{});
            if (!meant.empty() && std::ranges::find(meant, exercise) == meant.end()) continue;
            const RubricLine line = read_line(j);
            const auto same = std::ranges::find(lines, line.id, &RubricLine::id);
            if (same == lines.end())
                lines.push_back(line);
            else if (!meant.empty())
                *same = line;
            else
                throw UsageError("{} has two lines '{}'", exercise, line.id);
        }
    };
    add(rubric.at("every"));
    const json own = rubric.value("exercises", json::object());
    if (own.contains(exercise)) add(own.at(std::string(exercise)));
    std::stable_partition(lines.begin(), lines.end(), [](const RubricLine& line) {
        return line.kind != RubricLine::Kind::time; // what is wrong is not measured
    });
    return lines;
}

} // namespace

RubricLines read_rubric(const std::filesystem::path& file, std::string_view exercise) {
    std::ifstream input(file);
    if (!input) throw UsageError("cannot read the rubric {}", file.string());
    try {
        return read_lines(json::parse(input, nullptr, true, true), exercise);
    } catch (const std::exception& error) {
        throw UsageError("{}: {}", file.string(), error.what());
    }
}

} // namespace scanlab::grader
