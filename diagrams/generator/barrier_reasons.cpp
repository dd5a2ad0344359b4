#include "barrier_reasons.hpp"

#include "text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <tuple>
#include <vector>

namespace scanlab::diagrams {
namespace {

/// A block's accesses of one place between the latest two barriers.
struct Place {
    int interval = 0; ///< how many barriers the block had passed
    std::set<int> readers{}, writers{}, readers_before{}, writers_before{};

    void move_to(int now) {
        if (now == interval) return;
        const bool is_next = now == interval + 1;
        readers_before = is_next ? std::move(readers) : std::set<int>{};
        writers_before = is_next ? std::move(writers) : std::set<int>{};
        readers.clear();
        writers.clear();
        interval = now;
    }
};

bool has_another(const std::set<int>& threads, int thread) {
    return threads.size() > (threads.contains(thread) ? 1u : 0u);
}

} // namespace

BarrierReasons barrier_reasons(const Recording& recording) {
    BarrierReasons reasons;
    std::map<std::pair<int, int>, int> passed; // by launch and block
    std::map<std::tuple<int, int, std::uint64_t>, Place> places;
    std::set<std::tuple<int, int, std::uint64_t, int, bool>> counted; // each place once for a barrier
    for (const Event& e : recording.events) {
        int& barriers = passed[{e.launch, e.block}];
        if (e.kind == Event::Kind::barrier) reasons[{e.launch, ++barriers}];
        const bool reads = e.kind == Event::Kind::read, writes = e.kind == Event::Kind::write;
        if ((!reads && !writes) || e.variable < 0) continue;
        for (std::uint64_t word = e.address / 4; word <= (e.address + e.bytes - 1) / 4; ++word) {
            Place& place = places[{e.launch, e.block, word}];
            place.move_to(barriers);
            BarrierReason* const reason = barriers > 0 ? &reasons[{e.launch, barriers}] : nullptr;
            const auto is_first = [&] {
                return counted.insert({e.launch, e.block, word, barriers, reads}).second;
            };
            if (reason && reads && has_another(place.writers_before, e.thread) && is_first())
                ++reason->written_then_read;
            if (reason && writes && has_another(place.readers_before, e.thread) && is_first())
                ++reason->read_then_overwritten;
            if (reason && writes && has_another(place.writers_before, e.thread) && is_first())
                ++reason->written_twice;
            (reads ? place.readers : place.writers).insert(e.thread);
        }
    }
    return reasons;
}

std::string BarrierReason::sentence() const {
    std::vector<std::string> parts;
    const auto add = [&](int elements, const char* before, const char* after) {
        if (elements > 0)
            parts.push_back(fmt::format("{} {} before it {} {} after it by another thread",
                                        counted(elements, "element"), before,
                                        elements == 1 ? "is" : "are", after));
    };
    add(written_then_read, "written", "read");
    add(read_then_overwritten, "read", "overwritten");
    add(written_twice, "written", "overwritten");
    return parts.empty() ? "nothing in this run needs it" : fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace scanlab::diagrams
