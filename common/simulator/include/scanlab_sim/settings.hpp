/// \file
/// What the user can set of the simulator, in one table: command lines, environment variables and pages
/// take names, ranges and defaults from it. Needs nothing of the simulator's runtime.
#pragma once

#include "choices.hpp"
#include "enumerators.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace scanlab::sim {

/// How the choices are made that CUDA leaves to the hardware.
enum class Strategy {
    random,           ///< everything by dice
    round_robin,      ///< the first block, warp and lane first, switching at every chance
    reversed,         ///< the last block, warp and lane first, switching at every chance
    last_block_first, ///< one block after the other, from the last to the first
    one_warp_first,   ///< one warp of each block runs as far as it can before the others
    preempt_anywhere  ///< everything by dice, and switching between any two accesses, too
};

inline constexpr auto strategy_names = std::to_array<std::string_view>(
    {"random", "round-robin", "reversed", "last-block-first", "one-warp-first", "preempt-anywhere"});
static_assert(strategy_names.size() == enumerators<Strategy>);

/// Between which devices kernels can reach memory, if the program enables it.
enum class PeerAccess { all, none };
inline constexpr auto peer_access_names = std::to_array<std::string_view>({"all", "none"});
static_assert(peer_access_names.size() == enumerators<PeerAccess>);

inline std::string name(Strategy strategy) {
    return std::string(strategy_names[static_cast<std::size_t>(strategy)]);
}

/// The settings of a program on the simulator.
struct Settings {
    std::uint64_t order;
    bool order_is_given; ///< and not the default
    Strategy schedule;
    int devices;
    PeerAccess peer_access;
    int multiprocessors;
    std::optional<std::uint64_t> resident_blocks;
    std::uint64_t occupied; ///< places for blocks
    std::uint64_t stopped;  ///< of 100 blocks
    int compute_capability;
    std::uint64_t shared_memory;                   ///< bytes that a kernel can be allowed per block
    int timeout, patience;                         ///< seconds
    std::optional<std::uint64_t> kernel_timeout;   ///< seconds; none: no limit of its own
    std::string checked_kernels, checked_launches; ///< empty: all
    std::optional<std::uint64_t> memory;           ///< MiB
    std::optional<std::uint64_t> progress;         ///< seconds; 0: never
    std::string choices;                           ///< empty: a schedule makes them
    std::string findings, counters, record, launches, trace; ///< files; empty if not wanted
    std::string sarif, junit;                                ///< likewise
    std::string only, ignore;                                ///< rules for findings; empty: none
    std::string suppressions, baseline;                      ///< files of such rules; empty: none
    bool github, gcc;
    bool annotate, strict, notes, every_pair, quiet, undivided;
    std::string replay; ///< as in "SCANLAB_SIM_SCHEDULE=reversed ": what a command that repeats this
                        ///< run begins with; the order is not in it
};

struct Setting {
    enum class Type { number, choice, file, flag, order, rules, input, names, ranges };

    std::string_view name;   ///< as in "resident_blocks"
    std::string_view option; ///< as in "--resident-blocks"; empty if only the environment sets it
    /// Of ./scanlab that have the option, as in "sim run"; others leave it to the environment. (What
    /// sim does with --json and other formats, --counters and --annotate, it knows itself.)
    std::string_view commands;
    Type type;
    std::uint64_t least, most;                 ///< of a number
    std::span<const std::string_view> choices; ///< of a choice
    std::string_view usual;                    ///< the default, or what it comes to
    /// Where the value goes; of a file its name.
    std::variant<int Settings::*, std::uint64_t Settings::*, std::optional<std::uint64_t> Settings::*,
                 Strategy Settings::*, PeerAccess Settings::*, bool Settings::*,
                 std::string Settings::*>
        member;
    std::string_view help;
};

inline constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

template <class Number>
constexpr Setting number_setting(std::string_view name, std::string_view option,
                                 std::string_view commands, std::uint64_t least, std::uint64_t most,
                                 std::string_view usual, Number Settings::*member,
                                 std::string_view help) {
    return {name, option, commands, Setting::Type::number, least, most, {}, usual, member, help};
}
template <class Enum>
constexpr Setting choice_setting(std::string_view name, std::string_view option,
                                 std::string_view commands, std::span<const std::string_view> choices,
                                 Enum Settings::*member, std::string_view help) {
    return {name,   option, commands, Setting::Type::choice, 0, 0, choices, choices.front(),
            member, help};
}
constexpr Setting file_setting(std::string_view name, std::string_view option,
                               std::string_view commands, std::string Settings::*member,
                               std::string_view help) {
    return {name, option, commands, Setting::Type::file, 0, 0, {}, "none", member, help};
}
constexpr Setting flag_setting(std::string_view name, std::string_view option,
                               std::string_view commands, bool Settings::*member,
                               std::string_view help) {
    return {name, option, commands, Setting::Type::flag, 0, 1, {}, "0", member, help};
}

constexpr Setting text_setting(std::string_view name, std::string_view option, Setting::Type type,
                               std::string Settings::*member, std::string_view help) {
    return {name, option, "sim findings", type, 0, 0, {}, "none", member, help};
}

inline constexpr std::array setting_table{
    number_setting("order", "--order", "sim run score draw", 0, any_number, "1", &Settings::order,
                   "which order of blocks and threads; the same number replays the same run"),
    choice_setting("schedule", "--schedule", "sim run score draw", strategy_names, &Settings::schedule,
                   "the strategy that orders blocks and threads"),
    Setting{"choices",
            "--choices",
            "sim",
            Setting::Type::order,
            0,
            0,
            {},
            "a schedule's",
            &Settings::choices,
            "the very order of threads that --all-orders has named"},
    number_setting("devices", "--devices", "sim run score draw", 1, 64, "1", &Settings::devices,
                   "how many devices there are, all alike"),
    choice_setting(
        "peer_access", "--peer-access", "sim run score", peer_access_names, &Settings::peer_access,
        "between which devices a kernel can reach another one's memory, if the program enables it"),
    number_setting("multiprocessors", "--sms", "sim run score draw", 1, 1024, "2",
                   &Settings::multiprocessors,
                   "multiprocessors of a simulated device, each holding 2048 threads"),
    number_setting(
        "resident_blocks", "--resident-blocks", "sim run score", 1, 1 << 20, "as many as fit",
        &Settings::resident_blocks,
        "how many blocks are resident at a time, at most (a multiple of the multiprocessors)"),
    number_setting("occupied", "--occupied", "sim run score", 0, 1 << 20, "0", &Settings::occupied,
                   "places for blocks that other kernels hold until a launch has ended, unless it is "
                   "cooperative; one stays free"),
    number_setting(
        "stopped", "--stopped", "sim run score", 0, 100, "0", &Settings::stopped,
        "of 100 blocks, how many stop after they have begun, and go on only when no other can, "
        "unless the launch is cooperative"),
    number_setting("compute_capability", "--compute-capability", "sim score", 5, 9, "9",
                   &Settings::compute_capability,
                   "major version of the simulated device; before 9, bulk copies are refused"),
    number_setting("shared_memory", "--shared-memory", "sim score", 48 * 1024, 227 * 1024, "232448",
                   &Settings::shared_memory,
                   "bytes of shared memory that a kernel can be allowed per block; GPUs of compute "
                   "capability 12 have 101376"),
    number_setting("timeout", "--timeout", "sim score", 1, 86'400, "60", &Settings::timeout,
                   "seconds that the program may run before it is stopped"),
    number_setting("kernel_timeout", "--kernel-timeout", "sim score", 1, 86'400, "none",
                   &Settings::kernel_timeout, "seconds that a launch may run before it is stopped"),
    number_setting("patience", "", "", 1, 86'400, "6", &Settings::patience,
                   "seconds without an end of a thread after which those that only count while they "
                   "wait are a livelock"),
    number_setting("memory", "--memory", "sim score", 1, 1 << 22, "4096, or half of the machine's",
                   &Settings::memory, "device memory in MiB"),
    number_setting(
        "progress", "--progress", "sim", 0, 86400, "5 on a terminal, else 10", &Settings::progress,
        "seconds after which a long run says how far it is, and again after twice as many; 0: never"),
    file_setting("findings", "--json", "", &Settings::findings,
                 "write what is wrong to this file, one JSON object per line"),
    file_setting("sarif", "--sarif", "", &Settings::sarif,
                 "write the findings to this file for code scanning, as SARIF 2.1.0"),
    file_setting("junit", "--junit", "", &Settings::junit,
                 "write the findings to this file for a build server, as JUnit's XML"),
    flag_setting("github", "--github", "", &Settings::github,
                 "print the findings as GitHub's workflows read them, which shows them in the source"),
    flag_setting("gcc", "--gcc", "", &Settings::gcc,
                 "print the findings as gcc prints errors, for editors that read these"),
    file_setting(
        "counters", "--counters", "", &Settings::counters,
        "count what the kernels do: tables at the end (-, as the option has it), or JSON to this file"),
    flag_setting("annotate", "--annotate", "", &Settings::annotate,
                 "count, and print the source with what each line costs"),
    flag_setting("strict", "--strict", "sim run score findings", &Settings::strict,
                 "make warnings errors, so that they, too, change the exit code"),
    text_setting("only", "--only", Setting::Type::rules, &Settings::only,
                 "let only these findings count: kinds, or file=NAME[:LINE], or kernel=NAME"),
    text_setting("ignore", "--ignore", Setting::Type::rules, &Settings::ignore,
                 "let these findings not count: kinds, or file=NAME[:LINE], or kernel=NAME"),
    text_setting("suppressions", "--suppressions", Setting::Type::input, &Settings::suppressions,
                 "let findings not count by the rules in this file, one in a line"),
    text_setting("baseline", "--baseline", Setting::Type::input, &Settings::baseline,
                 "let findings not count that are in this file, which --json has written"),
    Setting{"checked_kernels",
            "--kernel",
            "sim",
            Setting::Type::names,
            0,
            0,
            {},
            "all",
            &Settings::checked_kernels,
            "check launches of these kernels only, and run others unchecked"},
    Setting{"checked_launches",
            "--launches",
            "sim",
            Setting::Type::ranges,
            0,
            0,
            {},
            "all",
            &Settings::checked_launches,
            "check these launches only, counted from 1, and run others unchecked"},
    flag_setting("notes", "--notes", "sim findings", &Settings::notes,
                 "show notes, too, which are about what does no harm"),
    flag_setting("every_pair", "--every-pair", "sim findings", &Settings::every_pair,
                 "show every pair of accesses that a missing barrier leaves unordered"),
    file_setting("record", "", "", &Settings::record,
                 "write all that the kernels do to this file, for a diagram"),
    file_setting("launches", "", "", &Settings::launches,
                 "write a line for each launch to this file, and run none, for --shrink"),
    file_setting("trace", "", "", &Settings::trace,
                 "write what could be chosen to this file, for --all-orders"),
    flag_setting("undivided", "", "", &Settings::undivided,
                 "run each launch of a fast program in one process"),
    flag_setting("quiet", "", "", &Settings::quiet,
                 "print no findings, for programs that read them from the file"),
};

/// The setting of this name, as in "order"; none if there is none.
constexpr const Setting* find_setting(std::string_view name) {
    const auto found = std::ranges::find(setting_table, name, &Setting::name);
    return found == setting_table.end() ? nullptr : &*found;
}

/// Whether the command of ./scanlab has the setting as an option. (No command's name is part of
/// another.)
constexpr bool is_option_of(std::string_view command, const Setting& setting) {
    return setting.commands.find(command) != std::string_view::npos;
}

/// "SCANLAB_SIM_ORDER"
inline std::string environment_variable(const Setting& setting) {
    std::string variable = "SCANLAB_SIM_";
    for (const char c : setting.name) variable += c == '_' ? '_' : static_cast<char>(c - 'a' + 'A');
    return variable;
}

/// What the environment gives the setting; null if nothing.
inline const char* given(const Setting& setting) {
    return std::getenv(environment_variable(setting).c_str());
}

/// What a value may be: "a whole number from 1 to 1024".
inline std::string expectation(const Setting& setting) {
    switch (setting.type) {
    case Setting::Type::number:
        return "a whole number from " + std::to_string(setting.least) + " to " +
               std::to_string(setting.most);
    case Setting::Type::choice: {
        std::string all = "one of ";
        for (const std::string_view choice : setting.choices)
            all.append(choice == setting.choices.front() ? "" : ", ").append(choice);
        return all;
    }
    case Setting::Type::file:
        return "the name of a file";
    case Setting::Type::flag:
        return "0 or 1";
    case Setting::Type::rules:
        return "kinds of findings, such as race-*,leak, or conditions, such as file=a.cu:12";
    case Setting::Type::input:
        return "the name of a file that can be read";
    case Setting::Type::names:
        return "names of kernels, such as scan or scan*,reduce";
    case Setting::Type::ranges:
        return "numbers from 1 on, such as 1-3 or 1-3,7,20-";
    case Setting::Type::order:
        return "choices as --all-orders prints them, such as 0.5=33,0.9=2, or " +
               std::string(no_choices);
    }
    return {};
}

/// The number that `text` is in plain decimal digits, without a sign, a space or a leading zero.
inline std::optional<std::uint64_t> plain_number(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool leading_zero = text.size() > 1 && text.front() == '0';
    if (error != std::errc{} || end != text.data() + text.size() || leading_zero) return std::nullopt;
    return number;
}

/// The name of a file with the number of a process for each "%p", so that many have one each.
inline std::string name_for_process(std::string file, const std::string& process) {
    for (std::size_t at = 0; (at = file.find("%p", at)) != file.npos; at += process.size())
        file.replace(at, 2, process);
    return file;
}

/// Numbers from the first to the last.
struct Range {
    std::uint64_t first, last;
};

/// What the text says: "1-3,7,20-". None if that is no ranges of numbers from 1 on.
inline std::optional<std::vector<Range>> parse_ranges(std::string_view text) {
    std::vector<Range> ranges;
    for (;;) {
        const std::string_view part = text.substr(0, text.find(','));
        const std::size_t dash = part.find('-');
        const auto first = plain_number(part.substr(0, dash));
        auto last = dash == part.npos ? first : plain_number(part.substr(dash + 1));
        if (dash + 1 == part.size()) last = any_number;
        if (!first || !last || *first == 0 || *last < *first) return std::nullopt;
        ranges.push_back({*first, *last});
        if (part.size() == text.size()) return ranges;
        text.remove_prefix(part.size() + 1);
    }
}

/// Whether there is a file of this name, and no folder.
inline bool can_be_read(std::string_view path) {
    std::FILE* const file = std::fopen(std::string(path).c_str(), "r");
    if (!file) return false;
    std::fgetc(file);
    const bool is_folder = std::ferror(file) != 0;
    std::fclose(file);
    return !is_folder;
}

/// What a text comes to as the value of a setting.
struct ParsedSetting {
    std::uint64_t value = 0; ///< the number, which of the choices, a flag as 0 or 1, of a file 0
    std::string complaint;   ///< empty if the text is right, else one line: "give 0 or 1"
};

inline ParsedSetting parse(const Setting& setting, std::string_view text) {
    const ParsedSetting refused{0, "give " + expectation(setting)};
    if (setting.type == Setting::Type::input) return can_be_read(text) ? ParsedSetting{} : refused;
    if (setting.type == Setting::Type::rules || setting.type == Setting::Type::file ||
        setting.type == Setting::Type::names)
        return text.empty() ? refused : ParsedSetting{};
    if (setting.type == Setting::Type::ranges) return parse_ranges(text) ? ParsedSetting{} : refused;
    if (setting.type == Setting::Type::order) return parse_choices(text) ? ParsedSetting{} : refused;
    if (setting.type == Setting::Type::choice) {
        const auto found = std::ranges::find(setting.choices, text);
        if (found == setting.choices.end()) return refused;
        return {static_cast<std::uint64_t>(found - setting.choices.begin()), {}};
    }
    const auto number = plain_number(text);
    if (!number || *number < setting.least || *number > setting.most) return refused;
    return {*number, {}};
}

/// The settings of this program: read from its environment once, before main. A wrong one has ended the
/// program with exit code 2. Needs the runtime.
const Settings& settings();

/// The strategy of this name; none if there is none.
inline std::optional<Strategy> strategy_named(std::string_view name) {
    const ParsedSetting parsed = parse(*find_setting("schedule"), name);
    if (!parsed.complaint.empty()) return std::nullopt;
    return static_cast<Strategy>(parsed.value);
}

} // namespace scanlab::sim
