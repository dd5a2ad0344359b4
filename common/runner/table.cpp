#include "table.hpp"

#include "format.hpp"
#include "read_findings.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace scanlab {
namespace {

using nlohmann::json;

/// A number of the report with so many digits after the point; "-" if it is not there.
std::string number(const json& report, const char* path, int digits) {
    const json::json_pointer pointer(path);
    return report.contains(pointer) ? fmt::format("{:.{}f}", report.at(pointer).get<double>(), digits)
                                    : "-";
}

/// Why a lesson failed, or what was found, in what is left of a row.
std::string reason(const json& report) {
    if (report.at("status") == "found") {
        std::vector<sim::Finding> all = that_count(read_findings(report.at("findings")));
        std::erase_if(all, [](const sim::Finding& finding) { return !is_cause(finding); });
        sim::Tally tally;
        for (const sim::Finding& finding : all) tally.add(finding);
        const auto first = std::ranges::min_element(all, {}, &sim::Finding::severity); // an error
        const std::string where = first->at.line ? fmt::format(" in line {}", first->at.line) : "";
        return fmt::format("{}{}{}{}", text(tally),
                           tally.all() == 1 ? ": " : ", first: ", name(first->kind), where);
    }
    const json failure = report.value("failure", json::object());
    if (failure.contains("n")) {
        return fmt::format("{} at n = {}", failure.value("kind", ""), failure.at("n").get<long long>());
    }
    return failure.value("cause", "");
}

} // namespace

std::string Table::header() const {
    const std::string measured =
        on_gpu_
            ? fmt::format("{:>10} {:>10} {:>10} {:>10}", "GB/s", "% of copy", "% of best", "% of peak")
            : fmt::format("{:>8} {:>8} {:>7} {:>7} {:>8} {:>10}", "launches", "barriers", "bytes",
                          "ideal", "sectors", "conflicts");
    return fmt::format("{:<2}  {:<26} {:<7} {:<5}  {}\n", "#", "lesson", "scope", "check", measured);
}

std::string Table::legend() const {
    return on_gpu_ ? "of the driver's copy, of the best copy, and of what the memory gives in theory\n"
                   : "barriers per thread; bytes, 32-byte sectors and bank conflicts per element\n";
}

std::string Table::row(const json& report) const {
    const bool passed = report.at("status") == "pass";
    std::string verdict = passed ? "PASS " : report.at("status") == "found" ? "FOUND" : "FAIL ";
    if (colours_) verdict = fmt::format("\033[{}m{}\033[0m", passed ? 32 : 31, verdict);
    std::string rest;
    if (!passed) {
        rest = reason(report);
    } else if (on_gpu_) {
        rest = fmt::format("{:>10} {:>10} {:>10} {:>10}", number(report, "/gbps", 1),
                           number(report, "/percent_of_copy", 1),
                           number(report, "/percent_of_best_copy", 1),
                           number(report, "/percent_of_peak", 1));
    } else {
        rest = fmt::format("{:>8} {:>8} {:>7} {:>7} {:>8} {:>10}", number(report, "/cost/launches", 0),
                           number(report, "/cost/barriers_per_thread", 0),
                           number(report, "/cost/bytes_per_element", 2),
                           number(report, "/ideal_bytes_per_element", 2),
                           number(report, "/cost/sectors_per_element", 3),
                           number(report, "/cost/bank_conflicts_per_element", 2));
    }
    return fmt::format("{:02}  {:<26} {:<7} {}  {}\n", report.at("number").get<int>(),
                       report.at("name").get<std::string>(), report.value("scope", "-"), verdict, rest);
}

} // namespace scanlab
