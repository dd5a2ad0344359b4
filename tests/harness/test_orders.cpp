// On a program that uses the harness, --order chooses the order of blocks, and --seed the inputs.
#include "catch.hpp"

#include "program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

using Catch::Matchers::ContainsSubstring;

namespace {

/// What the kernel's blocks print, in the order in which they begin: "block 3 begins with 17", ….
std::vector<std::string> printed_by_blocks(const std::string& options,
                                           const std::string& settings = "") {
    const scanlab::Ended ended =
        run_shell(settings + " " PRINT_BLOCKS " --n 2048 --block 32 --case random " + options);
    CAPTURE(options, ended.out, ended.err);
    REQUIRE(ended.code == 0);
    std::vector<std::string> printed;
    std::istringstream out(ended.out);
    for (std::string line; std::getline(out, line);)
        if (line.starts_with("block ") && std::isdigit(line[6])) printed.push_back(line);
    REQUIRE(printed.size() >= 64);
    return printed;
}

std::vector<std::string> order_of(std::vector<std::string> printed) {
    for (std::string& line : printed) line.resize(line.find(" begins"));
    return printed;
}

std::vector<std::string> inputs_of(std::vector<std::string> printed) {
    std::ranges::sort(printed);
    return printed;
}

} // namespace

TEST_CASE("eight orders are at least seven different orders of blocks") {
    std::set<std::vector<std::string>> by_option, by_environment;
    for (int order = 1; order <= 8; ++order) {
        by_option.insert(order_of(printed_by_blocks(fmt::format("--order {}", order))));
        by_environment.insert(
            order_of(printed_by_blocks("", fmt::format("SCANLAB_SIM_ORDER={}", order))));
    }
    CHECK(by_option.size() >= 7);
    CHECK(by_option == by_environment);
}

TEST_CASE("inputs and orders are chosen apart") {
    const auto usual = printed_by_blocks("--seed 1 --order 1");
    const auto other_inputs = printed_by_blocks("--seed 2 --order 1");
    const auto other_order = printed_by_blocks("--seed 1 --order 2");
    CHECK(order_of(usual) == order_of(other_inputs));
    CHECK(inputs_of(usual) != inputs_of(other_inputs));
    CHECK(order_of(usual) != order_of(other_order));
    CHECK(inputs_of(usual) == inputs_of(other_order));
}

TEST_CASE("a case alone runs in the order that it has among others") {
    const auto alone = printed_by_blocks("--order 5");
    const auto again = printed_by_blocks("--order 5 --reps 3");
    CHECK(alone == again);
    // The check's launch and those of the measurement begin anew, so that each of them can be replayed.
    const std::vector<std::string> first(alone.begin(), alone.begin() + 64),
        second(alone.begin() + 64, alone.begin() + 128);
    CHECK(first == second);
}

TEST_CASE("eighteen schedules are at least sixteen different orders of blocks") {
    const scanlab::ScratchFolder folder;
    const std::string orders = (folder.path() / "orders").string();
    const std::string script =
        "'" PRINT_BLOCKS " --n 2048 --block 32 --case random | grep begins | cksum >> " + orders + "'";
    const scanlab::Ended ended =
        run_shell(SCANLAB_SIM " --schedules 18 --program /bin/sh x.cu -c " + script);
    CAPTURE(ended.out, ended.err);
    CHECK_THAT(ended.err, ContainsSubstring("18 schedules tried"));
    std::set<std::string> different;
    std::istringstream all(read_file(orders));
    for (std::string line; std::getline(all, line);) different.insert(line);
    CHECK(different.size() >= 16);
}

TEST_CASE("an order of the program's own cannot stand against the explorer's") {
    const scanlab::Ended ended = run_shell("SCANLAB_SIM_ORDER=2 " PRINT_BLOCKS " --order 3");
    CHECK(ended.code == 2);
    CHECK_THAT(ended.err, ContainsSubstring("--order 3, but SCANLAB_SIM_ORDER=2: give one of them"));
    CHECK(run_shell("SCANLAB_SIM_ORDER=3 " PRINT_BLOCKS " --n 32 --order 3").code == 0);
}

TEST_CASE("a wrong setting is refused before anything runs, in either form") {
    for (const char* program : {PRINT_BLOCKS, PRINT_BLOCKS_FAST}) {
        for (const char* setting :
             {"SCANLAB_SIM_ORDER=x", "SCANLAB_SIM_SCHEDULE=sideways", "SCANLAB_SIM_STRICT=2"}) {
            const scanlab::Ended ended = run_shell(fmt::format("{} {} --n 32", setting, program));
            CAPTURE(setting, ended.out, ended.err);
            CHECK(ended.code == 2);
            CHECK(ended.out.empty());
            CHECK(lines(ended.err) == 1);
        }
        for (const char* order : {"x", "-1", "010", "1.5", "99999999999999999999"}) {
            const scanlab::Ended ended = run_shell(fmt::format("{} --order {}", program, order));
            CAPTURE(order, ended.out, ended.err);
            CHECK(ended.code == 2);
            CHECK(lines(ended.err) == 1);
            CHECK_THAT(ended.err, ContainsSubstring(fmt::format("--order {}: ", order)));
        }
    }
}
