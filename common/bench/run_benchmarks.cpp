#include "bench_options.hpp"
#include "circumstances.hpp"
#include "driver.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "markdown.hpp"
#include "output_file.hpp"
#include "plots.hpp"
#include "process.hpp"
#include "results.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace scanlab {
namespace {

bool is_interrupted() { return interruption() != 0; }

constexpr int exit_interrupted = 130; // as a shell says of SIGINT

int list(const std::vector<Benchmark>& benchmarks) {
    for (const Benchmark& b : benchmarks)
        fmt::print("{:<9} {}  {:<26} {}\n", b.kind,
                   b.number > 0 ? fmt::format("{:02}", b.number) : "  ", b.name, b.title);
    return exit_pass;
}

/// The tables as a file and on the screen, and the plots.
void present(const Results& results, const std::filesystem::path& folder) {
    const std::string tables = markdown(results);
    OutputFile("--out", folder / "table.md").write(tables);
    fmt::print("{}\n", tables);
    const std::string failure = draw(plots(results), folder);
    std::fflush(stdout);
    if (!failure.empty())
        fmt::print(stderr, "No plots: {}. Later: ./scanlab bench --redraw --out {}\n", failure,
                   folder.string());
}

/// What a reader wants to know of a program while it runs: what it reached at its largest size.
std::string summary(const std::vector<Row>& rows) {
    const Row* last = nullptr;
    for (const Row& row : rows)
        if (row.sweep == "size" && (last == nullptr || row.n > last->n)) last = &row;
    if (last == nullptr) return {};
    if (last->processor == "simulator")
        return fmt::format("{:.2f} million elements/s at {}", static_cast<double>(last->n) / last->us,
                           short_count(last->n));
    return fmt::format("{:.3f} of a copy at {}", last->share_of_copy, short_count(last->n));
}

int run_benchmarks(const BenchOptions& options, const Benchmarks& benchmarks) {
    const Effort effort{benchmarks.on_gpu, options.quick, options.sizes, options.reps, options.ways};
    if (options.ways && !benchmarks.on_gpu) throw UsageError("--ways needs a GPU");
    std::vector<Benchmark> programs = choose(benchmarks.programs, options.wanted);
    std::erase_if(programs, [&](const Benchmark& b) { return cases_of(b, effort).empty(); });
    if (!benchmarks.on_gpu)
        fmt::print(stderr, "There is no GPU, or no CUDA toolkit: measuring the CPU, and the simulator, "
                           "whose speed tells nothing about a GPU's.\n");
    Results results{circumstances(options.command, benchmarks.on_gpu), {}};
    const ScratchFolder scratch;
    bool all_well = true;
    for (std::size_t i = 0; i < programs.size() && !is_interrupted(); ++i) {
        const Benchmark& benchmark = programs[i];
        const std::vector<Case> cases = cases_of(benchmark, effort);
        const auto start = std::chrono::steady_clock::now();
        fmt::print(stderr, "{:>3}/{} {:<8} {:<24}", i + 1, programs.size(), benchmark.kind,
                   benchmark.name);
        const Measured measured = measure(benchmark, cases, effort, scratch.path(), is_interrupted);
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        const auto wrong = std::ranges::count(measured.rows, false, &Row::verified);
        std::string verdict = summary(measured.rows);
        if (wrong > 0) verdict = fmt::format("WRONG results in {} cases", wrong);
        const bool failed = !measured.failure.empty() && !measured.skipped && !is_interrupted();
        if (failed) verdict = fmt::format("FAILED: {}", measured.failure);
        if (measured.skipped) verdict = measured.failure;
        fmt::print(stderr, " {:>3} of {} cases, {:5.1f} s  {}\n", measured.rows.size(), cases.size(),
                   elapsed.count(), verdict);
        if (!measured.note.empty()) fmt::print(stderr, "{}\n", measured.note);
        all_well &= wrong == 0 && !failed;
        results.rows.insert(results.rows.end(), measured.rows.begin(), measured.rows.end());
        name_best_copies(results.rows);
        // Now, so that nothing is lost, however this ends.
        if (options.ways)
            write_ways(results.rows, options.out);
        else
            write_results(results, options.out);
    }
    if (is_interrupted()) {
        fmt::print(
            stderr,
            "Interrupted. {} holds what was measured; tables and plots: ./scanlab bench --redraw "
            "--out {}\n",
            options.out.string(), options.out.string());
        return exit_interrupted;
    }
    if (options.ways)
        fmt::print("{}", markdown_of_ways(results.rows));
    else
        present(results, options.out);
    return all_well ? exit_pass : exit_wrong;
}

int run_stress(const BenchOptions& options, const Benchmarks& benchmarks) {
    if (!benchmarks.on_gpu)
        throw UsageError("--stress needs a GPU; ./scanlab run --sim --schedules 100 08 does on the "
                         "simulator what can be done there");
    std::vector<std::string> wanted = options.wanted;
    if (wanted.empty())
        for (const Benchmark& b : benchmarks.programs)
            if (b.kind == "lesson" && b.number >= 8) wanted.push_back(b.name);
    const ScratchFolder scratch;
    std::string csv = "name,launches,elements,wrong_elements,seconds\n";
    bool all_right = true;
    for (const Benchmark& benchmark : choose(benchmarks.programs, wanted)) {
        if (benchmark.kind == "shape") continue; // a lesson once more
        if (is_interrupted()) return exit_interrupted;
        std::vector<std::string> command = benchmark.command;
        command.insert(command.end(), {"--stress", std::to_string(options.stress)});
        nlohmann::json result;
        const Ended ended = run_by_line(
            command, scratch.path(),
            [&](const std::string& line) { result = nlohmann::json::parse(line, nullptr, false); },
            is_interrupted);
        if (!result.is_object()) {
            fmt::print(stderr, "{}: FAILED {}\n", benchmark.name, ended.err);
            all_right = false;
            continue;
        }
        const auto wrong = result.at("wrong").get<long long>();
        all_right &= wrong == 0;
        fmt::print("{:<26} {} launches under load, {:.1f} thousand million elements, {}, {:.0f} s\n",
                   benchmark.name, result.at("launches").get<long long>(),
                   1e-9 * result.at("elements").get<double>(),
                   wrong == 0 ? "all results right" : fmt::format("{} WRONG elements", wrong),
                   result.at("seconds").get<double>());
        csv += fmt::format("{},{},{},{},{}\n", benchmark.name, result.at("launches").dump(),
                           result.at("elements").dump(), wrong, result.at("seconds").dump());
        OutputFile("--out", options.out / "stress.csv").write(csv);
    }
    return all_right ? exit_pass : exit_wrong;
}

} // namespace

int bench(const BenchOptions& options) {
    if (options.redraw) {
        const Results results = read_results(options.out);
        write_results(results, options.out);
        present(results, options.out);
        return exit_pass;
    }
    const Benchmarks benchmarks = read_benchmarks(options.programs);
    if (options.list) return list(choose(benchmarks.programs, options.wanted));
    std::error_code error;
    std::filesystem::create_directories(options.out, error);
    if (error) throw UsageError("--out {}: {}", options.out.string(), error.message());
    note_interruptions();
    return options.stress > 0 ? run_stress(options, benchmarks) : run_benchmarks(options, benchmarks);
}

} // namespace scanlab
