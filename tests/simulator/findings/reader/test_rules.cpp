// Which findings a user's rules let not count, and which one line a bad rule gets.
#include "catch.hpp"

#include "findings/rules.hpp"
#include "process.hpp"

#include <fstream>

using namespace scanlab;
using Catch::Matchers::ContainsSubstring;
using sim::Finding;
using sim::FindingKind;
using sim::Rule;

namespace {

/// A race of two lines, in a kernel.
Finding race() {
    return {.kind = FindingKind::race_global,
            .at = {"/home/me/third_party/sort/sort.cu", 12},
            .other = {"/home/me/src/main.cu", 40},
            .kernel = "algorithms::scan<256, ns::Sum>",
            .fingerprint = "00000000000000aa"};
}

bool is_left_out(const std::string& rules, const Finding& finding) {
    const sim::ParsedRules parsed = sim::rules_of_option(rules, "--ignore");
    CHECK(parsed.complaint.empty());
    sim::RuleTable table;
    table.add(parsed.rules);
    return table.suppression_of(finding).has_value();
}

std::string complaint(const std::string& rules) { return sim::rules_of_option(rules, "--ignore").complaint; }

} // namespace

TEST_CASE("a rule is for the findings that all its conditions hold for") {
    for (const char* rule : {"race-global", "race-*", "*", "leak,race-global", "file=sort.cu", "file=main.cu", "file=third_party/*",
                             "file=sort.cu:12", "file=*/s?rt.cu:12", "file=/home/me/src/main.cu:40", "kernel=scan", "kernel=scan<*",
                             "kernel=algorithms::scan", "kernel=*", "race-global file=sort.cu kernel=sc*", "race-shared, race-global"}) {
        CAPTURE(rule);
        CHECK(is_left_out(rule, race()));
    }
    for (const char* rule : {"race-shared", "leak,deadlock", "file=ort.cu", "file=sort.cu:13", "file=main.cu:12", "file=party/*",
                             "kernel=can", "kernel=Sum", "race-global file=other.cu", "leak kernel=scan"}) {
        CAPTURE(rule);
        CHECK_FALSE(is_left_out(rule, race()));
    }
    CHECK_FALSE(is_left_out("kernel=*", {.kind = FindingKind::leak, .at = {"a.cu", 3}})); // on the host
    CHECK_FALSE(is_left_out("file=*", {.kind = FindingKind::leak, .at = {}}));            // no line is known
}

TEST_CASE("the option --only lets all others not count") {
    sim::RuleTable table;
    table.add_only(sim::rules_of_option("race-*,deadlock", "--only").rules);
    CHECK_FALSE(table.suppression_of(race()));
    const auto by = table.suppression_of({.kind = FindingKind::leak, .at = {}});
    REQUIRE(by);
    CHECK(by->rule == "--only race-*,deadlock");
    CHECK(by->by == sim::Suppression::By::option);
}

TEST_CASE("a file of suppressions has a rule in each line, and reasons") {
    const sim::ParsedRules parsed =
        sim::rules_of_suppressions("# ours\n\nleak\n  race-* file=third_party/*   # not our code\r\n", "known.txt");
    CHECK(parsed.complaint.empty());
    sim::RuleTable table;
    table.add(parsed.rules);
    const auto by = table.suppression_of(race());
    REQUIRE(by);
    CHECK(by->rule == "known.txt:4");
    CHECK(by->reason == "not our code");
    CHECK(by->by == sim::Suppression::By::file);
    CHECK_FALSE(table.suppression_of({.kind = FindingKind::deadlock, .at = {}}));
}

TEST_CASE("a baseline has what --json has written") {
    const auto is_known = [](const std::string& content) {
        sim::RuleTable table;
        table.add(sim::rules_of_baseline(content, "known.json").rules);
        return table.suppression_of(race()).has_value();
    };
    Finding other = race();
    other.fingerprint = "00000000000000bb";
    CHECK(is_known(json_line(other) + json_line(race())));
    CHECK(is_known("[{\n  \"fingerprint\" : \"00000000000000aa\"\n}]"));
    CHECK_FALSE(is_known(json_line(other)));
    CHECK_FALSE(is_known(""));
    other.message = "\"fingerprint\":\"00000000000000aa\"";
    CHECK_FALSE(is_known(json_line(other)));
    CHECK_THAT(sim::rules_of_baseline("{\"scanlab_finding\":1}", "old.json").complaint, ContainsSubstring("old.json"));
}

TEST_CASE("a comment is for the findings of its line, or of the one below") {
    const ScratchFolder folder;
    const std::string file = folder.path() / "a.cu";
    std::ofstream(file) << "s[t] = 1; // scanlab: allow race-global: only a hint\n"  // 1
                           "x = s[u];\n"                                             // 2
                           "// scanlab: allow leak, race-*: the process ends here\n" // 3
                           "// and this is another comment\n"                        // 4
                           "y = s[v];\n"                                             // 5
                           "\n"                                                      // 6
                           "z = s[w]; // scanlab: allow race-shared: another kind\n" // 7
                           "a = s[w]; // scanlab: allow rase-global: mistyped\n"     // 8
                           "b = s[w]; // scanlab: allow race-global\n";              // 9
    const sim::RuleTable table;
    const auto reason = [&](int line, int other) {
        Finding finding = race();
        finding.at = {file, line};
        finding.other = {file, other};
        const auto by = table.suppression_of(finding);
        return by ? by->reason : "";
    };
    CHECK(reason(1, 2) == "only a hint");
    CHECK(reason(2, 1) == "only a hint");
    CHECK(reason(2, 2).empty());
    CHECK(reason(5, 2) == "the process ends here");
    for (const int line : {2, 6, 7, 8, 9}) CHECK(reason(line, line).empty());
    CHECK_THAT(sim::comments_at({file, 8}).front().complaint, ContainsSubstring("no kind of finding `rase-global`"));
    CHECK_THAT(sim::comments_at({file, 9}).front().complaint, ContainsSubstring("gives no reason"));
    CHECK(sim::comments_at({file, 5}).front().rules.front().by.rule.ends_with("a.cu:3"));
}

TEST_CASE("who is graded writes no rules") {
    sim::RuleTable table;
    table.add(sim::rules_of_option("*", "--ignore").rules);
    REQUIRE(table.suppression_of(race()));
    table.disregard();
    CHECK_FALSE(table.suppression_of(race()));
}

TEST_CASE("a bad rule gets one line") {
    CHECK(complaint("rase-global") == "there is no kind of finding `rase-global`; race-shared, race-* and leak are examples");
    CHECK(complaint("leak deadlock") == "a rule has one kind, and this has `leak` and `deadlock`: put a comma between two rules");
    CHECK(complaint("line=12") == "`line=12` is no condition: write file=NAME, file=NAME:LINE or kernel=NAME");
    CHECK(complaint("file=") == "`file=` is no condition: write file=NAME, file=NAME:LINE or kernel=NAME");
    CHECK(complaint("file=a.cu:x") == "`x` is no line: write file=NAME:LINE");
    CHECK(complaint("file=a.cu:0") == "`0` is no line: write file=NAME:LINE");
    CHECK_THAT(complaint("leak,"), ContainsSubstring("give a kind of finding"));
    CHECK_THAT(complaint(""), ContainsSubstring("give a kind of finding"));
    CHECK(sim::rules_of_suppressions("leak\nrase\n", "known.txt").complaint ==
          "known.txt:2: there is no kind of finding `rase`; race-shared, race-* and leak are examples");
}
