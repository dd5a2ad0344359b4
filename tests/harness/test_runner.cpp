// `scanlab run`: no lesson's row is ever lost, whatever its program does.
#include "catch.hpp"

#include "program.hpp"
#include "read_findings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <regex>

using Catch::Matchers::ContainsSubstring;
using nlohmann::json;
using scanlab::Ended;
using scanlab::sim::FindingKind;
using scanlab::sim::Severity;

namespace {

/// A build folder whose lessons are shell scripts.
class FakeBuild {
public:
    explicit FakeBuild(std::string backend = "sim")
        : registry_{{"backend", std::move(backend)}, {"lessons", json::array()}} {}

    /// A lesson whose program runs `script`, which may use $report, the file named after --json.
    void add(int number, const std::string& name, const std::string& script) {
        const auto path = folder_.path() / name;
        write_file(path, "#!/bin/sh\n"
                         "while [ $# -gt 0 ]; do [ \"$1\" = --json ] && report=$2; shift; done\n" +
                             script + "\n");
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        add_program(number, name, path.string());
    }
    void add_program(int number, const std::string& name, const std::string& path) {
        registry_["lessons"].push_back(
            {{"number", number}, {"name", name}, {"program", path}, {"fast", path}});
    }
    Ended run(const std::string& arguments = "") const {
        write_file(folder_.path() / "lessons.json", registry_.dump());
        return run_shell(
            fmt::format(SCANLAB_RUN " --programs {} {}", folder_.path().string(), arguments));
    }
    std::string file(const char* name) const { return (folder_.path() / name).string(); }

private:
    scanlab::ScratchFolder folder_;
    json registry_;
};

/// A line of shell that reports findings as the simulator does: of this kind, at these lines.
std::string finding(scanlab::sim::FindingKind kind, const std::vector<int>& lines,
                    Severity severity = Severity::error) {
    std::string script;
    for (const int line : lines) {
        const scanlab::sim::Finding found{.kind = kind,
                                          .severity = severity,
                                          .at = {"/lessons/lesson.cu", line},
                                          .variable = "sums",
                                          .index = 3,
                                          .position =
                                              scanlab::sim::ThreadPosition{{0, 0, 0}, {3, 0, 0}, 0, 3},
                                          .message = "nothing orders the two",
                                          .hint = "the barrier",
                                          .count = 5};
        script += fmt::format("printf '%s' '{}' >> $SCANLAB_SIM_FINDINGS\n", json_line(found));
    }
    return script + (severity == Severity::error ? "exit 3" : "");
}

std::string passing(int number, const std::string& name) {
    const json report{{"number", number},
                      {"name", name},
                      {"status", "pass"},
                      {"scope", "block"},
                      {"n", 65536},
                      {"device", "a device"},
                      {"checks", {{"cases", 4}}},
                      {"gbps", 1234.56},
                      {"percent_of_copy", 35.91},
                      {"cost",
                       {{"launches", 3},
                        {"barriers_per_thread", 17},
                        {"bytes_per_element", 12.25},
                        {"sectors_per_element", .375},
                        {"bank_conflicts_per_element", 1.5}}},
                      {"ideal_bytes_per_element", 8}};
    return fmt::format("echo '{}' > $report", report.dump());
}

/// The row of a lesson, white space squeezed.
std::string row(const std::string& table, const std::string& number) {
    std::smatch found;
    std::regex_search(table, found, std::regex("(^|\n)(" + number + " .*)\n"));
    return std::regex_replace(found.str(2), std::regex(" +"), " ");
}

} // namespace

TEST_CASE("on the simulator a row shows what a lesson counted, on a GPU how fast it was") {
    FakeBuild sim;
    sim.add(2, "second", passing(2, "second"));
    const Ended counted = sim.run();
    CHECK(counted.code == 0);
    CHECK(row(counted.out, "02") == "02 second block PASS 3 17 12.25 8.00 0.375 1.50");
    CHECK_THAT(counted.out, ContainsSubstring("1 of 1 lessons pass, at n = 65536 on a device"));

    FakeBuild cuda("cuda");
    cuda.add(2, "second", passing(2, "second"));
    const Ended timed = cuda.run();
    CHECK(timed.code == 0);
    CHECK(row(timed.out, "02") == "02 second block PASS 1234.6 35.9 - -");
    CHECK_THAT(timed.out, ContainsSubstring("% of copy"));
}

TEST_CASE(
    "a program that crashes, hangs, lies or is missing gets a FAIL row, and the others still run") {
    FakeBuild build;
    build.add(1, "first", passing(1, "first"));
    build.add(2, "crashes", "echo before the end; kill -SEGV $$");
    build.add(3, "hangs", "exec sleep 1000000");
    build.add(4, "silent", "exit 0");
    build.add(5, "liar", passing(5, "liar") + "; exit 1");
    build.add(6, "garbage", "echo PASS; echo '{' > $report");
    build.add_program(7, "missing", "/no/such/program");
    build.add(8, "last", passing(8, "last"));
    const std::string csv = build.file("r.csv"), file = build.file("r.json");
    const Ended ended = build.run("--timeout 1 --csv " + csv + " --json " + file);
    CAPTURE(ended.out, ended.err);
    CHECK(ended.code == 1);
    CHECK_THAT(row(ended.out, "01"), ContainsSubstring("PASS"));
    CHECK_THAT(row(ended.out, "02"), ContainsSubstring("FAIL crashed: Segmentation fault (signal 11)"));
    CHECK_THAT(row(ended.out, "03"), ContainsSubstring("FAIL did not end within 1 s"));
    CHECK_THAT(row(ended.out, "04"),
               ContainsSubstring("FAIL ended with exit code 0 and without a report"));
    CHECK_THAT(row(ended.out, "05"), ContainsSubstring("FAIL ended with exit code 1"));
    CHECK_THAT(row(ended.out, "06"),
               ContainsSubstring("FAIL ended with exit code 0 and without a report"));
    CHECK_THAT(row(ended.out, "07"),
               ContainsSubstring("FAIL could not be started: No such file or directory"));
    CHECK_THAT(row(ended.out, "08"), ContainsSubstring("PASS"));
    CHECK_THAT(ended.out,
               ContainsSubstring("2 of 8 lessons pass") && ContainsSubstring("before the end"));

    CHECK(lines(read_file(csv)) == 9);
    const json report = json::parse(read_file(file));
    CHECK(report["lessons"].size() == 8);
    CHECK(report["lessons"][1]["status"] == "fail");
    CHECK(report["lessons"][7]["status"] == "pass");
}

TEST_CASE("a lesson that passes is not sound if the simulator found something") {
    FakeBuild build;
    build.add(1, "first", passing(1, "first"));
    build.add(2, "second", passing(2, "second") + "\n" + finding(FindingKind::race_shared, {31, 44}));
    build.add(3, "third", passing(3, "third") + "\n" + finding(FindingKind::bad_copy, {7}));
    const std::string file = build.file("r.json");
    const Ended ended = build.run("--n 1000 --json " + file);
    CAPTURE(ended.out, ended.err);
    CHECK(ended.code == 3);
    CHECK_THAT(row(ended.out, "01"), ContainsSubstring("01 first block PASS 3 17"));
    CHECK(row(ended.out, "02") == "02 second block FOUND 2 findings, first: race-shared in line 31");
    CHECK(row(ended.out, "03") == "03 third block FOUND 1 finding: bad-copy in line 7");
    CHECK_THAT(ended.out,
               ContainsSubstring("1 of 3 lessons pass") &&
                   ContainsSubstring("/lessons/lesson.cu:31: race-shared: nothing orders the two") &&
                   ContainsSubstring("where: block (0,0,0), thread (3,0,0), warp 0, lane 3") &&
                   ContainsSubstring("again: ./scanlab run --sim 02 --n 1000\n") &&
                   ContainsSubstring("and 1 more") && !ContainsSubstring("schedules;"));
    const json report = json::parse(read_file(file))["lessons"][1];
    CHECK(report["status"] == "found");
    CHECK(report["findings"].size() == 2);
    CHECK(report["findings"][1]["line"] == 44);
}

TEST_CASE("a lesson with nothing but warnings passes, and they are reported below the table") {
    FakeBuild build;
    build.add(1, "first",
              passing(1, "first") + "\n" + finding(FindingKind::leak, {7}, Severity::warning));
    build.add(2, "second",
              passing(2, "second") + "\n" + finding(FindingKind::leak, {8}, Severity::warning) +
                  finding(FindingKind::race_shared, {31}));
    const std::string file = build.file("r.json");
    const Ended sound = build.run("1 --json " + file);
    CAPTURE(sound.out, sound.err);
    CHECK(sound.code == 0);
    CHECK_THAT(row(sound.out, "01"), ContainsSubstring("01 first block PASS 3 17"));
    CHECK_THAT(sound.out,
               ContainsSubstring("\n01 first\nscanlab: /lessons/lesson.cu:7: warning: leak: nothing"));
    const json report = json::parse(read_file(file))["lessons"][0];
    CHECK(report["status"] == "pass");
    CHECK(report["findings"][0]["severity"] == "warning");

    const Ended both = build.run("2");
    CAPTURE(both.out, both.err);
    CHECK(both.code == 3);
    CHECK(row(both.out, "02") ==
          "02 second block FOUND 2 findings (1 error, 1 warning), first: race-shared in line 31");
    CHECK_THAT(both.out, ContainsSubstring("lesson.cu:31: race-shared"));
}

TEST_CASE("what one schedule of many shows is reported with the command that shows it again") {
    FakeBuild build;
    build.add(2, "second",
              passing(2, "second") + "\n[ $SCANLAB_SIM_SCHEDULE = reversed ] || exit 0\n" +
                  finding(FindingKind::race_shared, {31}));
    const Ended ended = build.run("--schedules 6 --sms 3 --resident-blocks 5");
    CAPTURE(ended.out, ended.err);
    CHECK(ended.code == 3);
    CHECK_THAT(row(ended.out, "02"), ContainsSubstring("FOUND 1 finding: race-shared"));
    CHECK_THAT(ended.out,
               ContainsSubstring("in 1 of 6 schedules; again: ./scanlab run --sim 02 --sms 3 "
                                 "--resident-blocks 5 --schedule reversed\n"));
    CHECK(build.run("--schedules 2").code == 0); // random and round-robin
    CHECK(build.run("--schedules 2 --schedule reversed").code == 3);
    CHECK(build.run("--schedule reversed").code == 3);
}

TEST_CASE("a lesson that fails under one schedule of many fails") {
    FakeBuild build;
    build.add(2, "second",
              passing(2, "second") +
                  "\n[ $SCANLAB_SIM_MULTIPROCESSORS$SCANLAB_SIM_RESIDENT_BLOCKS = 35 ] || exit 0\n"
                  "[ $SCANLAB_SIM_SCHEDULE != round-robin ] || kill -SEGV $$");
    CHECK(build.run("--schedules 3").code == 0);
    const Ended ended = build.run("--schedules 3 --sms 3 --resident-blocks 5");
    CAPTURE(ended.out, ended.err);
    CHECK(ended.code == 1);
    CHECK_THAT(row(ended.out, "02"), ContainsSubstring("FAIL crashed: Segmentation fault"));
}

TEST_CASE("a failing lesson's report follows the table") {
    FakeBuild build;
    build.add_program(1, "never_adds", PROGRAMS "/never_adds");
    const Ended ended = build.run("--seed 5 --order 6 --schedule reversed --sms 3");
    CAPTURE(ended.out, ended.err);
    CHECK(ended.code == 1);
    CHECK_THAT(row(ended.out, "01"), ContainsSubstring("FAIL wrong-result at n = 2"));
    CHECK_THAT(ended.out,
               ContainsSubstring("0 of 1 lessons pass") && ContainsSubstring("likely cause") &&
                   ContainsSubstring("schedule      reversed, order 6") &&
                   ContainsSubstring("SCANLAB_SIM_SCHEDULE=reversed SCANLAB_SIM_MULTIPROCESSORS=3 ") &&
                   ContainsSubstring("--seed 5 --order 6"));
}

TEST_CASE("lessons can be chosen by number or by name") {
    FakeBuild build;
    build.add(2, "second", passing(2, "second"));
    build.add(3, "third", passing(3, "third"));
    for (const char* chosen : {"2", "02", "second", "02_second", "2 02 second"}) {
        const Ended ended = build.run(chosen);
        CAPTURE(chosen, ended.out);
        CHECK_THAT(row(ended.out, "02"), ContainsSubstring("PASS"));
        CHECK(row(ended.out, "03").empty());
        CHECK_THAT(ended.out, ContainsSubstring("1 of 1 lessons pass"));
    }
}

TEST_CASE("counters and annotated source follow the table, lesson by lesson") {
    FakeBuild build;
    build.add_program(3, "sound_scan", PROGRAMS "/sound_scan");
    const Ended plain = build.run("--n 1000");
    CHECK_THAT(plain.out, !ContainsSubstring("global memory"));
    const Ended counted = build.run("--n 1000 --counters");
    CAPTURE(counted.out, counted.err);
    CHECK_THAT(row(counted.out, "03"), ContainsSubstring("PASS"));
    CHECK(counted.out.find("1 of 1 lessons pass") < counted.out.find("global memory"));
    CHECK_THAT(counted.out, !ContainsSubstring("x wavefronts"));
    CHECK_THAT(build.run("--n 1000 --annotate").out,
               ContainsSubstring("x wavefronts") && ContainsSubstring("sound_scan.cu:"));
}

TEST_CASE("unknown lessons and options get one line") {
    FakeBuild build;
    build.add(2, "second", passing(2, "second"));
    const auto complaint = [&](const std::string& arguments) {
        const Ended ended = build.run(arguments);
        CAPTURE(arguments, ended.out, ended.err);
        CHECK(ended.code == 2);
        CHECK(ended.out.empty());
        CHECK(lines(ended.err) == 1);
        return ended.err;
    };
    CHECK_THAT(complaint("12"),
               ContainsSubstring("there is no lesson '12'") && ContainsSubstring("02 second"));
    CHECK_THAT(complaint("first"), ContainsSubstring("there is no lesson 'first'"));
    CHECK_THAT(complaint("--frobnicate"), ContainsSubstring("--frobnicate"));
    CHECK_THAT(complaint("--timeout 0"), ContainsSubstring("--timeout"));
    CHECK_THAT(complaint("--schedules 0"), ContainsSubstring("--schedules"));
    for (const char* bad : {"x", "010", "0", "1025", "99999"})
        CHECK_THAT(complaint(std::string("--sms=") + bad),
                   ContainsSubstring(std::string(bad) + ": give a whole number from 1 to 1024"));
    for (const char* bad : {"x", "-1", "010", "+1", "18446744073709551616"})
        CHECK_THAT(complaint(std::string("--schedules 2 --order=") + bad),
                   ContainsSubstring(std::string("--order ") + bad + ": give a whole number"));
    CHECK_THAT(complaint("--schedules 2 --counters"), ContainsSubstring("leave out --schedules"));
    CHECK_THAT(complaint("--schedule sideways"),
               ContainsSubstring("--schedule sideways") && ContainsSubstring("round-robin"));
    CHECK_THAT(complaint("--json /no/such/folder/x"), ContainsSubstring("--json /no/such/folder/x"));
    CHECK_THAT(FakeBuild("cuda").run("--fast").err,
               ContainsSubstring("--fast is a mode of the simulator"));
    CHECK_THAT(FakeBuild("cuda").run("--sms 3").err, ContainsSubstring("use --sim"));
    CHECK_THAT(FakeBuild("cuda").run("--counters").err, ContainsSubstring("use --sim"));
    CHECK_THAT(complaint("--annotate --fast"), ContainsSubstring("--fast does not observe"));
    const Ended nowhere = run_shell(SCANLAB_RUN " --programs /no/such/folder");
    CHECK(nowhere.code == 2);
    CHECK_THAT(nowhere.err, ContainsSubstring("is this a build folder?"));
}

TEST_CASE("what a lesson refuses is said once, in its words") {
    FakeBuild build;
    build.add_program(1, "never_adds", PROGRAMS "/never_adds");
    build.add_program(3, "sound_scan", PROGRAMS "/sound_scan");
    const Ended ended = build.run("--n -5");
    CHECK(ended.code == 2);
    CHECK(lines(ended.err) == 1);
    CHECK_THAT(ended.err, ContainsSubstring("--n -5: "));

    FakeBuild no_gpu("cuda");
    no_gpu.add(1, "first", "echo 'first: skipped: no GPU found' >&2; exit 77");
    no_gpu.add(2, "second", "echo 'second: skipped: no GPU found' >&2; exit 77");
    const Ended skipped = no_gpu.run();
    CHECK(skipped.code == 77);
    CHECK(skipped.err == "first: skipped: no GPU found\n");
}

TEST_CASE("the list shows each lesson's number, name and title") {
    FakeBuild build;
    build.add_program(1, "never_adds", PROGRAMS "/never_adds");
    build.add_program(3, "sound_scan", PROGRAMS "/sound_scan");
    build.add_program(4, "absent", "/no/such/program");
    const Ended ended = build.run("--list");
    CHECK(ended.code == 0);
    CHECK_THAT(ended.out, ContainsSubstring("01  never_adds                 Adds nothing\n") &&
                              ContainsSubstring("03  sound_scan                 A sound scan\n") &&
                              ContainsSubstring("04  absent                     (not built)\n"));
}

TEST_CASE("output in a file holds no colours") {
    FakeBuild build;
    build.add(2, "second", passing(2, "second"));
    CHECK_THAT(build.run().out, !ContainsSubstring("\033"));
}
