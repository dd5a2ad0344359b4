#include "machine/threads/choices.hpp"

#include "machine/memory/memory.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/settings.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scanlab::sim::choices {

const bool on = !settings().choices.empty() || !settings().trace.empty();

namespace {

/// What a process is about to do, where, and where in memory it would look.
struct Intent {
    Operation operation{};
    const volatile void* value = nullptr;
    const void* pc = nullptr;
};

/// What a process saw when it looked at memory.
struct Look {
    std::uint64_t step;
    bool has_learned_nothing; ///< what it saw, no thread has written
    const void* pc;
    std::uint64_t address;
    const volatile void* value_at;
    std::size_t bytes;
    std::array<unsigned char, 16> value{};
    bool has_changed = false; ///< even if it is the same again

    Look(const Intent& i, std::uint64_t step_, bool has_learned_nothing_)
        : step(step_), has_learned_nothing(has_learned_nothing_), pc(i.pc),
          address(i.operation.address), value_at(i.value),
          bytes(std::min<std::size_t>(i.operation.bytes, sizeof value)) {
        std::memcpy(value.data(), const_cast<const void*>(value_at), bytes);
    }
    bool still_holds() const {
        return !has_changed && std::memcmp(value.data(), const_cast<const void*>(value_at), bytes) == 0;
    }
};

struct Process {
    bool waits = false, can_go_on = false, is_known_to_wait = false;
    Intent wants{};
    std::uint64_t steps = 0;
    std::optional<Effect> asleep;
    std::vector<Look> looks; ///< since it last did anything but look

    /// What it would do, since it sleeps.
    Operation as_asleep() const { return {*asleep, wants.operation.address, wants.operation.bytes}; }

    /// What it has looked at since it came by here before; empty if it has not.
    std::span<const Look> round() const {
        const auto before = std::ranges::find_if(looks, [&](const Look& l) {
            return l.pc == wants.pc && l.address == wants.operation.address;
        });
        return {before, looks.end()};
    }
    /// Whether it comes by a second time, and all that it has seen is still as it was: it waits in a
    /// loop.
    bool spins() const { return !round().empty() && std::ranges::all_of(round(), &Look::still_holds); }
    /// Whether it is as if it had not looked yet.
    bool has_looked_in_vain() const {
        return waits && spins() && std::ranges::all_of(round(), &Look::has_learned_nothing);
    }
};

/// What the explorer reads: see common/simulator/tools/explore/order_trace.hpp.
class Trace {
public:
    void add(char what, std::initializer_list<std::uint64_t> numbers) {
        line(what);
        for (const std::uint64_t n : numbers) (text_ += ' ') += std::to_string(n);
    }
    void add(char what, std::uint64_t process, const Operation& o) {
        line(what);
        text_ += ' ' + std::to_string(process) + ' ' + static_cast<char>(o.effect) + ' ' +
                 std::to_string(o.address) + ' ' + std::to_string(o.bytes);
    }
    void add(char what, std::span<const std::uint64_t> numbers) {
        line(what);
        for (const std::uint64_t n : numbers) (text_ += ' ') += std::to_string(n);
    }
    void add(char what) { line(what); }
    std::size_t end() const { return text_.size(); }
    void forget_after(std::size_t end) { text_.resize(end); }

    void write() {
        if (std::FILE* const file = std::fopen(settings().trace.c_str(), "a")) {
            text_ += '\n';
            std::fputs(text_.c_str(), file);
            std::fclose(file);
        }
        text_.clear();
    }

private:
    void line(char what) {
        if (!text_.empty()) text_ += '\n';
        text_ += what;
    }
    std::string text_;
};

struct State {
    std::vector<Choice> choices = parse_choices(settings().choices).value_or(std::vector<Choice>{});
    std::uint64_t launches = 0;
    std::map<std::uint64_t, Process> processes; ///< of the running launch
    std::uint64_t step = 0;
    std::optional<std::uint64_t> running;
    Intent does{};    ///< the process that runs
    Operation done{}; ///< as it turned out
    bool has_looked = false, is_last_resort = false;
    std::size_t before_last_resort = 0; ///< where in the trace
    std::unordered_map<std::uint64_t, std::uint64_t> met_at_step;
    std::vector<std::vector<std::uint64_t>> synchronisations; ///< of the step that runs
    std::set<std::uint64_t> changed; ///< addresses, by threads of the running launch, where others look
    std::set<std::uintptr_t> written; ///< words of 8 bytes, since the program started
    Trace trace;
};

State& state() {
    static State& instance = *new State; // outlives what launches at the program's end
    return instance;
}

constexpr std::uintptr_t word = 8;

[[noreturn]] void end_program(const char* why, int code) {
    State& s = state();
    if (why)
        std::fprintf(stderr, "scanlab: launch %llu, step %llu: %s\n",
                     static_cast<unsigned long long>(s.launches),
                     static_cast<unsigned long long>(s.step), why);
    if (!settings().trace.empty()) s.trace.write();
    std::fflush(nullptr);
    std::_Exit(code);
}

/// The process that the user, or the explorer, wants here.
std::optional<std::uint64_t> wanted_here() {
    const State& s = state();
    for (const Choice& c : s.choices)
        if (!c.asleep && c.launch == s.launches && c.step == s.step) return c.process;
    return std::nullopt;
}

void put_to_sleep() {
    State& s = state();
    for (const Choice& c : s.choices)
        if (c.asleep && c.launch == s.launches && c.step == s.step)
            s.processes[c.process].asleep = c.asleep;
}

void note_change() {
    const Operation& done = state().done;
    for (std::uint64_t at = 0; at < done.bytes; ++at) state().changed.insert(done.address + at);
    for (auto& [number, p] : state().processes)
        for (Look& look : p.looks)
            look.has_changed |=
                look.address < done.address + done.bytes && done.address < look.address + look.bytes;
}

/// What the last step has done is known when the next one is chosen.
void end_step() {
    State& s = state();
    if (!s.running) return;
    Process& p = s.processes[*s.running];
    if (s.has_looked)
        p.looks.emplace_back(s.does, s.step, !s.changed.contains(s.done.address));
    else if (s.does.operation.effect != Effect::pauses)
        p.looks.clear();
    // An update that changes nothing can be no more than looked at.
    if (s.done.effect == Effect::writes && s.has_looked) s.done.effect = Effect::reads;
    if (s.done.effect == Effect::writes) note_change();
    if (s.has_looked && p.has_looked_in_vain() && p.round().back().step == s.step)
        s.done.effect = Effect::pauses; // wakes nobody
    s.trace.add(s.is_last_resort ? 'f' : 'd', *s.running, s.done);
    for (const auto& synchronisation : s.synchronisations) s.trace.add('m', synchronisation);
    s.synchronisations.clear();
    for (auto& [number, other] : s.processes)
        if (other.asleep && conflict(other.as_asleep(), s.done)) other.asleep.reset();
    s.running.reset();
    ++s.step;
}

void begin_step(std::uint64_t number, bool last_resort) {
    State& s = state();
    if (last_resort && !s.is_last_resort) s.before_last_resort = s.trace.end();
    Process& p = s.processes[number];
    p.waits = p.can_go_on = p.is_known_to_wait = false;
    p.asleep.reset();
    ++p.steps;
    s.running = number;
    s.is_last_resort = last_resort;
    s.does = p.wants;
    s.done = p.wants.operation;
    if (s.done.effect == Effect::writes) s.done.effect = Effect::reads; // until it has stored
    s.has_looked = false;
}

void note_who_can_go_on() {
    State& s = state();
    for (auto& [number, p] : s.processes) {
        if (!p.waits || p.can_go_on) continue;
        if (p.spins()) {
            if (p.has_looked_in_vain() && !std::exchange(p.is_known_to_wait, true))
                for (const Look& look : p.round()) s.trace.add('v', {look.step});
            continue;
        }
        p.can_go_on = true;
        s.trace.add('+', number, p.wants.operation);
    }
}

std::optional<std::uint64_t> next_in_turn(auto is_candidate) {
    return usual_process(
        state().processes, [&](const auto& process) { return is_candidate(process.second); },
        [](const auto& process) { return process.second.steps; });
}

/// What memory holds that has been written and not been freed.
std::uint64_t fingerprint_of_memory() {
    std::uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3u; };
    const auto beginning_of = [](const void* variable) {
        const platform::Image* const image = platform::image_of(variable);
        return reinterpret_cast<std::uintptr_t>(image ? image->begin : nullptr);
    };
    for (const std::uintptr_t address : state().written) {
        const auto* const at = reinterpret_cast<const void*>(address);
        const bool on_device = memory::is_device_address(at);
        if (on_device) {
            const auto allocation = memory::find(at);
            if (!allocation || !allocation->live) continue;
        }
        std::uint64_t value = 0;
        std::memcpy(&value, at, word);
        add(address -
            (on_device ? memory::device_range.begin : beginning_of(at))); // the same in every run
        add(value);
    }
    return hash;
}

} // namespace

void begin_launch() {
    State& s = state();
    s.processes.clear();
    s.changed.clear();
    s.met_at_step.clear();
    s.synchronisations.clear();
    s.step = 0;
    s.running.reset();
    s.is_last_resort = false;
    s.trace.add('L', {s.launches});
}

void end_launch() {
    end_step();
    note_who_can_go_on();
    State& s = state();
    s.trace.add('E', {fingerprint_of_memory()});
    if (settings().trace.empty())
        s.trace.forget_after(0);
    else
        s.trace.write();
    ++s.launches;
}

void offer(std::uint64_t process, const Operation& operation, const volatile void* value,
           const void* pc) {
    Process& p = state().processes[process];
    p.waits = true;
    p.wants = {operation, value, pc};
}

std::optional<std::uint64_t> next() {
    State& s = state();
    end_step();
    note_who_can_go_on();
    put_to_sleep();
    const auto goes = next_in_turn([](const Process& p) { return p.can_go_on; });
    if (!goes) {
        const auto last_resort = next_in_turn([](const Process& p) { return p.waits; });
        if (last_resort) begin_step(*last_resort, true);
        return last_resort;
    }
    auto chosen = wanted_here();
    if (chosen && !s.processes[*chosen].can_go_on)
        end_program("the process that was chosen cannot go on: these choices are of another program",
                    2);
    if (!chosen) chosen = next_in_turn([](const Process& p) { return p.can_go_on && !p.asleep; });
    if (!chosen) {
        s.trace.add('x');
        end_program(nullptr, 0); // it would be like an order that has been tried
    }
    begin_step(*chosen, false);
    return chosen;
}

std::uint64_t next_block(std::span<const std::uint64_t> waiting, std::uint64_t process) {
    State& s = state();
    end_step();
    put_to_sleep();
    std::vector<std::uint64_t> processes;
    for (const std::uint64_t block : waiting) processes.push_back(process + block);
    const std::uint64_t chosen = wanted_here().value_or(usual_block(processes));
    if (std::ranges::find(processes, chosen) == processes.end())
        end_program("the block that was chosen cannot start: these choices are of another program", 2);
    s.trace.add('b', processes);
    s.trace.add('s', {chosen});
    ++s.step;
    return chosen - process;
}

bool is_last_resort() { return state().is_last_resort; }

std::size_t waiting() {
    return static_cast<std::size_t>(
        std::ranges::count_if(state().processes, [](const auto& entry) { return entry.second.waits; }));
}

void give_up() {
    State& s = state();
    if (s.is_last_resort) s.trace.forget_after(s.before_last_resort);
    s.running.reset();
}

void looked() { state().has_looked = true; }
void goes_astray() {
    static constexpr decltype(Look::value) zeros{};
    state().does.value = zeros.data();
}
void stored() { state().done.effect = Effect::writes; }
void ended_phase() {
    if (state().done.effect == Effect::arrives) state().done.effect = Effect::ends_phase;
}

void met(std::uint64_t group, std::span<const std::uint64_t> processes) {
    State& s = state();
    const std::uint64_t steps = s.step + s.running.has_value();
    if (steps == 0 || std::exchange(s.met_at_step[group], steps) == steps) return; // nothing new
    if (s.running)
        s.synchronisations.emplace_back(processes.begin(), processes.end());
    else
        s.trace.add('m', processes);
}

void wrote(std::uintptr_t address, std::size_t bytes) {
    const auto first = address / word * word;
    for (std::uintptr_t at = first; at < address + bytes; at += word) state().written.insert(at);
}

} // namespace scanlab::sim::choices
