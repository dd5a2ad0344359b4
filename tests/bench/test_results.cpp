// What becomes of the rows that `scanlab bench` gathers: files, fits, tables, plots; and the cases that
// it asks for.
#include "catch.hpp"

#include "bench_case.hpp"
#include "errors.hpp"
#include "made_rows.hpp"
#include "markdown.hpp"
#include "meter.hpp"
#include "plan.hpp"
#include "plots.hpp"
#include "program.hpp"
#include "row.hpp"

#include <algorithm>
#include <set>

using Catch::Matchers::ContainsSubstring;
using scanlab::Row;
using scanlab::Sweep;

namespace {

std::vector<Row> made_rows() {
    std::vector<Row> rows;
    for (int exponent = 10; exponent <= 28; exponent += 2) {
        rows.push_back(made_row("decoupled_look_back", 1LL << exponent, 3000, 5));
        Row rival = made_row("cub_inclusive", 1LL << exponent, 2000, 7);
        rival.kind = "rival";
        rival.number = 0;
        rows.push_back(rival);
        Row cpu = made_row("cpu_scan_plain", 1LL << exponent, 9);
        cpu.kind = cpu.processor = "cpu";
        cpu.number = 0;
        rows.push_back(cpu);
        Row compaction = made_row("compaction", 1LL << exponent, 2500, 6);
        compaction.task = "compaction";
        compaction.number = 9;
        rows.push_back(compaction);
    }
    for (const int block : {32, 256, 1024}) {
        rows.push_back(made_row("decoupled_look_back", 1 << 28, 1000 + block));
        rows.back().sweep = "block";
        rows.back().block = block;
    }
    for (const int items : {4, 8, 16}) {
        rows.push_back(made_row("decoupled_look_back", 1 << 28, 1000 + items));
        rows.back().kind = "shape";
        rows.back().sweep = "items";
        rows.back().items_per_thread = items;
    }
    for (const int percent : {0, 10, 50, 90, 100}) {
        rows.push_back(made_row("compaction", 1 << 28, 2000 + percent));
        rows.back().sweep = "kept";
        rows.back().kept_percent = percent;
    }
    return rows;
}

/// The name and version that gnuplot writes into a picture.
std::string gnuplot_of(const std::string& svg) {
    const std::size_t at = svg.find("<desc>");
    return svg.substr(at, svg.find("</desc>") - at);
}

} // namespace

TEST_CASE("results that are written are read back as they were") {
    const scanlab::ScratchFolder folder;
    const scanlab::Results results{{"today", "./scanlab bench", "a host", "a GPU", "a toolkit"},
                                   made_rows()};
    write_results(results, folder.path());
    const scanlab::Results again = scanlab::read_results(folder.path());
    CHECK(nlohmann::json(again.rows) == nlohmann::json(results.rows));
    CHECK(again.circumstances.toolkit == "a toolkit");
    CHECK_THAT(read_file(folder.path() / "device.txt"), ContainsSubstring("GPU       a GPU\n"));
}

TEST_CASE("results that nobody can have measured are refused with a line that names the row") {
    const scanlab::ScratchFolder folder;
    const auto refusal = [&](const char* member, const nlohmann::json& value) -> std::string {
        nlohmann::json row = made_row("a", 1 << 26, 3000);
        row["peak_gbps"] = 4800;
        row["p10_us"] = row["p90_us"] = row["us"];
        row[member] = value;
        scanlab::write_results({{}, {made_row("b", 1024, 3000), row}}, folder.path());
        try {
            scanlab::read_results(folder.path());
        } catch (const scanlab::UsageError& error) {
            CHECK(lines(std::string(error.what()) + "\n") == 1);
            return error.what();
        }
        return "none";
    };
    CHECK(refusal("gbps", nlohmann::json(made_row("a", 1 << 26, 3000)).at("gbps")) == "none");
    CHECK_THAT(refusal("us", 0), ContainsSubstring("row 2 (08 a) cannot have been measured: us is 0"));
    CHECK_THAT(refusal("n", -5), ContainsSubstring("n is -5"));
    CHECK_THAT(refusal("gbps", 5000), ContainsSubstring("row 2"));
    CHECK_THAT(refusal("peak_gbps", 2000),
               ContainsSubstring("gbps is 3000, more than the memory's 2000"));
    CHECK_THAT(refusal("share_of_copy", 1.5), ContainsSubstring("share_of_copy"));
    CHECK_THAT(refusal("copy_gbps", 0), ContainsSubstring("copy_gbps is 0"));
    CHECK_THAT(refusal("p90_us", 1e-3), ContainsSubstring("not between p10_us and p90_us"));
    CHECK_THAT(refusal("sweep", "weight"), ContainsSubstring("sweep is 'weight'"));
    CHECK_THAT(refusal("processor", "abacus"), ContainsSubstring("processor is 'abacus'"));
    CHECK_THAT(refusal("device", ""), ContainsSubstring("names no device"));
    CHECK_THAT(refusal("name", ""), ContainsSubstring("no name"));
    write_file(folder.path() / "bench.json", "{\"rows\": [{\"n\": \"many\"}]}");
    CHECK_THROWS_WITH(scanlab::read_results(folder.path()), ContainsSubstring("holds no results"));
}

TEST_CASE("what docs/results holds of each GPU is whole, verified and shown as it is") {
    int folders = 0;
    for (const auto& entry : std::filesystem::directory_iterator(RESULTS)) {
        if (!entry.is_directory()) continue;
        CAPTURE(entry.path());
        ++folders;
        const scanlab::Results results = scanlab::read_results(entry.path());
        for (const Row& row : results.rows) {
            CAPTURE(label(row), row.sweep, row.n);
            CHECK(row.verified);
            CHECK(row.processor != "simulator");
        }
        const nlohmann::json circumstances = results.circumstances;
        for (const auto& [name, value] : circumstances.items()) {
            CAPTURE(name);
            CHECK_FALSE(value.get<std::string>().empty());
        }
        const scanlab::ScratchFolder folder;
        write_results(results, folder.path());
        for (const char* file : {"bench.csv", "device.txt"}) {
            CAPTURE(file);
            CHECK(read_file(entry.path() / file) == read_file(folder.path() / file));
        }
        CHECK(read_file(entry.path() / "table.md") == scanlab::markdown(results));
        const std::vector<scanlab::Plot> plots = scanlab::plots(results);
        CHECK(draw(plots, folder.path()).empty());
        for (const scanlab::Plot& plot : plots) {
            CAPTURE(plot.name);
            const std::string shown = read_file(entry.path() / (plot.name + ".svg"));
            const std::string drawn = read_file(folder.path() / (plot.name + ".svg"));
            // Another version of gnuplot may draw the same plot differently.
            if (gnuplot_of(shown) == gnuplot_of(drawn)) CHECK((shown == drawn));
        }
    }
    CHECK(folders > 0);
}

TEST_CASE("a table for programs has a column for everything in a row, and quotes commas") {
    const scanlab::ScratchFolder folder;
    scanlab::write_results({{}, {made_row("a", 1024, 1)}}, folder.path());
    const std::string csv = read_file(folder.path() / "bench.csv");
    const std::string header = csv.substr(0, csv.find('\n'));
    CHECK(static_cast<std::size_t>(std::ranges::count(header, ',')) + 1 ==
          nlohmann::json(Row{}).size());
    CHECK(lines(csv) == 2);
    CHECK_THAT(csv, ContainsSubstring("\"A title, with a comma\""));
}

TEST_CASE("the fitted line finds the speed and the fixed cost that the times were made of") {
    const std::vector<scanlab::SpeedFit> fits = scanlab::fits(made_rows());
    const auto fit = std::ranges::find(fits, "decoupled_look_back", &scanlab::SpeedFit::name);
    REQUIRE(fit != fits.end());
    CHECK(fit->gbps == Approx(3000));
    CHECK(fit->fixed_us == Approx(5));
    CHECK(fit->r_squared == Approx(1));
    const auto copy = std::ranges::find(fits, "copy", &scanlab::SpeedFit::name);
    REQUIRE(copy != fits.end());
    CHECK(copy->gbps == Approx(4000));
}

TEST_CASE("tables show shares of a copy, and call a wrong result wrong") {
    std::vector<Row> rows = made_rows();
    std::string tables = scanlab::markdown({{}, rows});
    CHECK_THAT(tables, ContainsSubstring("| share of a copy | 2^10 | 2^12 |"));
    CHECK_THAT(tables, ContainsSubstring("| 08 decoupled_look_back |"));
    CHECK_THAT(tables, ContainsSubstring("## By threads per block, at 2^28"));
    CHECK_THAT(tables, ContainsSubstring(
                           "## By elements per thread, at 2^28\n\n| share of a copy | 4 | 8 | 16 |"));
    CHECK_THAT(tables, !ContainsSubstring("wrong"));
    rows.front().verified = false;
    tables = scanlab::markdown({{}, rows});
    CHECK_THAT(tables, ContainsSubstring("| 08 decoupled_look_back | wrong |"));
}

TEST_CASE("the fastest copy is the best verified one of the same size, the driver's or a kernel's") {
    std::vector<Row> rows{made_row("a", 1024, 3000), made_row("b", 4096, 3000)};
    for (const double gbps : {4200.0, 5000.0}) {
        rows.push_back(made_row("copy_by_kernel", 1024, gbps));
        rows.back().kind = "copy";
        rows.back().task = "copy";
    }
    rows.back().verified = false;
    scanlab::name_best_copies(rows);
    CHECK(rows[0].best_copy == "copy_by_kernel");
    CHECK(rows[0].best_copy_gbps == Approx(4200));
    CHECK(rows[1].best_copy == "copy");
    CHECK(rows[1].best_copy_gbps == Approx(4000));
    rows[0].peak_gbps = 5000;
    CHECK_THAT(scanlab::markdown({{}, rows}), ContainsSubstring("| the fastest copy | 4200 | 4000 |") &&
                                                  ContainsSubstring("| per cent of 5000 | 84 | – |"));
}

TEST_CASE("sorts are shown by keys per second, and are no step of the ladder") {
    Row row = made_row("radix_sort", 1 << 20, 400);
    row.task = "sort";
    row.us = 100;
    CHECK_THAT(scanlab::markdown({{}, {row}}),
               ContainsSubstring("| billion keys per second | 2^20 |") &&
                   ContainsSubstring("| 08 radix_sort | 10.49 |"));
    const std::vector<scanlab::Plot> plots = scanlab::plots({{}, {row}});
    CHECK(std::ranges::find(plots, "sort", &scanlab::Plot::name) != plots.end());
    CHECK(std::ranges::find(plots, "ladder", &scanlab::Plot::name) == plots.end());
}

TEST_CASE("a library is shown with its version") {
    Row row = made_row("cub_inclusive", 1024, 2000);
    row.number = 0;
    row.version = "CUB 3.0.1";
    CHECK(scanlab::label(row) == "cub_inclusive (CUB 3.0.1)");
}

TEST_CASE("gnuplot draws all plots") {
    const scanlab::ScratchFolder folder;
    const std::vector<scanlab::Plot> plots = scanlab::plots({{}, made_rows()});
    REQUIRE(draw(plots, folder.path()).empty());
    for (const char* name :
         {"bandwidth", "compaction", "block", "items", "kept", "ladder", "crossover"}) {
        CAPTURE(name);
        const std::string svg = read_file(folder.path() / (std::string(name) + ".svg"));
        CHECK_THAT(svg, ContainsSubstring("</svg>"));
    }
    CHECK_THAT(read_file(folder.path() / "bandwidth.svg"),
               ContainsSubstring(">08 decoupled_look_back<") && ContainsSubstring(">2²⁸<"));
    CHECK(scanlab::plots({}).empty());
}

TEST_CASE("a lesson is measured over sizes and block sizes, a compaction over shares kept, too") {
    const scanlab::Benchmark scan{"lesson",         {},       8,   "a",       "",
                                  "inclusive-scan", "device", 256, {128, 256}};
    const std::vector<scanlab::Case> cases =
        cases_of(scan, {.on_gpu = true, .quick = false, .sizes = {}});
    std::set<long long> sizes, blocks;
    for (const scanlab::Case& c : cases) {
        if (c.sweep == Sweep::size) sizes.insert(c.n);
        if (c.sweep == Sweep::block) blocks.insert(c.block);
        CHECK(c.sweep != Sweep::kept);
    }
    CHECK(*sizes.begin() <= 1 << 10);
    CHECK(*sizes.rbegin() == 1 << 30);
    CHECK(std::ranges::any_of(sizes, [](long long n) { return n % 2 == 1; }));
    CHECK(blocks == std::set<long long>{128, 256});

    scanlab::Benchmark compaction = scan;
    compaction.task = "compaction";
    CHECK(std::ranges::count(cases_of(compaction, {true, false, {}}), Sweep::kept,
                             &scanlab::Case::sweep) == 6);
}

TEST_CASE("inputs that are not random are measured where the time depends on them") {
    const auto distributions = [](const char* task) {
        const scanlab::Benchmark program{"lesson", {}, 9, "a", "", task, "device", 256, {256}};
        std::vector<std::string> names;
        for (const scanlab::Case& c : cases_of(program, {true, false, {1 << 20}}))
            if (c.sweep == Sweep::data) names.emplace_back(scanlab::name(c.data));
        return names;
    };
    CHECK(distributions("inclusive-scan").empty());
    CHECK(distributions("compaction") == std::vector<std::string>{"runs"});
    CHECK(distributions("sort") == std::vector<std::string>{"sorted", "equal", "few"});
    Row row = made_row("radix_sort", 1 << 20, 400);
    row.task = "sort";
    row.sweep = "data";
    row.data = "few";
    CHECK_THAT(scanlab::markdown({{}, {row}}), ContainsSubstring("## By distribution, at 2^20") &&
                                                   ContainsSubstring("| 08 radix_sort | few | "));
}

TEST_CASE("every size is timed in every way, and beside copies that were timed in the same way") {
    const scanlab::Benchmark scan{"lesson",         {},       8,   "a",       "",
                                  "inclusive-scan", "device", 256, {128, 256}};
    const auto cases =
        cases_of(scan, {.on_gpu = true, .quick = false, .sizes = {10, 20}, .ways = true});
    REQUIRE(cases.size() == 2 * std::size(scanlab::all_ways));
    CHECK(scanlab::format_case(cases.back()) == "size 20 256 0 1 chain random");

    std::vector<Row> rows;
    for (const auto way : {"row", "alone"}) {
        rows.push_back(made_row("scan", 1024, 2000));
        rows.push_back(made_row("copy_by_kernel", 1024, 6000));
        rows[rows.size() - 2].way = rows.back().way = way;
        rows.back().task = "copy";
    }
    rows.back().gbps = 5000;
    scanlab::name_best_copies(rows);
    CHECK(rows[0].best_copy_gbps == Approx(6000));
    CHECK(rows[2].best_copy_gbps == Approx(5000));
    const std::string tables = scanlab::markdown_of_ways(rows);
    CHECK_THAT(tables,
               ContainsSubstring("## Timed by the way \"alone\"\n\n| share of a copy | 2^10 |"));
    CHECK_THAT(tables, !ContainsSubstring("chain"));
    const scanlab::ScratchFolder folder;
    scanlab::write_ways(rows, folder.path());
    CHECK(lines(read_file(folder.path() / "ways.csv")) == 5);
}

TEST_CASE("in a chain, call and copy are told with the bytes of the kernels around them") {
    const scanlab::Case c{.sweep = Sweep::size, .n = 1000, .way = scanlab::Way::chain};
    const nlohmann::json row = scanlab::row_of(c, {.calls = {8},
                                                   .copies = {4},
                                                   .useful_bytes = 6000,
                                                   .in_a_row = 1,
                                                   .in_graph = false,
                                                   .verified = true});
    CHECK(row.at("gbps").get<double>() == Approx(2 * 6000 / 8e3));
    CHECK(row.at("copy_gbps").get<double>() == Approx(2 * 8000 / 4e3));
    CHECK(row.at("way") == "chain");
}

TEST_CASE("clocks and energy come from the driver's library, and where there is none, nothing does") {
    const scanlab::Meter none("0000:01:00.0", "/no/such/library.so");
    CHECK(none.sm_mhz() == 0);
    CHECK(none.joules() == 0);
    const scanlab::Meter meter("0000:01:00.0", MADE_NVML);
    CHECK(meter.sm_mhz() == 1980);
    CHECK(meter.memory_mhz() == 3201);
    CHECK(meter.joules() == Approx(12.5));
    const scanlab::Meter other("0000:02:00.0", MADE_NVML); // a GPU that the library does not know
    CHECK(other.sm_mhz() == 0);
    CHECK(other.joules() == 0);
}

TEST_CASE("a quick run measures few sizes and nothing else") {
    scanlab::Benchmark program{"lesson", {}, 9, "a", "", "compaction", "device", 256, {128, 256}};
    const auto quick_cases = [&] { return cases_of(program, {true, true, {}}); };
    CHECK(std::ranges::count(quick_cases(), Sweep::size, &scanlab::Case::sweep) == 5);
    CHECK(quick_cases().size() == 5);
    program.kind = "solution";
    CHECK(quick_cases().size() == 1);
    program.kind = "ablation";
    CHECK(quick_cases().empty());
}

TEST_CASE("several GPUs are measured with as many elements for each of 1, 2, 4 ...") {
    scanlab::Benchmark benchmark{};
    benchmark.kind = "lesson";
    benchmark.block = 512;
    benchmark.gpus = 5;
    const auto cases = scanlab::cases_of(benchmark, {.on_gpu = true, .quick = false, .sizes = {1000}});
    REQUIRE(cases.size() == 3);
    CHECK(scanlab::format_case(cases.back()) == "gpus 4000 512 0 4 row random");
}

TEST_CASE("cases survive the file that hands them over, and nonsense in it is refused") {
    const scanlab::ScratchFolder folder;
    const auto path = folder.path() / "cases";
    write_file(path, scanlab::format_case({Sweep::kept, 1 << 20, 128, 90}) + "\n");
    const std::vector<scanlab::Case> cases = scanlab::read_cases(path);
    REQUIRE(cases.size() == 1);
    CHECK(scanlab::format_case(cases.front()) == "kept 1048576 128 90 1 row random");
    write_file(path, "size 1024 256 50\nsize 1024 256 50 1 chain sorted\n");
    CHECK(scanlab::read_cases(path).front().way == scanlab::Way::row);
    CHECK(scanlab::format_case(scanlab::read_cases(path).back()) == "size 1024 256 50 1 chain sorted");
    for (const char* nonsense :
         {"size", "weight 10 256 50", "size 0 256 50", "size 10 256 101", "gpus 10 256 50 0",
          "size 10 256 50 1 slow", "size 10 256 50 1 row odd", "size 10 256 50 1 row random 7"}) {
        CAPTURE(nonsense);
        write_file(path, std::string(nonsense) + "\n");
        CHECK_THROWS_AS(scanlab::read_cases(path), scanlab::UsageError);
    }
    CHECK_THROWS_AS(scanlab::read_cases(folder.path() / "missing"), scanlab::UsageError);
}
