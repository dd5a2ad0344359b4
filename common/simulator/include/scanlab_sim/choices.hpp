/// \file
/// How the choices are written that make up an order of threads: what `--all-orders` hands to a program
/// and names in its reports, and `--choices` takes. Needs nothing of the simulator's runtime.
#pragma once

#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::sim {

/// What an operation of a thread does to memory that others can see, as traces spell it.
enum class Effect : char {
    reads = 'r',
    writes = 'w',
    arrives = 'a',    ///< at an mbarrier, whose phase goes on
    ends_phase = 'e', ///< the arrival that an mbarrier's phase has waited for
    pauses = 'p'      ///< nothing
};

/// An operation on memory, or on the mbarrier at an address.
struct Operation {
    Effect effect = Effect::pauses;
    std::uint64_t address = 0, bytes = 0;
    bool operator==(const Operation&) const = default;
};

/// Whether it makes a difference which of the two comes first. Arrivals at an mbarrier can be counted
/// in any order; who asks whether its phase has ended notices only the last one.
constexpr bool conflict(const Operation& a, const Operation& b) {
    if (a.address >= b.address + b.bytes || b.address >= a.address + a.bytes) return false;
    const auto is = [&](Effect one, Effect other) {
        return (a.effect == one && b.effect == other) || (a.effect == other && b.effect == one);
    };
    const auto either = [&](Effect effect) { return a.effect == effect || b.effect == effect; };
    return !either(Effect::pauses) && !is(Effect::reads, Effect::reads) &&
           !is(Effect::arrives, Effect::arrives) && !is(Effect::arrives, Effect::ends_phase) &&
           !is(Effect::arrives, Effect::reads);
}

/// At a step of a launch, both counted from 0, this process goes on: a thread, by its number in the
/// grid; after the threads come blocks that start, and bulk copies. Or it sleeps: it need not go on
/// before something happens that conflicts with what it would do, since that has been tried.
struct Choice {
    std::uint64_t launch, step, process;
    std::optional<Effect> asleep{}; ///< what it would do
    bool operator==(const Choice&) const = default;
};

/// Which process goes on where nothing is chosen: of those that may, the one that has gone on least
/// often, so that none waits for ever; of several, the first. None if none may. The processes are a map
/// from their numbers; the program decides by this, and so does the explorer, which names only other
/// choices.
template <class Processes>
std::optional<std::uint64_t> usual_process(const Processes& processes, auto may_go_on, auto steps_of) {
    const typename Processes::value_type* usual = nullptr;
    for (const auto& process : processes)
        if (may_go_on(process) && (!usual || steps_of(process) < steps_of(*usual))) usual = &process;
    return usual ? std::optional(usual->first) : std::nullopt;
}

/// Which of the blocks that wait for a place gets one where nothing is chosen: the last, since GPUs
/// start blocks in order, mostly, and programs get to rely on it. There is one.
template <class Blocks>
auto usual_block(const Blocks& in_order) {
    return *std::prev(in_order.end());
}

/// The order in which nothing is chosen.
inline constexpr std::string_view no_choices = "none";

/// "2.5=33,2.9~7w": at step 5 of launch 2 process 33 goes on, at step 9 process 7 sleeps.
inline std::string text(const std::vector<Choice>& choices) {
    std::string text;
    for (const Choice& c : choices) {
        text += (text.empty() ? "" : ",") + std::to_string(c.launch) + "." + std::to_string(c.step) +
                (c.asleep ? "~" : "=") + std::to_string(c.process);
        if (c.asleep) text += static_cast<char>(*c.asleep);
    }
    return text.empty() ? std::string(no_choices) : text;
}

/// The choices that a text names; none if it names no choices.
inline std::optional<std::vector<Choice>> parse_choices(std::string_view text) {
    std::vector<Choice> choices;
    if (text == no_choices) return choices;
    const auto take_number = [&](std::uint64_t& number) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        return error == std::errc{};
    };
    const auto take_one_of = [&](std::string_view characters) {
        if (text.empty() || characters.find(text.front()) == characters.npos) return '\0';
        const char taken = text.front();
        text.remove_prefix(1);
        return taken;
    };
    for (;;) {
        Choice& c = choices.emplace_back();
        if (!take_number(c.launch) || !take_one_of(".") || !take_number(c.step)) return std::nullopt;
        const char how = take_one_of("=~");
        if (!how || !take_number(c.process)) return std::nullopt;
        if (how == '~') {
            const char effect = take_one_of("rwaep");
            if (!effect) return std::nullopt;
            c.asleep = Effect{effect};
        }
        if (text.empty()) return choices;
        if (!take_one_of(",")) return std::nullopt;
    }
}

} // namespace scanlab::sim
