#include "result.hpp"

#include "format.hpp"
#include "scanlab/enumerators.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace scanlab::grader {
namespace {

constexpr std::array statuses{Status::pass, Status::fail, Status::not_run};

Status status_named(std::string_view text) {
    for (const Status status : statuses)
        if (name(status) == text) return status;
    throw std::invalid_argument(fmt::format("a result's status is '{}'", text));
}

std::string indented(std::string_view block) {
    std::string result;
    while (!block.empty()) {
        const std::size_t end = std::min(block.find('\n'), block.size());
        result += fmt::format("    {}\n", block.substr(0, end));
        block.remove_prefix(std::min(end + 1, block.size()));
    }
    return result;
}

} // namespace

std::string_view name(Status status) {
    constexpr std::array names{"pass", "fail", "not run"};
    static_assert(names.size() == enumerators<Status>);
    return names[static_cast<std::size_t>(status)];
}

double Result::points() const {
    double sum = 0;
    for (const LineResult& line : lines) sum += line.points;
    return sum;
}

double Result::max() const {
    double sum = 0;
    for (const LineResult& line : lines)
        if (!line.bonus) sum += line.max;
    return sum;
}

bool Result::full() const {
    return std::ranges::all_of(
        lines, [](const LineResult& line) { return line.bonus || line.points == line.max; });
}

nlohmann::json to_json(const Result& result) {
    nlohmann::json lines = nlohmann::json::array();
    for (const LineResult& line : result.lines) {
        lines.push_back({{"id", line.id},
                         {"title", line.title},
                         {"points", line.points},
                         {"max", line.max},
                         {"status", name(line.status)},
                         {"detail", line.detail},
                         {"visibility", line.visibility},
                         {"bonus", line.bonus}});
    }
    return {{"name", result.name},
            {"number", result.number},
            {"title", result.title},
            {"file", result.file},
            {"flag", result.flag},
            {"error", result.error},
            {"flag_kind", result.flag.empty() ? ""
                          : result.is_harmful ? "harmful"
                                              : "not_allowed"},
            {"summary", result.summary},
            {"points", result.points()},
            {"max", result.max()},
            {"note", result.note},
            {"lines", std::move(lines)}};
}

Result result_from_json(const nlohmann::json& j) {
    Result result{.name = j.at("name"),
                  .number = j.at("number"),
                  .title = j.at("title"),
                  .file = j.at("file"),
                  .flag = j.at("flag"),
                  .is_harmful = j.value("flag_kind", "") == "harmful",
                  .error = j.at("error"),
                  .summary = j.value("summary", ""),
                  .note = j.value("note", "")};
    for (const auto& line : j.at("lines")) {
        result.lines.push_back({.id = line.at("id"),
                                .title = line.at("title"),
                                .points = line.at("points"),
                                .max = line.at("max"),
                                .status = status_named(line.at("status").get<std::string>()),
                                .detail = line.at("detail"),
                                .visibility = line.at("visibility"),
                                .bonus = line.value("bonus", false)});
    }
    return result;
}

std::string text(const Result& result, bool all) {
    std::string text = fmt::format("graded: {}\n\n{:02} {}: {}\n\n", result.file, result.number,
                                   result.name, result.title);
    if (!result.flag.empty())
        text += (result.is_harmful ? "  NOT ACCEPTED\n" : "  NOT ALLOWED HERE\n") +
                indented(result.flag) +
                (result.is_harmful ? "\n" : "\n  What an exercise may do: docs/exercise_rules.md\n\n");
    if (!result.error.empty()) text += indented(result.error) + "\n";
    std::string table;
    bool is_missed = false;
    for (const LineResult& line : result.lines) {
        if (!all && line.visibility != "visible") continue;
        table += fmt::format("  {:>4g} / {:<4g} {:<8} {}\n", line.points, line.max, name(line.status),
                             line.title);
        if (line.detail.empty()) continue;
        if (!is_missed && !result.summary.empty()) text += result.summary + "\n\n";
        is_missed = true;
        text += fmt::format("{}\n{}\n", line.title, indented(line.detail));
    }
    if (is_missed && !result.help.empty()) text += fmt::format("Stuck? `{}`\n\n", result.help);
    text += table + fmt::format("  {:>4g} / {:<4g} points\n", result.points(), result.max());
    return result.note.empty() ? text : text + "\n" + indented(result.note);
}

} // namespace scanlab::grader
