// `scanlab sim --all-orders`: it finds what shows in few orders only, counts them, and its word can be
// replayed.
#include "catch.hpp"

#include "order_trace.hpp"
#include "program.hpp"

#include <fmt/format.h>

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using scanlab::Ended;

namespace {

Ended sim(const std::string& options, const std::string& program, const std::string& arguments = "") {
    Ended ended = run_shell(fmt::format(SCANLAB_SIM " {} --program {} x.cu {}", options, program, arguments));
    UNSCOPED_INFO(options << ": exit code " << ended.code << "\n" << ended.out << ended.err);
    return ended;
}

Ended of_orders(const std::string& options, const std::string& name, const std::string& arguments = "") {
    return sim(options, ORDERS "/" + name, arguments);
}

/// The options of the command that a report says shows something again.
std::string replay(const std::string& report) {
    const std::string begin = "again: ./scanlab sim ";
    const auto at = report.find(begin);
    if (at == std::string::npos) return "nothing to replay";
    const auto from = at + begin.size();
    return report.substr(from, report.find(" x.cu", from) - from);
}

/// What is wrong shows in some orders, not in the first, and in the one that the report names.
void show_in_few_orders(const std::string& name, int code, const std::string& message, const std::string& orders) {
    CAPTURE(name);
    CHECK(of_orders("--choices none", name).code == 0);
    const Ended all = of_orders("--all-orders", name);
    CHECK(all.code == code);
    CHECK_THAT(all.err, ContainsSubstring(message) && ContainsSubstring(orders));
    const Ended again = of_orders(replay(all.err), name);
    CHECK(again.code == code);
    if (code == 3) CHECK_THAT(again.err, ContainsSubstring(message));
}

} // namespace

TEST_CASE("a race that needs what an acquire has read") {
    show_in_few_orders("acquired_in_one_way_only", 3, "race-global", "all 3 orders: 1 finding, in 1 of them");
    CHECK_THAT(of_orders("--all-orders", "handed_on_in_order").err, EndsWith("scanlab: all 3 orders: nothing wrong\n"));
}

TEST_CASE("a deadlock that needs two locks taken in turn") {
    show_in_few_orders("locks_crosswise", 3, "deadlock", "all 6 orders: 1 finding, in 1 of them");
}

TEST_CASE("a deadlock that needs a block to start too early") {
    const std::string one_place = "--sms 1 --resident-blocks 1 ";
    const Ended all = of_orders(one_place + "--all-orders", "chained_by_index");
    CHECK(all.code == 3);
    CHECK_THAT(all.err, ContainsSubstring("deadlock") && ContainsSubstring("all 4 orders: 1 finding, in 3 of them"));
    CHECK(of_orders(one_place + "--choices 0.0=3,0.2=4", "chained_by_index").code == 0); // in order
    CHECK(of_orders("--all-orders", "chained_by_index").code == 0);                      // all have a place
}

TEST_CASE("a wrong result, which the program notices") {
    show_in_few_orders("lost_update", 1, "its exit code is 1 instead of 0",
                       "all 5 orders: 2 findings (2 warnings), in 4 of them; the program failed in 4 of them");
}

TEST_CASE("an order of one launch that another launch needs") {
    show_in_few_orders("two_launches", 3, "out-of-bounds", "1 finding, in 1 of them");
}

TEST_CASE("blocks draw tickets in each order, and no order is tried twice") {
    CHECK_THAT(of_orders("--all-orders", "tickets", "4").err, EndsWith(": all 24 orders: nothing wrong\n"));
    CHECK_THAT(of_orders("--all-orders", "tickets", "1").err, EndsWith(": the only order: nothing wrong\n"));
}

TEST_CASE("a bound is kept, and said") {
    const Ended ended = of_orders("--all-orders --max-orders 20", "tickets", "7");
    CHECK(ended.code == 0);
    CHECK_THAT(ended.err, ContainsSubstring("20 orders tried, at least ") && EndsWith(" left (--max-orders 20): nothing wrong so far\n"));
}

TEST_CASE("after an interruption it says how far it came") {
    const scanlab::ScratchFolder folder;
    const std::string program = (folder.path() / "program").string(), runs = program + ".runs";
    write_file(program, fmt::format("#!/bin/sh\necho >> {0}\n[ $(wc -l < {0}) -lt 5 ] || kill -INT $PPID\n"
                                    "exec {1}/tickets 20\n",
                                    runs, ORDERS));
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const Ended ended = sim("--all-orders", program);
    CHECK_THAT(ended.err, ContainsSubstring("4 orders tried, at least ") && EndsWith(" left (interrupted): nothing wrong so far\n"));
}

TEST_CASE("barriers and words of their own leave one order") {
    CHECK_THAT(of_orders("--all-orders", "volatile_and_barriers").err, EndsWith("the only order: nothing wrong\n"));
}

TEST_CASE("polling with a limit is no deadlock") {
    CHECK_THAT(of_orders("--all-orders", "bounded_poll").err, EndsWith("the only order: nothing wrong\n"));
}

TEST_CASE("choices of another program get one line and exit code 2") {
    const Ended ended = of_orders("--choices 0.0=77", "tickets");
    CHECK(ended.code == 2);
    CHECK_THAT(ended.err, ContainsSubstring("these choices are of another program"));
}

TEST_CASE("what a program does when nothing is chosen is what the explorer need not name") {
    for (const char* name : {"tickets", "handed_on_in_order", "lost_update", "two_launches"}) {
        CAPTURE(name);
        const scanlab::ScratchFolder folder;
        const auto trace = folder.path() / "trace";
        const Ended ended = run_shell(fmt::format("SCANLAB_SIM_CHOICES=none SCANLAB_SIM_TRACE={} {}/{}", trace.string(), ORDERS, name));
        CAPTURE(ended.out, ended.err);
        const auto launches = scanlab::read_traces(read_file(trace));
        std::size_t steps = 0;
        for (const scanlab::LaunchTrace& launch : launches) {
            CHECK(text(choices_of(launch, 0)) == "none");
            steps += launch.steps.size();
        }
        CHECK(steps > 1);
    }
}
