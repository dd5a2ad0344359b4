// What lanes do one after the other must be counted as the instructions that a warp would execute.
#include "catch.hpp"

#include "watch/counting/warp_trace.hpp"

#include <memory>
#include <string>
#include <string_view>

using namespace scanlab::sim;

namespace {

/// A trace in which each character of a lane's text is the place of an access.
std::unique_ptr<WarpTrace> trace_of(std::initializer_list<std::string_view> lanes) {
    auto trace = std::make_unique<WarpTrace>();
    unsigned lane = 0;
    for (const std::string_view events : lanes) {
        for (const char place : events) {
            LaneEvent& event = trace->events[trace->size[lane]++][lane];
            event = {};
            event.pc = reinterpret_cast<const void*>(static_cast<std::uintptr_t>(place));
            event.kind_number = static_cast<unsigned>(EventKind::shared_load);
        }
        ++lane;
    }
    return trace;
}

/// "A3 B1": place A by lanes 0 and 1, place B by lane 0.
std::string text(const std::vector<WarpInstruction>& instructions) {
    std::string result;
    for (const WarpInstruction& i : instructions) {
        if (!result.empty()) result += ' ';
        result += static_cast<char>(reinterpret_cast<std::uintptr_t>(i.pc));
        result += std::to_string(i.lanes);
    }
    return result;
}

} // namespace

TEST_CASE("lanes that do the same execute one instruction each time") {
    CHECK(text(side_by_side(*trace_of({"ABA", "ABA", "ABA"}))) == "A7 B7 A7");
    CHECK(side_by_side(*trace_of({})).empty());
}

TEST_CASE("lanes that skip a branch are together again after it") {
    CHECK(text(side_by_side(*trace_of({"ABC", "AC", "ABC"}))) == "A7 B5 C7");
}

TEST_CASE("of a loop that some lanes go round more often, the first rounds go together") {
    CHECK(text(side_by_side(*trace_of({"ALLLB", "ALB"}))) == "A3 L3 L1 L1 B3");
}

TEST_CASE("rounds of an inner loop are not mixed with those of the next round of the outer loop") {
    // Lane 0 goes round the inner loop three times, then once; lane 1 once, then twice.
    CHECK(text(side_by_side(*trace_of({"OLLLOL", "OLOLL"}))) == "O3 L3 L1 L1 O3 L3 L2");
}

TEST_CASE("events say which of each lane's events they are") {
    const auto trace = trace_of({"ABC", "AC"});
    const auto instructions = side_by_side(*trace);
    REQUIRE(text(instructions) == "A3 B1 C3");
    CHECK(instructions[2].events[0] == 2);
    CHECK(instructions[2].events[1] == 1);
}

TEST_CASE("of traces that break off, only what the lanes have in common is put side by side") {
    const auto trace = trace_of({"ABAB", "ABA"});
    CHECK(text(side_by_side_so_far(*trace, 3)) == "A3 B3 A3");
}

TEST_CASE("accesses of one place but of different kinds are different instructions") {
    const auto trace = trace_of({"A", "A"});
    trace->events[0][1].kind_number = static_cast<unsigned>(EventKind::global_load);
    CHECK(side_by_side(*trace).size() == 2);
}
