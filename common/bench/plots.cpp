#include "plots.hpp"

#include "format.hpp"
#include "markdown.hpp"
#include "process.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <map>
#include <set>

namespace scanlab {
namespace {

/// A line of a plot: what it is called, and its points.
struct Series {
    std::string title;
    std::vector<std::pair<double, double>> points;
};

using Filter = std::function<bool(const Row&)>;
using Coordinate = std::function<double(const Row&)>;

/// Colours that colour-blind people tell apart (Okabe and Ito).
constexpr std::array colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                             "#E69F00", "#56B4E9", "#6A51A3", "#8C6D31"};

/// What gnuplot takes for a title that holds its own signs.
std::string gnuplot_string(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

std::string preamble(const std::string& title) {
    return "set encoding utf8\n"
           "set terminal svg size 800,500 font 'sans-serif,14' background '#ffffff' noenhanced\n"
           "set border 3 lc '#555555'\nset tics nomirror\nset grid lc '#dddddd' lt 1\n"
           "set key outside right center samplen 2 spacing 1.2\n"
           "set title " +
           gnuplot_string(title) + "\n";
}

/// As in "2²⁰".
std::string power_of_two(int exponent) {
    constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = "2";
    for (const char c : std::to_string(exponent)) text += digits[static_cast<std::size_t>(c - '0')];
    return text;
}

/// Powers of two on the x axis.
std::string size_axis(const std::vector<Series>& series) {
    constexpr double margin = 1.3;
    std::set<double> sizes;
    for (const Series& s : series)
        for (const auto& [x, y] : s.points) sizes.insert(x);
    std::vector<std::string> tics;
    for (int exponent = 0; exponent < 48; exponent += 2) {
        const auto n = static_cast<double>(1LL << exponent);
        if (n >= *sizes.begin() && n <= *sizes.rbegin())
            tics.push_back(fmt::format("'{}' {}", power_of_two(exponent), n));
    }
    return fmt::format(
        "set logscale x 2\nset xlabel 'n, elements'\nset xtics ({})\nset xrange [{}:{}]\n",
        fmt::join(tics, ", "), *sizes.begin() / margin, *sizes.rbegin() * margin);
}

std::string data_blocks(const std::vector<Series>& series) {
    std::string text;
    for (std::size_t i = 0; i < series.size(); ++i) {
        text += fmt::format("$series{} << END\n", i);
        for (const auto& [x, y] : series[i].points) text += fmt::format("{} {}\n", x, y);
        text += "END\n";
    }
    return text;
}

/// The first series may be the yardstick: dashed and grey. When the colours are used up, lines are
/// dotted.
std::string lines(const std::vector<Series>& series, bool has_yardstick) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < series.size(); ++i) {
        const std::size_t style = has_yardstick ? i - 1 : i;
        const std::string look = has_yardstick && i == 0
                                     ? "dt 2 lc '#555555'"
                                     : fmt::format("dt {} lc '{}'", style < colours.size() ? 1 : 3,
                                                   colours[style % colours.size()]);
        parts.push_back(fmt::format("$series{} with linespoints lw 2 pt 7 ps 0.4 {} title {}", i, look,
                                    gnuplot_string(series[i].title)));
    }
    return fmt::format("plot {}\n", fmt::join(parts, ", \\\n     "));
}

std::vector<Series> series_of(const std::vector<Row>& rows, const Filter& wanted, const Coordinate& x,
                              const Coordinate& y) {
    std::vector<Series> all;
    for (const Row& row : rows) {
        if (!wanted(row) || !row.verified) continue;
        const std::string title = label(row);
        auto at = std::ranges::find(all, title, &Series::title);
        if (at == all.end()) at = all.insert(all.end(), {title, {}});
        at->points.emplace_back(x(row), y(row));
    }
    for (Series& series : all) std::ranges::sort(series.points);
    return all;
}

double n_of(const Row& row) { return static_cast<double>(row.n); }

/// The GPU's copy at the sizes of a sweep.
Series copy_series(const std::vector<Row>& rows, const Coordinate& y) {
    std::map<double, double> points;
    for (const Row& row : rows)
        if (row.processor == "gpu" && row.sweep == "size") points.emplace(n_of(row), y(row));
    return {"fastest copy", {points.begin(), points.end()}};
}

/// Not what only explains the others.
bool is_contender(const Row& row) {
    return row.kind != "solution" && row.kind != "ablation" && row.kind != "copy";
}

bool is_whole_scan(const Row& row) { return row.scope == "device" && row.task == "inclusive-scan"; }

/// "peak 4917 GB/s", where it is known.
std::string peak(const std::vector<Row>& rows) {
    for (const Row& row : rows)
        if (row.peak_gbps > 0) return fmt::format(" (peak {:.0f} GB/s)", row.peak_gbps);
    return {};
}

Plot bandwidth(const std::vector<Row>& rows, const std::string& name, const std::string& title,
               const Filter& wanted) {
    std::vector<Series> series = series_of(
        rows,
        [&](const Row& row) {
            return row.processor == "gpu" && row.sweep == "size" && is_contender(row) && wanted(row);
        },
        n_of, [](const Row& row) { return row.gbps; });
    if (series.empty()) return {};
    series.insert(series.begin(), copy_series(rows, [](const Row& row) {
                      return std::max(row.copy_gbps, row.best_copy_gbps);
                  }));
    return {name, preamble(title + peak(rows)) + size_axis(series) +
                      "set ylabel 'useful bytes, GB/s'\n" + "set yrange [0:*]\n" + data_blocks(series) +
                      lines(series, true)};
}

/// What sorts have for a speed.
Plot sorting(const std::vector<Row>& rows) {
    const std::vector<Series> series = series_of(
        rows,
        [](const Row& row) {
            return row.task == "sort" && row.processor == "gpu" && row.sweep == "size" &&
                   is_contender(row);
        },
        n_of, billion_keys_per_second);
    if (series.empty()) return {};
    return {"sort", preamble("Sorting keys of 32 bits") + size_axis(series) +
                        "set ylabel 'billion keys per second'\nset yrange [0:*]\n" +
                        data_blocks(series) + lines(series, false)};
}

/// Shares of a copy over what a sweep varies.
Plot over_sweep(const std::vector<Row>& rows, const std::string& sweep, const std::string& what,
                const Coordinate& x, const std::string& axis = "") {
    std::vector<Series> series = series_of(
        rows,
        [&](const Row& row) {
            return row.sweep == sweep && row.processor == "gpu" && is_contender(row);
        },
        x, [](const Row& row) { return row.share_of_copy; });
    if (series.empty()) return {};
    const long long n = std::ranges::find(rows, sweep, &Row::sweep)->n;
    return {sweep,
            preamble(fmt::format("By {}, at n = {}", what, short_count(n))) + axis +
                fmt::format("set xlabel '{}'\nset ylabel 'share of a copy'\nset yrange [0:*]\n", what) +
                data_blocks(series) + lines(series, false)};
}

/// Bars: what each lesson, and each library, reaches where n is large.
Plot ladder(const std::vector<Row>& rows) {
    constexpr long long large = 1LL << 28;
    long long n = 0;
    for (const Row& row : rows)
        if (row.processor == "gpu" && row.sweep == "size" && row.n <= large) n = std::max(n, row.n);
    std::vector<Series> groups{{"whole array", {}}, {"each tile", {}}, {"library", {}}};
    std::vector<std::string> names;
    std::string device;
    for (const Row& row : rows) {
        if (row.n != n || row.processor != "gpu" || row.sweep != "size" || !is_contender(row) ||
            row.task == "float-scan" || row.task == "sort") // which passes over its keys many times
            continue;
        Series& group = groups[row.kind == "rival" ? 2 : row.scope == "block" ? 1 : 0];
        group.points.emplace_back(100 * row.share_of_copy, names.size());
        std::string name = label(row);
        std::ranges::replace(name, '_', ' ');
        name += fmt::format("   {:3.0f}", 100 * row.share_of_copy);
        names.push_back(fmt::format("{} {}", gnuplot_string(name), names.size()));
        device = row.device;
    }
    if (names.empty()) return {};
    std::string script =
        preamble(fmt::format("Speed on {} at n = {}", device, short_count(n)) + peak(rows)) +
        fmt::format("set title offset screen -0.1,0\n" // the names leave little room on the right
                    "set key outside bottom center horizontal\nset style fill solid noborder\n"
                    "set xlabel 'per cent of a copy of as many elements'\nset xrange [0:*]\n"
                    "set yrange [{}.5:-0.5]\nset ytics scale 0 ({})\nset grid noytics\n"
                    "set arrow from 100, graph 0 to 100, graph 1 nohead dt 2 lc '#555555' front\n",
                    names.size() - 1, fmt::join(names, ", ")) +
        data_blocks(groups) + "plot ";
    for (std::size_t i = 0; i < groups.size(); ++i)
        if (!groups[i].points.empty())
            script +=
                fmt::format("$series{} using ($1/2):2:($1/2):(0.38) with boxxyerror lc '{}' title {}, ",
                            i, colours[i], gnuplot_string(groups[i].title));
    return {"ladder", script + "\n"};
}

/// Time over n of the CPU's ways and the best of the GPU's.
Plot crossover(const std::vector<Row>& rows) {
    std::vector<Series> series = series_of(
        rows,
        [](const Row& row) {
            return row.sweep == "size" && row.processor == "cpu" && row.task != "compaction";
        },
        n_of, [](const Row& row) { return row.us; });
    if (series.empty()) return {};
    std::map<double, double> best;
    for (const Row& row : rows) {
        if (row.processor != "gpu" || row.sweep != "size" || !is_whole_scan(row) || !row.verified ||
            row.kind != "lesson")
            continue;
        const auto [at, is_new] = best.emplace(n_of(row), row.us);
        if (!is_new) at->second = std::min(at->second, row.us);
    }
    if (!best.empty()) series.push_back({"GPU, fastest lesson", {best.begin(), best.end()}});
    return {"crossover", preamble("Scan of an array that is in the processor's own memory") +
                             size_axis(series) +
                             "set logscale y\nset ylabel 'time of a call, µs'\nset format y '%g'\n" +
                             data_blocks(series) + lines(series, false)};
}

Plot simulated(const std::vector<Row>& rows) {
    std::vector<Series> series = series_of(
        rows, [](const Row& row) { return row.processor == "simulator" && row.kind == "lesson"; }, n_of,
        [](const Row& row) { return static_cast<double>(row.n) / row.us; });
    if (series.empty()) return {};
    return {"simulator",
            preamble("What the simulator can do") + size_axis(series) +
                "set logscale y\nset ylabel 'million elements per second'\nset format y '%g'\n" +
                data_blocks(series) + lines(series, false)};
}

} // namespace

std::vector<Plot> plots(const Results& results) {
    constexpr const char* logarithmic = "set logscale x 2\n";
    const std::vector<Row>& rows = results.rows;
    std::vector<Plot> all{
        bandwidth(rows, "bandwidth", "Scans of the whole array", is_whole_scan),
        bandwidth(rows, "compaction", "Compaction, half of the elements kept",
                  [](const Row& row) { return row.task == "compaction"; }),
        sorting(rows),
        over_sweep(
            rows, "block", "threads per block", [](const Row& row) { return row.block; }, logarithmic),
        over_sweep(
            rows, "items", "elements per thread", [](const Row& row) { return row.items_per_thread; },
            logarithmic),
        over_sweep(rows, "kept", "per cent of the elements kept",
                   [](const Row& row) { return row.kept_percent; }),
        ladder(rows),
        crossover(rows),
        simulated(rows)};
    std::erase_if(all, [](const Plot& plot) { return plot.script.empty(); });
    return all;
}

std::string draw(const std::vector<Plot>& plots, const std::filesystem::path& folder) {
    const ScratchFolder scratch;
    for (const Plot& plot : plots) {
        const std::filesystem::path script = scratch.path() / (plot.name + ".gp");
        const std::filesystem::path picture = scratch.path() / (plot.name + ".svg");
        std::ofstream(script) << "set output '" << picture.string() << "'\n" << plot.script;
        const Ended ended = run_process({"/usr/bin/env", "gnuplot", script.string()},
                                        std::chrono::seconds(60), scratch.path());
        constexpr int not_found = 127;
        if (ended.how == Ended::How::exited && ended.code == not_found)
            return "gnuplot, which draws the plots, is not installed";
        if (ended.how != Ended::How::exited || ended.code != 0)
            return fmt::format("gnuplot failed on {}: {}", plot.name, ended.err);
        std::filesystem::copy_file(picture, folder / picture.filename(),
                                   std::filesystem::copy_options::overwrite_existing);
    }
    return {};
}

} // namespace scanlab
