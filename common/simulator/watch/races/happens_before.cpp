#include "watch/races/happens_before.hpp"

#include "machine/memory/device_variables.hpp"
#include "machine/memory/devices.hpp"
#include "machine/threads/device_shape.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/work/pending.hpp"
#include "machine/work/streams.hpp"
#include "platform/platform.hpp"
#include "watch/races/shadow.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scanlab::sim::order {

void ForgetWarpKnowledge::operator()(WarpKnowledge* knowledge) const { delete knowledge; }

Epoch all_ordered_below = 1, launch_begins_at = 1;

namespace {

Epoch next_epoch = 1;
Epoch next_copy = first_of_copies;
Epoch first_copy_of_launch = first_of_copies;
/// Far enough below Word::split that a launch may still begin.
constexpr auto most_epochs = static_cast<Epoch>(platform::most_epochs / 2);
constexpr Epoch most_copies = 0x8000000u;

Living* lives = nullptr; ///< by epoch
Epoch lives_kept_from = 0;

void make_room_for_lives() {
    constexpr auto bytes = static_cast<std::size_t>(sizeof(Living) * platform::most_epochs);
    lives = static_cast<Living*>(platform::reserve(bytes, platform::Protection::open));
    if (!lives) {
        std::fprintf(stderr, "scanlab: no addresses are left for the race detector's tables; "
                             "--fast runs without it\n");
        std::_Exit(2);
    }
}

/// Gives the pages back whose epochs nobody asks for any more.
void forget_lives_below(Epoch end) {
    const std::uintptr_t page = platform::page_bytes();
    constexpr std::uintptr_t enough = std::uintptr_t{1} << 24;
    const auto from = reinterpret_cast<std::uintptr_t>(lives + lives_kept_from) / page * page;
    const auto to = reinterpret_cast<std::uintptr_t>(lives + end) / page * page;
    if (to - from < enough && from < to) return;
    platform::zero(reinterpret_cast<void*>(from), to - from);
    lives_kept_from = end;
}

Epoch new_epoch(const Block& block, std::uint32_t warp) {
    lives[next_epoch] = {block.watched.number, warp, block.started};
    return next_epoch++;
}

void begin_epoch(Warp& warp, LaneMask lanes) {
    const Epoch epoch = new_epoch(*warp.block, warp.number_in_block());
    for (unsigned l = 0; l < 32; ++l)
        if (lanes >> l & 1) warp.watched.epoch[l] = epoch;
}

/// Begins an epoch for one lane: that of a sibling, if both were in the same until now, so that
/// histories still take the lanes of a warp together.
void begin_epoch(Thread& thread) {
    Warp& warp = *thread.warp;
    Epoch& epoch = warp.watched.epoch[thread.lane];
    if (epoch != warp.watched.stepped_from) {
        warp.watched.stepped_from = epoch;
        warp.watched.stepped_to = new_epoch(*warp.block, warp.number_in_block());
    }
    epoch = warp.watched.stepped_to;
}

} // namespace

// --- what threads know ------------------------------------------------------------------------------

/// What one thread knew of its own block, directly, when it released; what several did (`of_threads`);
/// that a copy has ended; or only the union of two.
struct Knowledge {
    Epoch made_at; ///< epochs from here on are later than this knowledge
    bool is_union = false;
    Epoch copy = 0;
    std::uint32_t block = 0, warp = 0, lane = 0;
    Epoch block_below = 0;        ///< of the block: before its last barrier
    Epoch warp_below = 0;         ///< of the warp: before all its lanes met last
    Epoch up_to = 0;              ///< of the thread itself
    const Epoch* known = nullptr; ///< of each lane of the warp, if lanes have met otherwise
    Epoch* of_threads = nullptr;  ///< of each thread of the block: a warp has 32 entries
    Knowledge* parents[2] = {};
    Knowledge* assumed = nullptr;      ///< a further one, by values of CUDA's own updates
    Knowledge* fenced = nullptr;       ///< what of it bulk copies see
    mutable std::uint64_t visited = 0; ///< number of the last search that came by
};

namespace {

struct KnownRow {
    Epoch of_lane[32];
};

struct Copy {
    Living who; ///< started it
    Epoch begun_at;
    bool is_bulk;
};
/// Threads of a warp learn the same one after the other.
struct LastUnion {
    Knowledge *a, *b, *both;
};

std::deque<Knowledge> arena; ///< of this launch
std::deque<KnownRow> rows;
std::deque<std::unique_ptr<Epoch[]>> tables; ///< of what is known of a block's threads
std::deque<Copy> copies;
LastUnion last_unions[64];
std::vector<Knowledge*> to_visit;
std::uint64_t searches = 0, strong_writes = 0;

/// Work that has begun since the host knew last that all had ended.
struct Begun {
    Work work;
    Epoch first_epoch;
    std::uint32_t first_block;
    Epoch all_ordered_below;      ///< while it goes on
    Epoch ordered_below;          ///< its own epochs below this lie before its last grid barrier
    Knowledge* earlier = nullptr; ///< what its threads have to wait for, if it has begun early
};
std::vector<Begun> begun;
std::vector<std::vector<std::uint32_t>> begun_on; ///< each timeline: their numbers in `begun`
std::uint64_t blocks_begun = 0;
std::size_t going_on = 0; ///< the number in `begun` of what does
Knowledge* known_to_host = nullptr;
std::uint64_t times_forgotten = 0; ///< all that has begun

/// The work that a block belongs to.
Begun& begun_with(std::uint32_t block) {
    return *std::prev(std::ranges::upper_bound(begun, block, {}, &Begun::first_block));
}

/// The grid that a kernel's launch need not come after; null: there is none.
const Begun* above(const Begun& one) {
    return one.work.launched.above == 0 ? nullptr : &begun[one.work.launched.above - 1];
}
/// Whether streams, events, waiting of the host or the end of other grids order all that the one does
/// before all that the other does.
bool comes_before(const Begun& one, const Begun& other) {
    if (&one == &other || !one.work.comes_before(other.work)) return false;
    for (const Begun* grid = above(other); grid; grid = above(*grid))
        if (grid == &one) return false;
    return true;
}

/// On which the block runs; the host's runs on none.
std::uint32_t device_of(std::uint32_t block) {
    return static_cast<std::uint32_t>(begun.empty() ? 0 : begun_with(block).work.device);
}
constexpr auto no_device = static_cast<std::uint32_t>(devices::host);

/// What two accesses need to be strong for each other, by threads of these blocks. The host counts as a
/// part of every device.
Scope least_scope(std::uint32_t block, std::uint32_t other) {
    if (block == other) return Scope::block;
    if (begun.size() < 2) return Scope::device;
    const std::uint32_t one = device_of(block), two = device_of(other);
    return one == two || one == no_device || two == no_device ? Scope::device : Scope::system;
}

/// What was released for some only, by one of them: for a block, or a device.
class ReleasedFor {
public:
    Knowledge* operator[](std::uint32_t whom) const {
        const auto place = place_of(whom);
        return place != by_whom_.end() && place->first == whom ? place->second : nullptr;
    }
    void add(std::uint32_t whom, Knowledge* knowledge) {
        const auto place = place_of(whom);
        if (place != by_whom_.end() && place->first == whom)
            place->second = unite(place->second, knowledge);
        else if (knowledge)
            by_whom_.insert(place, {whom, knowledge});
    }
    Knowledge* for_all() const {
        Knowledge* all = nullptr;
        for (const Entry& entry : by_whom_) all = unite(all, entry.second);
        return all;
    }

private:
    using Entry = std::pair<std::uint32_t, Knowledge*>;
    std::vector<Entry>::const_iterator place_of(std::uint32_t whom) const {
        return std::ranges::lower_bound(by_whom_, whom, {}, &Entry::first);
    }
    std::vector<Entry>::iterator place_of(std::uint32_t whom) {
        return std::ranges::lower_bound(by_whom_, whom, {}, &Entry::first);
    }
    std::vector<Entry> by_whom_; ///< sorted
};

/// What was released at an address, and could be acquired there.
struct Published {
    std::uint32_t block = 0; ///< of the thread that wrote last
    Scope scope = Scope::system;
    ReleasedFor blocks, devices;
    Knowledge* for_system = nullptr;
    Knowledge* by_all = nullptr; ///< whatever its scope was
    Store store;

    /// Whether the write and an access of that scope by a thread of the block are morally strong.
    bool can_be_seen(std::uint32_t by_block, Scope by_scope) const {
        const Scope least = least_scope(block, by_block);
        return scope >= least && by_scope >= least;
    }
};
std::unordered_map<std::uintptr_t, Published> published;

/// What those of the block's device may acquire.
Knowledge* released_for_device_of(const Published& there, std::uint32_t block) {
    const std::uint32_t device = device_of(block);
    if (device == no_device) return there.devices.for_all();
    return unite(there.devices[device], there.devices[no_device]);
}

/// Whether all that the one block does comes before all that the other does.
bool is_ordered_by_streams(std::uint32_t block, std::uint32_t later) {
    return begun.size() >= 2 && comes_before(begun_with(block), begun_with(later));
}

LastUnion& last_union(const Knowledge* a, const Knowledge* b) {
    const auto bits = reinterpret_cast<std::uintptr_t>(a) * 31 + reinterpret_cast<std::uintptr_t>(b);
    return last_unions[(bits >> 4) % std::size(last_unions)];
}

Learned unite(const Learned& a, const Learned& b) {
    return {unite(a.acquired, b.acquired),
            unite(a.assumed, b.assumed),
            unite(a.fenced_for_copies, b.fenced_for_copies),
            unite(a.fenced_for_block, b.fenced_for_block),
            unite(a.fenced_for_device, b.fenced_for_device),
            unite(a.fenced_for_system, b.fenced_for_system),
            unite(a.seen_in_block, b.seen_in_block),
            unite(a.seen_in_device, b.seen_in_device),
            unite(a.seen_in_system, b.seen_in_system),
            unite(a.withheld, b.withheld),
            unite(a.seen_withheld, b.seen_withheld),
            a.fence_is_new || b.fence_is_new};
}

WarpKnowledge& knowledge_of(Warp& warp) {
    if (!warp.watched.knowledge) warp.watched.knowledge.reset(new WarpKnowledge());
    warp.block->watched.has_learned = true;
    return *warp.watched.knowledge;
}

Knowledge* fenced_in(const Knowledge* knowledge) { return knowledge ? knowledge->fenced : nullptr; }
Knowledge* fenced_in(const Learned& learned) {
    return unite(fenced_in(learned.acquired), fenced_in(learned.assumed));
}

/// What the thread knows now; `known` is the row of its lane.
Knowledge knowledge_now(Thread& thread) {
    Warp& warp = *thread.warp;
    const Block& block = *warp.block;
    WarpKnowledge& known = knowledge_of(warp);
    Knowledge now_known{};
    now_known.block = block.watched.number;
    now_known.warp = warp.number_in_block();
    now_known.lane = thread.lane;
    now_known.block_below = block.watched.ordered_below;
    now_known.warp_below = warp.watched.ordered_below;
    now_known.up_to = warp.watched.epoch[thread.lane];
    now_known.known = known.known[thread.lane];
    now_known.parents[0] = known.lanes[thread.lane].acquired;
    now_known.parents[1] = block.watched.learned.acquired;
    now_known.assumed = unite(known.lanes[thread.lane].assumed, block.watched.learned.assumed);
    now_known.made_at = next_epoch;
    return now_known;
}

/// The same, made to be passed on. What it does afterwards is not part of it.
Knowledge* release(Thread& thread) {
    Knowledge& now_known = arena.emplace_back(knowledge_now(thread));
    KnownRow& row = rows.emplace_back();
    std::copy(now_known.known, now_known.known + 32, row.of_lane);
    now_known.known = row.of_lane;
    const Learned &own = thread.warp->watched.knowledge->lanes[thread.lane],
                  &block = thread.warp->block->watched.learned;
    now_known.fenced = unite(unite(own.fenced_for_copies, fenced_in(own)),
                             unite(block.fenced_for_copies, fenced_in(block)));
    begin_epoch(thread);
    return &now_known;
}

/// Adds what one thread of a block knew to what others did.
void add(Knowledge& gathered, const Knowledge& one) {
    Epoch* const row = gathered.of_threads + 32 * one.warp;
    for (unsigned l = 0; l < 32; ++l) row[l] = std::max({row[l], one.known[l], one.warp_below - 1});
    row[one.lane] = std::max(row[one.lane], one.up_to);
    gathered.block_below = std::max(gathered.block_below, one.block_below);
    for (int i = 0; i < 2; ++i) gathered.parents[i] = unite(gathered.parents[i], one.parents[i]);
    gathered.assumed = unite(gathered.assumed, one.assumed);
    gathered.made_at = next_epoch;
}

Knowledge* new_gathered(const Block& block) {
    Knowledge& gathered = arena.emplace_back();
    gathered.block = block.watched.number;
    gathered.of_threads = tables.emplace_back(std::make_unique<Epoch[]>(32 * block.warps.size())).get();
    return &gathered;
}

/// The lanes among `lanes` of the epoch's warp whose accesses in the epoch this knowledge covers.
LaneMask covered(const Knowledge& k, Epoch epoch, const Living& who, LaneMask lanes) {
    if (k.is_union) return 0;
    if (!k.copy && k.block != who.block && is_ordered_by_streams(who.block, k.block)) return lanes;
    if (is_copy(epoch) || k.copy) return epoch == k.copy ? lanes : 0;
    if (k.block != who.block) return 0;
    if (epoch < k.block_below) return lanes;
    LaneMask found = 0;
    if (k.of_threads) {
        for (unsigned l = 0; l < 32; ++l)
            if (epoch <= k.of_threads[32 * who.warp + l]) found |= lanes & LaneMask{1} << l;
        return found;
    }
    if (k.warp != who.warp) return 0;
    if (epoch < k.warp_below) return lanes;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto l = static_cast<unsigned>(std::countr_zero(rest));
        if ((l == k.lane && epoch <= k.up_to) || epoch <= k.known[l]) found |= LaneMask{1} << l;
    }
    return found;
}

/// What knowledge may have come by.
enum class By { acquires, values_too };

/// Looks at knowledge and what it came from, until `is_enough`: what was learned last comes first.
/// Passes over what was made before `since`.
template <class Predicate>
bool any_knowledge(std::initializer_list<Knowledge*> from, Predicate is_enough, Epoch since = 0,
                   By by = By::values_too) {
    ++searches;
    to_visit.clear();
    const auto visit = [since](Knowledge* k) {
        if (!k || k->made_at <= since || k->visited == searches) return;
        k->visited = searches;
        to_visit.push_back(k);
    };
    for (Knowledge* k : from) visit(k);
    for (std::size_t next = 0; next < to_visit.size(); ++next) {
        const Knowledge& k = *to_visit[next];
        if (is_enough(k)) return true;
        if (by == By::values_too) visit(k.assumed);
        visit(k.parents[1]);
        visit(k.parents[0]);
    }
    return false;
}

/// Which of the lanes' accesses in the epoch none of the knowledge covers.
LaneMask not_covered(std::initializer_list<Knowledge*> from, Epoch epoch, LaneMask lanes,
                     By by = By::values_too) {
    if (lanes == 0) return 0;
    const Living& who = living(epoch);
    // Knowledge made before the epoch began cannot cover it, nor can what it came from.
    const Epoch begun_at = is_copy(epoch) ? copies[epoch - first_copy_of_launch].begun_at : epoch;
    any_knowledge(
        from,
        [&](const Knowledge& k) {
            lanes &= ~covered(k, epoch, who, lanes);
            return lanes == 0;
        },
        begun_at, by);
    return lanes;
}

/// Whether the epoch lies before the work of the thread, or before its last grid barrier.
bool is_before_work(Epoch epoch, const Living& who, const Thread& thread) {
    if (begun.size() < 2) return false;
    const std::uint32_t block = thread.warp->block->watched.number;
    const Begun &one = begun_with(who.block), &own = begun_with(block);
    return &one == &own ? epoch < own.ordered_below : comes_before(one, own);
}

/// Whether it was over before anything began that goes on. Nothing is remembered of it but its number.
bool is_over(Epoch epoch) {
    return epoch < all_ordered_below || (is_copy(epoch) && epoch < first_copy_of_launch);
}

/// The lanes whose accesses in the epoch barriers alone do not order before the thread's next.
LaneMask not_ordered_by_barriers(Epoch epoch, LaneMask lanes, const Thread& thread) {
    if (is_over(epoch)) return 0;
    const Warp& warp = *thread.warp;
    const Living& who = living(epoch);
    if (is_before_work(epoch, who, thread)) return 0;
    if (is_copy(epoch) || who.block != warp.block->watched.number) return lanes;
    if (epoch < warp.block->watched.ordered_below) return 0;
    if (who.warp != warp.number_in_block()) return lanes;
    if (epoch < warp.watched.ordered_below) return 0;
    lanes &= ~thread.bit();
    if (!warp.watched.knowledge) return lanes;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto l = static_cast<unsigned>(std::countr_zero(rest));
        if (epoch <= warp.watched.knowledge->known[thread.lane][l]) lanes &= ~(LaneMask{1} << l);
    }
    return lanes;
}

const Learned& learned_by(const Thread& thread) {
    static const Learned nothing;
    const Warp& warp = *thread.warp;
    return warp.watched.knowledge ? warp.watched.knowledge->lanes[thread.lane] : nothing;
}

bool acquires(MemoryOrder order) {
    return order == MemoryOrder::acquire || order == MemoryOrder::acq_rel ||
           order == MemoryOrder::seq_cst;
}
} // namespace

bool releases(MemoryOrder order) {
    return order == MemoryOrder::release || order == MemoryOrder::acq_rel ||
           order == MemoryOrder::seq_cst;
}

Knowledge* unite(Knowledge* a, Knowledge* b) {
    if (!a || a == b) return b;
    if (!b) return a;
    for (const auto& [one, other] : {std::pair{a, b}, std::pair{b, a}})
        if (one->is_union && (one->parents[0] == other || one->parents[1] == other)) return one;
    LastUnion& last = last_union(a, b);
    if (last.a == a && last.b == b) return last.both;
    Knowledge& both = arena.emplace_back();
    last = {a, b, &both};
    both.made_at = next_epoch;
    both.is_union = true;
    both.parents[0] = a;
    both.parents[1] = b;
    both.fenced = unite(a->fenced, b->fenced);
    return &both;
}

Moment now() { return {next_epoch, next_copy}; }

const Living& living(Epoch epoch) {
    return is_copy(epoch) ? copies[epoch - first_copy_of_launch].who : lives[epoch];
}

std::uint64_t process(Epoch epoch, unsigned lane) {
    return block_in_grid(epoch) * volume(blockDim) + living(epoch).warp * lanes_per_warp + lane;
}

bool ordered(Epoch epoch, LaneMask lanes, const Thread& thread) {
    const LaneMask rest = not_ordered_by_barriers(epoch, lanes, thread);
    if (rest == 0) return true;
    const Learned &own = learned_by(thread), &block = thread.warp->block->watched.learned;
    return not_covered({own.acquired, block.acquired, own.assumed, block.assumed}, epoch, rest) == 0;
}

bool ordered_by_acquires(Epoch epoch, LaneMask lanes, const Thread& thread) {
    const LaneMask rest = not_ordered_by_barriers(epoch, lanes, thread);
    if (rest == 0) return true;
    const Learned &own = learned_by(thread), &block = thread.warp->block->watched.learned;
    return not_covered({own.acquired, block.acquired}, epoch, rest, By::acquires) == 0;
}

bool would_be_ordered_by_fence(Epoch epoch, LaneMask lanes, const Thread& thread) {
    const LaneMask rest = not_ordered_by_barriers(epoch, lanes, thread);
    const Learned &own = learned_by(thread), &block = thread.warp->block->watched.learned;
    return not_covered({own.acquired, block.acquired, own.seen_in_block, own.seen_in_device,
                        own.seen_in_system, block.seen_in_block, block.seen_in_device,
                        block.seen_in_system},
                       epoch, rest) == 0;
}

bool would_be_ordered_by_wider_scope(Epoch epoch, LaneMask lanes, const Thread& thread) {
    const Learned &own = learned_by(thread), &block = thread.warp->block->watched.learned;
    if (!own.withheld && !block.withheld) return false;
    const LaneMask rest = not_ordered_by_barriers(epoch, lanes, thread);
    return not_covered(
               {own.acquired, block.acquired, own.assumed, block.assumed, own.withheld, block.withheld},
               epoch, rest) == 0;
}

bool has_learned_from(Epoch epoch, unsigned lane, const Thread& thread) {
    const Living& who = living(epoch);
    const Learned &own = learned_by(thread), &block = thread.warp->block->watched.learned;
    return any_knowledge({own.acquired, block.acquired, own.assumed, block.assumed},
                         [&](const Knowledge& k) {
                             return !k.is_union && k.copy == 0 && k.block == who.block &&
                                    k.warp == who.warp && k.lane == lane;
                         });
}

Store last_store(std::uintptr_t address) {
    const auto found = published.find(address);
    return found == published.end() ? Store{} : found->second.store;
}

bool has_new_fence(const Thread& thread) {
    return learned_by(thread).fence_is_new || thread.warp->block->watched.learned.fence_is_new;
}

// --- barriers ---------------------------------------------------------------------------------------

namespace {

/// All earlier work lies before all to come.
void forget_earlier_work() {
    if (next_epoch > most_epochs || next_copy - first_of_copies > most_copies) {
        shadow::forget_accesses();
        next_epoch = 1;
        next_copy = first_of_copies;
        lives_kept_from = 0;
    }
    forget_lives_below(next_epoch);
    published.clear();
    strong_writes = 0;
    shadow::forget_all_readers(next_epoch, next_copy);
    arena.clear();
    rows.clear();
    tables.clear();
    copies.clear();
    first_copy_of_launch = next_copy;
    std::fill(std::begin(last_unions), std::end(last_unions), LastUnion{});
    begun.clear();
    begun_on.clear();
    blocks_begun = 0;
    known_to_host = nullptr;
    ++times_forgotten;
}

bool is_remembered(const WatchedLaunch& launched) { return launched.remembered == times_forgotten; }

/// Epochs below this lie before work that begins so. (Of each timeline, the latest may not.)
Epoch ordered_before(const Clock& beginning) {
    Epoch first = next_epoch;
    for (const std::vector<std::uint32_t>& timeline : begun_on) {
        const auto is_before = [&](std::uint32_t i) { return begun[i].work.is_known_in(beginning); };
        const auto unordered = std::find_if(timeline.rbegin(), timeline.rend(), is_before).base();
        if (unordered != timeline.end()) first = std::min(first, begun[*unordered].first_epoch);
    }
    return first;
}

/// So much that it has to be forgotten: that a launch races with what its stream has done long ago is
/// not found then.
bool remembers_much() {
    constexpr std::size_t much_knowledge = std::size_t{1} << 18;
    constexpr Epoch many_epochs = 1u << 27;
    return arena.size() > much_knowledge || next_epoch - lives_kept_from > many_epochs;
}

/// Whether all that has begun before the work, and comes before it, may be forgotten. Of a grid that a
/// kernel has launched, its parent does not.
bool may_forget_before(const Work& work) {
    const bool has_parent = is_remembered(work.launched) && work.launched.above != 0;
    const bool has_to_be = remembers_much() || next_epoch > most_epochs;
    return (work.is_alone && !has_parent) || (has_to_be && !pending::others());
}

/// What is known of all that the work awaits: that of a block which comes after it.
Knowledge* knowledge_of_earlier(const Work& work) {
    Work end = work;
    end.knows = work.awaits;
    const auto block = static_cast<std::uint32_t>(blocks_begun++);
    begun.push_back({std::move(end), next_epoch, block, next_epoch, 0});
    Knowledge& earlier = arena.emplace_back();
    earlier.made_at = next_epoch;
    earlier.block = block;
    earlier.fenced = &earlier; // a kernel's end is as good as a fence for copies
    return &earlier;
}

} // namespace

void begin_work(const Work& work, std::uint64_t blocks) {
    if (!lives) make_room_for_lives();
    const bool follows_all = ordered_before(work.begins_early ? work.awaits : work.knows) == next_epoch;
    if (follows_all && may_forget_before(work)) forget_earlier_work();
    all_ordered_below = ordered_before(work.knows);
    launch_begins_at = next_epoch;
    Knowledge* const earlier =
        work.begins_early && all_ordered_below < next_epoch ? knowledge_of_earlier(work) : nullptr;
    if (work.timeline >= begun_on.size()) begun_on.resize(work.timeline + 1);
    begun_on[work.timeline].push_back(static_cast<std::uint32_t>(begun.size()));
    going_on = begun.size();
    begun.push_back(
        {work, next_epoch, static_cast<std::uint32_t>(blocks_begun), all_ordered_below, 0, earlier});
    blocks_begun += blocks;
    Begun& own = begun.back();
    if (!is_remembered(work.launched)) own.work.launched = {};
    for (const Begun* grid = above(own); grid; grid = above(*grid))
        all_ordered_below = own.all_ordered_below = std::min(own.all_ordered_below, grid->first_epoch);
}

void launch_child(Thread& thread, bool is_tail, WatchedLaunch& child) {
    const Begun& own = begun_with(thread.warp->block->watched.number);
    const auto number = static_cast<std::uint32_t>(&own - begun.data() + 1);
    child = {release(thread), is_tail ? own.work.launched.above : number, times_forgotten};
    child.known->fenced = child.known; // a launch is as good as a fence for copies
}

void await_earlier_work(Thread& thread) {
    acquire(thread, begun_with(thread.warp->block->watched.number).earlier);
}

void resume_work(const Work& work) {
    const auto is_it = [&](std::uint32_t i) { return begun[i].work.number == work.number; };
    const std::vector<std::uint32_t>& timeline = begun_on[work.timeline];
    going_on = *std::find_if(timeline.rbegin(), timeline.rend(), is_it);
    all_ordered_below = begun[going_on].all_ordered_below;
    launch_begins_at = begun[going_on].first_epoch;
}

const Work& work_of(Epoch epoch) { return begun_with(living(epoch).block).work; }

const Work& work_of(const Thread& thread) {
    return begun_with(thread.warp->block->watched.number).work;
}

std::uint32_t block_in_grid(Epoch epoch) {
    const std::uint32_t block = living(epoch).block;
    return block - begun_with(block).first_block;
}

bool on_one_device(Epoch epoch, const Thread& thread) {
    return least_scope(living(epoch).block, thread.warp->block->watched.number) <= Scope::device;
}

bool is_of_same_work(Epoch epoch, const Thread& thread) {
    if (is_over(epoch)) return false;
    const std::uint32_t block = living(epoch).block, own = thread.warp->block->watched.number;
    return begun.size() < 2 || block == own || &begun_with(block) == &begun_with(own);
}

void host_acquires(const Thread& host) {
    known_to_host = unite(known_to_host, learned_by(host).acquired);
}

namespace {
void begin_epochs(Block& block) {
    block.watched.ordered_below = next_epoch;
    for (Warp& warp : block.warps) {
        warp.watched.ordered_below = next_epoch;
        begin_epoch(warp, ~LaneMask{0});
    }
}
} // namespace

void begin_block(Block& block) {
    block.watched.number = begun[going_on].first_block + block.number;
    block.watched.first_epoch = next_epoch;
    block.watched.learned = {};
    block.watched.learned.acquired = // before the host submitted the work, or a kernel launched it
        unite(known_to_host, begun[going_on].work.launched.known);
    block.watched.has_learned = false;
    for (Warp& warp : block.warps) {
        if (warp.watched.knowledge) *warp.watched.knowledge = {};
        warp.watched.stepped_from = 0;
    }
    begin_epochs(block);
}

void block_barrier(Block& block) {
    if (block.watched.has_learned) {
        for (Warp& warp : block.warps) {
            if (!warp.watched.knowledge) continue;
            for (Learned& lane : warp.watched.knowledge->lanes)
                block.watched.learned = unite(block.watched.learned, std::exchange(lane, {}));
        }
        block.watched.has_learned = false;
    }
    begin_epochs(block);
}

void grid_barrier() {
    begun[going_on].ordered_below = next_epoch;
    if (begun.size() == 1) all_ordered_below = begun[going_on].all_ordered_below = next_epoch;
}

void warp_sync(Warp& warp, LaneMask lanes) {
    if (WarpKnowledge* known = warp.watched.knowledge.get()) {
        Learned all;
        for (unsigned l = 0; l < 32; ++l)
            if (lanes >> l & 1) all = unite(all, known->lanes[l]);
        for (unsigned l = 0; l < 32; ++l)
            if (lanes >> l & 1) known->lanes[l] = all;
    }
    if (lanes == warp.existing) {
        warp.watched.ordered_below = next_epoch;
    } else {
        WarpKnowledge& known = knowledge_of(warp);
        KnownRow all{};
        for (unsigned l = 0; l < 32; ++l) {
            if (!(lanes >> l & 1)) continue;
            for (unsigned m = 0; m < 32; ++m)
                all.of_lane[m] = std::max(all.of_lane[m], known.known[l][m]);
        }
        for (unsigned l = 0; l < 32; ++l)
            if (lanes >> l & 1) all.of_lane[l] = warp.watched.epoch[l];
        for (unsigned l = 0; l < 32; ++l)
            if (lanes >> l & 1)
                std::copy(std::begin(all.of_lane), std::end(all.of_lane), known.known[l]);
    }
    begin_epoch(warp, lanes);
}

// --- barriers in shared memory, and bulk copies -----------------------------------------------------

Knowledge* gather(Knowledge* gathered, Thread& thread) {
    const Block& block = *thread.warp->block;
    if (!gathered) gathered = new_gathered(block);
    add(*gathered, knowledge_now(thread));
    const Learned& own = learned_by(thread);
    Knowledge* const fence = own.fenced_for_copies;
    Knowledge* const others = unite(fenced_in(own), unite(block.watched.learned.fenced_for_copies,
                                                          fenced_in(block.watched.learned)));
    if (fence || others) {
        if (!gathered->fenced) gathered->fenced = new_gathered(block);
        Knowledge*& further = gathered->fenced->parents[0];
        if (fence && fence->known)
            add(*gathered->fenced, *fence);
        else
            further = unite(further, fence);
        further = unite(further, others);
    }
    begin_epoch(thread);
    return gathered;
}

Knowledge* gather(Knowledge* gathered, const Block& block, Knowledge* other) {
    if (!gathered) gathered = new_gathered(block);
    gathered->parents[0] = unite(gathered->parents[0], other);
    gathered->made_at = next_epoch;
    return gathered;
}

void acquire(Thread& thread, Knowledge* knowledge) {
    if (!knowledge) return;
    Learned& own = knowledge_of(*thread.warp).lanes[thread.lane];
    own.acquired = unite(own.acquired, knowledge);
}

Epoch begin_copy(const Thread& thread, bool is_bulk) {
    const Warp& warp = *thread.warp;
    copies.push_back({{warp.block->watched.number, warp.number_in_block(), warp.block->started},
                      next_epoch - 1,
                      is_bulk});
    return next_copy++;
}

bool is_bulk_copy(Epoch copy) { return is_copy(copy) && copies[copy - first_copy_of_launch].is_bulk; }

Knowledge* end_of_copy(Epoch copy) {
    Knowledge& end = arena.emplace_back();
    end.made_at = next_epoch;
    end.copy = copy;
    return &end;
}

void fence_for_copies(Thread& thread) {
    Knowledge* const known = release(thread);
    knowledge_of(*thread.warp).lanes[thread.lane].fenced_for_copies = known;
}

bool fenced_for_copies(Epoch epoch, LaneMask lanes, const Thread& thread) {
    if (epoch < all_ordered_below || is_copy(epoch) || is_before_work(epoch, living(epoch), thread))
        return true;
    const Learned &own = learned_by(thread), &block = thread.warp->block->watched.learned;
    return not_covered(
               {own.fenced_for_copies, fenced_in(own), block.fenced_for_copies, fenced_in(block)},
               epoch, lanes) == 0;
}

// --- release and acquire ----------------------------------------------------------------------------

void fence(Thread& thread, MemoryOrder order, Scope scope) {
    if (scope == Scope::thread) return;
    Learned& own = knowledge_of(*thread.warp).lanes[thread.lane];
    const Learned& block = thread.warp->block->watched.learned;
    if (acquires(order)) {
        const auto take = [&](Scope least, Knowledge* seen) {
            Knowledge*& goes_to = scope >= least ? own.acquired : own.withheld;
            goes_to = unite(goes_to, seen);
        };
        take(Scope::block, unite(own.seen_in_block, block.seen_in_block));
        take(Scope::device, unite(own.seen_in_device, block.seen_in_device));
        take(Scope::system, unite(own.seen_in_system, block.seen_in_system));
        own.withheld = unite(own.withheld, unite(own.seen_withheld, block.seen_withheld));
    }
    if (releases(order)) {
        Knowledge* known = release(thread);
        own.fenced_for_block = known;
        if (scope >= Scope::device) own.fenced_for_device = known;
        if (scope >= Scope::system) own.fenced_for_system = known;
        own.fence_is_new = true;
    }
}

namespace {
/// Each device has its own variables at the same addresses, with bits to spare.
std::uintptr_t own_address(std::uintptr_t address) {
    if (!may_be_device_variable(address)) return address;
    return address | static_cast<std::uintptr_t>(owner_of_variable(address)) << 56;
}
} // namespace

void strong_read(Thread& thread, std::uintptr_t address, MemoryOrder order, Scope scope) {
    if (published.empty() || scope == Scope::thread) return;
    const auto found = published.find(own_address(address));
    if (found == published.end() || !found->second.by_all) return;
    const Published& there = found->second;
    const std::uint32_t block = thread.warp->block->watched.number;
    const bool sees = there.can_be_seen(block, scope);
    Knowledge* const from_block = sees ? there.blocks[block] : nullptr;
    Knowledge* const from_device =
        sees && scope >= Scope::device ? released_for_device_of(there, block) : nullptr;
    Knowledge* const from_system = sees && scope >= Scope::system ? there.for_system : nullptr;
    Knowledge* const from_all = unite(unite(from_block, from_device), from_system);
    Knowledge* const from_others = from_all == there.by_all ? nullptr : there.by_all;

    Learned& own = knowledge_of(*thread.warp).lanes[thread.lane];
    const bool is_legacy = order == MemoryOrder::legacy;
    if (is_legacy) own.assumed = unite(own.assumed, from_all);
    if (acquires(order)) own.acquired = unite(own.acquired, from_all);
    if (is_legacy || acquires(order)) own.withheld = unite(own.withheld, from_others);
    if (!acquires(order)) {
        own.seen_in_block = unite(own.seen_in_block, from_block);
        own.seen_in_device = unite(own.seen_in_device, from_device);
        own.seen_in_system = unite(own.seen_in_system, from_system);
        own.seen_withheld = unite(own.seen_withheld, from_others);
    }
}

void strong_write(Thread& thread, std::uintptr_t address, MemoryOrder order, Scope scope,
                  bool modifies) {
    const std::uint32_t block = thread.warp->block->watched.number;
    if (scope == Scope::thread) return;
    const bool is_flag = releases(order) || has_new_fence(thread);
    Knowledge* const by_itself = releases(order) ? release(thread) : nullptr;
    const Learned &own = learned_by(thread), &all = thread.warp->block->watched.learned;
    const auto released_for = [&](Scope least, Knowledge* fenced, Knowledge* fenced_by_all) {
        return unite(scope >= least ? by_itself : nullptr, unite(fenced, fenced_by_all));
    };
    Knowledge* const of_system =
        released_for(Scope::system, own.fenced_for_system, all.fenced_for_system);
    Knowledge* const of_device =
        unite(of_system, released_for(Scope::device, own.fenced_for_device, all.fenced_for_device));
    Knowledge* const of_block =
        unite(unite(by_itself, of_device), unite(own.fenced_for_block, all.fenced_for_block));
    const std::uintptr_t key = own_address(address);
    Published& there = published[key];
    if (!modifies || !there.can_be_seen(block, scope)) there = {};
    there.block = block;
    there.scope = scope;
    there.store = {++strong_writes, is_flag};
    there.for_system = unite(there.for_system, of_system);
    there.devices.add(device_of(block), of_device);
    there.blocks.add(block, of_block);
    there.by_all = unite(there.by_all, of_block);
    if (is_flag && thread.warp->watched.knowledge)
        thread.warp->watched.knowledge->lanes[thread.lane].fence_is_new = false;
    if (modifies && !there.by_all) published.erase(key); // most counters tell nothing
}

} // namespace scanlab::sim::order
