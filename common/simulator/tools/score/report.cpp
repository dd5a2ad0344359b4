#include "report.hpp"

#include "csv.hpp"
#include "format.hpp"
#include "shell.hpp"
#include "text.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace scanlab {
namespace {

std::string joined(const std::set<std::string>& words) {
    return fmt::format("{}", fmt::join(words, "+"));
}

std::string percent(std::optional<double> share) {
    return share ? fmt::format("{:.1f} %", std::floor(1000 * *share) / 10) : "-"; // 99.96 % is not all
}

std::string row(const std::string& title, const Counts& counts) {
    return fmt::format("{:20} {:>6} {:>7} {:>7} {:>7} {:>10} {:>8}\n", title, counts.true_positives,
                       counts.false_negatives, counts.false_positives, counts.true_negatives,
                       percent(counts.precision()), percent(counts.recall()));
}

std::string matrix(const Scoring& scoring) {
    std::string text = fmt::format(
        "{:20} {:>6} {:>7} {:>7} {:>7} {:>10} {:>8}\n{:20} {:>6} {:>7} {:>7} {:>7}\n", "", "found",
        "missed", "alarms", "silent", "precision", "recall", "", "(TP)", "(FN)", "(FP)", "(TN)");
    for (const auto& [kind, counts] : scoring.by_kind()) text += row(kind, counts);
    return text + row("all programs", scoring.all());
}

std::string call(const LabelledProgram& program, const std::string& command) {
    std::string text = command + " " + shell_quoted(program.source);
    for (const std::string& argument : program.arguments) text += " " + shell_quoted(argument);
    return text;
}

std::string repeat_all(const LabelledProgram& program, const Again& again) {
    const std::string schedules =
        again.schedules > 1 ? fmt::format(" --schedules {}", again.schedules) : "";
    return "\n  again: " + call(program, again.command + schedules + again.schedule) + "\n";
}

std::string repeat(const LabelledProgram& program, const Again& again, const Trial& trial) {
    return "\n  again: " + call(program, again.command + options_text(trial)) + "\n";
}

/// What is to be said of one program; empty if it is found, or silent, as it should be.
std::string remarks(const Scoring& scoring, const Outcome& outcome, const Again& again) {
    const LabelledProgram& program = outcome.program;
    const std::string source = program.source.string(),
                      how = outcome.how.empty() ? "" : "; it " + outcome.how;
    std::string remarks;
    switch (scoring.verdict(outcome)) {
    case Verdict::not_compiled:
        return fmt::format("does not compile: {}\n  {}", source, outcome.how) +
               repeat(program, again, {});
    case Verdict::failed:
        return fmt::format("failed: {}: it {}", source, outcome.how) + repeat_all(program, again);
    case Verdict::missed:
        remarks = fmt::format("missed: {}: {}{}", source, text(program.label), how) +
                  repeat_all(program, again);
        break;
    default:
        break;
    }
    for (const Exploration::Entry& entry : scoring.alarms(outcome))
        remarks += fmt::format("{}: {}: {}: {}",
                               program.label.is_buggy ? "found, but not in its label" : "false alarm",
                               sim::text(entry.finding.at), sim::name(entry.finding.kind),
                               entry.finding.message) +
                   repeat(program, again, entry.replay);
    return remarks;
}

nlohmann::json object_of(const Counts& counts) {
    const auto or_null = [](std::optional<double> value) {
        return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
    };
    return {{"true_positives", counts.true_positives},   {"false_negatives", counts.false_negatives},
            {"false_positives", counts.false_positives}, {"true_negatives", counts.true_negatives},
            {"precision", or_null(counts.precision())},  {"recall", or_null(counts.recall())}};
}

nlohmann::json object_of(const Scoring& scoring, const Outcome& outcome) {
    nlohmann::json findings = nlohmann::json::array();
    for (const Exploration::Entry& entry : scoring.counted(outcome))
        findings.push_back(nlohmann::json::parse(json_line(with_reproduction(entry))));
    return {{"program", outcome.program.source.string()},
            {"arguments", outcome.program.arguments},
            {"label", text(outcome.program.label)},
            {"verdict", name(scoring.verdict(outcome))},
            {"how", outcome.how},
            {"findings", findings}};
}

} // namespace

std::string text(const Scoring& scoring, const Again& again) {
    std::string text = matrix(scoring);
    for (const Outcome& outcome : scoring.outcomes()) text += remarks(scoring, outcome, again);
    const auto programs = static_cast<long long>(scoring.outcomes().size());
    long long not_compiled = 0, failed = 0;
    for (const Outcome& outcome : scoring.outcomes()) {
        not_compiled += scoring.verdict(outcome) == Verdict::not_compiled;
        failed += scoring.verdict(outcome) == Verdict::failed;
    }
    text +=
        fmt::format("{} under {}", counted(programs, "program"), counted(again.schedules, "schedule"));
    if (not_compiled > 0) text += fmt::format("; {} not compiled, in no row", not_compiled);
    if (failed > 0) text += fmt::format("; {} correct but failed, in no row", failed);
    return text + "\n";
}

std::string csv(const Scoring& scoring) {
    std::string lines = "program,arguments,label,found,verdict\n";
    for (const Outcome& outcome : scoring.outcomes())
        lines += fmt::format("{},{},{},{},{}\n", csv_cell(outcome.program.source.string()),
                             csv_cell(fmt::format("{}", fmt::join(outcome.program.arguments, " "))),
                             text(outcome.program.label), joined(scoring.kinds_found(outcome)),
                             name(scoring.verdict(outcome)));
    return lines;
}

std::string json(const Scoring& scoring, const Again& again) {
    nlohmann::json kinds = nlohmann::json::object(), programs = nlohmann::json::array();
    for (const auto& [kind, counts] : scoring.by_kind()) kinds[kind] = object_of(counts);
    for (const Outcome& outcome : scoring.outcomes()) programs.push_back(object_of(scoring, outcome));
    const nlohmann::json all{{"schedules", again.schedules},
                             {"kinds", kinds},
                             {"all", object_of(scoring.all())},
                             {"programs", programs}};
    return all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace scanlab
