#include "happens_before.hpp"

#include "scheduler.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scanlab::sim::order {

Epoch all_ordered_below = 1;

namespace {

Epoch next_epoch = 1;
/// Far enough below Word::split that a launch may still begin.
constexpr Epoch most_epochs = 0xE0000000u;

Living* lives = nullptr; ///< by epoch
Epoch lives_kept_from = 0;

void make_room_for_lives() {
    constexpr std::size_t bytes = sizeof(Living) << 32;
    void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) {
        std::fprintf(stderr, "scanlab: no addresses are left for the race detector's tables; "
                             "--fast runs without it\n");
        std::_Exit(2);
    }
    lives = static_cast<Living*>(pages);
}

/// Gives the pages back whose epochs nobody asks for any more.
void forget_lives_below(Epoch end) {
    constexpr std::uintptr_t page = 4096, enough = std::uintptr_t{1} << 24;
    const auto from = reinterpret_cast<std::uintptr_t>(lives + lives_kept_from) / page * page;
    const auto to = reinterpret_cast<std::uintptr_t>(lives + end) / page * page;
    if (to - from < enough && from < to) return;
    madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
    lives_kept_from = end;
}

Epoch new_epoch(const Block& block, std::uint32_t warp) {
    lives[next_epoch] = {block.number, warp, block.started};
    return next_epoch++;
}

std::uint32_t number_in_block(const Warp& warp) { return warp.first_thread / 32; }

void begin_epoch(Warp& warp, LaneMask lanes) {
    const Epoch epoch = new_epoch(*warp.block, number_in_block(warp));
    for (unsigned l = 0; l < 32; ++l)
        if (lanes >> l & 1) warp.epoch[l] = epoch;
}

} // namespace

// --- what threads know
// -----------------------------------------------------------------------------------

/// Either what one thread knew of its own block, directly, when it released; or only the union of two.
struct Knowledge {
    Epoch made_at; ///< epochs from here on are later than this knowledge
    bool is_union = false;
    std::uint32_t block = 0, warp = 0, lane = 0;
    Epoch block_below = 0;        ///< of the block: before its last barrier
    Epoch warp_below = 0;         ///< of the warp: before all its lanes met last
    Epoch up_to = 0;              ///< of the thread itself
    const Epoch* known = nullptr; ///< of each lane of the warp, if lanes have met otherwise
    Knowledge* parents[2] = {};
    mutable std::uint64_t visited = 0; ///< number of the last search that came by
};

namespace {

struct KnownRow {
    Epoch of_lane[32];
};

/// What was released at an address, and could be acquired there.
struct Published {
    Knowledge* for_device = nullptr;
    Knowledge* for_block = nullptr; ///< by block-scope releases of the block `block`
    std::uint32_t block = 0;
    bool only_own_block = true; ///< whether all of for_device comes from the block `block`
};

// Types of our own as elements: see findings on the linker in scheduler.hpp (SharedStorage).
struct Held {
    Knowledge* knowledge;
};

std::deque<Knowledge> arena; ///< of this launch
std::deque<KnownRow> rows;
std::unordered_map<std::uintptr_t, Published> published;
std::vector<Held> to_visit;
std::uint64_t searches = 0;

Knowledge* unite(Knowledge* a, Knowledge* b) {
    if (!a || a == b) return b;
    if (!b) return a;
    if (a->is_union && (a->parents[0] == b || a->parents[1] == b)) return a;
    Knowledge& both = arena.emplace_back();
    both.made_at = next_epoch;
    both.is_union = true;
    both.parents[0] = a;
    both.parents[1] = b;
    return &both;
}

Learned unite(const Learned& a, const Learned& b) {
    return {unite(a.acquired, b.acquired), unite(a.fenced_for_block, b.fenced_for_block),
            unite(a.fenced_for_device, b.fenced_for_device), unite(a.seen_in_block, b.seen_in_block),
            unite(a.seen_in_device, b.seen_in_device)};
}

WarpKnowledge& knowledge_of(Warp& warp) {
    if (!warp.knowledge) warp.knowledge = std::make_unique<WarpKnowledge>();
    warp.block->has_learned = true;
    return *warp.knowledge;
}

/// What the thread knows now, made to be passed on. What it does afterwards is not part of it.
Knowledge* release(Thread& thread) {
    Warp& warp = *thread.warp;
    const Block& block = *warp.block;
    WarpKnowledge& known = knowledge_of(warp);
    Knowledge& now_known = arena.emplace_back();
    now_known.block = block.number;
    now_known.warp = number_in_block(warp);
    now_known.lane = thread.lane;
    now_known.block_below = block.ordered_below;
    now_known.warp_below = warp.ordered_below;
    now_known.up_to = warp.epoch[thread.lane];
    KnownRow& row = rows.emplace_back();
    std::copy(std::begin(known.known[thread.lane]), std::end(known.known[thread.lane]), row.of_lane);
    now_known.known = row.of_lane;
    now_known.parents[0] = known.lanes[thread.lane].acquired;
    now_known.parents[1] = block.learned.acquired;
    now_known.made_at = next_epoch;
    begin_epoch(warp, thread.bit());
    return &now_known;
}

/// The lanes among `lanes` of the epoch's warp whose accesses in the epoch this knowledge covers.
LaneMask covered(const Knowledge& k, Epoch epoch, const Living& who, LaneMask lanes) {
    if (k.is_union || k.block != who.block) return 0;
    if (epoch < k.block_below) return lanes;
    if (k.warp != who.warp) return 0;
    if (epoch < k.warp_below) return lanes;
    LaneMask found = 0;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto l = static_cast<unsigned>(std::countr_zero(rest));
        if ((l == k.lane && epoch <= k.up_to) || epoch <= k.known[l]) found |= LaneMask{1} << l;
    }
    return found;
}

/// Which of the lanes' accesses in the epoch none of the knowledge covers.
LaneMask not_covered(std::initializer_list<Knowledge*> from, Epoch epoch, LaneMask lanes) {
    const Living& who = living(epoch);
    ++searches;
    to_visit.clear();
    const auto visit = [&](Knowledge* k) {
        // Knowledge made before the epoch began cannot cover it, nor can what it came from.
        if (!k || k->made_at <= epoch || k->visited == searches) return;
        k->visited = searches;
        to_visit.push_back({k});
    };
    for (Knowledge* k : from) visit(k);
    while (!to_visit.empty() && lanes != 0) {
        const Knowledge& k = *to_visit.back().knowledge;
        to_visit.pop_back();
        lanes &= ~covered(k, epoch, who, lanes);
        visit(k.parents[0]);
        visit(k.parents[1]);
    }
    return lanes;
}

/// The lanes whose accesses in the epoch barriers alone do not order before the thread's next.
LaneMask not_ordered_by_barriers(Epoch epoch, LaneMask lanes, const Thread& thread) {
    if (epoch < all_ordered_below) return 0;
    const Warp& warp = *thread.warp;
    const Living& who = living(epoch);
    if (who.block != warp.block->number) return lanes;
    if (epoch < warp.block->ordered_below) return 0;
    if (who.warp != number_in_block(warp)) return lanes;
    if (epoch < warp.ordered_below) return 0;
    lanes &= ~thread.bit();
    if (!warp.knowledge) return lanes;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto l = static_cast<unsigned>(std::countr_zero(rest));
        if (epoch <= warp.knowledge->known[thread.lane][l]) lanes &= ~(LaneMask{1} << l);
    }
    return lanes;
}

const Learned& learned_by(const Thread& thread) {
    static const Learned nothing;
    const Warp& warp = *thread.warp;
    return warp.knowledge ? warp.knowledge->lanes[thread.lane] : nothing;
}

bool acquires(MemoryOrder order) {
    return order == MemoryOrder::acquire || order == MemoryOrder::acq_rel ||
           order == MemoryOrder::seq_cst || order == MemoryOrder::legacy;
}
bool releases(MemoryOrder order) {
    return order == MemoryOrder::release || order == MemoryOrder::acq_rel ||
           order == MemoryOrder::seq_cst;
}

} // namespace

const Living& living(Epoch epoch) { return lives[epoch]; }

bool ordered(Epoch epoch, LaneMask lanes, const Thread& thread) {
    const LaneMask rest = not_ordered_by_barriers(epoch, lanes, thread);
    if (rest == 0) return true;
    const Block& block = *thread.warp->block;
    if (!block.has_learned && !block.learned.acquired) return false;
    return not_covered({learned_by(thread).acquired, block.learned.acquired}, epoch, rest) == 0;
}

bool would_be_ordered_by_fence(Epoch epoch, LaneMask lanes, const Thread& thread) {
    const LaneMask rest = not_ordered_by_barriers(epoch, lanes, thread);
    const Learned &own = learned_by(thread), &block = thread.warp->block->learned;
    return not_covered({own.acquired, block.acquired, own.seen_in_block, own.seen_in_device,
                        block.seen_in_block, block.seen_in_device},
                       epoch, rest) == 0;
}

// --- barriers
// --------------------------------------------------------------------------------------------

void begin_launch() {
    if (!lives) make_room_for_lives();
    if (next_epoch > most_epochs) {
        shadow::forget_accesses();
        next_epoch = 1;
        lives_kept_from = 0;
    }
    forget_lives_below(next_epoch);
    all_ordered_below = next_epoch;
    published.clear();
    arena.clear();
    rows.clear();
}

namespace {
void begin_epochs(Block& block) {
    block.ordered_below = next_epoch;
    for (Warp& warp : block.warps) {
        warp.ordered_below = next_epoch;
        begin_epoch(warp, ~LaneMask{0});
    }
}
} // namespace

void begin_block(Block& block) {
    block.first_epoch = next_epoch;
    block.learned = {};
    block.has_learned = false;
    for (Warp& warp : block.warps)
        if (warp.knowledge) *warp.knowledge = {};
    begin_epochs(block);
}

void block_barrier(Block& block) {
    if (block.has_learned) {
        for (Warp& warp : block.warps) {
            if (!warp.knowledge) continue;
            for (Learned& lane : warp.knowledge->lanes)
                block.learned = unite(block.learned, std::exchange(lane, {}));
        }
        block.has_learned = false;
    }
    begin_epochs(block);
}

void grid_barrier() { all_ordered_below = next_epoch; }

void warp_sync(Warp& warp, LaneMask lanes) {
    if (WarpKnowledge* known = warp.knowledge.get()) {
        Learned all;
        for (unsigned l = 0; l < 32; ++l)
            if (lanes >> l & 1) all = unite(all, known->lanes[l]);
        for (unsigned l = 0; l < 32; ++l)
            if (lanes >> l & 1) known->lanes[l] = all;
    }
    if (lanes == warp.existing) {
        warp.ordered_below = next_epoch;
    } else {
        WarpKnowledge& known = knowledge_of(warp);
        KnownRow all{};
        for (unsigned l = 0; l < 32; ++l) {
            if (!(lanes >> l & 1)) continue;
            for (unsigned m = 0; m < 32; ++m)
                all.of_lane[m] = std::max(all.of_lane[m], known.known[l][m]);
        }
        for (unsigned l = 0; l < 32; ++l)
            if (lanes >> l & 1) all.of_lane[l] = warp.epoch[l];
        for (unsigned l = 0; l < 32; ++l)
            if (lanes >> l & 1)
                std::copy(std::begin(all.of_lane), std::end(all.of_lane), known.known[l]);
    }
    begin_epoch(warp, lanes);
}

// --- release and acquire
// ---------------------------------------------------------------------------------

void fence(Thread& thread, MemoryOrder order, Scope scope) {
    Learned& own = knowledge_of(*thread.warp).lanes[thread.lane];
    const Learned& block = thread.warp->block->learned;
    if (acquires(order)) {
        own.acquired = unite(own.acquired, unite(own.seen_in_block, block.seen_in_block));
        if (scope == Scope::device)
            own.acquired = unite(own.acquired, unite(own.seen_in_device, block.seen_in_device));
    }
    if (releases(order)) {
        Knowledge* known = release(thread);
        own.fenced_for_block = known;
        if (scope == Scope::device) own.fenced_for_device = known;
    }
}

void strong_read(Thread& thread, std::uintptr_t address, MemoryOrder order, Scope scope) {
    if (published.empty()) return;
    const auto found = published.find(address);
    if (found == published.end()) return;
    const Published& there = found->second;
    const bool in_its_block = there.block == thread.warp->block->number;
    Knowledge* from_block = in_its_block ? there.for_block : nullptr;
    Knowledge* from_device = nullptr;
    if (scope == Scope::device || (in_its_block && there.only_own_block))
        from_device = there.for_device;
    if (!from_block && !from_device) return;

    Learned& own = knowledge_of(*thread.warp).lanes[thread.lane];
    if (acquires(order)) {
        own.acquired = unite(own.acquired, unite(from_block, from_device));
    } else {
        own.seen_in_block = unite(own.seen_in_block, from_block);
        Knowledge*& seen =
            in_its_block && there.only_own_block ? own.seen_in_block : own.seen_in_device;
        seen = unite(seen, from_device);
    }
}

void strong_write(Thread& thread, std::uintptr_t address, MemoryOrder order, Scope scope,
                  bool modifies) {
    const Block& block = *thread.warp->block;
    Published mine{.block = block.number};
    if (releases(order)) {
        (scope == Scope::device ? mine.for_device : mine.for_block) = release(thread);
    }
    const Learned& own = learned_by(thread);
    Knowledge* by_fence = unite(own.fenced_for_device, block.learned.fenced_for_device);
    if (scope == Scope::device) mine.for_device = unite(mine.for_device, by_fence);
    mine.for_block = unite(
        mine.for_block, unite(unite(own.fenced_for_block, block.learned.fenced_for_block), by_fence));

    const auto before = published.find(address);
    if (modifies && before != published.end()) {
        const Published& there = before->second;
        mine.for_device = unite(there.for_device, mine.for_device);
        if (there.block == mine.block) mine.for_block = unite(there.for_block, mine.for_block);
        mine.only_own_block = there.only_own_block && there.block == mine.block;
    }
    if (mine.for_device || mine.for_block)
        published[address] = mine;
    else if (before != published.end())
        published.erase(before);
}

} // namespace scanlab::sim::order
