#include "markdown.hpp"

#include "bench_case.hpp"
#include "format.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace scanlab {
namespace {

using Filter = std::function<bool(const Row&)>;

std::string line_of(const std::vector<std::string>& cells) {
    return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string header(const std::vector<std::string>& cells) {
    std::string line = line_of(cells) + "|---|";
    for (std::size_t i = 1; i < cells.size(); ++i) line += "---:|";
    return line + "\n";
}

/// A row per program and a column for each value of `key`.
template <class Key, class Cell>
std::string table(const std::vector<Row>& rows, const Filter& wanted, const std::string& corner,
                  Key key, const std::function<std::string(long long)>& heading, Cell cell) {
    std::vector<std::string> names;
    std::set<long long> columns;
    std::map<std::string, std::map<long long, std::string>> cells;
    for (const Row& row : rows) {
        if (!wanted(row)) continue;
        const std::string name = label(row);
        if (!cells.contains(name)) names.push_back(name);
        columns.insert(key(row));
        cells[name][key(row)] = row.verified ? cell(row) : "wrong";
    }
    if (names.empty()) return {};
    std::vector<std::string> first{corner};
    for (const long long column : columns) first.push_back(heading(column));
    std::string text = header(first);
    for (const std::string& name : names) {
        std::vector<std::string> line{name};
        for (const long long column : columns)
            line.push_back(cells[name].contains(column) ? cells[name][column] : "–");
        text += line_of(line);
    }
    return text;
}

std::string share(const Row& row) { return fmt::format("{:.3f}", row.share_of_copy); }

/// Even powers of two: what fits on a page.
bool is_shown(long long n) {
    for (long long power = 1 << 10; power <= n; power *= 4)
        if (power == n) return true;
    return false;
}

/// The shown sizes of a sweep or, if there are none of those, all.
Filter size_sweep(const std::vector<Row>& rows, const std::string& processor) {
    const auto is_of_sweep = [processor](const Row& row) {
        return row.sweep == "size" && row.processor == processor;
    };
    const bool any =
        std::ranges::any_of(rows, [&](const Row& row) { return is_of_sweep(row) && is_shown(row.n); });
    return [=](const Row& row) { return is_of_sweep(row) && (!any || is_shown(row.n)); };
}

/// The driver's copy and the fastest one at each size, and how much that is of what the memory would
/// give in theory. Each line is a row that bears its name, with the number to show as its speed.
std::string copies(const std::vector<Row>& rows) {
    std::vector<Row> shown;
    std::set<long long> seen;
    const Filter wanted = size_sweep(rows, "gpu");
    for (Row row : rows) {
        if (!wanted(row) || !seen.insert(row.n).second) continue;
        row.number = 0;
        row.version.clear();
        row.verified = true;
        const auto show = [&](const std::string& name, double value) {
            row.name = name;
            row.gbps = value;
            shown.push_back(row);
        };
        show("cudaMemcpyAsync", row.copy_gbps);
        if (row.best_copy_gbps > 0) show("the fastest copy", row.best_copy_gbps);
        if (row.peak_gbps > 0)
            show(fmt::format("per cent of {:.0f}", row.peak_gbps),
                 100 * std::max(row.copy_gbps, row.best_copy_gbps) / row.peak_gbps);
    }
    return table(
        shown, wanted, "GB/s", [](const Row& row) { return row.n; }, short_count,
        [](const Row& row) { return fmt::format("{:.0f}", row.gbps); });
}

std::string share_of_best_copy(const Row& row) {
    return fmt::format("{:.3f}", row.gbps / row.best_copy_gbps);
}

std::string fit_table(const std::vector<Row>& rows) {
    const std::vector<SpeedFit> all = fits(rows);
    if (all.empty()) return {};
    std::string text = header({"", "GB/s of very many elements", "fixed cost, µs", "r²"});
    for (const SpeedFit& fit : all)
        text += line_of({fit.name, fmt::format("{:.1f}", fit.gbps), fmt::format("{:.2f}", fit.fixed_us),
                         fmt::format("{:.4f}", fit.r_squared)});
    return text;
}

/// How fast several GPUs are, each with as many elements, in GB/s and beside copies on all at once.
std::string by_gpus(std::vector<Row> rows) {
    std::erase_if(rows, [](const Row& row) { return row.sweep != "gpus"; });
    for (Row& row : rows) {
        row.name += fmt::format(" on {} GPU{}", row.gpus, row.gpus == 1 ? "" : "s");
        row.n /= row.gpus;
    }
    return table(
        rows, [](const Row&) { return true; }, "GB/s, share of a copy",
        [](const Row& row) { return row.n; }, short_count,
        [](const Row& row) { return fmt::format("{:.0f}, {:.3f}", row.gbps, row.share_of_copy); });
}

/// Times of inputs that are not random.
std::string by_data(const std::vector<Row>& rows) {
    std::string text;
    for (const Row& row : rows)
        if (row.sweep == "data")
            text += line_of({label(row), row.data, fmt::format("{:.1f}", row.us), share(row)});
    return text.empty() ? text : header({"", "distribution", "µs", "share of a copy"}) + text;
}

std::string section(const std::string& title, const std::string& body) {
    return body.empty() ? "" : fmt::format("\n## {}\n\n{}", title, body);
}

} // namespace

std::string short_count(long long n) {
    for (int exponent = 10; exponent < 48; ++exponent)
        if (n == 1LL << exponent) return fmt::format("2^{}", exponent);
    return fmt::format("{}", n);
}

std::string markdown(const Results& results) {
    const auto n = [](const Row& row) { return row.n; };
    const auto number = [](long long value) { return fmt::format("{}", value); };
    const auto of_sweep = [](const char* sweep, const char* processor) {
        return [=](const Row& row) { return row.sweep == sweep && row.processor == processor; };
    };
    const auto fixed_n = [&](const char* sweep) {
        for (const Row& row : results.rows)
            if (row.sweep == sweep) return short_count(row.n);
        return std::string();
    };
    const Circumstances& c = results.circumstances;
    std::string text = fmt::format("# Benchmark\n\n{}. {}. `{}`\n", c.date, c.gpu, c.command);
    text += section("A copy on the GPU", copies(results.rows));
    text += section(
        "Share of a copy of as many elements, by size",
        table(results.rows, size_sweep(results.rows, "gpu"), "share of a copy", n, short_count, share));
    const bool has_best = std::ranges::any_of(
        results.rows, [](const Row& row) { return row.best_copy_gbps > 0 && row.kind == "lesson"; });
    if (has_best)
        text += section("Share of the fastest copy, by size",
                        table(
                            results.rows,
                            [wanted = size_sweep(results.rows, "gpu")](const Row& row) {
                                return wanted(row) && row.best_copy_gbps > 0;
                            },
                            "share of the fastest copy", n, short_count, share_of_best_copy));
    text += section(
        "Sorting, by size",
        table(
            results.rows,
            [wanted = size_sweep(results.rows, "gpu")](const Row& row) {
                return wanted(row) && row.task == "sort";
            },
            "billion keys per second", n, short_count,
            [](const Row& row) { return fmt::format("{:.2f}", billion_keys_per_second(row)); }));
    text += section("By threads per block, at " + fixed_n("block"),
                    table(
                        results.rows, of_sweep("block", "gpu"), "share of a copy",
                        [](const Row& row) { return row.block; }, number, share));
    text += section("By elements per thread, at " + fixed_n("items"),
                    table(
                        results.rows, of_sweep("items", "gpu"), "share of a copy",
                        [](const Row& row) { return row.items_per_thread; }, number, share));
    text += section("By per cent kept, at " + fixed_n("kept"),
                    table(
                        results.rows, of_sweep("kept", "gpu"), "share of a copy",
                        [](const Row& row) { return row.kept_percent; }, number, share));
    text += section("By distribution, at " + fixed_n("data"), by_data(results.rows));
    text += section("By GPUs and elements per GPU", by_gpus(results.rows));
    text += section("Time = fixed cost + useful bytes / speed", fit_table(results.rows));
    const auto gbps = [](const Row& row) { return fmt::format("{:.2f}", row.gbps); };
    text += section("The CPU",
                    table(results.rows, size_sweep(results.rows, "cpu"), "GB/s", n, short_count, gbps));
    text += section("The CPU beside its own copy", table(results.rows, size_sweep(results.rows, "cpu"),
                                                         "share of its copy", n, short_count, share));
    text += section("The simulator",
                    table(results.rows, size_sweep(results.rows, "simulator"),
                          "million elements per second", n, short_count, [](const Row& row) {
                              return fmt::format("{:.3f}", static_cast<double>(row.n) / row.us);
                          }));
    return text;
}

std::string markdown_of_ways(const std::vector<Row>& rows) {
    std::string text;
    for (const Way way : all_ways)
        text +=
            section(fmt::format("Timed by the way \"{}\"", name(way)),
                    table(
                        rows, [way](const Row& row) { return row.way == name(way); }, "share of a copy",
                        [](const Row& row) { return row.n; }, short_count, share));
    return text;
}

} // namespace scanlab
