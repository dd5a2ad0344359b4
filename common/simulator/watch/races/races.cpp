#include "watch/races/races.hpp"

#include "findings/findings.hpp"
#include "findings/source_lines.hpp"
#include "findings/wording.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/threads/async_copies.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/variables.hpp"
#include "watch/races/gaps.hpp"
#include "watch/races/happens_before.hpp"
#include "watch/races/missing_order.hpp"
#include "watch/races/work_races.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace scanlab::sim {

using places::strength_in;
using shadow::RememberedRead;
using shadow::RememberedReads;
using shadow::Word;

bool write_to_settle = false;
bool histories_say_all = true;

namespace {

places::Nature nature_of(std::uint32_t access) { return places::nature_of(shadow::place_in(access)); }
unsigned size_class(std::size_t bytes) { return static_cast<unsigned>(std::countr_zero(bytes)); }

// --- reporting --------------------------------------------------------------------------------------

ThreadPosition position_of_lane(Epoch epoch, LaneMask lanes) {
    const unsigned lane = static_cast<unsigned>(std::countr_zero(lanes));
    return position_in_grid(order::block_in_grid(epoch),
                            order::living(epoch).warp * lanes_per_warp + lane);
}

bool in_same_block(const Access& a, const Earlier& e) {
    return order::living(e.epoch).block == a.thread.warp->block->watched.number;
}

/// Whether the running thread does it by a bulk copy.
bool is_by_copy(const Access& a) { return order::is_copy(a.thread.warp->watched.epoch[a.thread.lane]); }

bool is_in_same_warp(const Access& a, const Earlier& e) {
    return in_same_block(a, e) && order::living(e.epoch).warp == a.thread.warp->number_in_block();
}

/// Lanes of a warp that talk by volatile accesses to shared memory count on running in lockstep.
bool count_on_lockstep(const Access& a, const Earlier& e) {
    return a.is_shared && a.strength == Strength::is_volatile &&
           strength_in(e.access) == Strength::is_volatile && is_in_same_warp(a, e);
}

/// "Morally strong" (PTX ISA, memory consistency model), but for lanes that count on lockstep.
bool may_go_together(const Access& a, const Earlier& e) {
    const Strength other = strength_in(e.access);
    if (a.strength == Strength::plain || other == Strength::plain) return false;
    if (nature_of(e.access).size_class != size_class(a.bytes)) return false;
    if (count_on_lockstep(a, e)) return false;
    const Strength least = in_same_block(a, e)                       ? Strength::atomic_in_block
                           : order::on_one_device(e.epoch, a.thread) ? Strength::atomic_in_device
                                                                     : Strength::atomic_in_system;
    const auto reaches = [least](Strength s) { return s == Strength::is_volatile || s >= least; };
    return reaches(a.strength) && reaches(other);
}

std::string hint_of_scope(const Access& a, const Earlier& e) {
    const Strength one = a.strength, other = strength_in(e.access);
    if (one == Strength::atomic_in_thread || other == Strength::atomic_in_thread)
        return "An atomic of thread scope is atomic for its own thread only. Use block scope between "
               "threads of one block, and device scope between blocks.";
    if (one == Strength::plain || other == Strength::plain || may_go_together(a, e))
        return "A fence or an atomic on the way from one to the other works for its own block only. "
               "Between blocks, use `__threadfence()` and atomics of device scope.";
    return "Both accesses are atomic, but one of them for its own block only. Between blocks, use "
           "atomics of device scope.";
}

std::string hint(FindingKind kind, const Access& a, const Earlier& e) {
    const Epoch own = a.thread.warp->watched.epoch[a.thread.lane];
    if ((is_by_copy(a) || order::is_copy(e.epoch)) && !order::is_bulk_copy(own) &&
        !order::is_bulk_copy(e.epoch))
        return "An asynchronous copy goes on by itself. Its thread may read the data only after it has "
               "waited for the copy (`cg::wait()`, `consumer_wait()`, `__pipeline_wait_prior()`, "
               "`cp.async.wait_group`, or the barrier that the copy was given). Other threads may read "
               "it after a barrier that follows.";
    if (is_by_copy(a) || order::is_copy(e.epoch))
        return "A bulk copy goes on by itself. Wait for the phase of its mbarrier before you read what "
               "it loads. Let the thread that has started it wait for its group before anybody "
               "overwrites "
               "what it stores. And before it overwrites what others read, its thread has to know "
               "that they have read it.";
    const Strength other_strength = strength_in(e.access);
    if (kind == FindingKind::missing_order)
        return "Each of the two happens as a whole, but either may come first. If the order matters, "
               "release and acquire a flag between them, or take the same lock, with its fences.";
    if (kind == FindingKind::race_scope) return hint_of_scope(a, e);
    if (order::would_be_ordered_by_fence(e.epoch, e.lanes, a.thread))
        return "This thread saw the flag, but it may still see old data. Read the flag with "
               "`cuda::memory_order_acquire`, or put a `__threadfence()` after the read.";
    if (a.strength == Strength::is_volatile && other_strength == Strength::is_volatile)
        return "The threads of a warp do not always run in lockstep, and `volatile` does not make "
               "them. Put a `__syncwarp()` after every step.";
    if (a.strength != Strength::plain && other_strength != Strength::plain)
        return "Atomics of different sizes see each other's bytes in no defined way. Always access "
               "this memory as the same type.";
    if (a.strength != Strength::plain || other_strength != Strength::plain)
        return "One of these accesses is atomic and the other is not, so the atomic one gives no "
               "protection. Make both atomic, or put a barrier between them.";
    if (!in_same_block(a, e))
        return "These two threads are in different blocks, and blocks run in any order. Let the second "
               "one come in a later launch. Within one launch you need `grid.sync()`, or a flag: the "
               "first one releases it after its access (fence first, then the flag), and the second "
               "one acquires it before its own.";
    if (!a.is_shared)
        return "If many threads add to one number, use `atomicAdd()`. If the two threads are always in "
               "the same block, put a `__syncthreads()` between the accesses. Otherwise no barrier "
               "helps: read from one array and write to another, or split the work into two launches.";
    return std::string(barrier_hint) +
           " If there is one already, make sure that every thread of the block reaches it, and that no "
           "index is wrong. In a loop, also check the way from the end of one round to the beginning "
           "of the next. (Between threads of one warp, `__syncwarp()` is enough. Shuffles and votes "
           "do not order memory.)";
}

const char* verdict(FindingKind kind) {
    return kind == FindingKind::race_scope
               ? " The synchronisation between them has a scope that does not include both."
           : kind == FindingKind::missing_order
               ? " Both are atomic or volatile, but nothing decides which of the two comes first."
               : " Nothing decides which of the two comes first.";
}

Finding race(FindingKind kind, const Access& a, const Earlier& e, bool by_copy,
             const std::string& verdict) {
    const auto variable = variable_at(a.address, a.bytes, a.thread, a.pc);
    const ThreadPosition other = position_of_lane(e.epoch, e.lanes);
    Finding f{.kind = kind,
              .at = source_line(a.pc),
              .other = source_line(pc_in(e.access)),
              .position = position_of(a.thread),
              .other_position = other};
    std::string what = "this address";
    if (variable) {
        f.variable = variable->name;
        f.index = variable->index_of(a.address);
        what = variable->element(a.address);
    }
    const bool is_bulk = order::is_bulk_copy(e.epoch) ||
                         order::is_bulk_copy(a.thread.warp->watched.epoch[a.thread.lane]);
    const auto who = [is_bulk, same_block = in_same_block(a, e)](const ThreadPosition& p, bool copies) {
        return (!copies   ? ""
                : is_bulk ? "a bulk copy of "
                          : "an asynchronous copy of ") +
               thread_name(p.thread) + (same_block ? "" : " of " + block_name(p.block));
    };
    const bool in_one_line = f.other == f.at;
    f.message = sentence(who(*f.position, by_copy)) + " " + verb(a.is_write, a.strength) + " " + what +
                (in_one_line ? "" : " here") + ", and " + who(other, order::is_copy(e.epoch)) + " " +
                verb(e.is_write, strength_in(e.access)) + " it" +
                (in_one_line ? " on the same line." : " " + text_beside(f.at, f.other) + ".") + verdict;
    f.details.push_back("other: " + describe(other));
    f.hint = hint(kind, a, e);
    if (is_race(f)) f.gap = gap_of_accesses(a, e, f, in_same_block(a, e));
    return f;
}

RepeatedFindings& reported_races() {
    static RepeatedFindings& instance = *new RepeatedFindings;
    return instance;
}

/// Words are found for the first ones of a pair of places only.
std::uint64_t key_of(FindingKind kind, const Access& a, const Earlier& e) {
    return std::uint64_t{shadow::place_in(e.access)} << 32 | places::place_of(a.pc) |
           static_cast<std::uint64_t>(kind) << 58;
}

/// A plain read against an atomic write is no race if it only guesses what a compare-and-exchange of
/// its thread then checks.
struct Guess {
    std::uint64_t key;
    std::size_t finding; ///< its number in Suspects::findings
};
struct Reading {
    std::uint64_t thread; ///< as process() numbers it
    std::uintptr_t word;
    bool operator==(const Reading&) const = default;
};
struct HashOfReading {
    std::size_t operator()(const Reading& r) const { return r.thread * 0x9E3779B97F4A7C15u ^ r.word; }
};
struct SuspectRead {
    const void *read_at, *read_again_at;
    Finding finding;
    long long count;
};
struct Suspects {
    std::unordered_map<Reading, std::vector<Guess>, HashOfReading> guesses;
    std::map<std::uint64_t, std::vector<std::size_t>> of_key; ///< numbers of findings
    std::deque<Finding> findings;
    std::map<std::uint64_t, SuspectRead> uninitialized; ///< by place
    std::unordered_set<const void*> racing; ///< reads that race, which is why they come too early
};
/// Each plain read asks whether it confirms a guess: so there is no guard around its first use.
Suspects& suspects() {
    static Suspects* instance = nullptr;
    if (!instance) [[unlikely]]
        instance = new Suspects;
    return *instance;
}

void confirm(const std::vector<Guess>& guesses) {
    const Unobserved unobserved;
    for (const Guess& guess : guesses)
        if (!reported_races().count_again(guess.key))
            reported_races().add(guess.key, report(suspects().findings[guess.finding]));
}

/// The thread has read the word again without having checked what it had read before.
void confirm_guesses_of(const Access& a) {
    for (std::uintptr_t word = a.address & ~std::uintptr_t{3}; word < a.address + a.bytes; word += 4)
        if (auto found = suspects().guesses.extract({process(a.thread), word})) confirm(found.mapped());
}

bool is_plain_read(bool is_write, Strength strength) {
    return !is_write && strength == Strength::plain;
}

/// The finding of a guess that may turn out to be none: of a pair of places a few are put into words.
Guess guess_of(std::uint64_t key, const Access& a, const Earlier& e, FindingKind kind) {
    constexpr std::size_t enough = 64;
    std::vector<std::size_t>& known = suspects().of_key[key];
    if (known.size() < enough) {
        known.push_back(suspects().findings.size());
        suspects().findings.push_back(race(kind, a, e, is_by_copy(a), verdict(kind)));
    }
    return {key, known.back()};
}

void suspect_of_guessing(FindingKind kind, const Access& a, const Earlier& e, std::uintptr_t word) {
    const std::uint64_t key = key_of(kind, a, e);
    histories_say_all = false;
    if (!a.is_write) {
        suspects().guesses[{process(a.thread), word}].push_back(guess_of(key, a, e, kind));
        return;
    }
    for (LaneMask rest = e.lanes; rest != 0; rest &= rest - 1) {
        Earlier one = e;
        one.lanes = rest & -rest;
        if (order::ordered(e.epoch, one.lanes, a.thread)) continue; // the thread itself, for example
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        suspects().guesses[{order::process(e.epoch, lane), word}].push_back(
            guess_of(key, a, one, kind));
    }
}

/// A plain read by the host against an atomic write is a guess, too, if a compare-and-exchange comes
/// next.
struct GuessOfHost {
    std::uint64_t key;
    std::uintptr_t word;
};
std::optional<GuessOfHost> guess_of_host;
/// By key: it may be put into words before it turns out to be none.
std::map<std::uint64_t, Finding>& guesses_of_host() {
    static auto& instance = *new std::map<std::uint64_t, Finding>;
    return instance;
}

bool may_be_guess_of_host(const Access& a, const Earlier& e) {
    return order::work_of(a.thread).kind == Work::Kind::host && is_plain_read(a.is_write, a.strength) &&
           is_atomic(strength_in(e.access));
}

void suspect_host_of_guessing(std::uint64_t key, const Access& a, const Earlier& e, FindingKind kind,
                              std::uintptr_t word) {
    guess_of_host = {key, word};
    if (!guesses_of_host().contains(key))
        guesses_of_host().emplace(key, race_of_works(kind, a, e, word));
}

/// Puts only the first race between two places into words. `word` is the address of the word.
void report_race(FindingKind kind, const Access& a, const Earlier& e, std::uintptr_t word) {
    const Unobserved unobserved;
    const std::uint64_t key = key_of(kind, a, e);
    if (reported_races().count_again(key)) return;
    if (may_go_together(a, e)) {
        if (!missing_order::has_enough_suspects(key))
            missing_order::suspect(word, key, a, e, race(kind, a, e, false, verdict(kind)));
        return;
    }
    if (!a.is_write) suspects().racing.insert(a.pc);
    if (!e.is_write) suspects().racing.insert(pc_in(e.access));
    const Strength other = strength_in(e.access);
    if (may_be_guess_of_host(a, e)) return suspect_host_of_guessing(key, a, e, kind, word);
    if (!order::is_of_same_work(e.epoch, a.thread))
        return reported_races().add(key, report(race_of_works(kind, a, e, word)));
    if ((is_plain_read(a.is_write, a.strength) && is_atomic(other)) ||
        (is_plain_read(e.is_write, other) && is_atomic(a.strength)))
        return suspect_of_guessing(kind, a, e, word);
    reported_races().add(key, report(race(kind, a, e, is_by_copy(a), verdict(kind))));
}

// --- two writes of the same value -------------------------------------------------------------------

struct WriteToSettle {
    Access access;
    Earlier earlier;
    FindingKind kind;
    std::uintptr_t word;
    std::array<unsigned char, 64> before;
};
std::optional<WriteToSettle> unsettled;

/// Not by memcpy() and memcmp(), which may be observed as the program's.
void copy_bytes(unsigned char* to, std::uintptr_t from, std::size_t bytes) {
    const auto* const source = reinterpret_cast<const volatile unsigned char*>(from);
    for (std::size_t i = 0; i < bytes; ++i) to[i] = source[i];
}

/// Told once of two places: whichever of the two comes last, memory holds the same.
void note_same_value(const WriteToSettle& write) {
    static auto& told = *new std::unordered_set<std::uint64_t>;
    if (write.kind == FindingKind::missing_order ||
        !told.insert(key_of(write.kind, write.access, write.earlier)).second)
        return;
    const Unobserved unobserved;
    Finding f = race(write.kind, write.access, write.earlier, false,
                     " Both write the same value, so that their order makes no difference.");
    f.severity = Severity::note;
    f.hint = "Do both write the same value with other inputs, too? If they do not, this is a race.";
    f.gap.reset();
    report(f);
}

void report_unless_same_value(FindingKind kind, const Access& a, const Earlier& e,
                              std::uintptr_t word) {
    if (write_to_settle) return; // the access's first word already is in question
    WriteToSettle write{a, e, kind, word, {}};
    if (a.bytes > write.before.size()) return report_race(kind, a, e, word);
    copy_bytes(write.before.data(), a.address, a.bytes);
    unsettled.emplace(write);
    write_to_settle = true;
}

// --- checking one history ---------------------------------------------------------------------------

/// What an unordered conflict is.
FindingKind kind_of(const Access& a, const Earlier& e, bool go_together) {
    if (order::would_be_ordered_by_wider_scope(e.epoch, e.lanes, a.thread))
        return FindingKind::race_scope;
    if (go_together) return FindingKind::missing_order;
    const Strength other = strength_in(e.access);
    const bool both_strong = a.strength != Strength::plain && other != Strength::plain;
    const bool same_size = nature_of(e.access).size_class == size_class(a.bytes);
    if (both_strong && same_size && !count_on_lockstep(a, e)) return FindingKind::race_scope;
    return a.is_shared ? FindingKind::race_shared : FindingKind::race_global;
}

/// Whether system scope would let the two, which run on two devices, go together, or order them.
bool is_of_too_narrow_scope(const Access& a, const Earlier& e) {
    if (order::on_one_device(e.epoch, a.thread)) return false;
    const bool both_atomic = is_atomic(a.strength) && is_atomic(strength_in(e.access)) &&
                             nature_of(e.access).size_class == size_class(a.bytes);
    return both_atomic || order::would_be_ordered_by_wider_scope(e.epoch, e.lanes, a.thread);
}

/// Does the host set what a kernel looks at again and again, by accesses that see it? A store of the
/// host's is one instruction, which the compiler keeps before the calls that follow.
bool is_signal_of_host(const Access& a, const Earlier& e) {
    const auto sets = [](const Work& work, bool is_write) {
        return work.kind == Work::Kind::host && is_write;
    };
    const auto looks = [](const Work& work, bool is_write, Strength strength) {
        return work.is_launch() && !is_write &&
               (strength == Strength::is_volatile || strength >= Strength::atomic_in_device);
    };
    const Work &own = order::work_of(a.thread), &other = order::work_of(e.epoch);
    return (sets(own, a.is_write) && looks(other, e.is_write, strength_in(e.access))) ||
           (sets(other, e.is_write) && looks(own, a.is_write, a.strength));
}

/// Pairs of places that only the value of an update orders (MemoryOrder::legacy): each is told once.
std::unordered_set<std::uint64_t>& pairs_by_values() {
    static auto& instance = *new std::unordered_set<std::uint64_t>;
    return instance;
}
bool some_are_by_values = false; ///< whether there are any: asked for each conflict

void note_order_by_value(FindingKind kind, const Access& a, const Earlier& e, std::uintptr_t word) {
    const Unobserved unobserved;
    const std::string verdict = " Only the value that an atomic update returned orders the two.";
    Finding f = order::is_of_same_work(e.epoch, a.thread) ? race(kind, a, e, is_by_copy(a), verdict)
                                                          : race_of_works(kind, a, e, word, verdict);
    f.severity = Severity::note;
    f.hint = "PTX's memory model asks for a `__threadfence()` between that update and this access. The "
             "Programming Guide's example of a block that finishes last has none.";
    f.gap.reset();
    report(f);
}

/// Whether something orders the two. If it is only what an update has read, that is told.
bool are_ordered(const Access& a, const Earlier& e, std::uintptr_t word) {
    const std::uint64_t key = key_of(FindingKind::race_global, a, e);
    const bool is_told = some_are_by_values && pairs_by_values().contains(key);
    if (!is_told && order::ordered_by_acquires(e.epoch, e.lanes, a.thread)) return true;
    if (!order::ordered(e.epoch, e.lanes, a.thread)) return false;
    if (!is_told) {
        pairs_by_values().insert(key);
        some_are_by_values = true;
        const bool in_same_work = order::is_of_same_work(e.epoch, a.thread);
        note_order_by_value(in_same_work ? kind_of(a, e, false) : kind_of_works(a, e), a, e, word);
    }
    return true;
}

/// The rule: two accesses of the same bytes, one of them a write, race unless something orders them
/// (order::ordered), or they are strong accesses that may meet (may_go_together). Out of line, because
/// most accesses conflict with none.
[[gnu::noinline]] void check_against(const Access& a, const Earlier& e, std::uintptr_t word) {
    const bool go_together = may_go_together(a, e);
    if (!order::is_of_same_work(e.epoch, a.thread)) {
        if (!go_together && !are_ordered(a, e, word) && !is_signal_of_host(a, e))
            report_race(is_of_too_narrow_scope(a, e) ? FindingKind::race_scope : kind_of_works(a, e), a,
                        e, word);
        return;
    }
    if (go_together ? !missing_order::is_likely(a, e) : are_ordered(a, e, word)) return;
    const FindingKind kind = kind_of(a, e, go_together);
    const bool by_copy = is_by_copy(a) || order::is_copy(e.epoch);
    const bool may_store_the_same =
        a.is_write && e.is_write && !by_copy &&
        (go_together || (!is_atomic(a.strength) && !is_atomic(strength_in(e.access))));
    if (may_store_the_same)
        report_unless_same_value(kind, a, e, word);
    else
        report_race(kind, a, e, word);
}

inline void check_against_write(const Access& a, const Word& w, Epoch epoch, std::uintptr_t word) {
    if (w.write.epoch < a.ordered_below) [[likely]]
        return;
    if (w.write.epoch == epoch && shadow::lane_in(w.write.access()) == a.thread.lane) return;
    check_against(a, {true, w.write.epoch, shadow::lane_bit(w.write.access()), w.write.access()}, word);
}

// --- what has been loaded as read-only --------------------------------------------------------------

bool some_loaded_read_only = false; ///< in this launch

bool is_read_only(std::uint32_t access) { return nature_of(access).reads_read_only; }

/// The load as an access of its thread.
void report_read_only(const Access& a, const Earlier& e) {
    const Unobserved unobserved;
    const std::uint64_t key = key_of(FindingKind::race_global, a, e);
    if (reported_races().count_again(key)) return;
    Finding f = race(FindingKind::race_global, a, e, false,
                     " Both are in the same launch, and a read-only load (`__ldg`) need not see the "
                     "other thread's value, even after a barrier.");
    f.hint = "Use a plain load for memory that some thread writes while the kernel runs.";
    reported_races().add(key, report(f));
}

// --- remembering reads ------------------------------------------------------------------------------

/// So many readers beside others are remembered in a launch; after that, enough of each word for
/// programs that synchronise by barriers alone: any write that conflicts with another conflicts with
/// one of two blocks.
constexpr std::size_t most_readers = std::size_t{1} << 22;
std::size_t readers_remembered = 0;

bool have_two_blocks(RememberedReads& readers) {
    if (!readers.are_of_two_blocks)
        readers.are_of_two_blocks =
            order::living(readers.front().epoch).block != order::living(readers.back().epoch).block;
    return readers.are_of_two_blocks;
}

/// Drops what a later read of the same lane stands for, and what is ordered before this access.
void prune(RememberedReads& readers, const Access& a) {
    struct Way {
        std::array<std::uint32_t, 4> way; ///< block, warp, strength and whether as read-only
        std::size_t reader;
    };
    static std::vector<Way>& ways = *new std::vector<Way>; // keeps its storage
    ways.clear();
    for (std::size_t i = 0; i < readers.size(); ++i) {
        const order::Living& who = order::living(readers[i].epoch);
        const places::Nature nature = nature_of(readers[i].access);
        ways.push_back({{who.block, who.warp, nature.strength, nature.reads_read_only}, i});
    }
    std::ranges::sort(ways, [](const Way& a, const Way& b) {
        return a.way != b.way ? a.way < b.way : a.reader > b.reader;
    });
    LaneMask seen = 0; // later ones stand first
    for (std::size_t i = 0; i < ways.size(); ++i) {
        if (i == 0 || ways[i].way != ways[i - 1].way) seen = 0;
        RememberedRead& r = readers[ways[i].reader];
        const places::Nature nature = nature_of(r.access);
        r.lanes &= ~std::exchange(seen, seen | r.lanes);
        if (r.lanes != 0 && a.strength == Strength::plain && !nature.reads_read_only &&
            order::ordered(r.epoch, r.lanes, a.thread))
            r.lanes = 0;
    }
    static std::vector<RememberedRead>& kept = *new std::vector<RememberedRead>;
    kept.clear();
    for (std::size_t i = 0; i < readers.size(); ++i)
        if (readers[i].lanes != 0) kept.push_back(readers[i]);
    readers.assign(kept);
}

void add_reader(const Access& a, Word& w, Epoch epoch) {
    RememberedReads& readers = shadow::readers_of(w);
    if (readers_remembered > most_readers && have_two_blocks(readers)) {
        platform::refuse_to_work_as_copy(); // the other one would not see that the word was read
        return;
    }
    constexpr std::size_t look_back = 32;
    if (epoch <= w.read.epoch) // else none of them, which have no later one, is of this epoch
        for (std::size_t i = readers.size(), n = 0; i-- > 0 && n < look_back; ++n)
            if (RememberedRead& r = readers[i];
                r.epoch == epoch && shadow::place_in(r.access) == places::place_of(a.pc)) {
                r.lanes |= a.thread.bit();
                return;
            }
    constexpr std::size_t few = 8;
    if (readers.size() >= few && std::has_single_bit(readers.size())) prune(readers, a);
    ++readers_remembered;
    readers.push_back({epoch, a.thread.bit(), remembered(a)});
    w.read = {std::max<Epoch>(w.read.epoch, epoch), w.read.access()};
}

} // namespace

void remember_read_beside_others(const Access& a, Word& w, Epoch epoch) {
    if (!w.has_several_readers()) {
        const Word::Access r = w.read;
        if (r.epoch == epoch && r.access() == remembered(a)) return;
        // Whether an atomic read is ordered after one of long ago would take long to find out.
        const bool stands_for_it = a.strength == Strength::plain && !is_read_only(r.access()) &&
                                   order::ordered(r.epoch, shadow::lane_bit(r.access()), a.thread);
        // Copies of large arrays at the same time read more words than have room for several; of those
        // the last read is known.
        if (stands_for_it || !shadow::has_room_for_several()) {
            w.read = {epoch, remembered(a)};
            return;
        }
        shadow::remember_several(w);
    } else if (shadow::is_forgotten(w)) { // by copies of another launch, whose epochs are the largest
        w.read = {epoch, remembered(a)};
        return;
    }
    add_reader(a, w, epoch);
}

namespace {

inline void forget_reads(Word& w) {
    if (w.has_several_readers()) [[unlikely]]
        shadow::forget_readers(w);
    w.read = {};
}

inline void remember_read(const Access& a, Word& w, Epoch epoch) {
    if (w.read.epoch >= a.ordered_below) return remember_read_beside_others(a, w, epoch);
    forget_reads(w);
    w.read = {epoch, remembered(a)};
}

inline void read_word(const Access& a, Word& w, Epoch epoch, std::uintptr_t word) {
    check_against_write(a, w, epoch, word);
    remember_read(a, w, epoch);
}

void check_against_read(const Access& a, const RememberedRead& r, Epoch epoch, std::uintptr_t word) {
    const Earlier e{false, r.epoch, r.epoch == epoch ? r.lanes & ~a.thread.bit() : r.lanes, r.access};
    const auto in_this_launch = [&] {
        return r.epoch >= order::launch_begins_at && order::is_of_same_work(r.epoch, a.thread);
    };
    if (is_read_only(r.access) && in_this_launch() && order::ordered(r.epoch, r.lanes, a.thread))
        report_read_only(a, {false, r.epoch, r.lanes, r.access});
    else if (e.lanes != 0)
        check_against(a, e, word);
}

[[gnu::noinline]] void check_against_reads(const Access& a, const Word& w, Epoch epoch,
                                           std::uintptr_t word) {
    if (!w.has_several_readers())
        return check_against_read(a, {w.read.epoch, shadow::lane_bit(w.read.access()), w.read.access()},
                                  epoch, word);
    if (shadow::is_forgotten(w)) return;
    const RememberedReads& readers = shadow::readers_of(w);
    for (std::size_t i = 0; i < readers.size(); ++i)
        if (readers[i].epoch >= a.ordered_below) check_against_read(a, readers[i], epoch, word);
}

inline void write_after_write(const Access& a, Word& w, Epoch epoch, std::uintptr_t word) {
    if (w.read.epoch >= a.ordered_below) check_against_reads(a, w, epoch, word);
    forget_reads(w);
    w.write = {epoch, remembered(a)};
}

inline void write_word(const Access& a, Word& w, Epoch epoch, std::uintptr_t word) {
    check_against_write(a, w, epoch, word);
    write_after_write(a, w, epoch, word);
}

/// Calls `visit` with every history that the access concerns, of whole words or of bytes, and with the
/// word's address.
template <class Visit>
inline void for_each_history(std::uintptr_t address, std::size_t bytes, Word* word, Visit visit) {
    const std::size_t offset = address % shadow::word_bytes;
    const std::uintptr_t begin = address - offset;
    if ((offset | bytes % shadow::word_bytes) == 0) [[likely]] {
        for (std::size_t i = 0; i < bytes / shadow::word_bytes; ++i) {
            const std::uintptr_t at = begin + i * shadow::word_bytes;
            if (word[i].write.epoch != Word::split) [[likely]] {
                visit(word[i], at);
            } else {
                Word* histories = shadow::bytes_of(word[i]);
                for (int k = 0; k < 4; ++k) visit(histories[k], at);
            }
        }
        return;
    }
    for (std::size_t i = offset; i < offset + bytes; ++i)
        visit(shadow::bytes_of(word[i / shadow::word_bytes])[i % shadow::word_bytes],
              begin + i / shadow::word_bytes * shadow::word_bytes);
}

} // namespace

Word* history_of(std::uintptr_t address, const Block& block) {
    if (memory::is_device_address(reinterpret_cast<const void*>(address)))
        return shadow::device_word(address);
    if (block.has_shared(address)) return shared_word(block, address);
    return may_be_device_variable(address) ? shadow::variable_word(address) : nullptr;
}

bool observe_access(Access& a, Word* word, Epoch since) {
    if (some_loaded_read_only && !a.is_shared)
        a.ordered_below = std::min(a.ordered_below, order::launch_begins_at);
    if (a.strength != Strength::plain) {
        places::Nature& nature = places::nature_of(places::place_of(a.pc));
        nature.strength = static_cast<unsigned>(a.strength) & 7u;
        nature.size_class = size_class(a.bytes) & 7u;
    } else if (!a.is_write && !suspects().guesses.empty()) {
        confirm_guesses_of(a);
    }
    const Epoch epoch = a.thread.warp->watched.epoch[a.thread.lane];
    bool written = false;
    for_each_history(a.address, a.bytes, word, [&](Word& w, std::uintptr_t at) {
        written |= w.write.epoch >= since;
        a.is_write ? write_word(a, w, epoch, at) : read_word(a, w, epoch, at);
    });
    return written;
}

void observe_use_of_storage(const Access& use) {
    const Epoch epoch = use.thread.warp->watched.epoch[use.thread.lane];
    Access as_read = use; // what others have written there is not the same
    as_read.is_write = false;
    Word* const word = shared_word(*use.thread.warp->block, use.address);
    for_each_history(use.address, use.bytes, word, [&](Word& w, std::uintptr_t at) {
        if (!use.is_write) return remember_read(use, w, epoch);
        check_against_write(as_read, w, epoch, at);
        write_after_write(use, w, epoch, at);
    });
}

void note_nature(const AtomicAccess& a) {
    places::nature_of(places::place_of(a.pc)).modifies =
        a.kind != AtomicKind::load && a.kind != AtomicKind::store;
}

void observe_read_only_load(const Thread& thread, const MemoryAccess& load) {
    const Block& block = *thread.warp->block;
    Word* const history = block.has_shared(load.address) ? nullptr : history_of(load.address, block);
    if (!history) return;
    some_loaded_read_only = true;
    histories_say_all = false;
    places::nature_of(places::place_of(load.pc)).reads_read_only = 1;
    const Access a{thread, load.pc,         load.address, load.bytes,
                   false,  Strength::plain, false,        order::launch_begins_at};
    const Epoch epoch = thread.warp->watched.epoch[thread.lane];
    for_each_history(a.address, a.bytes, history, [&](Word& w, std::uintptr_t) {
        const Earlier write{true, w.write.epoch, shadow::lane_bit(w.write.access()), w.write.access()};
        const bool in_this_launch =
            write.epoch >= order::launch_begins_at && !order::is_copy(write.epoch);
        if (in_this_launch && order::ordered(write.epoch, write.lanes, thread))
            report_read_only(a, write);
        const bool is_only_reader = !w.has_several_readers() && w.read.epoch == epoch &&
                                    shadow::lane_in(w.read.access()) == thread.lane;
        if (is_only_reader)
            w.read = {epoch, remembered(a)}; // the plain read that the load is, too
        else
            remember_read_beside_others(a, w, epoch);
    });
}

// --- bulk copies ------------------------------------------------------------------------------------

namespace {
void report_unfenced(const Access& a, const Earlier& e) {
    const Unobserved unobserved;
    const std::uint64_t pair =
        key_of(a.is_shared ? FindingKind::race_shared : FindingKind::race_global, a, e);
    if (reported_races().count_again(pair)) return;
    Finding f =
        race(a.is_shared ? FindingKind::race_shared : FindingKind::race_global, a, e, true,
             e.is_write ? " Without a fence between the two, a copy need not see the data that "
                          "threads have written."
                        : " Without a fence between the two, a copy need not wait for the reads "
                          "of threads.");
    f.hint = std::string("Call `fence_proxy_async()` in the thread that has ") +
             (e.is_write ? "written" : "read") +
             ", before it tells the thread that starts the copy. Or call it in that thread, before it "
             "starts the copy.";
    if (a.is_write) f.severity = Severity::warning; // GPUs of today start no copy so early
    reported_races().add(pair, report(f));
}
} // namespace

void check_fenced(const Access& a, Epoch written_in, unsigned lane, const void* written_at) {
    const Earlier write{true, written_in, LaneMask{1} << lane, remembered(written_at, lane)};
    if (!order::fenced_for_copies(write.epoch, write.lanes, a.thread)) report_unfenced(a, write);
}

void check_fenced(const Access& access) {
    Access a = access;
    const Block& block = *a.thread.warp->block;
    a.is_shared = block.has_shared(a.address);
    Word* const history = history_of(a.address, block);
    if (!history) return; // no memory, which is a finding of its own
    const Epoch since = a.is_shared ? block.watched.first_epoch : order::all_ordered_below;
    const auto check = [&](const Earlier& e) {
        if (order::is_copy(e.epoch)) return; // a copy needs no fence between it and this one
        if (e.epoch >= since && order::ordered(e.epoch, e.lanes, a.thread) &&
            !order::fenced_for_copies(e.epoch, e.lanes, a.thread))
            report_unfenced(a, e);
    };
    for_each_history(a.address, a.bytes, history, [&](const Word& w, std::uintptr_t) {
        check({true, w.write.epoch, shadow::lane_bit(w.write.access()), w.write.access()});
        if (!a.is_write) return;
        if (!w.has_several_readers())
            check({false, w.read.epoch, shadow::lane_bit(w.read.access()), w.read.access()});
        else if (!shadow::is_forgotten(w))
            for (std::size_t i = 0; i < shadow::readers_of(w).size(); ++i) {
                const RememberedRead& r = shadow::readers_of(w)[i];
                check({false, r.epoch, r.lanes, r.access});
            }
    });
}

void report_abandoned_copy(const void* pc, const Thread& thread, bool loads) {
    const Unobserved unobserved;
    const auto key = reinterpret_cast<std::uintptr_t>(pc);
    if (reported_races().count_again(key)) return;
    reported_races().add(
        key, report({.kind = FindingKind::race_shared,
                     .at = source_line(pc),
                     .position = position_of(thread),
                     .message = std::string("No thread waits for this bulk copy, so it may still ") +
                                (loads ? "write" : "read") + " shared memory when its block has ended.",
                     .hint = loads ? "Wait for the phase of its mbarrier."
                                   : "Call `cp_async_bulk_wait_group_read()` in the thread that has "
                                     "started it, before that thread returns."}));
}

void take_over_copy(const AsyncCopy& copy) {
    const auto to = reinterpret_cast<std::uintptr_t>(copy.to);
    Word* const history = history_of(to, *copy.block);
    if (!history) return; // no memory, which is a finding of its own
    for_each_history(to, copy.bytes, history, [&](Word& w, std::uintptr_t) {
        if (w.write.epoch == copy.writes_in)
            w.write = {static_cast<Epoch>(copy.started_in), w.write.access()};
    });
}

void forget_copies(Block& block) {
    Word* const begin = shared_word(block, block.shared_begin);
    Word* const end = shared_word(block, block.shared_begin + block.shared_end);
    for (Word* w = begin; w < end; ++w) *w = {};
}

void excuse_read_before(const Thread& thread, std::uintptr_t address, std::size_t bytes) {
    if (suspects().guesses.empty()) return;
    for (std::uintptr_t word = address & ~std::uintptr_t{3}; word < address + bytes; word += 4)
        suspects().guesses.erase({process(thread), word});
}

namespace {
RepeatedFindings& reported_uninitialized() {
    static RepeatedFindings& instance = *new RepeatedFindings;
    return instance;
}

void report_uninitialized_unless_racing() {
    for (const auto& [key, suspect] : suspects().uninitialized) {
        const auto& racing = suspects().racing;
        if (racing.contains(suspect.read_at) || racing.contains(suspect.read_again_at)) continue;
        reported_uninitialized().add(key, report(suspect.finding));
        for (long long i = 1; i < suspect.count; ++i) reported_uninitialized().count_again(key);
    }
    suspects().uninitialized.clear();
}
} // namespace

bool is_suspect_again(const Access& a) {
    const std::uint64_t key = places::place_of(a.pc);
    if (reported_uninitialized().count_again(key)) return true;
    const auto found = suspects().uninitialized.find(key);
    if (found == suspects().uninitialized.end()) return false;
    ++found->second.count;
    return true;
}

void suspect_uninitialized(const Access& a, const void* read_again_at, const Finding& finding) {
    suspects().uninitialized[places::place_of(a.pc)] = {a.pc, read_again_at, finding, 1};
}

void begin_launch() {
    some_loaded_read_only = false;
    histories_say_all = suspects().guesses.empty();
    readers_remembered = 0;
    missing_order::begin_launch();
}

bool has_suspects() {
    return write_to_settle || !suspects().guesses.empty() || !suspects().uninitialized.empty() ||
           missing_order::has_suspects();
}

void settle_guess_of_host(std::uintptr_t checked_word) {
    if (!guess_of_host) return;
    const auto [key, word] = *std::exchange(guess_of_host, std::nullopt);
    const Unobserved unobserved;
    if (word != checked_word && !reported_races().count_again(key))
        reported_races().add(key, report(guesses_of_host().at(key)));
}

void report_suspects() {
    if (write_to_settle) settle_write();
    settle_guess_of_host();
    for (const auto& [reading, guesses] : suspects().guesses) confirm(guesses);
    suspects().guesses.clear();
    suspects().of_key.clear();
    suspects().findings.clear();
    missing_order::report_suspects();
    report_uninitialized_unless_racing();
}

void settle_write() {
    write_to_settle = false;
    const WriteToSettle& write = *unsettled;
    std::array<unsigned char, 64> after{};
    copy_bytes(after.data(), write.access.address, write.access.bytes);
    if (!std::equal(after.begin(), after.begin() + static_cast<long>(write.access.bytes),
                    write.before.begin()))
        report_race(write.kind, write.access, write.earlier, write.word);
    else
        note_same_value(write);
}

} // namespace scanlab::sim
