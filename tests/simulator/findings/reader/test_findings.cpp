// A finding on its way through JSON, and the schema that says how it is written.
#include "catch.hpp"

#include "finding_causes.hpp"
#include "process.hpp"
#include "read_findings.hpp"
#include "scanlab_sim/settings.hpp"
#include "schema.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <limits>

using namespace scanlab;
using Catch::Matchers::ContainsSubstring;
using nlohmann::json;
using sim::Finding;
using sim::FindingKind;
using sim::Severity;

namespace {

constexpr const char* usual_fingerprint = "0123456789abcdef";

Finding bare(FindingKind kind) {
    return {.kind = kind, .at = {}, .message = "it happened", .fingerprint = usual_fingerprint, .group = usual_fingerprint};
}

/// Every optional member is there, and its strings hold what JSON has to escape.
Finding full(FindingKind kind) {
    return {.kind = kind,
            .severity = Severity::warning,
            .at = {"a \"b\"\\c.cu", 12, 7},
            .other = {"größe/∑.cuh", 1'000'000, 80},
            .variable = "sums<\U0001F600>",
            .index = std::numeric_limits<long long>::min(),
            .position = sim::ThreadPosition{{1, 2, 3}, {4, 5, 4'294'967'295u}, 31, 7},
            .other_position = sim::ThreadPosition{{3, 2, 1}, {0, 4'294'967'295u, 6}, 2, 31},
            .kernel = "scan<256>",
            .message = "tab\t, line\n, bell\a, escape\x1b, delete\x7f",
            .details = {"", "one", "two / \\u0041"},
            .hint = "the index",
            .count = std::numeric_limits<long long>::max(),
            .fingerprint = usual_fingerprint,
            .group = "fedcba9876543210",
            .suppressed = sim::Suppression{sim::Suppression::By::comment, "scan.cu:12", "it is \"right\""},
            .reproduction = sim::Reproduction{3, "reversed", std::numeric_limits<std::uint64_t>::max(), "0.5=33", 7}};
}

void check_same(const std::optional<sim::ThreadPosition>& a, const std::optional<sim::ThreadPosition>& b) {
    REQUIRE(a.has_value() == b.has_value());
    if (a) CHECK(describe(*a) == describe(*b)); // block, thread, warp and lane
}

/// Compared member by member, for json_line() may forget one of them.
void check_same(const Finding& a, const Finding& b) {
    CHECK(a.kind == b.kind);
    CHECK(a.severity == b.severity);
    CHECK(a.at == b.at);
    CHECK(a.at.column == b.at.column);
    CHECK(a.other == b.other);
    CHECK(a.other.column == b.other.column);
    CHECK(a.variable == b.variable);
    CHECK(a.index == b.index);
    check_same(a.position, b.position);
    check_same(a.other_position, b.other_position);
    CHECK(a.kernel == b.kernel);
    CHECK(a.message == b.message);
    CHECK(a.details == b.details);
    CHECK(a.hint == b.hint);
    CHECK(a.count == b.count);
    CHECK(a.fingerprint == b.fingerprint);
    CHECK(a.group == b.group);
    REQUIRE(a.suppressed.has_value() == b.suppressed.has_value());
    if (a.suppressed) {
        CHECK(a.suppressed->by == b.suppressed->by);
        CHECK(a.suppressed->rule == b.suppressed->rule);
        CHECK(a.suppressed->reason == b.suppressed->reason);
    }
    REQUIRE(a.reproduction.has_value() == b.reproduction.has_value());
    if (a.reproduction) {
        CHECK(a.reproduction->runs == b.reproduction->runs);
        CHECK(a.reproduction->schedule == b.reproduction->schedule);
        CHECK(a.reproduction->order == b.reproduction->order);
        CHECK(a.reproduction->choices == b.reproduction->choices);
        CHECK(a.reproduction->occupied == b.reproduction->occupied);
    }
}

/// What a finding's JSON becomes if one member is another.
json changed(const char* member, const json& value) {
    json object = json::parse(json_line(full(FindingKind::leak)));
    object[member] = value;
    return object;
}

json without(const char* member) {
    json object = json::parse(json_line(full(FindingKind::leak)));
    object.erase(member);
    return object;
}

std::vector<Finding> read_from_file(const std::string& content) {
    const ScratchFolder folder;
    std::ofstream(folder.path() / "findings") << content;
    return read_findings(folder.path() / "findings");
}

} // namespace

TEST_CASE("a finding of any kind is read as it was written, and fits the schema") {
    for (std::size_t k = 0; k < sim::finding_kind_names.size(); ++k) {
        const auto kind = static_cast<FindingKind>(k);
        CAPTURE(name(kind));
        for (const Finding& finding : {bare(kind), full(kind)}) {
            const std::string line = json_line(finding);
            CHECK(line.find('\n') == line.size() - 1);
            check_same(read_finding(json::parse(line)), finding);
            CHECK(finding_violations(line).empty());
        }
    }
}

TEST_CASE("the schema says of schedules, severities and the version what the tables do") {
    const json& members = finding_schema().at("properties");
    CHECK(members.at("schedule").at("enum") == json(sim::strategy_names));
    CHECK(members.at("scanlab_finding").at("enum") == json{sim::finding_version});
    CHECK(members.at("severity").at("enum") == json(sim::severity_names));
    CHECK(members.at("suppressed").at("properties").at("by").at("enum") == json{"baseline", "comment", "file", "option"});
}

TEST_CASE("a finding is as severe as its kind usually is, unless it says something else") {
    CHECK(bare(FindingKind::deadlock).severity == Severity::error);
    CHECK(bare(FindingKind::leak).severity == Severity::warning);
    CHECK(full(FindingKind::deadlock).severity == Severity::warning);
}

TEST_CASE("every kind of race is one, and nothing else is") {
    for (const FindingKind kind : {FindingKind::race_shared, FindingKind::race_scope, FindingKind::race_host})
        CHECK(sim::is_race(bare(kind)));
    for (const FindingKind kind : {FindingKind::missing_order, FindingKind::deadlock}) CHECK_FALSE(sim::is_race(bare(kind)));
}

TEST_CASE("every member that is written is described, and the other way round") {
    const json written = json::parse(json_line(full(FindingKind::leak)));
    for (const auto& [member, described] : finding_schema().at("properties").items()) {
        CAPTURE(member);
        CHECK(written.contains(member));
        CHECK(described.contains("description"));
    }
    CHECK(written.size() == finding_schema().at("properties").size());
}

TEST_CASE("the schema refuses what is no finding") {
    const auto violations = [](const json& object) { return schema_violations(finding_schema(), object); };
    CHECK(violations(changed("count", 1)).empty());
    for (const json& wrong :
         {changed("count", 0), changed("count", 1.5), changed("lane", 32), changed("line", "12"), changed("kind", "Race!"),
          changed("severity", "fatal"), changed("scanlab_finding", 1), changed("group", "0"), changed("suppressed", json{{"by", "me"}}),
          changed("block", {1, 2}), changed("thread", {1, 2, -3}), changed("details", {1}), changed("message", nullptr),
          changed("colour", "red"), without("hint"), json("no object")}) {
        CAPTURE(wrong.dump());
        CHECK_FALSE(violations(wrong).empty());
    }
    CHECK_THROWS_WITH(schema_violations({{"oneOf", {}}}, "y"), ContainsSubstring("keyword oneOf"));
}

TEST_CASE("text that is no UTF-8 does not make a finding unreadable") {
    Finding finding = bare(FindingKind::leak);
    for (const char* text : {"\xff", "caf\xe9", "\xc3", "\xe2\x82", "\xc0\x80", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                             "\xf4\x90\x80\x80", "\xf5\x80\x80\x80"}) {
        finding.message = std::string("é") + text + "€";
        const json object = json::parse(json_line(finding), nullptr, false);
        CAPTURE(json_line(finding));
        REQUIRE_FALSE(object.is_discarded());
        CHECK_THAT(read_finding(object).message, ContainsSubstring("\uFFFD€") && ContainsSubstring("é"));
    }
}

TEST_CASE("what cannot be read gets one line that says why") {
    CHECK_THROWS_WITH(read_finding(changed("scanlab_finding", 1)), "a finding has version 1; this program reads version 2");
    CHECK_THROWS_WITH(read_finding(without("scanlab_finding")), ContainsSubstring("no member 'scanlab_finding'"));
    CHECK_THROWS_WITH(read_finding(changed("kind", "race")), ContainsSubstring("unknown kind 'race'"));
    CHECK_THROWS_WITH(read_finding(changed("severity", "fatal")), ContainsSubstring("unknown severity 'fatal'"));
    CHECK_THROWS_AS(read_finding(without("message")), BadFinding);
    CHECK_THROWS_AS(read_finding(changed("line", "twelve")), BadFinding);
    CHECK_THROWS_AS(read_finding(json::array()), BadFinding);
}

TEST_CASE("a file of findings is read line by line") {
    const std::string one = json_line(full(FindingKind::leak)), two = json_line(bare(FindingKind::deadlock));
    const std::vector<Finding> both = read_from_file(one + two);
    REQUIRE(both.size() == 2);
    check_same(both[0], full(FindingKind::leak));
    check_same(both[1], bare(FindingKind::deadlock));
    CHECK(read_findings(json::parse("[" + one + "," + two + "]")).size() == 2);
    CHECK(read_from_file("").empty());
    CHECK(read_findings(std::filesystem::path("/no/such/file")).empty());
}

TEST_CASE("a last line that is cut off is left out, any other bad line is not") {
    const std::string line = json_line(bare(FindingKind::leak));
    CHECK(read_from_file(line + line.substr(0, line.size() / 2)).size() == 1);
    CHECK_THROWS_WITH(read_from_file("no JSON\n" + line), ContainsSubstring("findings:1: this is no finding"));
    CHECK_THROWS_WITH(read_from_file(line + changed("scanlab_finding", 7).dump() + "\n"),
                      ContainsSubstring("findings:2: a finding has version 7"));
}

TEST_CASE("a warning is one to people, too") {
    const Finding error = bare(FindingKind::bad_copy);
    Finding warning = bare(FindingKind::leak);
    warning.severity = Severity::warning;
    CHECK(human_text(error) == "scanlab: bad-copy: it happened\n");
    CHECK(human_text(warning) == "scanlab: warning: leak: it happened\n");
    CHECK(text(sim::Tally{1, 0}) == "1 finding");
    CHECK(text(sim::Tally{2, 0}) == "2 findings");
    CHECK(text(sim::Tally{0, 1}) == "1 finding (1 warning)");
    CHECK(text(sim::Tally{2, 1}) == "3 findings (2 errors, 1 warning)");
    CHECK(text(sim::Tally{1, 2}) == "3 findings (1 error, 2 warnings)");
}

TEST_CASE("what does not count is no finding, but its number is told") {
    Finding note = bare(FindingKind::uninitialized), ignored = bare(FindingKind::leak), known = ignored;
    note.severity = Severity::note;
    ignored.suppressed = sim::Suppression{sim::Suppression::By::option, "--ignore leak", ""};
    known.suppressed = sim::Suppression{sim::Suppression::By::baseline, "known.json", ""};
    CHECK(human_text(note) == "scanlab: note: uninitialized: it happened\n");
    const std::vector<Finding> all{bare(FindingKind::deadlock), note, ignored, known, known};
    sim::Tally tally;
    for (const Finding& finding : all) tally.add(finding);
    CHECK(text(tally) == "1 finding");
    CHECK(that_count(all).size() == 1);
    const std::string of_rules = "scanlab: 3 findings do not count: 1 by --ignore leak, 2 by known.json\n";
    CHECK(left_out(all, true) == of_rules);
    CHECK(left_out(all, false) == "scanlab: 1 note on what does no harm: --notes (SCANLAB_SIM_NOTES=1) shows it\n" + of_rules);
    CHECK(sim::left_out({bare(FindingKind::leak)}, false).empty());
}

TEST_CASE("an error and a warning about one line are two findings") {
    Finding error = bare(FindingKind::barrier_divergence), warning = error;
    warning.severity = Severity::warning;
    CHECK(identity(error) != identity(warning));
}

TEST_CASE("a fingerprint stays the same when lines move, the folder changes or the accesses are found the other way round") {
    const ScratchFolder folder;
    const auto written = [&](const std::string& place, const std::string& content) {
        const auto file = folder.path() / place / "src" / "a.cu";
        std::filesystem::create_directories(folder.path() / place / ".git");
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << content;
        return file.string();
    };
    const auto fingerprint = [](const std::string& file, int line, int other, const char* variable = "s") {
        return sim::fingerprint_of({.kind = FindingKind::race_shared, .at = {file, line}, .other = {file, other}, .variable = variable});
    };
    const std::string before = written("before", "s[t] = 1;\nx = s[u];\ns[t] = 1;\n");
    const std::string after = written("after", "\n  s[t] = 1;\n\n\tx = s[u]; // why\ns[t] = 1;\n");
    CHECK(fingerprint(before, 1, 2) == fingerprint(after, 2, 4));
    CHECK(fingerprint(before, 2, 1) == fingerprint(after, 2, 4));
    CHECK(fingerprint(before, 3, 2) == fingerprint(after, 5, 4));
    CHECK(fingerprint(before, 3, 2) != fingerprint(before, 1, 2)); // the second of two equal lines
    CHECK(fingerprint(before, 1, 2, "other") != fingerprint(before, 1, 2));
    CHECK(fingerprint("/no/such/a.cu", 7, 8) != fingerprint("/no/such/a.cu", 7, 9));
}

TEST_CASE("findings of one cause are found to be so from several runs") {
    const auto finding = [](const char* fingerprint, const char* group) {
        return Finding{.kind = FindingKind::race_shared, .at = {}, .fingerprint = fingerprint, .group = group};
    };
    Causes causes;
    for (const Finding& of_one_run : {finding("a", "a"), finding("b", "a"), finding("d", "d")}) causes.add(of_one_run);
    for (const Finding& of_another : {finding("c", "b"), finding("b", "b"), finding("a", "c")}) causes.add(of_another);
    CHECK(causes.of(finding("a", "a")) == causes.of(finding("c", "c")));
    CHECK(causes.of(finding("b", "b")) == causes.of(finding("c", "c")));
    CHECK(causes.of(finding("d", "d")) == "d");
}
