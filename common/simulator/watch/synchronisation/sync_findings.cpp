#include "watch/synchronisation/sync_findings.hpp"

#include "findings/findings.hpp"
#include "findings/ranges.hpp"
#include "findings/result_use.hpp"
#include "findings/source_lines.hpp"
#include "findings/symbols.hpp"
#include "findings/wording.hpp"
#include "machine/threads/device_shape.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/library_calls.hpp"
#include "machine/threads/mbarriers.hpp"
#include "machine/threads/stopped_blocks.hpp"
#include "machine/threads/variables.hpp"
#include "scanlab_sim/settings.hpp"
#include "watch/observed.hpp"
#include "watch/races/gaps.hpp"
#include "watch/races/happens_before.hpp"
#include "watch/races/races.hpp"
#include "watch/synchronisation/circles.hpp"
#include "watch/watchers.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace scanlab::sim {

namespace {

std::string count_of(std::size_t n, const char* what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

template <class Visit>
void for_each_thread(const Block& block, Visit visit) {
    for (const Warp& warp : block.warps)
        for (const unsigned lane : lanes_in(warp.existing)) visit(warp.threads[lane]);
}

/// What the warp's threads that are suspended wait for.
std::string reason(const Thread& thread) {
    const Warp& warp = *thread.warp;
    if (warp.at_mbarrier & thread.bit()) return what_is_awaited(thread);
    if (warp.at_barrier & thread.bit()) return "the block barrier";
    if (warp.in_collective & thread.bit()) return "a warp operation";
    if (warp.at_grid_barrier & thread.bit()) return "the grid barrier";
    return {};
}

/// Threads that wait at one place for the same.
struct Waiting {
    const Thread* first = nullptr;
    std::vector<unsigned> threads;
};
struct Place {
    std::string reason;
    SourceLine at;
    bool operator<(const Place& other) const {
        return std::tie(reason, at.file, at.line) <
               std::tie(other.reason, other.at.file, other.at.line);
    }
};
using Crowds = std::map<Place, Waiting>;

const Frame* waits_in(const Thread& thread) { return thread.warp->waits_in[thread.lane]; }

/// Where the user's code waits, maybe by calling a library.
SourceLine line_of_wait(const Thread& thread) {
    return source_line(is_in_library(thread.waits_at) ? call_by_user(waits_in(thread))
                                                      : thread.waits_at);
}

void add(Crowds& crowds, const std::string& reason, SourceLine at, const Thread& thread) {
    Waiting& crowd = crowds[{reason, at}];
    if (!crowd.first) crowd.first = &thread;
    crowd.threads.push_back(thread.number_in_block());
}

Crowds blocked_threads(const Block& block) {
    Crowds crowds;
    for_each_thread(block, [&](const Thread& thread) {
        if (const std::string what = reason(thread); !what.empty())
            add(crowds, what, line_of_wait(thread), thread);
    });
    return crowds;
}

/// "threads 0-254 wait"
std::string threads_do(const std::vector<unsigned>& threads, const char* one_does, const char* all_do) {
    const bool one = threads.size() == 1;
    return (one ? "thread " : "threads ") + ranges(threads) + " " + (one ? one_does : all_do);
}

/// Adds where each crowd waits, and for what.
void add_crowds(Finding& f, const Crowds& crowds, const std::string& prefix = {}) {
    for (const auto& [place, crowd] : crowds) {
        std::string where;
        if (place.at.line) where = " " + text_beside(f.at, place.at);
        f.details.push_back(sentence(prefix + threads_do(crowd.threads, "waits", "wait")) + where +
                            " for " + place.reason + ".");
    }
}

std::vector<unsigned> returned_threads(const Block& block) {
    std::vector<unsigned> returned;
    for (const Warp& warp : block.warps)
        for (const unsigned lane : lanes_in(warp.exited & warp.existing))
            returned.push_back(warp.first_thread + lane);
    return returned;
}

void add_returned(Finding& f, const Block& block) {
    const auto returned = returned_threads(block);
    if (!returned.empty())
        f.details.push_back(sentence(threads_do(returned, "has finished", "have finished")) +
                            " the kernel.");
}

const Thread& waiting_thread(const Block& block) {
    for (const Warp& warp : block.warps)
        if (warp.at_barrier)
            return warp.threads[static_cast<unsigned>(std::countr_zero(warp.at_barrier))];
    return block.warps.front().threads.front();
}

} // namespace

// --- barriers ---------------------------------------------------------------------------------------

namespace {

/// What a barrier is called in messages, and what to do about threads that miss it.
struct BarrierWords {
    const char *name, *hint;
};
constexpr BarrierWords of_block{
    "`__syncthreads()`",
    "A thread with nothing to do may skip the work, but never the barrier. Do not `return` before the "
    "last `__syncthreads()`, and do not put it inside an `if` or a loop that some threads skip."};
constexpr BarrierWords of_grid{"`grid.sync()`",
                               "A thread with nothing to do may skip the work, but never the barrier. "
                               "Do not `return` before the last `grid.sync()`."};

void report_barrier_without_returned(const Block& block, const Thread& waiting,
                                     const BarrierWords& words) {
    const Unobserved unobserved;
    static RepeatedFindings& reported = *new RepeatedFindings;
    const auto key = reinterpret_cast<std::uintptr_t>(waiting.waits_at);
    if (reported.count_again(key)) return;
    Finding f{
        .kind = FindingKind::barrier_divergence,
        .severity = Severity::warning, // since Volta a barrier is for threads that have not exited
        .at = line_of_wait(waiting),
        .position = position_of(waiting),
        .message = std::string("Some threads of the block finished the kernel without reaching this ") +
                   words.name + ". The others did not wait for them."};
    add_returned(f, block);
    f.hint = words.hint;
    f.gap = gap_of_barrier(waiting.waits_at, f);
    reported.add(key, report(f));
}

const char* const not_for_all =
    "A condition or a loop around the barrier is not the same for all threads of the block. Move the "
    "barrier out of it.";

/// How far below its end a kernel's frame lies on the stack of each thread of the launch; 0 if that is
/// not known yet.
std::uintptr_t kernel_depth = 0;

std::uintptr_t depth_of(const Frame* frame, const Thread& thread) {
    return thread.stack.high - reinterpret_cast<std::uintptr_t>(frame);
}

/// The frame of who called the function, or null if there is none that the program has made.
const Frame* next_frame(const Frame* frame, const Thread& thread) {
    const auto address = reinterpret_cast<std::uintptr_t>(frame->caller);
    const bool is_above = frame->caller > frame && address % alignof(Frame) == 0 &&
                          address + sizeof(Frame) <= thread.stack.high;
    return is_above ? frame->caller : nullptr;
}

/// The kernel's frame is the last that a function of the user's has: it is called by functions of
/// launch.hpp.
std::uintptr_t find_kernel_depth(const Thread& thread) {
    const Frame* kernel = waits_in(thread);
    const void* runs = thread.waits_at;
    for (const Frame* f = kernel; f; runs = f->returns_to, f = next_frame(f, thread))
        if (!is_in_library(runs)) kernel = f;
    return depth_of(kernel, thread);
}

/// Calls `visit(pc)` with where each function returns to by which the kernel has come to the barrier,
/// from the innermost on.
template <class Visit>
void visit_calls(const Thread& thread, Visit visit) {
    const Frame* frame = waits_in(thread);
    if (!thread.stack.contains(reinterpret_cast<std::uintptr_t>(frame))) return; // it keeps no frames
    if (kernel_depth == 0) kernel_depth = find_kernel_depth(thread);
    for (; frame && depth_of(frame, thread) > kernel_depth; frame = next_frame(frame, thread))
        visit(frame->returns_to);
}

/// Differs if the kernel has called other functions, or the same from another place.
std::uintptr_t path_of(const Thread& thread) {
    auto path = reinterpret_cast<std::uintptr_t>(thread.waits_at);
    visit_calls(thread,
                [&](const void* pc) { path = path * 31 + reinterpret_cast<std::uintptr_t>(pc); });
    return path;
}

/// The lines of those calls from the kernel's own on; the last is the barrier's.
std::vector<SourceLine> lines_of(const Thread& thread) {
    std::vector<SourceLine> lines{line_of_wait(thread)};
    visit_calls(thread, [&](const void* pc) {
        if (!is_in_library(pc)) lines.push_back(source_line(pc));
    });
    std::reverse(lines.begin(), lines.end());
    return lines;
}

void report_two_barriers(const Block& block, const Thread& one, const Thread& other) {
    const Unobserved unobserved;
    static RepeatedFindings& reported = *new RepeatedFindings;
    const std::uintptr_t a = path_of(one), b = path_of(other);
    const auto key = std::min(a, b) * 31 + std::max(a, b);
    if (reported.count_again(key)) return;
    const std::vector<SourceLine> lines = lines_of(one), others = lines_of(other);
    const auto [way, other_way] =
        std::mismatch(lines.begin(), lines.end(), others.begin(), others.end());
    const bool is_known = way != lines.end() && other_way != others.end();
    if (!is_known && one.waits_at != other.waits_at) return; // one barrier, compiled twice
    const SourceLine first = is_known ? std::min(*way, *other_way) : lines.front();
    const SourceLine second = is_known ? std::max(*way, *other_way) : lines.front();
    const bool are_barriers = first == lines.back() || second == lines.back();
    Finding f{
        .kind = FindingKind::barrier_divergence,
        .at = first,
        .other = second,
        .position = position_of(waiting_thread(block)),
        .message =
            are_barriers
                ? "Some threads of the block wait at this `__syncthreads()`, and others at the one in "
                  "line " +
                      std::to_string(second.line) + ". All threads have to meet at the same one."
                : "Some threads of the block have come to a `__syncthreads()` by this call, and others "
                  "by the one in line " +
                      std::to_string(second.line) + ". All threads have to come by the same call."};
    add_crowds(f, blocked_threads(block));
    f.hint = not_for_all;
    f.gap = gap_of_barrier(one.waits_at, f);
    reported.add(key, report(f));
}

bool have_some_returned(const Block& block) {
    return std::any_of(block.warps.begin(), block.warps.end(),
                       [](const Warp& warp) { return (warp.exited & warp.existing) != 0; });
}

} // namespace

void forget_kernel_frame() { kernel_depth = 0; }

void check_barrier(Block& block) {
    const Thread& first = waiting_thread(block);
    block.watched.last_barrier = first.waits_at;
    const std::uintptr_t path = path_of(first);
    bool some_returned = false;
    for (const Warp& warp : block.warps) {
        some_returned |= (warp.exited & warp.existing) != 0;
        for (LaneMask rest = warp.at_barrier; rest != 0; rest &= rest - 1) {
            const Thread& thread = warp.threads[static_cast<unsigned>(std::countr_zero(rest))];
            // In most kernels all barriers stand in the kernel itself.
            const bool is_direct = depth_of(waits_in(thread), thread) == kernel_depth;
            if (is_direct ? thread.waits_at != first.waits_at : path_of(thread) != path)
                return report_two_barriers(block, first, thread);
        }
    }
    if (some_returned) report_barrier_without_returned(block, first, of_block);
}

void check_grid_barrier(const Block& block) {
    if (!have_some_returned(block)) return;
    for_each_thread(block, [&](const Thread& thread) {
        if (thread.warp->at_grid_barrier & thread.bit())
            report_barrier_without_returned(block, thread, of_grid);
    });
}

void report_grid_barrier(const std::vector<Block*>& blocks) {
    const Block& block = *blocks.front();
    const Thread* waiting = nullptr;
    for_each_thread(block, [&](const Thread& thread) {
        if (!waiting && (thread.warp->at_grid_barrier & thread.bit())) waiting = &thread;
    });
    Finding f{
        .kind = FindingKind::deadlock,
        .at = line_of_wait(*waiting),
        .position = position_of(*waiting),
        .message =
            "Threads wait at this `grid.sync()` for ever. It counts blocks by their thread 0, and "
            "some of these have finished the kernel without reaching it."};
    const auto gone = volume(gridDim) - blocks.size();
    if (gone > 0)
        f.details.push_back(count_of(gone, "block") + (gone == 1 ? " has" : " have") +
                            " finished the kernel.");
    for (const Block* each : blocks)
        if (each->warps.front().exited & 1)
            f.details.push_back("Thread 0 of " + block_name(each->index) + " has finished the kernel.");
    f.hint = of_grid.hint;
    report(f);
}

void report_blocked(const Block& block) {
    {
        const Crowds crowds = blocked_threads(block);
        // Those at an mbarrier wait for others of their block only; those in a warp operation are most
        // likely where they should not be.
        const auto rank = [](const auto& c) {
            return c.first.reason.starts_with("phase")    ? 2
                   : c.first.reason == "a warp operation" ? 1
                                                          : 0;
        };
        const auto& [place, crowd] =
            *std::max_element(crowds.begin(), crowds.end(),
                              [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
        const bool mbarrier = place.reason.starts_with("phase");
        const bool grid = std::any_of(crowds.begin(), crowds.end(), [](const auto& c) {
            return c.first.reason == "the grid barrier";
        });
        Finding f{.kind = grid || mbarrier ? FindingKind::deadlock : FindingKind::barrier_divergence,
                  .at = place.at,
                  .position = position_of(*crowd.first),
                  .message = mbarrier ? "A thread waits for " + place.reason +
                                            ". No thread is left that could end it."
                             : crowds.size() > 1
                                 ? "The block is stuck: its threads wait for each other in different "
                                   "places."
                                 : "The block is stuck: some of its threads wait here for others, "
                                   "which never come."};
        add_crowds(f, crowds);
        add_returned(f, block);
        f.hint = mbarrier ? "Do as many threads arrive as `mbarrier_init()` was told? Are as many "
                            "bytes announced "
                            "as are copied? Is the parity that of the phase to wait for?"
                          : "A warp operation waits for every lane in its mask, and a barrier for "
                            "every thread of "
                            "the block. Find the condition that keeps some of them away.";
        report(f);
    }
}

// --- warp operations --------------------------------------------------------------------------------

void report_returned_lanes(const Warp& warp, LaneMask returned, LaneMask lanes) {
    const Unobserved unobserved;
    static RepeatedFindings& reported = *new RepeatedFindings;
    const Thread& thread = warp.threads[static_cast<unsigned>(std::countr_zero(lanes))];
    const auto key = reinterpret_cast<std::uintptr_t>(thread.waits_at);
    if (reported.count_again(key)) return;
    Finding f{
        .kind = FindingKind::barrier_divergence,
        .severity = Severity::warning, // CUDA demands only the lanes that have not exited
        .at = line_of_wait(thread),
        .position = position_of(thread),
        .message =
            "The mask of this warp operation names lanes that have finished the kernel. The others "
            "did not wait for them."};
    f.details.push_back("finished: lanes " + ranges(lanes_in(returned)));
    f.hint = "Let all lanes reach it, and guard only the work. Or put only those lanes into the mask "
             "that reach it: `__ballot_sync()` before the branch finds them.";
    reported.add(key, report(f));
}

namespace {

/// Whether the source shows that the shuffle's result need not matter: it is often looked at by those
/// lanes only for which it is defined.
bool is_used(const Thread& thread) {
    std::string name = "shfl";
    const void* pc = thread.waits_at;
    ResultUse use = use_of_result(source_line(pc).file, source_line(pc).line, name);
    visit_calls(thread, [&](const void* caller) {
        if (use != ResultUse::returned) return;
        name = function_at(pc);
        pc = caller;
        use = use_of_result(source_line(pc).file, source_line(pc).line, name);
    });
    return use == ResultUse::used;
}

} // namespace

void report_shuffle_from_outside(const Thread& thread, unsigned source) {
    const Unobserved unobserved;
    const LaneMask bit = LaneMask{1} << source;
    const bool exists = (thread.warp->existing & bit) != 0;
    if (!exists && is_observed()) return; // told if it is used: see undefined_values.hpp
    static auto& uses = *new std::map<std::uintptr_t, bool>;
    const auto [known, is_new] = uses.try_emplace(path_of(thread));
    if (is_new) known->second = is_used(thread);
    const bool comes_to_nothing = !known->second;
    if (comes_to_nothing && !is_new) return;
    static RepeatedFindings& reported = *new RepeatedFindings;
    const auto key = reinterpret_cast<std::uintptr_t>(thread.waits_at);
    if (!comes_to_nothing && reported.count_again(key)) return;
    const Warp& warp = *thread.warp;
    const char* why = !exists             ? "but the block ends before that lane"
                      : warp.exited & bit ? "which has finished the kernel"
                                          : "which is not in the mask";
    Finding f{.kind = FindingKind::barrier_divergence,
              .at = line_of_wait(thread),
              .position = position_of(thread),
              .message = "This shuffle reads from lane " + std::to_string(source) + ", " + why +
                         ". The result is undefined.",
              .hint = "Check the mask and the width. A lane may read only from lanes that take part."};
    if (!comes_to_nothing) return reported.add(key, report(f));
    f.severity = Severity::note;
    f.message += " No lane uses it without a condition.";
    f.hint = "Does the condition leave out every lane that reads from a lane that does not take part?";
    report(f);
}

// --- deadlock ---------------------------------------------------------------------------------------

namespace {

std::string what_is_at(const LastLoad& load, const Thread& thread) {
    const auto address = reinterpret_cast<std::uintptr_t>(load.address);
    const auto variable = variable_at(address, sizeof(int), thread, load.pc);
    return variable ? variable->element(address) : "an address";
}

/// Neither returned nor blocked.
bool is_going(const Thread& thread) {
    return (thread.warp->yielded | thread.warp->ready) & thread.bit();
}

const LastLoad& last_load(const Thread& thread) { return thread.warp->last_load[thread.lane]; }

/// The first spinning thread of the first block that has one; the blocks are in order.
const Thread* first_spinning(const std::vector<Block*>& blocks) {
    const Thread* first = nullptr;
    for (const Block* block : blocks)
        for_each_thread(*block, [&](const Thread& thread) {
            if (!first && is_going(thread) && last_load(thread).spins) first = &thread;
        });
    return first;
}

/// What the spinning threads of a block wait for, and where the others stand.
Crowds all_threads(const Block& block) {
    Crowds crowds = blocked_threads(block);
    for_each_thread(block, [&](const Thread& thread) {
        if (!is_going(thread)) return;
        const LastLoad& load = last_load(thread);
        add(crowds, what_is_at(load, thread) + " to change from " + std::to_string(load.value),
            source_line(load.pc), thread);
    });
    return crowds;
}

constexpr const char* waiting_for_later_blocks = "A block may wait only for blocks that have already "
                                                 "started, and blocks may start in any order. Take "
                                                 "the tile's number from an atomic counter instead of "
                                                 "`blockIdx.x`. Or use a cooperative launch with "
                                                 "no more blocks than fit at the same time.";

std::string and_by_other_kernels() {
    if (occupied_places() == 0 || current_launch().config->cooperative) return {};
    return ", and by other kernels (`--occupied " + std::to_string(occupied_places()) +
           "`). Only a cooperative launch has a place for all of its blocks";
}

constexpr const char* waiting_for_stopped_blocks =
    "CUDA promises that a block that has started goes on, but other platforms do not. Let a block that "
    "waits too long do the other one's work itself.";

} // namespace

void report_deadlock(const std::vector<Block*>& blocks, unsigned long long not_started) {
    {
        std::vector<Block*> resident = blocks;
        std::sort(resident.begin(), resident.end(),
                  [](const Block* a, const Block* b) { return a->number < b->number; });
        const Thread* thread = first_spinning(resident);
        if (!thread) thread = &resident.front()->warps.front().threads.front();
        const LastLoad& load = last_load(*thread);
        Finding f{.kind = FindingKind::deadlock,
                  .at = source_line(load.pc),
                  .position = position_of(*thread)};
        const auto address = reinterpret_cast<std::uintptr_t>(load.address);
        if (const auto variable = variable_at(address, sizeof(int), *thread, load.pc)) {
            f.variable = variable->name;
            f.index = variable->index_of(address);
        }
        f.message = "A thread waits for " + what_is_at(load, *thread) + " to change from " +
                    std::to_string(load.value) + ", but no running thread will ever write it.";
        constexpr std::size_t most_blocks = 4;
        for (std::size_t i = 0; i < std::min(resident.size(), most_blocks); ++i)
            add_crowds(f, all_threads(*resident[i]), block_name(resident[i]->index) + ": ");
        if (resident.size() > most_blocks)
            f.details.push_back("The same holds for " +
                                count_of(resident.size() - most_blocks, "more block") + ".");
        if (not_started > 0)
            f.details.push_back(count_of(not_started, "block") + (not_started == 1 ? " has" : " have") +
                                " not started, because all places are taken by those that wait" +
                                and_by_other_kernels() + ".");
        const std::size_t stopped = stopped_blocks.count();
        if (stopped > 0)
            f.details.push_back(count_of(stopped, "block") + (stopped == 1 ? " has" : " have") +
                                " stopped (`--stopped " + std::to_string(percent_stopped()) + "`).");
        f.hint = stopped > 0       ? waiting_for_stopped_blocks
                 : not_started > 0 ? waiting_for_later_blocks
                                   : "Which thread should write it? Is there a path on which it does "
                                     "not, or waits itself?";
        report(f);
    }
}

namespace {

/// What each thread of a block waits for that goes round, and where the others stand.
Crowds circling_threads(const Block& block) {
    Crowds crowds;
    for_each_thread(block, [&](const Thread& thread) {
        if (thread.warp->exited & thread.bit()) return;
        const circles::Place place = circles::place_of(thread);
        if (place.is_read)
            add(crowds,
                what_is_at(*place.at, thread) + " to change from " + std::to_string(place.at->value),
                source_line(place.at->pc), thread);
        else if (const std::string what = reason(thread); !what.empty())
            add(crowds, what, line_of_wait(thread), thread);
    });
    return crowds;
}

/// The first thread of which it can be told best where it goes round.
const Thread& thread_that_tells(const std::vector<Block*>& blocks) {
    const Thread* best = &blocks.front()->warps.front().threads.front();
    int best_rank = 0;
    for (const Block* block : blocks)
        for_each_thread(*block, [&](const Thread& thread) {
            const int at_barrier = reason(thread).empty() ? 0 : 1;
            const int rank = 2 * circles::place_of(thread).rank + at_barrier;
            if (rank > best_rank) best = &thread;
            best_rank = std::max(best_rank, rank);
        });
    return *best;
}

} // namespace

void report_livelock(const std::vector<Block*>& blocks) {
    std::vector<Block*> resident = blocks;
    std::ranges::sort(resident, {}, &Block::number);
    const Thread& thread = thread_that_tells(resident);
    const auto [at, is_read, rank] = circles::place_of(thread);
    Finding f{.kind = FindingKind::livelock,
              .at = at ? source_line(at->pc) : line_of_wait(thread),
              .position = position_of(thread)};
    if (at) {
        const auto address = reinterpret_cast<std::uintptr_t>(at->address);
        if (const auto variable = variable_at(address, 1, thread, at->pc)) {
            f.variable = variable->name;
            f.index = variable->index_of(address);
        }
    }
    f.message = !at       ? "Threads come to this barrier again and again, in a loop that nothing ends."
                : is_read ? "A thread reads " + what_is_at(*at, thread) +
                                " again and again, but it stays " + std::to_string(at->value) +
                                ". The threads go on, but nothing changes that any of them waits for."
                          : "A thread changes " + what_is_at(*at, thread) +
                                " again and again, in a loop that nothing ends.";
    constexpr std::size_t most_blocks = 4;
    for (std::size_t i = 0; i < std::min(resident.size(), most_blocks); ++i)
        add_crowds(f, circling_threads(*resident[i]), block_name(resident[i]->index) + ": ");
    if (resident.size() > most_blocks)
        f.details.push_back("The same holds for " +
                            count_of(resident.size() - most_blocks, "more block") + ".");
    f.hint =
        "Which thread should change the value that the loop looks at? Is there a path on which it does "
        "not, or leaves before?";
    report(f);
}

void check_awaited_block(const Thread& thread, const LastLoad& awaited) {
    const auto address = reinterpret_cast<std::uintptr_t>(awaited.address);
    const shadow::Word* const history = history_of(address, *thread.warp->block);
    if (!history) return;
    const shadow::Word::Access writer = history->write;
    if (writer.epoch < order::all_ordered_below || order::is_copy(writer.epoch)) return;
    if (!order::is_of_same_work(writer.epoch, thread)) return;
    const order::Living& who = order::living(writer.epoch);
    if (who.started < awaited.blocks_started) return;

    const Unobserved unobserved;
    static RepeatedFindings& reported = *new RepeatedFindings;
    const auto key = reinterpret_cast<std::uintptr_t>(awaited.pc);
    if (reported.count_again(key)) return;
    Finding f{.kind = FindingKind::deadlock,
              .at = source_line(awaited.pc),
              .other = source_line(pc_in(writer.access())),
              .position = position_of(thread)};
    if (const auto variable = variable_at(address, sizeof(int), thread, awaited.pc)) {
        f.variable = variable->name;
        f.index = variable->index_of(address);
    }
    f.message =
        "A thread waited for " + what_is_at(awaited, thread) +
        ", which a block wrote that had not started yet. This time it started in time, but CUDA "
        "does not promise that.";
    f.hint = waiting_for_later_blocks;
    reported.add(key, report(f));
}

constinit const Watcher standstills{
    .grid_barrier_is_stuck = report_grid_barrier,
    .block_is_stuck = report_blocked,
    .grid_is_stuck = report_deadlock,
    .livelock_suspected = circles::watch,
    .grid_goes_round = report_livelock,
};

} // namespace scanlab::sim
