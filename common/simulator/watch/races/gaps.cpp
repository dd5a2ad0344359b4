#include "watch/races/gaps.hpp"

#include "findings/source_lines.hpp"
#include "findings/wording.hpp"
#include "machine/work/streams.hpp"
#include "platform/platform.hpp"

#include <algorithm>
#include <functional>
#include <string>

namespace scanlab::sim {

namespace {

/// Where the function begins that an instruction is part of.
std::uint64_t function_of(const void* pc) {
    const auto symbol = platform::symbol_at(reinterpret_cast<std::uintptr_t>(pc));
    return symbol ? symbol->begin : 0;
}

std::uint64_t number_of(const std::string& text) { return std::hash<std::string>{}(text); }

std::uint64_t together(std::uint64_t a, std::uint64_t b) { return a * 0x9E3779B97F4A7C15u ^ b; }

/// What would have to be done about it, by a number.
std::uint64_t remedy_of(const Finding& f, bool in_same_block) {
    const bool is_barrier = in_same_block && f.hint.starts_with(barrier_hint);
    return is_barrier ? a_block_barrier : number_of(f.hint);
}

} // namespace

Gap gap_of_accesses(const Access& a, const Earlier& e, const Finding& f, bool in_same_block) {
    const std::uint64_t one = function_of(a.pc), other = function_of(pc_in(e.access));
    Gap gap{together(one, one), remedy_of(f, in_same_block), f.other.line, f.at.line};
    if (one != other) { // whose lines say nothing of which comes first
        gap.functions =
            together(together(std::min(one, other), std::max(one, other)), number_of(f.variable));
        gap.from = gap.to = 0;
        return gap;
    }
    // From the last barrier on, the code goes down to the end of a loop, perhaps, and on at its begin.
    const void* const barrier = a.thread.warp->block->watched.last_barrier;
    const bool is_here = in_same_block && barrier && function_of(barrier) == one;
    const int begin = is_here ? source_line(barrier).line : 0;
    const auto comes_after = [begin](int line, int than) {
        return (line <= begin) != (than <= begin) ? line <= begin : line > than;
    };
    if (comes_after(gap.from, gap.to)) std::swap(gap.from, gap.to);
    return gap;
}

Gap gap_of_works(const Work& one, const Work& other, const Finding& f) {
    const auto place = [](const Work& work) {
        const auto site = reinterpret_cast<std::uintptr_t>(work.site);
        return work.kind == Work::Kind::host ? 0 : together(number_of(work.name), site);
    };
    const std::uint64_t a = place(one), b = place(other);
    return {together(std::min(a, b), std::max(a, b)), number_of(f.hint), 0, 0};
}

Gap gap_of_barrier(const void* waits_at, const Finding& f) {
    const std::uint64_t function = function_of(waits_at);
    return {together(function, function), a_block_barrier, f.at.line,
            f.other.line ? f.other.line : f.at.line, true};
}

} // namespace scanlab::sim
