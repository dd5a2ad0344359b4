// Which schedules are tried, and how their findings are folded.
#include "catch.hpp"

#include "exploration.hpp"
#include "program.hpp"

#include <set>
#include <utility>

using namespace scanlab;
using sim::FindingKind;
using sim::Strategy;

namespace {

sim::Finding race(int line, int other_line, long long count = 1) {
    return {.kind = FindingKind::race_global,
            .at = {"scan.cu", line},
            .other = {"scan.cu", other_line},
            .variable = "flag",
            .message = "nothing orders the two",
            .count = count};
}

} // namespace

TEST_CASE("no two trials are alike, and every strategy comes first") {
    const std::vector<Trial> chosen = trials(20, 5);
    REQUIRE(chosen.size() == 20);
    std::set<Strategy> strategies;
    for (std::size_t i = 0; i < sim::strategy_names.size(); ++i) strategies.insert(chosen[i].strategy);
    CHECK(strategies.size() == sim::strategy_names.size());
    std::set<std::pair<Strategy, std::uint64_t>> pairs;
    for (const Trial& trial : chosen) pairs.insert({trial.strategy, trial.order});
    CHECK(pairs.size() == 20);
    CHECK(chosen.front().strategy == Strategy::random);
    CHECK(chosen.front().order == 5);
}

TEST_CASE("some schedules leave blocks one place, unless the user has said how many") {
    const auto beside_others = [](const std::vector<Trial>& chosen) {
        return std::count_if(chosen.begin(), chosen.end(), [](const Trial& t) { return t.occupied > 0; });
    };
    const std::vector<Trial> chosen = trials(24, 5);
    CHECK(beside_others(trials(6, 5)) == 0);
    CHECK(chosen[6].occupied > 0);
    CHECK(beside_others(chosen) == 3);
    CHECK(beside_others(trials(24, 5, Strategy::random)) == 0);
    CHECK(options_text(chosen[6]) == " --order 6 --occupied 100000");
    CHECK(settings(chosen[6]).back() == "SCANLAB_SIM_OCCUPIED=100000");
    setenv("SCANLAB_SIM_OCCUPIED", "3", 1);
    CHECK(beside_others(trials(24, 5)) == 0);
    unsetenv("SCANLAB_SIM_OCCUPIED");
}

TEST_CASE("a chosen strategy is tried with many orders") {
    const std::vector<Trial> chosen = trials(3, 7, Strategy::reversed);
    REQUIRE(chosen.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(chosen[i].strategy == Strategy::reversed);
        CHECK(chosen[i].order == 7 + i);
    }
}

TEST_CASE("a trial is said as shortly as can be") {
    CHECK(options_text({}).empty());
    CHECK(options_text({Strategy::random, 3}) == " --order 3");
    CHECK(options_text({Strategy::last_block_first, 1}) == " --schedule last-block-first");
    CHECK(options_text({Strategy::reversed, 9}) == " --schedule reversed --order 9");
}

TEST_CASE("a finding of several runs is reported once, with the shortest replay") {
    Exploration exploration;
    exploration.add({Strategy::random, 1}, {});
    exploration.add({Strategy::reversed, 12}, {race(3, 9, 2), race(5, 5)});
    exploration.add({Strategy::random, 2}, {race(9, 3, 4)}); // the same race, met the other way round
    CHECK(exploration.runs() == 3);
    CHECK(exploration.runs_with_findings() == 2);
    CHECK(exploration.summary() == "2 findings, in 2 of them");
    REQUIRE(exploration.entries().size() == 2);
    const Exploration::Entry& first = exploration.entries()[0];
    CHECK(first.finding.at.line == 3);
    CHECK(first.runs == 2);
    CHECK(first.finding.count == 6);
    CHECK(options_text(first.replay) == " --order 2");
    CHECK(exploration.entries()[1].runs == 1);
    const auto reproduction = with_reproduction(first).reproduction;
    REQUIRE(reproduction);
    CHECK(reproduction->runs == 2);
    CHECK(reproduction->schedule == "random");
    CHECK(reproduction->order == 2);
}

TEST_CASE("the summary speaks of one and of none") {
    Exploration exploration;
    exploration.add({}, {});
    CHECK(exploration.summary() == "nothing found");
    Exploration other;
    other.add({}, {race(1, 2)});
    other.add({Strategy::reversed, 1}, {race(1, 2)});
    CHECK(other.summary() == "1 finding, in all of them");
}
