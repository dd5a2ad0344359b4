// A wrong setting gets one line and exit code 2, before anything runs, whichever way it is given.
#include "catch.hpp"

#include "program.hpp"

#include <scanlab_sim/settings.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

using Catch::Matchers::ContainsSubstring;
using namespace scanlab::sim;
using scanlab::Ended;

namespace {

/// Programs of either speed, each a command.
const std::vector<std::vector<std::string>> programs{{PLAIN}, {PLAIN_FAST}};

Ended run_with(const std::string& assignment, const std::vector<std::string>& command) {
    const scanlab::ScratchFolder scratch;
    return scanlab::run_process(command, std::chrono::hours(1), scratch.path(), {assignment});
}

std::vector<std::string> wrong_values(const Setting& setting) {
    switch (setting.type) {
    case Setting::Type::number: {
        std::vector<std::string> wrong{"", "x", "-1", "+1", "010", "0x10", "1e3", "1.5", " 1", "1 ", "1x", "99999999999999999999"};
        if (setting.least > 0) wrong.push_back(std::to_string(setting.least - 1));
        if (setting.most != any_number) wrong.push_back(std::to_string(setting.most + 1));
        return wrong;
    }
    case Setting::Type::choice:
        return {"", "x", "0", "Random", "random ", "rand"};
    case Setting::Type::file:
        return {"", "/no/such/folder/file", "/", "/tmp/"};
    case Setting::Type::flag:
        return {"", "x", "2", "01", "yes", "-1"};
    case Setting::Type::rules:
        return {"", "rase-global", "Leak", "race-", "leak,", "leak deadlock", "file=", "line=3", "leak file=a.cu:x", "kernel=scan,0"};
    case Setting::Type::input:
        return {"", "/no/such/file", "/"};
    case Setting::Type::names:
        return {""};
    case Setting::Type::ranges:
        return {"", "x", "0", "3-1", "1,", "-3", "1-2-3", "01"};
    case Setting::Type::order:
        return {"", "x", "7", "0.5=", "0.5=3,", "None"};
    }
    return {};
}

/// Of which no file is left behind.
std::vector<std::string> right_values(const Setting& setting) {
    if (setting.type == Setting::Type::number) return {std::to_string(setting.least), std::to_string(setting.most)};
    if (setting.type == Setting::Type::choice) return {setting.choices.begin(), setting.choices.end()};
    if (setting.type == Setting::Type::flag) return {"0", "1"};
    if (setting.type == Setting::Type::order) return {"none", "999.0=7"};
    if (setting.type == Setting::Type::rules) return {"leak", "race-*,leak", "file=a.cu:12 kernel=*", "* file=third_party/*"};
    if (setting.type == Setting::Type::names) return {"*", "print,*"};
    if (setting.type == Setting::Type::ranges) return {"1", "1-3,7,20-"};
    return {"/dev/null"};
}

void check_refused(const Ended& ended, const std::string& line) {
    CAPTURE(line, ended.out, ended.err);
    CHECK(ended.code == 2);
    CHECK(ended.out.empty());
    CHECK(lines(ended.err) == 1);
    CHECK_THAT(ended.err, ContainsSubstring(line));
}

} // namespace

TEST_CASE("a wrong environment variable is refused by programs of every kind") {
    for (const Setting& setting : setting_table) {
        for (const std::string& value : wrong_values(setting)) {
            const std::string assignment = environment_variable(setting) + "=" + value;
            for (const std::vector<std::string>& program : programs) {
                CAPTURE(program.front());
                check_refused(run_with(assignment, program), "scanlab: " + assignment + ": ");
            }
        }
    }
}

TEST_CASE("the line says what would be right") {
    CHECK(run_with("SCANLAB_SIM_MULTIPROCESSORS=abc", {PLAIN}).err ==
          "scanlab: SCANLAB_SIM_MULTIPROCESSORS=abc: give a whole number from 1 to 1024\n");
    CHECK(run_with("SCANLAB_SIM_QUIET=yes", {PLAIN}).err == "scanlab: SCANLAB_SIM_QUIET=yes: give 0 or 1\n");
    CHECK(run_with("SCANLAB_SIM_FINDINGS=/no/such/file", {PLAIN}).err ==
          "scanlab: SCANLAB_SIM_FINDINGS=/no/such/file: cannot write this file\n");
}

TEST_CASE("right settings are taken, from the least to the most") {
    for (const Setting& setting : setting_table) {
        if (setting.name == "launches") continue; // nothing is computed then
        for (const std::string& value : right_values(setting)) {
            for (const std::vector<std::string>& program : programs) {
                const Ended ended = run_with(environment_variable(setting) + "=" + value, program);
                CAPTURE(program.front(), setting.name, value, ended.out, ended.err);
                CHECK(ended.code == 0);
            }
        }
    }
}

TEST_CASE("an old or mistyped name does not pass for the default") {
    for (const std::vector<std::string>& program : programs) {
        check_refused(run_with("SCANLAB_SIM_SEED=7", program), "chosen by SCANLAB_SIM_ORDER");
        check_refused(run_with("SCANLAB_SIM_SCHEDULES=random", program), "there is no such setting");
    }
}

TEST_CASE("a file is made by what is written into it, not by naming it") {
    const scanlab::ScratchFolder folder;
    const std::filesystem::path file = folder.path() / "recording";
    CHECK(run_with("SCANLAB_SIM_COUNTERS=" + file.string(), {PLAIN, "--help"}).code == 0);
    CHECK(std::filesystem::exists(file));
    std::filesystem::remove(file);
    CHECK(run_with("SCANLAB_SIM_SEED=1", {"/usr/bin/env", "SCANLAB_SIM_COUNTERS=" + file.string(), PLAIN}).code == 2);
    CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("scanlab sim's help names every option of the table") {
    const std::string help = run_shell(SCANLAB " sim --help").out;
    for (const Setting& setting : setting_table)
        if (!setting.option.empty()) CHECK_THAT(help, ContainsSubstring("\n  " + std::string(setting.option) + " "));
}

TEST_CASE("each command has exactly the options that the table gives it") {
    const std::vector<std::string> commands = COMMANDS;
    for (const std::string& command : commands) {
        std::string help = run_shell(fmt::format(SCANLAB " {} --help", command)).out;
        help.erase(0, help.find("\nSimulator:\n"));
        help = help.substr(0, help.find("\n\n", 1)); // other groups may use a name for something else
        for (const Setting& setting : setting_table) {
            if (setting.commands.empty()) continue; // an option of its own, if any
            CAPTURE(command, setting.option);
            const bool has_option = help.find("\n  " + std::string(setting.option) + " ") != std::string::npos;
            CHECK(has_option == is_option_of(command, setting));
        }
    }
    std::set<std::string> in_table;
    for (const Setting& setting : setting_table) {
        std::istringstream words{std::string(setting.commands)};
        for (std::string word; words >> word;) in_table.insert(word);
    }
    for (const std::string& command : commands) CHECK(in_table.contains(command));
}

TEST_CASE("names, options and variables are each used once") {
    std::set<std::string_view> names, options;
    for (const Setting& setting : setting_table) {
        CHECK(names.insert(setting.name).second);
        CHECK((setting.option.empty() || options.insert(setting.option).second));
        CHECK(find_setting(setting.name) == &setting);
        CHECK_FALSE(setting.help.empty());
        const bool names_a_default = setting.type == Setting::Type::choice || setting.type == Setting::Type::flag;
        if (names_a_default) CHECK(parse(setting, setting.usual).complaint.empty());
    }
    CHECK(find_setting("seed") == nullptr);
}

TEST_CASE("a text becomes the value that it says") {
    CHECK(parse(*find_setting("order"), "18446744073709551615").value == any_number);
    CHECK(parse(*find_setting("order"), "0").value == 0);
    CHECK(parse(*find_setting("quiet"), "1").value == 1);
    CHECK(strategy_named("preempt-anywhere") == Strategy::preempt_anywhere);
    CHECK_FALSE(strategy_named("sideways"));
    CHECK(name(Strategy::one_warp_first) == "one-warp-first");
    CHECK(environment_variable(*find_setting("resident_blocks")) == "SCANLAB_SIM_RESIDENT_BLOCKS");
}
