// Kernels built to fail, and what their author gets to read.
#include "catch.hpp"

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <regex>

using Catch::Matchers::ContainsSubstring;
using scanlab::Ended;

namespace {

/// The report of a program that has to fail. `n` is the smallest size that fails.
std::string failure(const std::string& program, const std::string& bug, const std::string& n) {
    const Ended ended = run_program(program, {bug});
    CAPTURE(program, bug, ended.out, ended.err);
    CHECK(ended.how == Ended::How::exited);
    CHECK((ended.code == 1 || ended.code == 3)); // 3: the simulator found something, too
    CHECK_THAT(ended.out,
               ContainsSubstring("FAIL") && !ContainsSubstring("PASS") && ContainsSubstring("again  "));
    CHECK(std::regex_search(ended.out, std::regex("\n +n +" + n + "( |\n)")));
    // Line breaks and margins are not what the tests are about.
    return std::regex_replace(ended.out, std::regex("\\s+"), " ");
}
std::string block_scan(const std::string& bug, const std::string& n) {
    return failure("broken_block_scan", bug, n);
}
std::string device_scan(const std::string& bug, const std::string& n) {
    return failure("broken_device_scan", bug, n);
}
std::string compaction(const std::string& bug, const std::string& n) {
    return failure("broken_compaction", bug, n);
}

} // namespace

TEST_CASE("a correct kernel passes") {
    for (const char* program : {"broken_block_scan", "broken_device_scan", "broken_compaction"}) {
        const Ended ended = run_program(program, {"none"});
        CAPTURE(ended.out, ended.err);
        CHECK(ended.code == 0);
        CHECK_THAT(ended.out, ContainsSubstring("PASS") && !ContainsSubstring("FAIL"));
        CHECK(ended.err.empty());
    }
}

TEST_CASE("a wrong block scan is explained") {
    CHECK_THAT(
        block_scan("exclusive", "1"),
        ContainsSubstring("You computed the exclusive scan, but the task asks for the inclusive one"));
    CHECK_THAT(block_scan("copies", "2"), ContainsSubstring("The output is the same as the input"));
    CHECK_THAT(block_scan("silent", "1"), ContainsSubstring("Nothing was written"));
    CHECK_THAT(block_scan("warps_only", "33"),
               ContainsSubstring("Every warp's 32 elements start again from 0") &&
                   ContainsSubstring("output[32], of tile 0, warp 1, lane 0"));
    CHECK_THAT(block_scan("stops_early", "129"), ContainsSubstring("the sum of only 128 inputs"));
    CHECK_THAT(block_scan("runs_on", "257"), ContainsSubstring("The sums run on from tile to tile"));
    CHECK_THAT(block_scan("one_block", "257"),
               ContainsSubstring("never written") &&
                   ContainsSubstring("Did you forget `blockIdx.x` in the index?"));
}

TEST_CASE(
    "a mistake in the last tile only is recognised although the smallest failing case has no other") {
    CHECK_THAT(block_scan("skips_tail", "1"),
               ContainsSubstring("never written") &&
                   ContainsSubstring("All are in the last tile, which has 129 of 256 elements"));
    CHECK_THAT(block_scan("wrong_tail", "1"),
               ContainsSubstring("Only the last tile is wrong, which has 129 of 256 elements"));
}

TEST_CASE("a wrong device scan is explained") {
    CHECK_THAT(device_scan("no_carry", "257"),
               ContainsSubstring("Every tile of 256 elements starts again from 0"));
    CHECK_THAT(device_scan("short_carry", "513"),
               ContainsSubstring("Block 2 is the first that is wrong"));
    CHECK_THAT(device_scan("own_total", "257"),
               ContainsSubstring("by exactly its own total, which was added once too often"));
    CHECK_THAT(device_scan("threads_only", "5"),
               ContainsSubstring("Every thread's 4 elements start again"));
    CHECK_THAT(device_scan("inclusive", "1"), ContainsSubstring("You computed the inclusive scan"));
}

TEST_CASE("a wrong compaction is explained") {
    CHECK_THAT(compaction("nothing_kept", "1"),
               ContainsSubstring("*kept is 0, but 1 elements are not zero") &&
                   ContainsSubstring("nothing was kept"));
    CHECK_THAT(compaction("no_count", "0"), ContainsSubstring("`*kept` still holds"));
    CHECK_THAT(compaction("keeps_zeros", "[1-9]"),
               ContainsSubstring("everything was kept, zeros included"));
    CHECK_THAT(compaction("only_first", "65"),
               ContainsSubstring("`*kept` counts only the first block's elements"));
    CHECK_THAT(compaction("gaps", "[1-9]"), ContainsSubstring("likely cause"));
    CHECK_THAT(compaction("nothing_moved", "1"),
               ContainsSubstring("The count is right, but nothing was written"));
    CHECK_THAT(compaction("backwards", "[2-9]"), ContainsSubstring("changed their order"));
}

TEST_CASE("what is written outside of an array is noticed") {
    // Where no access is watched, the harness's guards show it.
    const std::string unwatched = ON_SIMULATOR ? "broken_block_scan_fast" : "broken_block_scan";
    CHECK_THAT(failure(unwatched, "past_the_end", "1"),
               ContainsSubstring("output[1] was written") && ContainsSubstring("past the end"));
    CHECK_THAT(failure(unwatched, "before_the_start", "1"),
               ContainsSubstring("output[-1] was written") && ContainsSubstring("before the start"));
    if (!ON_SIMULATOR) return;
    for (const char* bug : {"past_the_end", "before_the_start"}) {
        CHECK_THAT(block_scan(bug, "1"), ContainsSubstring("cudaErrorIllegalAddress"));
        CHECK_THAT(run_program("broken_block_scan", {bug}).err,
                   ContainsSubstring("broken_block_scan.cu:"));
    }
}

TEST_CASE("an input that changes is noticed") {
    CHECK_THAT(block_scan("spoils_input", "6"),
               ContainsSubstring("input[5] was") && ContainsSubstring("is 77 afterwards"));
}

TEST_CASE("a launch that CUDA refuses is a failure, with CUDA's name for it") {
    CHECK_THAT(block_scan("too_many_threads", "1"),
               ContainsSubstring("cudaErrorInvalid") && ContainsSubstring("1024 threads"));
    CHECK_THAT(block_scan("empty_grid", "0"), ContainsSubstring("cudaErrorInvalidConfiguration") &&
                                                  ContainsSubstring("is n = 0 handled?"));
    CHECK_THAT(block_scan("much_shared", "1"),
               ContainsSubstring("cudaErrorInvalidValue") && ContainsSubstring("shared memory"));
}

TEST_CASE("a result that depends on the order of threads is called that") {
    const Ended race = run_program("broken_block_scan", {"race", "--n", "256"});
    CHECK(race.code == 3);
    CHECK_THAT(race.out, ContainsSubstring("FAIL"));
    const Ended order = run_program("broken_compaction", {"first_come", "--n", "200"});
    CHECK(order.code == 1);
    CHECK_THAT(std::regex_replace(order.out, std::regex("\\s+"), " "),
               ContainsSubstring("depends on the order in which threads run"));
}

TEST_CASE("the neighbours of the first wrong element stand in a table, the wrong one marked") {
    const std::string report =
        run_program("broken_device_scan", {"no_carry", "--n", "600", "--case", "ones"}).out;
    CHECK_THAT(report, ContainsSubstring("         index         input      expected           got\n"));
    CHECK_THAT(report, ContainsSubstring("           255             1           255           255\n"));
    CHECK_THAT(report,
               ContainsSubstring(
                   "           256             1           256             0  <-- first wrong\n"));
    CHECK_THAT(report, ContainsSubstring(
                           "           257             1           257             1  <-- wrong\n"));
}

TEST_CASE("a workspace that a lesson keeps is zeros at first and goes from call to call") {
    CHECK(run_program("tires", {"--n", "1000", "--case", "ones"}).code == 0);
    const scanlab::ScratchFolder folder;
    const std::string json = (folder.path() / "r.json").string();
    CHECK(run_program("tires", {"--json", json}).code == 1);
    const auto report = nlohmann::json::parse(read_file(json));
    CHECK(report["checks"]["cases"] == 11);
    CHECK(report["failure"]["right_runs"] == 3); // which began with zeros again
}

TEST_CASE("the command at the end of a failure report repeats just that failure") {
    const std::string report = run_program("never_adds", {"--seed", "5", "--order", "6"}).out;
    std::smatch found;
    REQUIRE(std::regex_search(report, found, std::regex("again +(.*)")));
    const Ended again = run_shell(found[1]);
    CAPTURE(report, again.out, again.err);
    CHECK(again.code == 1);
    const auto row = [](const std::string& text, const std::string& label) {
        std::smatch match;
        std::regex_search(text, match, std::regex("\n +" + label + " +(.*)"));
        return match.str(1);
    };
    for (const char* label : {"first wrong", "wrong", "likely cause", "again", "input", "schedule"}) {
        CHECK(row(again.out, label) == row(report, label));
        CHECK_FALSE(row(report, label).empty());
    }
}

TEST_CASE("the command at the end of a failure report begins as the user's did") {
    const Ended ended =
        run_shell("SCANLAB_AGAIN='./scanlab sim --schedule reversed scan.cu' " PROGRAMS "/never_adds");
    CHECK_THAT(ended.out, ContainsSubstring("again         ./scanlab sim --schedule reversed scan.cu "
                                            "--n 2 --case "));
}

TEST_CASE("the command at the end of a failure report sets the simulator as it was") {
    const Ended ended = run_shell("SCANLAB_SIM_SCHEDULE=reversed SCANLAB_SIM_RESIDENT_BLOCKS=3 "
                                  "SCANLAB_SIM_TIMEOUT=10 SCANLAB_SIM_ORDER=4 " PROGRAMS "/never_adds");
    CHECK_THAT(ended.out, ContainsSubstring("schedule      reversed, order 4\n") &&
                              ContainsSubstring("again         SCANLAB_SIM_SCHEDULE=reversed "
                                                "SCANLAB_SIM_RESIDENT_BLOCKS=3 " PROGRAMS) &&
                              ContainsSubstring(" --order 4\n"));
}

TEST_CASE("a failure can be read by programs") {
    const scanlab::ScratchFolder folder;
    const std::string json = (folder.path() / "r.json").string(),
                      csv = (folder.path() / "r.csv").string();
    CHECK(run_program("never_adds", {"--json", json, "--csv", csv}).code == 1);
    const auto report = nlohmann::json::parse(read_file(json));
    CHECK(report["status"] == "fail");
    CHECK(report["name"] == "never_adds");
    CHECK(report["failure"]["kind"] == "wrong-result");
    CHECK(report["failure"]["n"] == 2);
    CHECK(report["failure"]["passes_at"] == 1);
    CHECK(report["failure"]["first_wrong"] == 1);
    CHECK(report["failure"]["neighbours"].size() == 2);
    CHECK_THAT(report["failure"]["rerun"].get<std::string>(), ContainsSubstring("--n 2 --case"));
    CHECK(lines(read_file(csv)) == 2);
}

TEST_CASE("a passing report holds what was checked and what it cost") {
    const scanlab::ScratchFolder folder;
    const std::string json = (folder.path() / "r.json").string();
    CHECK(run_program("sound_scan", {"--n", "1000", "--block", "128", "--seed", "3", "--json", json})
              .code == 0);
    const auto report = nlohmann::json::parse(read_file(json));
    CHECK(report["status"] == "pass");
    CHECK(report["n"] == 1000);
    CHECK(report["block"] == 128);
    CHECK(report["seed"] == 3);
    CHECK(report["order"] == 1);
    CHECK(report["schedule"] == "random");
    CHECK(report["checks"]["cases"] == 4);
    CHECK(report["ideal_bytes_per_element"] == 8);
    CHECK_FALSE(report.contains("failure"));
    if (report["backend"] == "sim") {
        CHECK(report["cost"]["launches"] == 1);
        CHECK(report["cost"]["bytes_per_element"] == 8);
        CHECK_FALSE(report.contains("gbps"));
    } else {
        CHECK(report["gbps"].get<double>() > 0);
        CHECK(report["copy_gbps"].get<double>() > 0);
    }
}
