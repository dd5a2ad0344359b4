#include "races.hpp"

#include "happens_before.hpp"
#include "machine/device_variables.hpp"
#include "machine/fault.hpp"
#include "machine/variables.hpp"
#include "words/findings.hpp"
#include "words/source_lines.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <unordered_set>

namespace scanlab::sim {

using shadow::Word;

bool write_to_settle = false;

namespace {

unsigned lane_in(std::uint32_t access) { return access >> remembering::lane_shift & 31; }
Strength strength_in(std::uint32_t access) {
    return static_cast<Strength>(access >> remembering::strength_shift);
}
/// Whether two accesses differ in the lane at most.
bool same_instruction(std::uint32_t one, std::uint32_t other) {
    return ((one ^ other) & ~(31u << remembering::lane_shift)) == 0;
}
std::uint32_t remembered(const Access& a) { return sim::remembered(a.pc, a.thread.lane, a.strength); }

// --- reporting --------------------------------------------------------------------------------------

/// The earlier of two racing accesses.
struct Earlier {
    bool is_write;
    Epoch epoch;
    LaneMask lanes;
    std::uint32_t access;
};

bool is_atomic(Strength strength) { return strength >= Strength::atomic_in_block; }

ThreadPosition position_of_lane(Epoch epoch, LaneMask lanes) {
    const order::Living& who = order::living(epoch);
    const unsigned lane = static_cast<unsigned>(std::countr_zero(lanes));
    return position_in_grid(who.block, who.warp * lanes_per_warp + lane);
}

bool in_same_block(const Access& a, const Earlier& e) {
    return order::living(e.epoch).block == a.thread.warp->block->number;
}

/// Whether the running thread does it by a bulk copy.
bool is_by_copy(const Access& a) { return order::is_copy(a.thread.warp->watched.epoch[a.thread.lane]); }

std::string hint(const Access& a, const Earlier& e) {
    if (is_by_copy(a) || order::is_copy(e.epoch))
        return "a bulk copy goes on by itself: what it has loaded is there for who has waited for its "
               "mbarrier's phase, and it has read what it stores when its thread has waited for the "
               "group; and before it overwrites what others read, its thread has to know that they "
               "have "
               "done so";
    const Strength other_strength = strength_in(e.access);
    if (order::would_be_ordered_by_fence(e.epoch, e.lanes, a.thread))
        return "the flag was read, but without acquiring what was released with it: read it with "
               "cuda::memory_order_acquire, or put a __threadfence() after reading it";
    if (a.strength == Strength::is_volatile && other_strength == Strength::is_volatile)
        return "the lanes of a warp need not run in lockstep, and volatile does not order them: put a "
               "__syncwarp() after every step";
    if (a.strength != Strength::plain && other_strength != Strength::plain)
        return "both accesses are atomic, but one of them for its own block only: atomics between "
               "blocks need device scope";
    if (a.strength != Strength::plain || other_strength != Strength::plain)
        return "one of the two accesses is atomic, the other is not: make both atomic, or order them";
    if (!in_same_block(a, e))
        return "blocks run in any order, and at the same time: what one block writes, another may read "
               "only in a later launch, after grid.sync(), or after a flag that is released (a "
               "fence, then the flag) and acquired";
    if (!a.is_shared)
        return "a __syncthreads() between the two, if they always belong to one block; no barrier "
               "orders blocks: read from one array and write to another, or begin a new launch";
    return "a __syncthreads() between the two; in a loop, also between one round and the next. Where "
           "only lanes of one warp meet, a __syncwarp() is enough; a shuffle or a vote orders no "
           "memory";
}

Finding race(const Access& a, const Earlier& e, bool by_copy) {
    const auto variable = variable_at(a.address, a.bytes, a.thread, a.pc);
    const ThreadPosition other = position_of_lane(e.epoch, e.lanes);
    Finding f{.kind = a.is_shared ? FindingKind::race_shared : FindingKind::race_global,
              .at = source_line(a.pc),
              .other = source_line(pc_in(e.access)),
              .position = position_of(a.thread)};
    std::string what = "this address";
    if (variable) {
        f.variable = variable->name;
        f.index = variable->index_of(a.address);
        what = variable->element(a.address);
    }
    const auto who = [same_block = in_same_block(a, e)](const ThreadPosition& p, bool copies) {
        return (copies ? "a bulk copy of " : "") + thread_name(p.thread) +
               (same_block ? "" : " of " + block_name(p.block));
    };
    f.message = who(*f.position, by_copy) + " " + verb(a.is_write, a.strength) + " " + what + ", and " +
                who(other, order::is_copy(e.epoch)) + " " + verb(e.is_write, strength_in(e.access)) +
                " it";
    f.message += f.other == f.at ? " on the same line" : " in line " + std::to_string(f.other.line);
    f.message += "; nothing orders the two";
    f.details.push_back("other: " + describe(other));
    f.hint = hint(a, e);
    return f;
}

RepeatedFindings& reported_races() {
    static RepeatedFindings& instance = *new RepeatedFindings;
    return instance;
}

/// A plain read against an atomic write is no race if it only guesses what a compare-and-exchange then
/// checks. Whether the instruction does is known for sure at the end of the launch.
struct Suspect {
    const void* read_at;
    Finding finding;
    long long count;
};
using Excused = std::unordered_set<const void*>;
struct Suspects {
    std::map<std::uint64_t, Suspect> races;         ///< by the pair of places
    Excused guesses;                                ///< reads that only guess
    std::map<std::uint64_t, Suspect> uninitialized; ///< by place
    Excused racing; ///< reads that race, which is why they come too early
};
Suspects& suspects() {
    static Suspects& instance = *new Suspects;
    return instance;
}

bool is_plain_read(bool is_write, Strength strength) {
    return !is_write && strength == Strength::plain;
}

/// Puts only the first race between two places into words.
void report_race(const Access& a, const Earlier& e) {
    const Unobserved unobserved;
    const std::uint64_t pair =
        std::uint64_t{e.access & remembering::pc_mask} << 32 | (remembered(a) & remembering::pc_mask);
    if (reported_races().count_again(pair)) return;
    if (!a.is_write) suspects().racing.insert(a.pc);
    if (!e.is_write) suspects().racing.insert(pc_in(e.access));
    const Strength other = strength_in(e.access);
    if ((is_plain_read(a.is_write, a.strength) && is_atomic(other)) ||
        (is_plain_read(e.is_write, other) && is_atomic(a.strength))) {
        Suspect& suspect = suspects().races[pair];
        if (suspect.count++ == 0) {
            suspect.read_at = a.is_write ? pc_in(e.access) : a.pc;
            suspect.finding = race(a, e, is_by_copy(a));
        }
        return;
    }
    reported_races().add(pair, report(race(a, e, is_by_copy(a))));
}

// --- two writes of the same value -------------------------------------------------------------------

struct WriteToSettle {
    Access access;
    Earlier earlier;
    std::array<unsigned char, 64> before;
};
std::optional<WriteToSettle> unsettled;

void report_unless_same_value(const Access& a, const Earlier& e) {
    if (write_to_settle) return; // the access's first word already is in question
    WriteToSettle write{a, e, {}};
    if (a.bytes > write.before.size()) return report_race(a, e);
    {
        const Unobserved unobserved;
        std::memcpy(write.before.data(), reinterpret_cast<const void*>(a.address), a.bytes);
    }
    unsettled.emplace(write);
    write_to_settle = true;
}

// --- checking one history ---------------------------------------------------------------------------

bool may_go_together(const Access& a, const Earlier& e) {
    const Strength other = strength_in(e.access);
    if (a.strength == Strength::plain || other == Strength::plain) return false;
    const order::Living& who = order::living(e.epoch);
    const Warp& warp = *a.thread.warp;
    const bool same_block = who.block == warp.block->number;
    if (a.strength == Strength::is_volatile && other == Strength::is_volatile)
        return !same_block || who.warp != warp.number_in_block();
    return same_block ||
           (a.strength != Strength::atomic_in_block && other != Strength::atomic_in_block);
}

/// Out of line: most accesses conflict with none.
[[gnu::noinline]] void check_against(const Access& a, const Earlier& e) {
    if (may_go_together(a, e) || order::ordered(e.epoch, e.lanes, a.thread)) return;
    const bool by_copy = is_by_copy(a) || order::is_copy(e.epoch);
    if (!by_copy && a.is_write && e.is_write && a.strength == Strength::plain &&
        strength_in(e.access) == Strength::plain)
        report_unless_same_value(a, e);
    else
        report_race(a, e);
}

inline void check_against_write(const Access& a, const Word& w, Epoch epoch) {
    if (w.write.epoch < a.ordered_below) [[likely]]
        return;
    const unsigned lane = lane_in(w.write.access);
    if (w.write.epoch == epoch && lane == a.thread.lane) return;
    check_against(a, {true, w.write.epoch, LaneMask{1} << lane, w.write.access});
}

[[gnu::noinline]] void remember_read_beside_others(const Access& a, Word& w, Epoch epoch) {
    for (Word::Read& r : w.reads)
        if (r.epoch == epoch && same_instruction(r.access, remembered(a))) {
            r.lanes |= a.thread.bit();
            return;
        }
    // Of atomic reads, which only plain writes could race with, the latest are telling enough; whether
    // it is ordered after one of long ago would take long to find out.
    const auto is_replaceable = [&](const Word::Read& r) {
        return r.epoch < a.ordered_below ||
               (is_atomic(a.strength) && is_atomic(strength_in(r.access))) ||
               order::ordered(r.epoch, r.lanes, a.thread);
    };
    for (Word::Read& r : w.reads)
        if (is_replaceable(r)) {
            r = {epoch, a.thread.bit(), remembered(a)};
            return;
        }
    // No room: better to remember the read with a sibling's line than not at all.
    for (Word::Read& r : w.reads)
        if (r.epoch == epoch && strength_in(r.access) == a.strength) {
            r.lanes |= a.thread.bit();
            return;
        }
}

inline void read_word(const Access& a, Word& w, Epoch epoch) {
    check_against_write(a, w, epoch);
    Word::Read& r = w.reads[0];
    if (r.epoch < a.ordered_below)
        r = {epoch, a.thread.bit(), remembered(a)};
    else
        remember_read_beside_others(a, w, epoch);
}

inline void write_word(const Access& a, Word& w, Epoch epoch) {
    check_against_write(a, w, epoch);
    for (const Word::Read& r : w.reads) {
        if (r.epoch < a.ordered_below) continue;
        const LaneMask others = r.epoch == epoch ? r.lanes & ~a.thread.bit() : r.lanes;
        if (others != 0) check_against(a, {false, r.epoch, others, r.access});
    }
    w = {{epoch, remembered(a)}, {}};
}

/// Calls `visit` with every history that the access concerns: of whole words, or of bytes.
template <class Visit>
inline void for_each_history(const Access& a, Word* word, Visit visit) {
    const std::size_t offset = a.address % shadow::word_bytes;
    if ((offset | a.bytes % shadow::word_bytes) == 0) [[likely]] {
        for (std::size_t i = 0; i < a.bytes / shadow::word_bytes; ++i) {
            if (word[i].write.epoch != Word::split) [[likely]] {
                visit(word[i]);
            } else {
                Word* bytes = shadow::bytes_of(word[i]);
                for (int k = 0; k < 4; ++k) visit(bytes[k]);
            }
        }
        return;
    }
    for (std::size_t i = offset; i < offset + a.bytes; ++i)
        visit(shadow::bytes_of(word[i / shadow::word_bytes])[i % shadow::word_bytes]);
}

} // namespace

std::string verb(bool is_write, Strength strength) {
    return std::string(is_atomic(strength) ? "atomically " : "") + (is_write ? "writes" : "reads");
}

Word* history_of(std::uintptr_t address, const Block& block) {
    if (memory::is_device_address(reinterpret_cast<const void*>(address)))
        return shadow::device_word(address);
    if (block.has_shared(address)) return shared_word(block, address);
    return may_be_device_variable(address) ? shadow::image_word(address) : nullptr;
}

bool observe_access(const Access& a, Word* word, Epoch since) {
    const Epoch epoch = a.thread.warp->watched.epoch[a.thread.lane];
    bool written = false;
    for_each_history(a, word, [&](Word& w) {
        written |= w.write.epoch >= since;
        a.is_write ? write_word(a, w, epoch) : read_word(a, w, epoch);
    });
    return written;
}

// --- bulk copies ------------------------------------------------------------------------------------

namespace {
void report_unfenced(const Access& a, const Earlier& e) {
    const Unobserved unobserved;
    const std::uint64_t pair =
        std::uint64_t{e.access & remembering::pc_mask} << 32 | (remembered(a) & remembering::pc_mask);
    if (reported_races().count_again(pair)) return;
    Finding f = race(a, e, true);
    f.message = f.message.substr(0, f.message.rfind(';')) +
                "; without a fence between the two, copies need not see what threads have written";
    f.hint =
        "fence_proxy_async() by the thread that has written, before it tells the thread that starts "
        "the copy, or by that one, before it does";
    reported_races().add(pair, report(f));
}
} // namespace

void check_fenced(const Access& a, Epoch written_in, unsigned lane, const void* written_at) {
    const Earlier write{true, written_in, LaneMask{1} << lane,
                        sim::remembered(written_at, lane, Strength::plain)};
    if (!order::fenced_for_copies(write.epoch, write.lanes, a.thread)) report_unfenced(a, write);
}

void check_fenced(const Access& access) {
    Access a = access;
    const Block& block = *a.thread.warp->block;
    a.is_shared = block.has_shared(a.address);
    const Epoch since = a.is_shared ? block.watched.first_epoch : order::all_ordered_below;
    for_each_history(a, history_of(a.address, block), [&](const Word& w) {
        const Earlier write{true, w.write.epoch, LaneMask{1} << lane_in(w.write.access),
                            w.write.access};
        if (write.epoch >= since && order::ordered(write.epoch, write.lanes, a.thread) &&
            !order::fenced_for_copies(write.epoch, write.lanes, a.thread))
            report_unfenced(a, write);
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
                     .message = std::string("nobody waits for this bulk copy, which may still ") +
                                (loads ? "write" : "read") + " shared memory when its block has ended",
                     .hint = loads ? "wait for the phase of its mbarrier"
                                   : "the thread that has started it calls "
                                     "cp_async_bulk_wait_group_read() before it returns"}));
}

void forget_copies(Block& block) {
    Word* const begin = shared_word(block, block.shared_begin);
    Word* const end = shared_word(block, block.shared_begin + block.shared_end);
    for (Word* w = begin; w < end; ++w) *w = {};
}

void excuse_read_before(const Thread& thread, const volatile void* address) {
    const Word* word = history_of(reinterpret_cast<std::uintptr_t>(address), *thread.warp->block);
    if (!word || word->write.epoch == Word::split) return;
    for (const Word::Read& r : word->reads)
        if (r.epoch == thread.warp->watched.epoch[thread.lane] && (r.lanes & thread.bit()) &&
            strength_in(r.access) == Strength::plain)
            suspects().guesses.insert(pc_in(r.access));
}

namespace {
RepeatedFindings& reported_uninitialized() {
    static RepeatedFindings& instance = *new RepeatedFindings;
    return instance;
}

void report_unless_excused(std::map<std::uint64_t, Suspect>& suspects, const Excused& excused,
                           RepeatedFindings& reported) {
    for (const auto& [key, suspect] : suspects) {
        if (excused.contains(suspect.read_at)) continue;
        reported.add(key, report(suspect.finding));
        for (long long i = 1; i < suspect.count; ++i) reported.count_again(key);
    }
    suspects.clear();
}
} // namespace

bool is_suspect_again(const Access& a) {
    const std::uint64_t key = remembered(a) & remembering::pc_mask;
    if (reported_uninitialized().count_again(key)) return true;
    const auto found = suspects().uninitialized.find(key);
    if (found == suspects().uninitialized.end()) return false;
    ++found->second.count;
    return true;
}

void suspect_uninitialized(const Access& a, const Finding& finding) {
    suspects().uninitialized[remembered(a) & remembering::pc_mask] = {a.pc, finding, 1};
}

void report_suspects() {
    if (write_to_settle) settle_write();
    report_unless_excused(suspects().races, suspects().guesses, reported_races());
    report_unless_excused(suspects().uninitialized, suspects().racing, reported_uninitialized());
}

void settle_write() {
    write_to_settle = false;
    const Access& a = unsettled->access;
    if (std::memcmp(unsettled->before.data(), reinterpret_cast<const void*>(a.address), a.bytes) != 0)
        report_race(a, unsettled->earlier);
}

} // namespace scanlab::sim
