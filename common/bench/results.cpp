#include "results.hpp"

#include "csv.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "measure/statistics.hpp"
#include "output_file.hpp"

#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <tuple>

namespace scanlab {
namespace {

using nlohmann::json;

constexpr std::array columns{"kind",
                             "version",
                             "number",
                             "name",
                             "title",
                             "task",
                             "scope",
                             "processor",
                             "device",
                             "sweep",
                             "n",
                             "block",
                             "items_per_thread",
                             "kept_percent",
                             "gpus",
                             "way",
                             "data",
                             "us",
                             "p10_us",
                             "p90_us",
                             "gbps",
                             "copy_us",
                             "copy_p10_us",
                             "copy_p90_us",
                             "copy_gbps",
                             "share_of_copy",
                             "best_copy_gbps",
                             "best_copy",
                             "peak_gbps",
                             "sm_mhz",
                             "memory_mhz",
                             "watts",
                             "microjoules",
                             "samples",
                             "calls_a_sample",
                             "in_graph",
                             "verified"};

std::string csv(std::span<const Row> rows) {
    std::string text = fmt::format("{}\n", fmt::join(columns, ","));
    for (const Row& row : rows) {
        const json cells = row;
        std::vector<std::string> line;
        for (const char* column : columns) line.push_back(csv_cell(cells.at(column)));
        text += fmt::format("{}\n", fmt::join(line, ","));
    }
    return text;
}

std::string text_of(const Circumstances& c) {
    return fmt::format("date      {}\ncommand   {}\nhost      {}\nGPU       {}\ntoolkit   {}\n", c.date,
                       c.command, c.host, c.gpu, c.toolkit);
}

/// Times over useful bytes.
struct Points {
    std::vector<double> bytes, us;
};

SpeedFit fit(const std::string& name, const Points& points) {
    std::vector<double> weights;
    for (const double us : points.us) weights.push_back(1 / (us * us));
    const Line line = fit_line(points.bytes, points.us, weights);
    return {name, 1 / (line.slope * 1e3), line.intercept, line.r_squared};
}

} // namespace

std::vector<SpeedFit> fits(std::span<const Row> rows) {
    constexpr std::size_t fewest_points = 3;
    std::vector<std::string> names;
    std::map<std::string, Points> programs;
    std::map<long long, std::vector<double>> copies;
    for (const Row& row : rows) {
        if (row.sweep != "size" || row.processor == "simulator") continue;
        if (!programs.contains(row.name)) names.push_back(row.name);
        programs[row.name].bytes.push_back(row.gbps * row.us * 1e3);
        programs[row.name].us.push_back(row.us);
        if (row.processor == "gpu") copies[row.n].push_back(row.copy_us);
    }
    std::vector<SpeedFit> result;
    Points copy;
    for (const auto& [n, us] : copies) {
        copy.bytes.push_back(8.0 * static_cast<double>(n));
        copy.us.push_back(quantile(us, .5));
    }
    if (copy.us.size() >= fewest_points) result.push_back(fit("copy", copy));
    for (const std::string& name : names)
        if (programs[name].us.size() >= fewest_points) result.push_back(fit(name, programs[name]));
    return result;
}

std::string label(const Row& row) {
    if (row.number > 0) return fmt::format("{:02} {}", row.number, row.name);
    return row.version.empty() ? row.name : fmt::format("{} ({})", row.name, row.version);
}

void name_best_copies(std::vector<Row>& rows) {
    std::map<std::pair<long long, std::string>, std::pair<double, std::string>> best;
    const auto offer = [&](const Row& row, double gbps, const std::string& name) {
        auto& [most, holder] = best[{row.n, row.way}];
        if (gbps > most) most = gbps, holder = name;
    };
    for (const Row& row : rows) {
        if (row.processor != "gpu" || row.sweep != "size") continue;
        offer(row, row.copy_gbps, "copy");
        if (row.task == "copy" && row.verified) offer(row, row.gbps, row.name);
    }
    for (Row& row : rows)
        if (row.processor == "gpu" && best.contains({row.n, row.way}))
            std::tie(row.best_copy_gbps, row.best_copy) = best[{row.n, row.way}];
}

std::string mistake_in(const Row& row) {
    const auto is_one_of = [](const std::string& word, const auto&... words) {
        return ((word == words) || ...);
    };
    const bool on_gpu = row.processor == "gpu";
    constexpr long long uncached = 1 << 26; // elements that no cache holds
    if (row.name.empty()) return "it has no name";
    if (!is_one_of(row.processor, "gpu", "cpu", "simulator"))
        return fmt::format("processor is '{}', not gpu, cpu or simulator", row.processor);
    if (!is_one_of(row.sweep, "size", "block", "items", "kept", "gpus", "data"))
        return fmt::format("sweep is '{}', not size, block, items, kept, gpus or data", row.sweep);
    if (row.n < 1) return fmt::format("n is {}", row.n);
    if (row.gpus < 1) return fmt::format("gpus is {}", row.gpus);
    if (!(row.us > 0)) return fmt::format("us is {}", row.us);
    if (!(row.gbps > 0)) return fmt::format("gbps is {}", row.gbps);
    if (row.p90_us > 0 && !(row.p10_us <= row.us && row.us <= row.p90_us))
        return fmt::format("us is {}, not between p10_us and p90_us", row.us);
    if (on_gpu && row.device.empty()) return "it names no device";
    if (on_gpu && !(row.copy_gbps > 0)) return fmt::format("copy_gbps is {}", row.copy_gbps);
    if (on_gpu && std::abs(row.share_of_copy * row.copy_gbps / row.gbps - 1) > 1e-6)
        return "share_of_copy is not gbps over copy_gbps";
    if (on_gpu && row.peak_gbps > 0 && row.n >= uncached && row.gbps > row.peak_gbps)
        return fmt::format("gbps is {:.0f}, more than the memory's {:.0f}", row.gbps, row.peak_gbps);
    return {};
}

void write_ways(std::span<const Row> rows, const std::filesystem::path& folder) {
    OutputFile("--out", folder / "ways.csv").write(csv(rows));
}

void write_results(const Results& results, const std::filesystem::path& folder) {
    const json all{
        {"circumstances", results.circumstances}, {"rows", results.rows}, {"fits", fits(results.rows)}};
    OutputFile("--out", folder / "bench.json").write(all.dump(1) + "\n");
    OutputFile("--out", folder / "bench.csv").write(csv(results.rows));
    OutputFile("--out", folder / "device.txt").write(text_of(results.circumstances));
}

Results read_results(const std::filesystem::path& folder) {
    const std::filesystem::path path = folder / "bench.json";
    std::ifstream file(path);
    const json all = json::parse(file, nullptr, false);
    try {
        Results results{all.at("circumstances"), all.at("rows")};
        for (std::size_t i = 0; i < results.rows.size(); ++i)
            if (const std::string mistake = mistake_in(results.rows[i]); !mistake.empty())
                throw UsageError("--redraw: {}: row {} ({}) cannot have been measured: {}",
                                 path.string(), i + 1, label(results.rows[i]), mistake);
        return results;
    } catch (const json::exception&) {
        throw UsageError("--redraw: {} holds no results of ./scanlab bench", path.string());
    }
}

} // namespace scanlab
