// `scanlab bench` with programs that measure nothing, and with some that do.
#include "catch.hpp"

#include "made_rows.hpp"
#include "program.hpp"

#include <fmt/format.h>

using Catch::Matchers::ContainsSubstring;
using nlohmann::json;
using scanlab::Ended;

namespace {

/// A build folder whose programs are shell scripts.
class FakeBuild {
public:
    FakeBuild() : list_{{"backend", "cuda"}, {"programs", json::array()}} {}

    /// A program that is asked for cases runs `script`, in which `row` prints a row.
    void add(const std::string& name, const std::string& script) {
        const auto path = folder_.path() / name;
        const json described{
            {"number", 5},       {"name", name}, {"title", "made"},     {"task", "inclusive-scan"},
            {"scope", "device"}, {"block", 256}, {"blocks", {128, 256}}};
        write_file(path,
                   fmt::format("#!/bin/sh\n[ \"$1\" != --describe ] || {{ echo '{}'; exit; }}\n"
                               "row() {{ echo '{}'; }}\n{}\n",
                               described.dump(), json(made_row(name, 1024, 2000)).dump(), script));
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        list_["programs"].push_back({{"kind", "lesson"}, {"command", {path.string()}}});
    }
    /// Runs the driver on them; `before` and `behind` surround its command.
    Ended run(const std::string& arguments = "", const std::string& before = "",
              const std::string& behind = "") const {
        write_file(folder_.path() / "bench.json", list_.dump());
        return run_shell(fmt::format("{} " SCANLAB_BENCH " --programs {} --out {} {} {}", before,
                                     folder_.path().string(), out().string(), arguments, behind));
    }
    std::filesystem::path out() const { return folder_.path() / "results"; }
    json results() const { return json::parse(read_file(out() / "bench.json")); }

private:
    scanlab::ScratchFolder folder_;
    json list_;
};

std::string complaint(const std::string& arguments) {
    const Ended ended = run_shell(SCANLAB_BENCH " --programs " BUILD " " + arguments);
    CAPTURE(arguments, ended.out, ended.err);
    CHECK(ended.code == 2);
    CHECK(lines(ended.err) == 1);
    CHECK(ended.out.empty());
    return ended.err;
}

} // namespace

TEST_CASE("rows of all programs come together, with what each program is") {
    FakeBuild build;
    build.add("first", "row; row");
    build.add("second", "row");
    const Ended ended = build.run();
    CAPTURE(ended.err);
    CHECK(ended.code == 0);
    const json rows = build.results().at("rows");
    REQUIRE(rows.size() == 3);
    CHECK(rows.at(2).at("name") == "second");
    CHECK(rows.at(2).at("kind") == "lesson");
    CHECK_THAT(ended.err, ContainsSubstring("first") && ContainsSubstring("0.500 of a copy at 2^10"));
    CHECK_THAT(ended.out, ContainsSubstring("| 05 second | 0.500 |"));
    for (const char* file : {"bench.csv", "device.txt", "table.md", "bandwidth.svg", "ladder.svg"})
        CHECK(std::filesystem::exists(build.out() / file));
}

TEST_CASE("a program that fails or is wrong costs the others nothing, and the exit code says so") {
    FakeBuild build;
    build.add("crashes", "row; kill -SEGV $$");
    build.add("complains", "echo 'complains: error: no such thing' >&2; exit 1");
    build.add("lies", "row | sed 's/\"verified\":true/\"verified\":false/'");
    build.add("works", "row");
    const Ended ended = build.run();
    CHECK(ended.code == 1);
    CHECK(build.results().at("rows").size() == 3);
    CHECK_THAT(ended.err, ContainsSubstring("FAILED: crashed") &&
                              ContainsSubstring("FAILED: complains: error: no such thing") &&
                              ContainsSubstring("WRONG results in 1 cases"));
}

TEST_CASE("what was measured before an interruption is kept, and can be drawn") {
    FakeBuild build;
    build.add("first", "row");
    build.add("endless", "row; kill -INT $PPID; exec sleep 1000");
    build.add("third", "row");
    const Ended ended = build.run();
    CHECK(ended.code == 130);
    CHECK_THAT(ended.err, ContainsSubstring("Interrupted"));
    CHECK(build.results().at("rows").size() == 2);
    const Ended redrawn = build.run("--redraw");
    CHECK(redrawn.code == 0);
    CHECK(std::filesystem::exists(build.out() / "ladder.svg"));
}

TEST_CASE("a quick run asks its programs to hurry") {
    FakeBuild build;
    build.add("hurries", "case \" $* \" in *' --quick '*) row;; esac");
    CHECK(build.run("--quick").code == 0);
    CHECK(build.results().at("rows").size() == 1);
    CHECK(build.run().code == 0);
    CHECK(build.results().at("rows").empty());
}

TEST_CASE("ways have a table of their own, and what a program leaves out is said") {
    FakeBuild build;
    build.add("measures",
              "case \" $* \" in *' --energy '*) row; echo 'measures: 99 left out' >&2;; esac");
    const Ended ended = build.run("--ways");
    CHECK(ended.code == 0);
    CHECK_THAT(ended.err, ContainsSubstring("measures: 99 left out"));
    CHECK(lines(read_file(build.out() / "ways.csv")) == 2);
    CHECK_FALSE(std::filesystem::exists(build.out() / "bench.csv"));
}

TEST_CASE("programs can be chosen by number, name and kind") {
    FakeBuild build;
    build.add("first", "row");
    build.add("second", "row");
    CHECK(build.run("second").code == 0);
    CHECK(build.results().at("rows").size() == 1);
    CHECK(build.run("lessons --list").out.find("first") != std::string::npos);
}

TEST_CASE("without gnuplot there are still tables, and a way to draw later") {
    FakeBuild build;
    build.add("first", "row");
    const Ended ended = build.run("", "PATH=/nowhere");
    CHECK(ended.code == 0);
    CHECK_THAT(ended.err, ContainsSubstring("No plots: gnuplot") && ContainsSubstring("--redraw"));
    CHECK(std::filesystem::exists(build.out() / "bench.csv"));
}

TEST_CASE("nonsense on the command line gets one line") {
    CHECK_THAT(complaint("--frobnicate"), ContainsSubstring("--frobnicate"));
    CHECK_THAT(complaint("no_such_lesson"), ContainsSubstring("nothing called 'no_such_lesson'"));
    CHECK_THAT(complaint("--sizes 2^x"), ContainsSubstring("--sizes 2^x: not a number of elements"));
    CHECK_THAT(complaint("--sizes 0"), ContainsSubstring("nothing to measure"));
    CHECK_THAT(complaint("--reps 0"), ContainsSubstring("--reps"));
    CHECK_THAT(complaint("--stress -3"), ContainsSubstring("--stress"));
    CHECK_THAT(complaint("--stress 10 --ways"), ContainsSubstring("leave out --ways"));
    CHECK_THAT(complaint("--stress 10 --quick"), ContainsSubstring("leave out --quick"));
    CHECK_THAT(complaint("--redraw --quick"), ContainsSubstring("--redraw measures nothing"));
    CHECK_THAT(complaint("--redraw --out /no/such/folder"), ContainsSubstring("holds no results"));
    CHECK_THAT(complaint("--out /dev/null/x"), ContainsSubstring("--out /dev/null/x"));
    CHECK_THAT(complaint("--programs /tmp"), ContainsSubstring("--programs"));
}

TEST_CASE("another CCCL is looked at before anything is built") {
    const scanlab::ScratchFolder folder;
    const std::string place = folder.path().string();
    CHECK_THAT(complaint("--cccl " + place), ContainsSubstring("holds neither cub/cub/version.cuh"));
    std::filesystem::create_directories(folder.path() / "cub/cub");
    const auto version = folder.path() / "cub/cub/version.cuh";
    for (const char* too_old : {"", "#define CUB_VERSION 300100\n", "#define CUB_VERSION soon\n"}) {
        write_file(version, too_old);
        CHECK_THAT(complaint("--cccl " + place), ContainsSubstring("CUB_VERSION 300600 or later"));
    }
    write_file(version, "#pragma once\n#define CUB_VERSION 300600 // of 3.6.0\n");
    CHECK_THAT(complaint("--redraw --cccl " + place), ContainsSubstring("--redraw measures nothing"));

    // Then it takes a GPU. There is none here.
    const auto nvidia_smi = folder.path() / "nvidia-smi";
    write_file(nvidia_smi, "#!/bin/sh\nexit 1\n");
    std::filesystem::permissions(nvidia_smi, std::filesystem::perms::owner_all);
    const Ended ended =
        run_shell(fmt::format("PATH={}:$PATH " SCANLAB_BENCH " --cccl {}", place, place));
    CHECK(ended.code == 2);
    CHECK_THAT(ended.err, ContainsSubstring("No NVIDIA GPU was found"));
}

#ifdef ON_SIMULATOR
TEST_CASE("without a GPU the CPU and the simulator are measured, checked, and told apart") {
    const scanlab::ScratchFolder folder;
    const Ended ended = run_shell(
        fmt::format(SCANLAB_BENCH " --programs " BUILD " --out {} --sizes 2^10,2000 --reps 3 coarsened "
                                  "cpu_scan_simd cpu_compact_scan",
                    folder.path().string()));
    CAPTURE(ended.err);
    CHECK(ended.code == 0);
    CHECK_THAT(ended.err, ContainsSubstring("There is no GPU"));
    const json all = json::parse(read_file(folder.path() / "bench.json"));
    CHECK(all.at("rows").size() == 2 + 2 + 2 + 6);
    for (const json& row : all.at("rows")) {
        CAPTURE(row.dump());
        CHECK(row.at("verified") == true);
        CHECK(row.at("us") > 0);
        const bool is_simulated = row.at("name") == "coarsened";
        CHECK(row.at("processor") == (is_simulated ? "simulator" : "cpu"));
        CHECK((row.at("share_of_copy") > 0) != is_simulated);
    }
    CHECK_THAT(ended.out, ContainsSubstring("## The CPU") && ContainsSubstring("## The simulator"));
}

TEST_CASE("a stress run needs a GPU, and ways do") {
    CHECK_THAT(complaint("--stress 10"), ContainsSubstring("--stress needs a GPU"));
    CHECK_THAT(complaint("--ways"), ContainsSubstring("--ways needs a GPU"));
}
#endif
