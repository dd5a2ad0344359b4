#include "warp_roles.hpp"

#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <stdexcept>
#include <tuple>

namespace scanlab::diagrams {
namespace {

using EventKind = Event::Kind;
using DeedKind = Action::Kind;

/// A phase of an mbarrier of a block.
using Phase = std::tuple<int, std::uint64_t, long long>;

class RoleFinder {
public:
    explicit RoleFinder(const Recording& recording) : recording_(recording) {}

    std::optional<WarpRoles> find() {
        if (!find_tiles()) return std::nullopt;
        find_stretches();
        find_kinds_of_warps();
        for (Stretch& stretch : stretches_) find_deed(stretch);
        put_in_order();
        find_readers_of_sums();
        check();
        return std::move(roles_);
    }

private:
    /// What the lanes of a warp do after they have waited for a phase, up to the next wait.
    struct Stretch {
        int block = 0, warp = 0;
        std::optional<Phase> waited_for{};
        std::size_t begin = 0, end = 0;
        std::size_t met = 0; ///< when the last lane has waited
        std::vector<std::size_t> events{};
        std::size_t action = none;
    };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    const Event& event(std::size_t i) const { return recording_.events[i]; }
    bool is_of_input(std::uint64_t address) const {
        const auto& in = *recording_.input;
        return address >= in.address && address < in.address + 4 * in.values.size();
    }
    bool is_shared(const Event& e) const {
        return e.variable >= 0 && recording_.variables[e.variable].in_shared_memory();
    }
    bool is_global(const Event& e) const { return e.variable >= 0 && !is_shared(e); }

    /// All copies bring tiles of one size, but for the last one.
    bool find_tiles() {
        if (!recording_.input) return false;
        std::map<int, std::set<std::uint64_t>> places;
        for (const Event& e : recording_.events)
            if (e.kind == EventKind::copy && e.mbarrier != 0 && is_of_input(e.address)) {
                roles_.launch = e.launch;
                roles_.tile_size = std::max(roles_.tile_size, e.bytes / 4);
                places[e.block].insert(e.to);
            }
        if (places.empty()) return false;
        for (const auto& [block, of_block] : places) {
            places_[block].assign(of_block.begin(), of_block.end());
            roles_.places = std::max(roles_.places, static_cast<int>(of_block.size()));
        }
        const int n = static_cast<int>(recording_.input->values.size());
        roles_.tiles = (n + roles_.tile_size - 1) / roles_.tile_size;
        constexpr int least = 4; // elements that a bulk copy brings
        if (const int rest = n % roles_.tile_size; rest > 0 && rest < least)
            throw BadInput(fmt::format("--n {}: the last tile has {}, too few for a bulk copy; give "
                                       "some more or fewer",
                                       n, counted(rest, "element")));
        return true;
    }

    int tile_of_copy(const Event& e) const {
        return static_cast<int>((e.address - recording_.input->address) / 4) / roles_.tile_size;
    }

    // --- stretches -----------------------------------------------------------------------

    /// Lanes that wait for the same phase are in the same stretch, whatever happens between them.
    void find_stretches() {
        std::map<std::tuple<int, int, std::optional<Phase>>, std::size_t> known;
        std::map<std::pair<int, int>, std::optional<Phase>> latest; // of each thread
        for (std::size_t i = 0; i < recording_.events.size(); ++i) {
            const Event& e = event(i);
            if (e.launch != roles_.launch || e.thread < 0 || e.kind == EventKind::copied) continue;
            auto& phase = latest[{e.block, e.thread}];
            if (e.kind == EventKind::pass) phase = Phase{e.block, e.address, e.phase};
            const bool counts = e.kind == EventKind::copy || e.kind == EventKind::arrive ||
                                e.kind == EventKind::pass ||
                                ((e.kind == EventKind::read || e.kind == EventKind::write) &&
                                 (is_shared(e) || is_of_arrays(e)));
            if (!counts) continue;
            const int warp = e.thread / recording_.warp_size;
            const auto [at, is_new] = known.try_emplace({e.block, warp, phase}, stretches_.size());
            if (is_new)
                stretches_.push_back({.block = e.block, .warp = warp, .waited_for = phase, .begin = i});
            Stretch& stretch = stretches_[at->second];
            stretch.end = i;
            if (e.kind == EventKind::pass) stretch.met = i;
            if (e.kind == EventKind::arrive)
                arrivals_[{e.block, e.address, e.phase}][at->second] = i;
            else if (e.kind != EventKind::pass)
                stretch.events.push_back(i);
        }
    }

    /// Global memory but the parameters.
    bool is_of_arrays(const Event& e) const { return is_global(e) && (e.is_atomic || is_output(e)); }
    bool is_output(const Event& e) const {
        return recording_.output && e.kind == EventKind::write &&
               e.address >= recording_.output->address &&
               e.address < recording_.output->address + 4 * recording_.output->values.size();
    }

    bool reads_ring(const Event& e) const {
        return e.kind == EventKind::read && is_shared(e) && place_of(e.block, e.address) != none;
    }
    std::size_t place_of(int block, std::uint64_t address) const {
        const auto places = places_.find(block);
        for (std::size_t i = 0; places != places_.end() && i < places->second.size(); ++i)
            if (address >= places->second[i] &&
                address < places->second[i] + 4 * static_cast<std::uint64_t>(roles_.tile_size))
                return i;
        return none;
    }

    // --- what warps are for --------------------------------------------------------------

    void find_kinds_of_warps() {
        for (const Stretch& stretch : stretches_) {
            auto& warps = roles_.warps;
            warps.resize(std::max(warps.size(), static_cast<std::size_t>(stretch.warp) + 1));
            auto& kinds = warps[static_cast<std::size_t>(stretch.warp)];
            bool polls = false, publishes = false;
            for (const std::size_t i : stretch.events) {
                const Event& e = event(i);
                if (!stretch.waited_for && e.kind != EventKind::copy) continue; // it prepares
                if (reads_ring(e)) kinds.insert(DeedKind::sum);
                if (e.kind == EventKind::copy)
                    kinds.insert(e.mbarrier != 0 ? DeedKind::load : DeedKind::store);
                if (!e.is_atomic || e.kind != EventKind::read) continue;
                (is_exchange(i) ? publishes : polls) = true;
            }
            if (publishes) kinds.insert(DeedKind::publish);
            if (polls) kinds.insert(DeedKind::look_back);
        }
        for (auto& kinds : roles_.warps) {
            if (kinds.contains(DeedKind::sum)) kinds.insert(DeedKind::finish);
            if (kinds.empty()) kinds.insert(DeedKind::look_back); // for the only block
        }
    }
    bool is_exchange(std::size_t i) const {
        const Event& next = event(std::min(i + 1, recording_.events.size() - 1));
        return next.kind == EventKind::write && next.is_atomic && next.address == event(i).address &&
               next.block == event(i).block && next.thread == event(i).thread;
    }
    bool is_for(const Stretch& stretch, DeedKind kind) const {
        const auto warp = static_cast<std::size_t>(stretch.warp);
        return warp < roles_.warps.size() && roles_.warps[warp].contains(kind);
    }

    // --- actions ---------------------------------------------------------------------------

    std::size_t add(DeedKind kind, Stretch& stretch, int tile) {
        stretch.action = roles_.actions.size();
        roles_.actions.push_back({.kind = kind,
                                  .block = stretch.block,
                                  .warp = stretch.warp,
                                  .tile = tile,
                                  .begin = stretch.met,
                                  .end = stretch.end,
                                  .events = stretch.events,
                                  .needs = {},
                                  .polls = 0});
        return stretch.action;
    }

    void find_deed(Stretch& stretch) {
        if (is_for(stretch, DeedKind::load)) add_loads(stretch);
        if (!stretch.waited_for) return;
        if (is_for(stretch, DeedKind::sum)) return add_sum_or_finish(stretch);
        for (const DeedKind kind : {DeedKind::publish, DeedKind::look_back, DeedKind::store})
            if (is_for(stretch, kind)) return add_after_wait(kind, stretch);
    }

    void add_loads(Stretch& stretch) {
        for (const std::size_t i : stretch.events) {
            const Event& e = event(i);
            if (e.kind != EventKind::copy || e.mbarrier == 0) continue;
            Stretch moment{
                .block = e.block, .warp = stretch.warp, .begin = i, .end = i, .met = i, .events = {i}};
            const int tile = tile_of_copy(e);
            roles_.ring.push_back({.block = e.block,
                                   .place = static_cast<int>(place_of(e.block, e.to)),
                                   .tile = tile,
                                   .started = i,
                                   .arrived = arrival(i),
                                   .read = i,
                                   .load = add(DeedKind::load, moment, tile)});
        }
        std::erase_if(stretch.events, [&](std::size_t i) { return event(i).kind == EventKind::copy; });
        if (!stretch.events.empty()) stretch.end = stretch.events.back();
    }

    std::size_t arrival(std::size_t start) const {
        for (std::size_t i = start; i < recording_.events.size(); ++i)
            if (event(i).kind == EventKind::copied && event(i).block == event(start).block &&
                event(i).to == event(start).to)
                return i;
        return recording_.events.size() - 1;
    }

    void add_sum_or_finish(Stretch& stretch) {
        const auto reads = std::find_if(stretch.events.begin(), stretch.events.end(),
                                        [&](std::size_t i) { return reads_ring(event(i)); });
        if (reads == stretch.events.end()) return add_after_wait(DeedKind::finish, stretch);
        const auto place = static_cast<int>(place_of(stretch.block, event(*reads).address));
        InRing* latest = nullptr;
        for (InRing& in_ring : roles_.ring)
            if (in_ring.block == stretch.block && in_ring.place == place && in_ring.arrived < *reads &&
                (latest == nullptr || in_ring.arrived > latest->arrived))
                latest = &in_ring;
        if (latest == nullptr) throw std::logic_error("a warp sums a tile that nobody has loaded");
        const std::size_t action = add(DeedKind::sum, stretch, latest->tile);
        roles_.actions[action].needs.push_back({latest->load, stretch.met});
        for (const std::size_t i : stretch.events)
            if (reads_ring(event(i))) latest->read = std::max(latest->read, i);
    }

    /// What the actions of this kind follow on: it says which tile they are about.
    static DeedKind before(DeedKind kind) {
        return kind == DeedKind::finish  ? DeedKind::look_back
               : kind == DeedKind::store ? DeedKind::finish
                                         : DeedKind::sum;
    }

    /// The last action of this kind to arrive at what the stretch has waited for.
    std::size_t last_to_arrive(const Stretch& stretch, DeedKind kind) const {
        const auto arrivals = arrivals_.find(*stretch.waited_for);
        std::size_t action = none, latest = 0;
        if (arrivals == arrivals_.end()) return none;
        for (const auto& [s, when] : arrivals->second) {
            const std::size_t other = stretches_[s].action;
            if (other == none || roles_.actions[other].kind != kind || when < latest) continue;
            action = other;
            latest = when;
        }
        return action;
    }

    /// A warp that waits for something else goes on with the same action.
    void add_after_wait(DeedKind kind, Stretch& stretch) {
        std::size_t awaited = last_to_arrive(stretch, before(kind));
        if (awaited != none) {
            add(kind, stretch, roles_.actions[awaited].tile);
        } else {
            stretch.action = latest(kind, stretch);
            if (stretch.action == none) return;
            Action& action = roles_.actions[stretch.action];
            action.end = stretch.end;
            action.events.insert(action.events.end(), stretch.events.begin(), stretch.events.end());
            awaited = last_to_arrive(stretch, kind);
        }
        if (awaited != none) roles_.actions[stretch.action].needs.push_back({awaited, stretch.met});
    }

    std::size_t latest(DeedKind kind, const Stretch& stretch) const {
        std::size_t found = none;
        for (std::size_t i = 0; i < roles_.actions.size(); ++i)
            if (const Action& action = roles_.actions[i];
                action.kind == kind && action.block == stretch.block && action.warp == stretch.warp &&
                action.begin <= stretch.met &&
                (found == none || action.begin > roles_.actions[found].begin))
                found = i;
        return found;
    }

    void put_in_order() {
        std::vector<std::size_t> order(roles_.actions.size()), rank(roles_.actions.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return roles_.actions[a].begin < roles_.actions[b].begin;
        });
        std::vector<Action> sorted;
        for (const std::size_t i : order) {
            rank[i] = sorted.size();
            sorted.push_back(std::move(roles_.actions[i]));
        }
        roles_.actions = std::move(sorted);
        for (Action& action : roles_.actions) {
            for (Need& need : action.needs) need.action = rank[need.action];
        }
        for (InRing& in_ring : roles_.ring) in_ring.load = rank[in_ring.load];
    }

    /// A look-back reads words of other blocks again and again, until they are there.
    void find_readers_of_sums() {
        std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> published; // by address and word
        for (std::size_t d = 0; d < roles_.actions.size(); ++d)
            if (roles_.actions[d].kind == DeedKind::publish)
                for (const std::size_t i : roles_.actions[d].events)
                    if (event(i).kind == EventKind::write && event(i).is_atomic)
                        published[{event(i).address, event(i).bits()}] = d;
        for (Action& action : roles_.actions) {
            if (action.kind != DeedKind::look_back) continue;
            std::map<std::uint64_t, std::pair<int, std::size_t>>
                reads; // of each address: how many, the last
            for (const std::size_t i : action.events)
                if (event(i).kind == EventKind::read && event(i).is_atomic)
                    reads[event(i).address] = {reads[event(i).address].first + 1, i};
            for (const auto& [address, read] : reads) {
                action.polls = std::max(action.polls, read.first - 1);
                const auto found = published.find({address, event(read.second).bits()});
                if (found != published.end() && roles_.actions[found->second].block != action.block)
                    action.needs.push_back({found->second, read.second});
            }
        }
    }

    // --- checks --------------------------------------------------------------------------

    static void require(bool holds, const char* what) {
        if (!holds) throw std::logic_error(fmt::format("the picture would not be true: {}", what));
    }

    /// Each tile is loaded and published once, and what is published is its sum, or how much it keeps.
    void check() const {
        std::map<int, int> loads, publications;
        for (const Action& action : roles_.actions) {
            loads[action.tile] += action.kind == DeedKind::load;
            if (action.kind == DeedKind::publish) {
                ++publications[action.tile];
                for (const std::size_t i : action.events)
                    if (event(i).kind == EventKind::write && event(i).is_atomic)
                        require(event(i).words.front() == sum_of(action.tile),
                                "what is published is not the tile's sum");
            }
            if (action.kind == DeedKind::finish && !recording_.moves_elements())
                for (const std::size_t i : action.events)
                    if (is_output(event(i)))
                        require(static_cast<int>((event(i).address - recording_.output->address) / 4) /
                                        roles_.tile_size ==
                                    action.tile,
                                "a warp stores another tile than it has waited for");
        }
        for (int tile = 0; tile < roles_.tiles; ++tile)
            require(loads[tile] == 1 && publications[tile] == 1,
                    "a tile is not loaded and published once");
    }

    std::uint32_t sum_of(int tile) const {
        const auto& values = recording_.input->values;
        std::uint32_t sum = 0;
        for (std::size_t i = static_cast<std::size_t>(tile * roles_.tile_size);
             i < std::min(values.size(), static_cast<std::size_t>((tile + 1) * roles_.tile_size)); ++i)
            sum += recording_.moves_elements() ? values[i] != 0 : static_cast<std::uint32_t>(values[i]);
        return sum;
    }

    const Recording& recording_;
    WarpRoles roles_;
    std::map<int, std::vector<std::uint64_t>> places_; ///< of each block's ring: addresses
    std::vector<Stretch> stretches_;
    std::map<Phase, std::map<std::size_t, std::size_t>> arrivals_; ///< of each stretch, the last
};

} // namespace

std::optional<WarpRoles> find_warp_roles(const Recording& recording) {
    return RoleFinder(recording).find();
}

} // namespace scanlab::diagrams
