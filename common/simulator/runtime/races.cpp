#include "races.hpp"

#include "fault.hpp"
#include "findings.hpp"
#include "happens_before.hpp"
#include "variables.hpp"

#include <bit>
#include <cstring>

namespace scanlab::sim {

using shadow::Word;

bool write_to_settle = false;

namespace {

// --- a remembered access in 32 bits
// ----------------------------------------------------------------------

constexpr unsigned lane_shift = site_bits, strength_shift = site_bits + 5;
static_assert(strength_shift + 2 <= 32);

std::uint32_t packed(const Access& a) {
    return number_of(*a.site) | a.thread->lane << lane_shift |
           static_cast<std::uint32_t>(a.strength) << strength_shift;
}
std::uint32_t site_in(std::uint32_t access) { return access & ((1u << site_bits) - 1); }
unsigned lane_in(std::uint32_t access) { return access >> lane_shift & 31; }
Strength strength_in(std::uint32_t access) { return static_cast<Strength>(access >> strength_shift); }

// --- reporting
// -------------------------------------------------------------------------------------------

/// The earlier of two racing accesses.
struct Earlier {
    bool is_write;
    Epoch epoch;
    LaneMask lanes;
    std::uint32_t access;
};

std::string verb(bool is_write, Strength strength) {
    const bool atomic = strength == Strength::atomic_in_block || strength == Strength::atomic_in_device;
    return std::string(atomic ? "atomically " : "") + (is_write ? "writes" : "reads");
}

ThreadPosition position_of_lane(Epoch epoch, LaneMask lanes) {
    const order::Living& who = order::living(epoch);
    const unsigned lane = static_cast<unsigned>(std::countr_zero(lanes));
    return position_in_grid(who.block, who.warp * 32 + lane);
}

std::string hint(const Access& a, const Earlier& e, const ThreadPosition& other) {
    const ThreadPosition mine = position_of(*a.thread);
    const bool same_block =
        mine.block.x == other.block.x && mine.block.y == other.block.y && mine.block.z == other.block.z;
    const Strength other_strength = strength_in(e.access);
    if (order::would_be_ordered_by_fence(e.epoch, e.lanes, *a.thread))
        return "the flag was read, but without acquiring what was released with it: read it with "
               "cuda::memory_order_acquire, or put a __threadfence() behind reading it";
    if (a.strength == Strength::is_volatile && other_strength == Strength::is_volatile)
        return "the lanes of a warp need not run in lockstep, and volatile does not order them: a "
               "__syncwarp() after every step";
    if (a.strength != Strength::plain && other_strength != Strength::plain)
        return "both accesses are atomic, but one of them for its own block only: atomics between "
               "blocks need device scope";
    if (a.strength != Strength::plain || other_strength != Strength::plain)
        return "one of the two accesses is atomic, the other is not: make both atomic, or order them";
    if (!same_block)
        return "blocks run in any order, and at the same time: what one block writes, another may read "
               "only in a later launch, behind grid.sync(), or behind a flag that is released (a "
               "fence, "
               "then the flag) and acquired";
    if (mine.warp == other.warp)
        return "the lanes of a warp need not run in lockstep: a __syncwarp() between the two (a "
               "shuffle "
               "or a vote orders no memory)";
    return "a __syncthreads() between the two; in a loop also from the end of one round to the next";
}

void report_race(const Access& a, bool is_write, const Earlier& e) {
    const std::uint64_t pair = std::uint64_t{site_in(e.access)} << 32 | number_of(*a.site);
    const Unobserved unobserved;
    static RepeatedFindings& told = *new RepeatedFindings;
    if (told.count_again(pair)) return;

    const auto variable = variable_at(a.address, a.bytes, *a.thread, a.site->pc);
    const ThreadPosition other = position_of_lane(e.epoch, e.lanes);
    Finding f{.kind = a.is_shared ? FindingKind::race_shared : FindingKind::race_global,
              .at = source_line(a.site->pc),
              .other = source_line(site_number(site_in(e.access)).pc),
              .position = position_of(*a.thread)};
    std::string what = "this address";
    if (variable) {
        f.variable = variable->name;
        f.index = variable->index_of(a.address);
        what = variable->element(a.address);
    }
    f.message = "a thread " + verb(is_write, a.strength) + " " + what + ", and another thread " +
                verb(e.is_write, strength_in(e.access)) + " it";
    f.message += f.other == f.at ? " on the same line" : " in line " + std::to_string(f.other.line);
    f.message += "; nothing orders the two";
    f.details.push_back("other: " + describe(other));
    f.hint = hint(a, e, other);
    told.add(pair, report(f));
}

// --- two writes of the same value
// ------------------------------------------------------------------------

struct WriteToSettle {
    Access access;
    Earlier earlier;
    unsigned char before[64];
};
WriteToSettle unsettled;

void report_unless_same_value(const Access& a, const Earlier& e) {
    if (write_to_settle) return; // the access's first word already is in question
    if (a.bytes > sizeof unsettled.before) return report_race(a, true, e);
    unsettled.access = a;
    unsettled.earlier = e;
    std::memcpy(unsettled.before, reinterpret_cast<const void*>(a.address), a.bytes);
    write_to_settle = true;
}

// --- checking one history
// --------------------------------------------------------------------------------

bool may_go_together(const Access& a, const Earlier& e) {
    const Strength other = strength_in(e.access);
    if (a.strength == Strength::plain || other == Strength::plain) return false;
    const order::Living& who = order::living(e.epoch);
    const Warp& warp = *a.thread->warp;
    const bool same_block = who.block == warp.block->number;
    if (a.strength == Strength::is_volatile && other == Strength::is_volatile)
        return !same_block || who.warp != warp.first_thread / 32;
    return same_block ||
           (a.strength != Strength::atomic_in_block && other != Strength::atomic_in_block);
}

/// Out of line: most accesses conflict with none.
[[gnu::noinline]] void check_against(const Access& a, bool is_write, const Earlier& e) {
    if (may_go_together(a, e) || order::ordered(e.epoch, e.lanes, *a.thread)) return;
    if (is_write && e.is_write && a.strength == Strength::plain &&
        strength_in(e.access) == Strength::plain)
        report_unless_same_value(a, e);
    else
        report_race(a, is_write, e);
}

inline void check_against_write(const Access& a, bool is_write, const Word& w, Epoch epoch) {
    if (w.write.epoch < a.ordered_below) [[likely]]
        return;
    const unsigned lane = lane_in(w.write.access);
    if (w.write.epoch == epoch && lane == a.thread->lane) return;
    check_against(a, is_write, {true, w.write.epoch, LaneMask{1} << lane, w.write.access});
}

[[gnu::noinline]] void remember_read_beside_others(const Access& a, Word& w, Epoch epoch) {
    for (Word::Read& r : w.reads)
        if (r.epoch == epoch && strength_in(r.access) == a.strength) {
            r.lanes |= a.thread->bit();
            return;
        }
    for (Word::Read& r : w.reads)
        if (r.epoch < a.ordered_below || order::ordered(r.epoch, r.lanes, *a.thread)) {
            r = {epoch, a.thread->bit(), packed(a)};
            return;
        }
}

inline void read_word(const Access& a, Word& w, Epoch epoch) {
    check_against_write(a, false, w, epoch);
    Word::Read& r = w.reads[0];
    if (r.epoch < a.ordered_below)
        r = {epoch, a.thread->bit(), packed(a)};
    else
        remember_read_beside_others(a, w, epoch);
}

inline void write_word(const Access& a, Word& w, Epoch epoch) {
    check_against_write(a, true, w, epoch);
    for (const Word::Read& r : w.reads) {
        if (r.epoch < a.ordered_below) continue;
        const LaneMask others = r.epoch == epoch ? r.lanes & ~a.thread->bit() : r.lanes;
        if (others != 0) check_against(a, true, {false, r.epoch, others, r.access});
    }
    w = {{epoch, packed(a)}, {}};
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

bool observe_read(const Access& a, Word* word, Epoch since) {
    const Epoch epoch = a.thread->warp->epoch[a.thread->lane];
    bool written = false;
    for_each_history(a, word, [&](Word& w) {
        written |= w.write.epoch >= since;
        read_word(a, w, epoch);
    });
    return written;
}

void observe_write(const Access& a, Word* word) {
    const Epoch epoch = a.thread->warp->epoch[a.thread->lane];
    for_each_history(a, word, [&](Word& w) { write_word(a, w, epoch); });
}

void settle_write() {
    write_to_settle = false;
    const Access& a = unsettled.access;
    if (std::memcmp(unsettled.before, reinterpret_cast<const void*>(a.address), a.bytes) != 0)
        report_race(a, true, unsettled.earlier);
}

LastWriter last_writer(const Word& word) {
    if (word.write.epoch == Word::split) return {};
    return {word.write.epoch, site_in(word.write.access)};
}

} // namespace scanlab::sim
