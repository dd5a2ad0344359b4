#include "watch/counting/warp_trace.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace scanlab::sim {

namespace {

using Counts = std::array<std::uint16_t, 32>; // one per lane

bool same(const LaneEvent& a, const LaneEvent& b) { return a.pc == b.pc && a.kind() == b.kind(); }

LaneMask lanes_with_events(const WarpTrace& trace) {
    LaneMask lanes = 0;
    for (unsigned l = 0; l < 32; ++l)
        if (trace.size[l] > 0) lanes |= LaneMask{1} << l;
    return lanes;
}

/// Whether the lanes all did the same.
bool identical(const WarpTrace& trace, LaneMask lanes) {
    const auto first = static_cast<unsigned>(std::countr_zero(lanes));
    for (unsigned l = first + 1; l < 32; ++l)
        if ((lanes >> l & 1) && trace.size[l] != trace.size[first]) return false;
    for (unsigned i = 0; i < trace.size[first]; ++i)
        for (unsigned l = first + 1; l < 32; ++l)
            if ((lanes >> l & 1) && !same(trace.event(l, i), trace.event(first, i))) return false;
    return true;
}

std::vector<WarpInstruction> instructions_of_all(const WarpTrace& trace, LaneMask lanes) {
    const auto first = static_cast<unsigned>(std::countr_zero(lanes));
    std::vector<WarpInstruction> result;
    for (unsigned i = 0; i < trace.size[first]; ++i) {
        const LaneEvent& event = trace.event(first, i);
        result.push_back({event.pc, event.kind(), lanes});
        result.back().events.fill(static_cast<std::uint16_t>(i));
    }
    return result;
}

/// An instruction of the program that stands in the traces.
struct Site {
    const void* pc;
    EventKind kind;
    bool operator==(const Site&) const = default;
};
struct SiteHash {
    std::size_t operator()(const Site& site) const {
        return reinterpret_cast<std::uintptr_t>(site.pc) * 16 + static_cast<std::size_t>(site.kind);
    }
};
struct SiteUse {
    Counts count{};                           ///< how often each lane executed it
    std::uint16_t anchored = 0;               ///< so many first executions were done together
    std::uint16_t done = 0, since_anchor = 0; ///< by the lane that is being looked at
};

/// The instruction of the warp that an event belongs to.
struct Instruction {
    const SiteUse* site;
    const SiteUse* anchor; ///< the last one before it, or itself
    unsigned anchor_count; ///< which execution of the anchor that was
    unsigned k;            ///< which execution of the site since the anchor this is
    bool operator==(const Instruction&) const = default;
};
struct InstructionHash {
    std::size_t operator()(const Instruction& place) const {
        const std::hash<const SiteUse*> hash;
        return ((hash(place.site) * 31 + hash(place.anchor)) * 31 + place.anchor_count) * 31 + place.k;
    }
};

class Alignment {
public:
    explicit Alignment(const WarpTrace& trace) : trace_(trace) {
        for (unsigned l = 0; l < 32; ++l)
            for (unsigned i = 0; i < trace.size[l]; ++i) {
                const LaneEvent& event = trace.event(l, i);
                const auto [entry, is_new] = uses_.try_emplace({event.pc, event.kind()});
                SiteUse& use = entry->second;
                if (is_new) in_order_.push_back(&use);
                ++use.count[l];
                lanes_[l].push_back(&use);
            }
    }

    /// What the lanes did equally often they did together, the most frequent first, as long as they did
    /// all that in the same order. Returns whether there is such a thing.
    bool anchor_common_sites(LaneMask lanes) {
        std::vector<SiteUse*> candidates;
        for (SiteUse* use : in_order_) {
            const auto [least, most] = range(*use, lanes);
            if (least == most && least > 0) candidates.push_back(use);
        }
        const auto some = static_cast<std::size_t>(std::countr_zero(lanes));
        std::stable_sort(candidates.begin(), candidates.end(), [&](const SiteUse* a, const SiteUse* b) {
            return a->count[some] > b->count[some];
        });
        for (SiteUse* use : candidates) {
            use->anchored = use->count[some];
            if (!anchors_agree(lanes)) use->anchored = 0;
        }
        return !candidates.empty();
    }

    /// What all the lanes did most often they did together, as often as each of them did it.
    void anchor_busiest_site(LaneMask lanes) {
        SiteUse* busiest = nullptr;
        std::uint16_t executions = 0;
        for (SiteUse* use : in_order_) {
            const std::uint16_t least = range(*use, lanes).first;
            if (least <= executions) continue;
            executions = least;
            busiest = use;
        }
        if (busiest) busiest->anchored = executions;
    }

    /// How many events a lane has up to its last anchor.
    std::size_t anchored_events(unsigned lane) {
        start_lane();
        std::size_t end = 0;
        for (std::size_t i = 0; i < lanes_[lane].size(); ++i) {
            SiteUse& use = *lanes_[lane][i];
            if (++use.done <= use.anchored) end = i + 1;
        }
        return end;
    }

    /// Puts the first events of each lane together.
    std::vector<WarpInstruction> instructions(const Counts& events) {
        std::vector<WarpInstruction> result;
        std::unordered_map<Instruction, std::size_t, InstructionHash> positions;
        for (unsigned l = 0; l < 32; ++l) {
            start_lane();
            Instruction place{};
            for (unsigned i = 0; i < events[l]; ++i) {
                SiteUse& use = *lanes_[l][i];
                place.site = &use;
                place.k = ++use.since_anchor;
                if (++use.done <= use.anchored) {
                    place = {&use, &use, use.done, 0};
                    for (SiteUse* other : in_order_) other->since_anchor = 0;
                }
                const auto [position, is_new] = positions.try_emplace(place, result.size());
                const LaneEvent& event = trace_.event(l, i);
                if (is_new) result.push_back({event.pc, event.kind()});
                WarpInstruction& instruction = result[position->second];
                instruction.lanes |= LaneMask{1} << l;
                instruction.events[l] = static_cast<std::uint16_t>(i);
            }
        }
        return result;
    }

private:
    void start_lane() {
        for (SiteUse* use : in_order_) use->done = use->since_anchor = 0;
    }

    /// Whether the lanes came to what is anchored in the same order.
    bool anchors_agree(LaneMask lanes) const {
        const auto anchors = [&](unsigned lane) {
            std::vector<const SiteUse*> result;
            for (const SiteUse* use : lanes_[lane])
                if (use->anchored > 0) result.push_back(use);
            return result;
        };
        const auto some = static_cast<unsigned>(std::countr_zero(lanes));
        const std::vector<const SiteUse*> expected = anchors(some);
        for (unsigned l = some + 1; l < 32; ++l)
            if ((lanes >> l & 1) && anchors(l) != expected) return false;
        return true;
    }

    static std::pair<std::uint16_t, std::uint16_t> range(const SiteUse& use, LaneMask lanes) {
        std::uint16_t least = std::numeric_limits<std::uint16_t>::max(), most = 0;
        for (; lanes != 0; lanes &= lanes - 1) {
            const std::uint16_t count = use.count[static_cast<std::size_t>(std::countr_zero(lanes))];
            least = std::min(least, count);
            most = std::max(most, count);
        }
        return {least, most};
    }

    const WarpTrace& trace_;
    std::unordered_map<Site, SiteUse, SiteHash> uses_;
    std::vector<SiteUse*> in_order_;              ///< of their first appearance
    std::array<std::vector<SiteUse*>, 32> lanes_; ///< each lane's events
};

} // namespace

std::vector<WarpInstruction> side_by_side(const WarpTrace& trace) {
    const LaneMask lanes = lanes_with_events(trace);
    if (lanes == 0) return {};
    if (identical(trace, lanes)) return instructions_of_all(trace, lanes);
    Alignment alignment(trace);
    if (!alignment.anchor_common_sites(lanes)) alignment.anchor_busiest_site(lanes);
    return alignment.instructions(trace.size);
}

std::vector<WarpInstruction> side_by_side_so_far(const WarpTrace& trace, LaneMask broken_off) {
    const LaneMask lanes = lanes_with_events(trace);
    if (identical(trace, lanes)) return instructions_of_all(trace, lanes);
    Alignment alignment(trace);
    alignment.anchor_busiest_site(broken_off);
    Counts events = trace.size;
    for (unsigned l = 0; l < 32; ++l)
        if (broken_off >> l & 1) events[l] = static_cast<std::uint16_t>(alignment.anchored_events(l));
    return alignment.instructions(events);
}

} // namespace scanlab::sim
