#include "report.hpp"
#include "format.hpp"
#include "task/task.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace scanlab {
namespace {

constexpr std::size_t margin = 4, label_width = 14;

/// One row of a report: what it is about, and the text, broken at spaces so that it fits a page's
/// width.
std::string row(std::string_view label, std::string_view content) {
    constexpr std::size_t page = 96;
    std::string result = fmt::format("{:{}}{:<{}}", "", margin, label, label_width);
    std::size_t column = 0; // of the text, in bytes
    while (!content.empty()) {
        const std::size_t space = std::min(content.find(' '), content.size());
        if (column > 0 && margin + label_width + column + 1 + space > page) {
            result += fmt::format("\n{:{}}", "", margin + label_width);
            column = 0;
        } else if (column > 0) {
            result += ' ';
            ++column;
        }
        result += content.substr(0, space);
        column += space;
        content.remove_prefix(std::min(space + 1, content.size()));
    }
    return result + "\n";
}

/// A row that is not broken into lines: somebody may want to copy it.
std::string command_row(std::string_view label, std::string_view command) {
    return fmt::format("{:{}}{:<{}}{}\n", "", margin, label, label_width, command);
}

/// As in "1048576 (2^20)".
std::string with_power(long long n) {
    const auto bits = static_cast<unsigned long long>(n);
    return n >= 1024 && std::has_single_bit(bits) ? fmt::format("{} (2^{})", n, std::countr_zero(bits))
                                                  : fmt::format("{}", n);
}

std::vector<std::string_view> names_of(const std::vector<InputKind>& kinds) {
    std::vector<std::string_view> result;
    for (const InputKind kind : kinds) result.push_back(name(kind));
    return result;
}

std::string neighbours_table(const Fault& fault, Task task) {
    const bool with_head = fault.neighbours.front().head.has_value();
    const bool with_input = fault.neighbours.front().input.has_value();
    const TaskTraits& row = traits(task);
    const int width = row.words == 1 ? 14 : 22;
    const auto column = [](const auto& content, bool wanted) {
        return wanted ? fmt::format("{:>14}", content) : std::string();
    };
    std::string table =
        fmt::format("\n    {:>14}{}{}{:>{}}{:>{}}\n", "index", column("head", with_head),
                    column("input", with_input), "expected", width, "got", width);
    for (const Neighbour& n : fault.neighbours) {
        const char* mark = "";
        if (n.got != n.expected)
            mark = n.index == fault.diagnosis->first_wrong ? "  <-- first wrong" : "  <-- wrong";
        table += fmt::format("    {:>14}{}{}{:>{}}{:>{}}{}\n", n.index,
                             column(n.head.value_or(0), with_head),
                             column(row.text(n.input.value_or(0)), with_input), row.text(n.expected),
                             width, row.text(n.got), width, mark);
    }
    return table + "\n";
}

std::string diagnosis_rows(const Fault& fault, Task task) {
    const Diagnosis& d = *fault.diagnosis;
    std::string rows;
    if (d.kept && *d.kept != d.expected_kept) {
        rows += row("count", fmt::format("*kept is {}, but {} {}", *d.kept, d.expected_kept,
                                         traits(task).kept_are));
    }
    if (!d.first_wrong) return rows;
    rows += row("first wrong",
                fmt::format("{}[{}], of tile {}, warp {}, lane {} (thread {} of its block)",
                            traits(task).words == 1 ? "output" : "wide_output", *d.first_wrong,
                            d.owner->block, d.owner->warp, d.owner->lane, d.owner->thread));
    rows += row("wrong", fmt::format("{} of {} elements", d.wrong, d.total));
    return rows + neighbours_table(fault, task);
}

std::string not_recognised(const Report& report) {
    return fmt::format(
        "not recognised. Compare the wrong values with the expected ones at the smallest n{}.",
        report.help.empty() ? "" : ", " + report.help);
}

std::string fault_rows(const Fault& fault, const Report& report,
                       std::optional<long long> cause_seen_at = {}) {
    std::string cause = fault.cause.empty() ? not_recognised(report) : fault.cause;
    if (cause_seen_at)
        cause += fmt::format(" (The cause shows most clearly with n = {}.)", *cause_seen_at);
    if (!fault.diagnosis) return row("cause", cause);
    const std::string rows = diagnosis_rows(fault, report.lesson.task);
    return report.likely_cause ? rows + row("likely cause", cause) : rows;
}

std::string failure_rows(const Report& report) {
    const Failure& failure = *report.checked.failure;
    const std::string right =
        failure.passes ? fmt::format("   ({} is right)", with_power(*failure.passes)) : std::string();
    std::string rows;
    if (!report.lesson.advice.empty()) rows += row("advice", report.lesson.advice);
    rows += row("check", fmt::format("FAILED in test case {}", report.checked.cases));
    rows += row("n", with_power(failure.n) + right);
    rows += row("input", fmt::format("{}, seed {}", name(failure.kind), report.seed));
    if (report.order)
        rows +=
            row("schedule", fmt::format("{}, order {}", report.order->schedule, report.order->number));
    rows += fault_rows(failure.fault, report, failure.cause_seen_at);
    if (failure.runs_differ) {
        const std::string what =
            failure.right_runs > 0
                ? fmt::format("{} of {} runs of this same case were right.", failure.right_runs,
                              failure.runs)
                : fmt::format("{} runs of this same case gave different wrong results.", failure.runs);
        rows += row("runs differ",
                    what + " So the result depends on the order in which threads run. Is a barrier "
                           "missing, or is there another race?");
    }
    return rows + command_row("again", report.rerun);
}

std::string check_rows(const Report& report) {
    const Checks& checks = report.checks;
    const std::string sizes = checks.sizes.size() == 1
                                  ? fmt::format("n = {}", with_power(checks.sizes.front()))
                                  : fmt::format("{} sizes from {} to {}", checks.sizes.size(),
                                                checks.sizes.front(), with_power(checks.sizes.back()));
    return row("check", fmt::format("PASS   {} cases: {}; input {}", report.checked.cases, sizes,
                                    fmt::join(names_of(checks.kinds), ", ")));
}

std::string access_rows(const CountedAccesses& a, double ideal) {
    return row("traffic",
               fmt::format(
                   "{:.2f} bytes per element ({:.2f} read + {:.2f} written); the ideal is {:.2f}",
                   a.bytes_read + a.bytes_written, a.bytes_read, a.bytes_written, ideal)) +
           row("transactions",
               fmt::format("{:.3f} 32-byte sectors per element, {:.0f} % of their bytes used; the "
                           "ideal is {:.3f}",
                           a.sectors, 100 * a.used, ideal / 32)) +
           row("conflicts", fmt::format("{:.2f} bank conflicts per element", a.bank_conflicts));
}

std::string measurement_rows(const Measurement& m, bool many_passes) {
    std::string rows = row("n", with_power(m.n));
    if (const auto& t = m.timing) {
        rows +=
            row("time",
                fmt::format("{:.1f} us   median of {}, cold L2; 10 % below {:.1f}, 10 % above {:.1f}",
                            t->median_us, t->reps, t->p10_us, t->p90_us));
        const auto beside = [&](double gbps) {
            return fmt::format("{:.1f} % of {:.1f}", 100 * t->gbps / gbps, gbps);
        };
        std::string speed = fmt::format("{:.1f} GB/s   a copy: {}; the best copy: {}", t->gbps,
                                        beside(t->copy_gbps), beside(t->best_copy_gbps));
        if (m.peak_gbps > 0) speed += fmt::format("; the memory's peak: {}", beside(m.peak_gbps));
        rows += row("speed", speed);
    }
    if (many_passes && m.timing)
        rows += row("keys", fmt::format("{:.2f} billion per second",
                                        static_cast<double>(m.n) / m.timing->median_us / 1e3));
    if (const auto& f = m.fit) {
        rows += row("fit",
                    fmt::format("{:.1f} GB/s + {:.1f} us per run   (1 … {} calls in a row, R² {:.5f})",
                                f->gbps, f->fixed_us, f->repeats, f->r_squared));
    }
    if (const auto& c = m.cpu) {
        rows += row("CPU", fmt::format("{:.1f} GB/s plain, {:.1f} GB/s with {} thread{} and SIMD",
                                       c->plain_gbps, c->parallel_gbps, c->threads,
                                       c->threads == 1 ? "" : "s"));
    }
    if (const auto& c = m.cost) {
        rows += row("launches", fmt::format("{}", c->launches));
        rows += row("barriers", fmt::format("{:g} per thread", c->barriers_per_thread));
        rows += c->accesses ? access_rows(*c->accesses, m.ideal_bytes_per_element)
                            : row("traffic", "not counted in the simulator's fast mode");
    }
    return rows;
}

} // namespace

std::string describe_task(const Lesson& lesson) {
    const char* const of = lesson.scope == Scope::block ? "of each tile" : "of the whole array";
    return fmt::format(fmt::runtime(traits(lesson.task).sentence), of);
}

std::string heading(const Report& report) {
    const Layout& layout = report.layout;
    return fmt::format("\n{:02} {}: {}\n", report.lesson.number, report.lesson.name,
                       report.lesson.title) +
           row("task", describe_task(report.lesson)) + row("on", report.device) +
           row("block", fmt::format("{} threads x {} item{} = tiles of {} elements", layout.block,
                                    layout.items_per_thread, layout.items_per_thread == 1 ? "" : "s",
                                    layout.tile()));
}

std::string text(const Report& report) {
    if (report.checked.failure) return failure_rows(report);
    if (!report.measured) return row("check", "FAILED, because not everything was checked");
    if (report.measured->fault) {
        return row("check", "FAILED in the calls that were measured, although it passed before") +
               row("n", with_power(report.measured->n)) + fault_rows(*report.measured->fault, report) +
               command_row("again", report.rerun);
    }
    std::string result =
        check_rows(report) + measurement_rows(*report.measured, traits(report.lesson.task).many_passes);
    if (const auto& cost = report.measured->cost; cost && cost->accesses) {
        if (report.counters) result += cost->accesses->tables;
        if (report.annotate) result += cost->accesses->listing;
    }
    return result;
}

} // namespace scanlab
