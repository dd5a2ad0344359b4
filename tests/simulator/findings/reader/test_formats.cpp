// Findings in the formats of other programs.
#include "catch.hpp"

#include "findings/formats.hpp"
#include "process.hpp"
#include "schema.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

using namespace scanlab;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using nlohmann::json;
using sim::Finding;
using sim::FindingKind;
using sim::Severity;

namespace {

/// A race between two lines, a leak, a note, one that a comment allows, one that the race explains, and
/// one without a line.
std::vector<Finding> findings_of_all_sorts(const std::string& file) {
    const Finding race{.kind = FindingKind::race_shared,
                       .at = {file, 2, 5},
                       .other = {file, 1},
                       .other_position = sim::ThreadPosition{{3, 0, 0}, {7, 0, 0}, 0, 7},
                       .kernel = "scan<256>",
                       .message = "Thread 1 reads \"it\" & thread 2 writes <it>, 100 %.",
                       .details = {"  and more"},
                       .hint = "A\nbarrier.",
                       .fingerprint = "0123456789abcdef",
                       .group = "0123456789abcdef"};
    Finding leak = race, note = race, allowed = race, explained = race, nowhere = race;
    leak.kind = FindingKind::leak, leak.severity = Severity::warning, leak.other = {}, leak.kernel = "";
    note.severity = Severity::note;
    allowed.suppressed = sim::Suppression{sim::Suppression::By::comment, "a.cu:9", "it is shown"};
    explained.fingerprint = "00000000000000ff";
    nowhere.kind = FindingKind::timeout, nowhere.at = nowhere.other = {};
    return {race, leak, note, allowed, explained, nowhere};
}

struct Repository {
    ScratchFolder folder;
    std::string file = (folder.path() / "src" / "a, b.cu").string();
    Repository() {
        std::filesystem::create_directories(folder.path() / ".git");
        std::filesystem::create_directories(folder.path() / "src");
        std::ofstream(file) << "s[t] = 1;\n    x = s[u];\n";
    }
};

} // namespace

TEST_CASE("SARIF has a result for each finding, with both lines, from the repository's folder on") {
    const Repository repository;
    const json log = json::parse(sim::sarif_text(findings_of_all_sorts(repository.file)));
    CHECK(schema_violations(sarif_members(), log) == std::vector<std::string>{});
    const json &run = log.at("runs").at(0), &results = run.at("results");
    REQUIRE(results.size() == 6);
    const json &race = results.at(0), &place = race.at("locations").at(0).at("physicalLocation");
    CHECK(run.at("tool").at("driver").at("rules").at(race.at("ruleIndex").get<std::size_t>()).at("id") == "race-shared");
    CHECK(place.at("artifactLocation") == json{{"uri", "src/a%2C%20b.cu"}, {"uriBaseId", "%SRCROOT%"}});
    CHECK(place.at("region") == json{{"startLine", 2}, {"startColumn", 5}, {"snippet", {{"text", "x = s[u];"}}}});
    CHECK(race.at("relatedLocations").at(0).at("physicalLocation").at("region").at("startLine") == 1);
    CHECK(race.at("relatedLocations").at(0).at("message").at("text") == "the other access: block (3,0,0), thread (7,0,0), warp 0, lane 7");
    CHECK_THAT(race.at("message").at("text").get<std::string>(), ContainsSubstring("a, b.cu:1](1)"));
    CHECK(race.at("partialFingerprints") == json{{"scanlabFinding/v1", "0123456789abcdef"}});
    CHECK(race.at("suppressions").empty());
    CHECK(results.at(1).at("level") == "warning");
    CHECK(results.at(2).at("level") == "note");
    CHECK(results.at(3).at("suppressions").at(0) ==
          json{{"kind", "inSource"}, {"status", "accepted"}, {"justification", "a.cu:9: it is shown"}});
    CHECK(results.at(4).at("level") == "note"); // the first one explains it
    CHECK_FALSE(results.at(5).at("locations").at(0).at("physicalLocation").contains("region"));
}

TEST_CASE("SARIF of no finding is a run without results, with all rules") {
    const json log = json::parse(sim::sarif_text({}));
    CHECK(schema_violations(sarif_members(), log) == std::vector<std::string>{});
    CHECK(log.at("runs").at(0).at("results").empty());
    CHECK(log.at("runs").at(0).at("tool").at("driver").at("rules").size() == sim::finding_table.size());
}

TEST_CASE("JUnit has a failure for each error, and nothing that breaks its XML") {
    const Repository repository;
    const std::string xml = sim::junit_text(findings_of_all_sorts(repository.file));
    CHECK_THAT(xml, ContainsSubstring("<testsuites tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\">"));
    CHECK_THAT(xml, ContainsSubstring("<failure type=\"race-shared\" message=\"Thread 1 reads &quot;it&quot; &amp; thread 2 "
                                      "writes &lt;it&gt;, 100 %.\">"));
    CHECK_THAT(xml, ContainsSubstring("file=\"src/a, b.cu\" line=\"2\""));
    CHECK_THAT(xml, ContainsSubstring("<skipped message=\"a.cu:9: it is shown\"/>"));
    CHECK_THAT(sim::junit_text({}), ContainsSubstring("tests=\"1\" failures=\"0\"") && ContainsSubstring("nothing found"));
    Finding strange{.kind = FindingKind::host_crash, .at = {}, .message = "bell\a, \xff"};
    CHECK_THAT(sim::junit_text({strange}), ContainsSubstring("bell\uFFFD, \uFFFD"));
}

TEST_CASE("GitHub gets a command for either line of each finding that counts, escaped") {
    const Repository repository;
    CHECK(sim::github_text(findings_of_all_sorts(repository.file)) ==
          "::error file=src/a%2C b.cu,line=2,col=5,title=race-shared::"
          "Thread 1 reads \"it\" & thread 2 writes <it>, 100 %25.%0AA%0Abarrier.\n"
          "::notice file=src/a%2C b.cu,line=1,title=race-shared::This is the other line of a finding at " +
              repository.file +
              ":2.\n"
              "::warning file=src/a%2C b.cu,line=2,col=5,title=leak::"
              "Thread 1 reads \"it\" & thread 2 writes <it>, 100 %25.%0AA%0Abarrier.\n"
              "::error title=timeout::Thread 1 reads \"it\" & thread 2 writes <it>, 100 %25.%0AA%0Abarrier.\n");
    CHECK(sim::github_text({}).empty());
}

TEST_CASE("lines as of gcc begin with the file, the line and a column") {
    const Repository repository;
    const std::string text = sim::gcc_text(findings_of_all_sorts(repository.file));
    CHECK_THAT(text, StartsWith(repository.file + ":2:5: error: Thread 1 reads"));
    CHECK_THAT(text, ContainsSubstring("[race-shared]\n" + repository.file + ":1:1: note: "));
    CHECK_THAT(text, ContainsSubstring(repository.file + ":2:5: warning: "));
    CHECK_THAT(text, ContainsSubstring("\nscanlab: error: "));
}
