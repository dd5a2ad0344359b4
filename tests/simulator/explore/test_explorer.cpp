// `scanlab sim --schedules`: what its user gets to read, and its exit code.
#include "catch.hpp"

#include "program.hpp"
#include "read_findings.hpp"
#include "schema.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using scanlab::Ended;
using scanlab::sim::Severity;

namespace {

/// Explores a program that is a shell script.
class Explored {
public:
    explicit Explored(const std::string& script) {
        write_file(program_, "#!/bin/sh\n" + script + "\n");
        std::filesystem::permissions(program_, std::filesystem::perms::owner_all);
    }
    Ended run(const std::string& options, const std::string& arguments = "") const {
        return run_shell(fmt::format(SCANLAB_SIM " --program {} {} scan.cu {}", program_.string(), options, arguments));
    }
    std::string file(const char* name) const { return (folder_.path() / name).string(); }

private:
    scanlab::ScratchFolder folder_;
    std::filesystem::path program_ = folder_.path() / "program";
};

/// A line of shell that reports a finding as the simulator does.
std::string find(const std::string& message, Severity severity = Severity::error) {
    scanlab::sim::Finding finding{
        .kind = scanlab::sim::FindingKind::bad_copy, .severity = severity, .at = {"scan.cu", 4}, .variable = message, .message = message};
    finding.fingerprint = finding.group = fmt::format("{:016x}", std::hash<std::string>{}(message));
    return fmt::format("printf '%s' '{}' >> $SCANLAB_SIM_FINDINGS", json_line(finding));
}

} // namespace

TEST_CASE("a sound program's output comes once, and nothing is found") {
    const Explored program("echo hello $1; echo on the side >&2");
    const Ended ended = program.run("--schedules 4");
    CHECK(ended.code == 0);
    CHECK(ended.out == "hello\n");
    CHECK(ended.err == "on the side\nscanlab: 4 schedules tried: nothing found\n");
}

TEST_CASE("a finding comes once, with its runs and the command that replays it") {
    const Explored program("echo hello\n" + find("always") + "\n" + "[ $SCANLAB_SIM_SCHEDULE$SCANLAB_SIM_ORDER != reversed1 ] || " +
                           find("sometimes") + "\nexit 3");
    const std::string json = program.file("f.json");
    const Ended ended = program.run("--schedules 8 --json " + json, "'x y'");
    CAPTURE(ended.out, ended.err);
    CHECK(ended.code == 3);
    CHECK(ended.out == "hello\n");
    CHECK_THAT(ended.err, ContainsSubstring("scan.cu:4: bad-copy: always\n") &&
                              ContainsSubstring("in 8 of 8 schedules; again: ./scanlab sim scan.cu") &&
                              ContainsSubstring("scan.cu:4: bad-copy: sometimes\n") &&
                              ContainsSubstring("in 1 of 8 schedules; again: ./scanlab sim --schedule reversed scan.cu") &&
                              ContainsSubstring("'x y'\n") && EndsWith("scanlab: 8 schedules tried: 2 findings, in all of them\n"));
    const std::string lines_of_json = read_file(json);
    CHECK(lines(lines_of_json) == 2);
    const auto second = nlohmann::json::parse(lines_of_json.substr(lines_of_json.find('\n')));
    CHECK(second["message"] == "sometimes");
    CHECK(second["runs"] == 1);
    CHECK(second["schedule"] == "reversed");
    CHECK(second["order"] == 1);
    CHECK(finding_violations(lines_of_json).empty());
}

TEST_CASE("warnings are reported, and leave the program its exit code") {
    const std::string warning = find("only a warning", Severity::warning);
    const Ended sound = Explored(warning).run("--schedules 2");
    CHECK(sound.code == 0);
    CHECK_THAT(sound.err, ContainsSubstring("scan.cu:4: warning: bad-copy: only a warning\n") &&
                              EndsWith("scanlab: 2 schedules tried: 1 finding (1 warning), in all of them\n"));
    CHECK(Explored(warning + "\nexit 7").run("--schedules 2").code == 7);
    const Ended both = Explored(warning + "\n" + find("an error") + "\nexit 3").run("--schedules 2");
    CHECK(both.code == 3);
    CHECK_THAT(both.err, EndsWith("2 findings (1 error, 1 warning), in all of them\n"));
}

TEST_CASE("findings of another version get one line and exit code 2") {
    const Ended ended = Explored("echo '{\"scanlab_finding\": 9}' > $SCANLAB_SIM_FINDINGS").run("--schedules 2");
    CHECK(ended.code == 2);
    CHECK_THAT(ended.err, EndsWith("a finding has version 9; this program reads version 2\n"));
}

TEST_CASE("the program's own failure is the exit code if nothing was found") {
    CHECK(Explored("[ $SCANLAB_SIM_SCHEDULE = random ] || exit 7").run("--schedules 2").code == 7);
    CHECK(Explored("kill -SEGV $$").run("--schedules 1").code == 128 + 11);
    CHECK(Explored("exit 0").run("--schedules 3").code == 0);
    CHECK(Explored("exit 3").run("--schedules 3").code == 3);
}

TEST_CASE("a result that depends on the schedule is told with the first difference") {
    const Explored program("echo one; echo $SCANLAB_SIM_SCHEDULE | sed s/random/usual/");
    const Ended ended = program.run("--schedules 3");
    CHECK(ended.code == 0);
    CHECK(ended.out == "one\nusual\n");
    CHECK_THAT(ended.err, ContainsSubstring("warning: order-dependent: What the program does depends on the schedule: line 2 of its "
                                            "output is 'round-robin' instead of 'usual'") &&
                              ContainsSubstring("in 1 of 3 schedules; again: ./scanlab sim --schedule round-robin scan.cu") &&
                              !ContainsSubstring("nothing found"));

    const Explored fails("[ $SCANLAB_SIM_SCHEDULE != reversed ] || exit 4");
    const Ended failed = fails.run("--json " + fails.file("found") + " --schedules 3");
    CHECK(failed.code == 4);
    CHECK_THAT(failed.err, ContainsSubstring("its exit code is 4 instead of 0") &&
                               ContainsSubstring("again: ./scanlab sim --schedule reversed scan.cu"));
    CHECK_THAT(read_file(fails.file("found")), ContainsSubstring("\"kind\":\"order-dependent\""));

    const Explored clock("date +%N");
    CHECK_THAT(clock.run("--schedules 3").err, ContainsSubstring("nothing found"));
}

TEST_CASE("if interrupted, what was found so far is reported, and what runs is ended") {
    // The second run interrupts the explorer, and would take for ever by itself.
    const Explored program(find("early") + "\n[ $SCANLAB_SIM_SCHEDULE = random ] || "
                                           "{ kill -INT $PPID; exec sleep 1000000; }");
    const Ended ended = program.run("--json " + program.file("found") + " --schedules 8");
    CAPTURE(ended.out, ended.err);
    CHECK(ended.code == 3);
    CHECK_THAT(ended.err, ContainsSubstring("early") && EndsWith("interrupted; 2 schedules tried: 1 finding, in all of them\n"));
    CHECK(lines(read_file(program.file("found"))) == 1);

    const Explored sound("kill -TERM $PPID; exec sleep 1000000");
    CHECK(sound.run("--schedules 8").code == 128 + 15);
}

TEST_CASE("wrong options get one line and exit code 2") {
    const Explored program("exit 0");
    for (const char* options : {"--schedule sideways", "--schedules 0", "--schedules x", "--what", "--json /no/such/folder/x"}) {
        const Ended ended = program.run(options);
        CAPTURE(options, ended.out, ended.err);
        CHECK(ended.code == 2);
        CHECK(ended.out.empty());
        CHECK(lines(ended.err) == 1);
    }
    const Ended missing = run_shell(SCANLAB_SIM " --schedules 2 --program /no/such/program scan.cu");
    CHECK(missing.code == 2);
    CHECK_THAT(missing.err, ContainsSubstring("/no/such/program: No such file"));
}
