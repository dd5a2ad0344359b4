#include "driver.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"

#include <algorithm>
#include <fstream>

namespace scanlab {
namespace {

using nlohmann::json;

/// The row of a program with what the program says of itself.
Row named_row(const Benchmark& benchmark, json measured) {
    json row = Row{};
    row.update(measured);
    Row named = row;
    named.kind = benchmark.kind;
    named.number = benchmark.number;
    named.name = benchmark.name;
    named.title = benchmark.title;
    named.version = benchmark.version;
    named.task = benchmark.task;
    named.scope = benchmark.scope;
    return named;
}

std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of('\n');
    if (end == std::string::npos) return {};
    return text.substr(text.rfind('\n', end) + 1, end - text.rfind('\n', end));
}

/// What went wrong with a program; empty if nothing did.
std::string failure(const Ended& ended) {
    if (ended.how != Ended::How::exited) return describe(ended);
    if (ended.code == exit_pass) return {};
    const std::string said = last_line(ended.err);
    return said.empty() ? fmt::format("ended with exit code {}", ended.code) : said;
}

Benchmark describe(const json& entry, const std::filesystem::path& scratch) {
    Benchmark benchmark{};
    benchmark.kind = entry.at("kind");
    benchmark.command = entry.at("command").get<std::vector<std::string>>();
    std::vector<std::string> command = benchmark.command;
    command.emplace_back("--describe");
    const Ended ended = run_process(command, std::chrono::seconds(60), scratch);
    const json described = json::parse(ended.out, nullptr, false);
    if (!described.is_object())
        throw UsageError("{} does not say what it is; build it first", command.front());
    described.at("number").get_to(benchmark.number);
    described.at("name").get_to(benchmark.name);
    described.at("title").get_to(benchmark.title);
    described.at("task").get_to(benchmark.task);
    described.at("scope").get_to(benchmark.scope);
    benchmark.version = described.value("version", "");
    benchmark.gpus = described.value("gpus", 0);
    benchmark.block = described.value("block", 0);
    benchmark.blocks = described.value("blocks", std::vector<int>{});
    return benchmark;
}

/// The simulator's programs are the lessons themselves: one run a case.
Measured simulate(const Benchmark& benchmark, const std::vector<Case>& cases,
                  const std::filesystem::path& scratch, const std::function<bool()>& stop) {
    Measured measured;
    for (const Case& c : cases) {
        if (stop()) break;
        const std::filesystem::path report_path = scratch / "report.json";
        std::filesystem::remove(report_path);
        std::vector<std::string> command = benchmark.command;
        command.insert(command.end(), {"--n", std::to_string(c.n), "--case", "random", "--json",
                                       report_path.string()});
        const Ended ended =
            run_process(command, std::chrono::seconds(600), scratch, {"SCANLAB_SIM_TIMEOUT=600"});
        std::ifstream file(report_path);
        const json report = json::parse(file, nullptr, false);
        measured.failure = failure(ended);
        if (!report.is_object() || !report.contains("cost")) return measured;
        const double us = 1e6 * report.at("cost").at("simulated_seconds").get<double>();
        const double bytes =
            report.at("ideal_bytes_per_element").get<double>() * static_cast<double>(c.n);
        measured.rows.push_back(
            named_row(benchmark, {{"sweep", name(c.sweep)},
                                  {"n", c.n},
                                  {"block", report.at("block")},
                                  {"items_per_thread", report.at("items_per_thread")},
                                  {"kept_percent", c.kept_percent},
                                  {"us", us},
                                  {"p10_us", us},
                                  {"p90_us", us},
                                  {"gbps", bytes / us / 1e3},
                                  {"samples", 1},
                                  {"calls_a_sample", 1},
                                  {"device", report.at("device")},
                                  {"processor", "simulator"},
                                  {"verified", report.at("status") == "pass"}}));
    }
    return measured;
}

} // namespace

Benchmarks read_benchmarks(const std::filesystem::path& folder) {
    std::ifstream file(folder / "bench.json");
    const json list = json::parse(file, nullptr, false);
    if (!list.is_object())
        throw UsageError("--programs {}: holds no list of programs (bench.json); is this a "
                         "build folder?",
                         folder.string());
    const ScratchFolder scratch;
    Benchmarks benchmarks{list.at("backend") == "cuda", {}};
    for (const json& entry : list.at("programs"))
        benchmarks.programs.push_back(describe(entry, scratch.path()));
    const auto rank = [](const Benchmark& b) {
        constexpr std::array kinds{"copy", "lesson", "ablation", "shape", "rival", "cpu", "solution"};
        return std::pair(std::ranges::find(kinds, b.kind) - kinds.begin(), b.number);
    };
    std::ranges::stable_sort(benchmarks.programs, {}, rank);
    return benchmarks;
}

std::vector<Benchmark> choose(const std::vector<Benchmark>& programs,
                              const std::vector<std::string>& wanted) {
    const auto answers_to = [](const Benchmark& b, const std::string& word) {
        const bool is_number = b.kind == "lesson" && (word == fmt::format("{}", b.number) ||
                                                      word == fmt::format("{:02}", b.number));
        return is_number || word == b.name || word == b.kind || word == b.kind + "s";
    };
    for (const std::string& word : wanted)
        if (std::ranges::none_of(programs, [&](const auto& b) { return answers_to(b, word); }))
            throw UsageError("there is nothing called '{}' to measure; --list shows what there is",
                             word);
    std::vector<Benchmark> chosen;
    for (const Benchmark& b : programs)
        if (wanted.empty() ||
            std::ranges::any_of(wanted, [&](const std::string& word) { return answers_to(b, word); }))
            chosen.push_back(b);
    return chosen;
}

Measured measure(const Benchmark& benchmark, const std::vector<Case>& cases, const Effort& effort,
                 const std::filesystem::path& scratch, const std::function<bool()>& stop) {
    if (!effort.on_gpu && benchmark.kind != "cpu") return simulate(benchmark, cases, scratch, stop);
    const std::filesystem::path list = scratch / "cases";
    {
        std::ofstream file(list);
        for (const Case& c : cases) file << format_case(c) << '\n';
    }
    std::vector<std::string> command = benchmark.command;
    command.insert(command.end(), {"--cases", list.string(), "--reps", std::to_string(effort.reps)});
    if (effort.quick && benchmark.kind != "cpu") command.emplace_back("--quick");
    if (effort.ways) command.emplace_back("--energy");
    Measured measured;
    const auto on_line = [&](const std::string& line) {
        const json row = json::parse(line, nullptr, false);
        if (row.is_object()) measured.rows.push_back(named_row(benchmark, row));
    };
    const Ended ended = run_by_line(command, scratch, on_line, stop);
    measured.failure = failure(ended);
    if (ended.code == exit_pass) measured.note = last_line(ended.err);
    measured.skipped = ended.how == Ended::How::exited && ended.code == exit_skipped;
    return measured;
}

} // namespace scanlab
