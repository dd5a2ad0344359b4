// The confusion matrix: what counts as found, as missed and as an alarm.
#include "catch.hpp"

#include "report.hpp"

#include <nlohmann/json.hpp>

using namespace scanlab;
using Catch::Matchers::ContainsSubstring;
using sim::FindingKind;
using State = Outcome::State;

namespace {

sim::Finding finding(FindingKind kind, sim::Severity severity = sim::Severity::error) {
    sim::Finding f{.kind = kind, .severity = severity, .at = {"scan.cu", 7}};
    f.message = "something is wrong";
    return f;
}

Outcome outcome(const std::string& label, const std::vector<sim::Finding>& findings = {}, State state = State::ran) {
    Outcome o{.program = {"scan.cu", {}, label_of(label)}, .state = state};
    if (state == State::ran) o.exploration.add({}, findings);
    return o;
}

Verdict verdict(const Outcome& o) {
    const Scoring scoring({o});
    return scoring.verdict(scoring.outcomes().front());
}

const sim::Finding race = finding(FindingKind::race_global), bounds = finding(FindingKind::out_of_bounds),
                   leak = finding(FindingKind::leak, sim::Severity::warning);

} // namespace

TEST_CASE("a buggy program is found by the kind that its label names, or by any if it names none") {
    CHECK(verdict(outcome("race-global", {race})) == Verdict::found);
    CHECK(verdict(outcome("race-global", {bounds})) == Verdict::missed);
    CHECK(verdict(outcome("race-global", {})) == Verdict::missed);
    CHECK(verdict(outcome("race", {race})) == Verdict::found);
    CHECK(verdict(outcome("race-global+out-of-bounds", {bounds})) == Verdict::found);
    CHECK(verdict(outcome("buggy", {bounds})) == Verdict::found);
}

TEST_CASE("a correct program is silent, or a false alarm") {
    CHECK(verdict(outcome("correct")) == Verdict::silent);
    CHECK(verdict(outcome("correct", {race})) == Verdict::false_alarm);
}

TEST_CASE("a warning is neither a false alarm nor a find") {
    CHECK(verdict(outcome("correct", {leak})) == Verdict::silent);
    CHECK(verdict(outcome("buggy", {leak})) == Verdict::missed);
}

TEST_CASE("what does not compile is in no row, and what fails proves nothing") {
    CHECK(verdict(outcome("buggy", {}, State::not_compiled)) == Verdict::not_compiled);
    CHECK(verdict(outcome("correct", {}, State::failed)) == Verdict::failed);
    CHECK(verdict(outcome("buggy", {}, State::failed)) == Verdict::missed);
    const Scoring scoring({outcome("race", {}, State::not_compiled), outcome("correct", {}, State::failed)});
    CHECK(scoring.all() == Counts{});
    CHECK(scoring.by_kind().at("race") == Counts{});
    CHECK_FALSE(scoring.is_perfect());
}

TEST_CASE("rows: kind by kind, and programs") {
    const Scoring scoring({outcome("race-global", {race}), outcome("race-global", {}), outcome("out-of-bounds", {bounds, race}),
                           outcome("correct", {bounds}), outcome("correct"), outcome("buggy", {race})});
    const auto rows = scoring.by_kind();
    CHECK(rows.size() == 2);
    CHECK(rows.at("race-global") == Counts{2, 1, 1, 2});
    CHECK(rows.at("out-of-bounds") == Counts{1, 0, 1, 3});
    CHECK(scoring.all() == Counts{3, 1, 1, 1});
    CHECK(scoring.all().precision() == 0.75);
    CHECK(scoring.all().recall() == 0.75);
    CHECK_FALSE(Counts{}.precision());
}

TEST_CASE("where a label says race, both kinds of race are one") {
    const Scoring scoring({outcome("race", {finding(FindingKind::race_shared)}), outcome("race-global", {race})});
    CHECK(scoring.by_kind().size() == 1);
    CHECK(scoring.by_kind().at("race") == Counts{2, 0, 0, 0});
    CHECK(scoring.is_perfect());
}

TEST_CASE("only the kinds that were asked for count") {
    const Scoring scoring({outcome("correct", {bounds}), outcome("race", {race, bounds})}, {"race"});
    CHECK(scoring.all() == Counts{1, 0, 0, 1});
    CHECK(scoring.is_perfect());
}

TEST_CASE("misses and alarms come with the command that repeats them") {
    Outcome alarm = outcome("correct");
    alarm.exploration.add({sim::Strategy::reversed, 3}, {race});
    Outcome miss = outcome("race", {bounds});
    miss.program.arguments = {"a b"};
    const std::string report = text(Scoring({alarm, miss, outcome("race", {}, State::not_compiled)}), {"./scanlab sim --sms 3", 4, ""});
    CHECK_THAT(report, ContainsSubstring("false alarm: scan.cu:7: race-global: something is wrong\n  again: "
                                         "./scanlab sim --sms 3 --schedule reversed --order 3 scan.cu\n"));
    CHECK_THAT(report, ContainsSubstring("missed: scan.cu: race\n  again: ./scanlab sim --sms 3 "
                                         "--schedules 4 scan.cu 'a b'\n"));
    CHECK_THAT(report, ContainsSubstring("found, but not in its label: scan.cu:7: out-of-bounds"));
    CHECK_THAT(report, ContainsSubstring("3 programs under 4 schedules; 1 not compiled, in no row\n"));
}

TEST_CASE("a share that is nearly one is not rounded up to it") {
    std::vector<Outcome> outcomes(9999, outcome("buggy", {race}));
    outcomes.push_back(outcome("buggy"));
    CHECK_THAT(text(Scoring(outcomes), {}), ContainsSubstring(" 99.9 %\n"));
}

TEST_CASE("the files hold what is printed, program by program") {
    const Scoring scoring({outcome("race+leak", {race}), outcome("correct")});
    CHECK(csv(scoring) == "program,arguments,label,found,verdict\n"
                          "scan.cu,,leak+race,race,found\n"
                          "scan.cu,,correct,,silent\n");
    const auto object = nlohmann::json::parse(json(scoring, {}));
    CHECK(object["all"]["true_positives"] == 1);
    CHECK(object["all"]["recall"] == 1.0);
    CHECK(object["kinds"]["leak"]["false_negatives"] == 1);
    CHECK(object["kinds"]["leak"]["precision"].is_null());
    CHECK(object["programs"][0]["findings"][0]["kind"] == "race-global");
    CHECK(object["programs"][1]["verdict"] == "silent");
}
