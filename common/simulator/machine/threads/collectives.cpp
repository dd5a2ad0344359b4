#include "machine/threads/grid_scheduler.hpp"

#include "machine/base/sentinel.hpp"
#include "machine/threads/choices.hpp"
#include "machine/threads/misuse.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace scanlab::sim {

namespace {

/// The lane whose value a shuffle gives to `lane`, as the CUDA C++ Programming Guide defines it.
unsigned shuffle_source(const Rendezvous& r, unsigned lane) {
    const unsigned p = r.parameters[lane], width = r.width;
    const unsigned first = lane & ~(width - 1); // of this lane's segment
    switch (r.operation) {
    case Collective::shuffle:
        return first + (p & (width - 1));
    case Collective::shuffle_up:
        return p <= lane - first ? lane - p : lane;
    case Collective::shuffle_down:
        return lane - first + p < width ? lane + p : lane;
    default: {
        const unsigned other = lane ^ p; // may reach into earlier segments, not into later ones
        return other < first + width ? other : lane;
    }
    }
}

std::uint64_t reduce(const Rendezvous& r, LaneMask lanes) {
    std::uint32_t total = 0;
    bool first = true;
    for (unsigned l = 0; l < 32; ++l) {
        if (!(lanes >> l & 1)) continue;
        const auto v = static_cast<std::uint32_t>(r.values[l]);
        const auto a = static_cast<std::int32_t>(total), b = static_cast<std::int32_t>(v);
        if (std::exchange(first, false))
            total = v;
        else
            switch (r.operation) {
            case Collective::reduce_add:
                total += v;
                break;
            case Collective::reduce_min_signed:
                total = static_cast<std::uint32_t>(std::min(a, b));
                break;
            case Collective::reduce_max_signed:
                total = static_cast<std::uint32_t>(std::max(a, b));
                break;
            case Collective::reduce_min_unsigned:
                total = std::min(total, v);
                break;
            case Collective::reduce_max_unsigned:
                total = std::max(total, v);
                break;
            case Collective::reduce_and:
                total &= v;
                break;
            case Collective::reduce_or:
                total |= v;
                break;
            default:
                total ^= v;
                break;
            }
    }
    return total;
}

bool is_shuffle(Collective operation) {
    return operation >= Collective::shuffle && operation <= Collective::shuffle_xor;
}

/// What a shuffle gives: a lane that does not take part has no value, so that CUDA leaves it undefined.
std::uint64_t shuffled(const Rendezvous& r, const Warp& warp, unsigned source) {
    constexpr std::uint64_t undefined = UndefinedBits::word, unknown = 0xA5A5A5A5A5A5A5A5u;
    if (r.arrived >> source & 1) return r.values[source];
    return warp.existing >> source & 1 ? unknown : undefined << 32 | undefined;
}

/// What is the same for all lanes that take part.
struct OfAllLanes {
    LaneMask ballot = 0;
    bool are_equal = true;
    std::uint64_t reduced = 0;
};

OfAllLanes combine(const Rendezvous& r) {
    OfAllLanes all;
    if (r.operation >= Collective::reduce_add) all.reduced = reduce(r, r.arrived);
    const auto some = static_cast<unsigned>(std::countr_zero(r.arrived));
    for (unsigned l = 0; l < 32; ++l) {
        if (!(r.arrived >> l & 1)) continue;
        all.ballot |= LaneMask{r.values[l] != 0} << l;
        all.are_equal &= r.values[l] == r.values[some];
    }
    return all;
}

/// What any other operation gives to a lane.
std::uint64_t result_of(const Rendezvous& r, const OfAllLanes& all, unsigned lane) {
    switch (r.operation) {
    case Collective::sync:
        return 0;
    case Collective::ballot:
        return all.ballot;
    case Collective::match_all:
        return all.are_equal ? r.arrived : 0;
    case Collective::match_any: {
        LaneMask same = 0;
        for (unsigned k = 0; k < 32; ++k)
            if (r.arrived >> k & 1) same |= LaneMask{r.values[k] == r.values[lane]} << k;
        return same;
    }
    default:
        return all.reduced;
    }
}

/// Gives every lane its result and lets all of them go on.
void complete(Warp& warp, Rendezvous& r) {
    const LaneMask lanes = r.arrived;
    announce<&Watcher::collective_begins>(warp, r);
    const bool shuffles = is_shuffle(r.operation);
    const OfAllLanes of_all = shuffles ? OfAllLanes{} : combine(r);
    for (unsigned l = 0; l < 32; ++l) {
        if (!(lanes >> l & 1)) continue;
        Thread& thread = warp.threads[l];
        const unsigned source = shuffles ? shuffle_source(r, l) : 0;
        if (shuffles && !(lanes >> source & 1))
            announce<&Watcher::shuffle_from_outside>(thread, source);
        thread.result = shuffles ? shuffled(r, warp, source) : result_of(r, of_all, l);
        announce<&Watcher::lane_receives>(thread, r.operation, shuffles ? static_cast<int>(source) : -1,
                                          thread.result);
    }
    announce<&Watcher::collective_ends>(warp);
    r.arrived = 0;
    Scheduler::current->note_switches(std::popcount(lanes));
    warp.in_collective &= ~lanes;
    warp.ready |= lanes;
    ++now.progress;
}

Rendezvous& rendezvous_of(Warp& warp, Collective operation, LaneMask mask, unsigned width) {
    Rendezvous* free = nullptr;
    for (Rendezvous& r : warp.rendezvous) {
        if (r.arrived == 0)
            free = &r;
        else if (r.mask == mask && r.operation == operation && r.width == width)
            return r;
    }
    if (!free) free = &warp.rendezvous.emplace_back();
    free->operation = operation;
    free->mask = mask;
    free->width = width;
    return *free;
}

} // namespace

void Scheduler::complete_rendezvous_without(Warp& warp) {
    for (Rendezvous& r : warp.rendezvous)
        if (r.arrived != 0 && r.arrived == (r.mask & ~warp.exited)) complete(warp, r);
}

namespace {
/// The lanes that have only been preempted on the way; one that spins may wait for those that are
/// there.
LaneMask lanes_on_the_way(const Warp& warp) {
    LaneMask lanes = 0;
    for (const Thread& thread : warp.threads)
        if ((warp.yielded & thread.bit()) && !warp.last_load[thread.lane].spins) lanes |= thread.bit();
    return lanes;
}
} // namespace

bool Scheduler::release_active_mask(Warp& warp) {
    if (warp.at_active_mask == 0) return false;
    if (const LaneMask late = choices::on ? 0 : lanes_on_the_way(warp)) {
        warp.yielded &= ~late;
        warp.ready |= late;
        return true;
    }
    const void* site =
        warp.threads[static_cast<unsigned>(std::countr_zero(warp.at_active_mask))].waits_at;
    LaneMask together = 0;
    for (const Thread& thread : warp.threads)
        if ((warp.at_active_mask & thread.bit()) && thread.waits_at == site) together |= thread.bit();
    for (Thread& thread : warp.threads)
        if (together & thread.bit()) thread.result = together;
    warp.at_active_mask &= ~together;
    warp.ready |= together;
    return true;
}

std::uint64_t warp_collective(Collective operation, unsigned mask, std::uint64_t value,
                              unsigned parameter, unsigned width) {
    Thread& thread = running_thread();
    Warp& warp = *thread.warp;
    thread.waits_at = __builtin_return_address(0);
    warp.waits_in[thread.lane] = static_cast<const Frame*>(__builtin_frame_address(0))->caller;
    if (!(mask & thread.bit())) stop_unnamed_lane(thread, mask);
    if (!std::has_single_bit(width) || width > 32) stop_odd_width(thread, width);

    announce<&Watcher::collective_comes>(thread, operation, value);
    Rendezvous& r = rendezvous_of(warp, operation, mask, width);
    r.values[thread.lane] = value;
    r.parameters[thread.lane] = parameter;
    r.arrived |= thread.bit();
    if (r.arrived == (mask & ~warp.exited)) {
        complete(warp, r);
        return thread.result;
    }
    warp.ready &= ~thread.bit();
    warp.in_collective |= thread.bit();
    return Scheduler::leave();
}

unsigned active_mask() {
    Thread& thread = running_thread();
    thread.waits_at = __builtin_return_address(0);
    thread.warp->ready &= ~thread.bit();
    thread.warp->at_active_mask |= thread.bit();
    return static_cast<unsigned>(Scheduler::leave());
}

} // namespace scanlab::sim
