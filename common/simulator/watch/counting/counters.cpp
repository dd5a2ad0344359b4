// Counts what the warps of a launch do, for each line of the source.
#include "findings/source_lines.hpp"
#include "machine/base/events.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/memory/memory.hpp"
#include "machine/threads/bulk_copies.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/work/pending.hpp"
#include "machine/work/streams.hpp"
#include "scanlab_sim/cost.hpp"
#include "scanlab_sim/settings.hpp"
#include "watch/counting/warp_access.hpp"
#include "watch/counting/warp_trace.hpp"
#include "watch/observed.hpp"
#include "watch/watchers.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <unordered_map>

namespace scanlab::sim {

namespace {

using CountersByAddress = std::unordered_map<const void*, Counters>;

/// Launches that are alike, with their counters by program counter.
struct LaunchRecord {
    KernelCost cost;
    CountersByAddress by_pc;
    std::unordered_map<const void*, long long> in_a_warp; ///< instructions of the warp that has most
};

bool alike(const KernelCost& cost, const char* kernel, const LaunchConfig& config) {
    const auto equal = [](const dim3& a, const dim3& b) {
        return a.x == b.x && a.y == b.y && a.z == b.z;
    };
    return cost.line == config.line && cost.file == config.file && cost.kernel == kernel &&
           equal(cost.grid, config.grid) && equal(cost.block, config.block) &&
           cost.dynamic_shared_bytes == config.dynamic_shared_bytes;
}

/// The launches of a part of the program's life.
class CountedLaunches {
public:
    explicit CountedLaunches(bool on) : on_(on) {}
    bool on() const { return on_; }

    bool in_warps() const { return on_ && in_warps_; }

    void start(bool in_warps) {
        records_.clear();
        of_whom_atomics_.clear();
        on_ = true;
        in_warps_ = in_warps;
    }
    std::vector<KernelCost> stop(bool by_line) {
        on_ = false;
        std::vector<KernelCost> costs;
        for (const LaunchRecord& record : records_) {
            costs.push_back(record.cost);
            for (const auto& [pc, counters] : record.by_pc) costs.back().counters += counters;
            if (by_line) costs.back().lines = lines(record);
        }
        return costs;
    }

    void count_atomics_of(const void* begin, std::size_t bytes) {
        of_whom_atomics_.push_back({reinterpret_cast<std::uintptr_t>(begin), bytes});
    }
    bool counts_atomics_of(std::uintptr_t address) const {
        return std::ranges::any_of(of_whom_atomics_, [&](const memory::Range& range) {
            return range.contains(reinterpret_cast<const void*>(address));
        });
    }

    /// Which record is the launch's.
    std::size_t begin_launch(const char* kernel, const LaunchConfig& config) {
        if (!on_) return 0;
        const auto known =
            std::find_if(records_.begin(), records_.end(), [&](const LaunchRecord& record) {
                return alike(record.cost, kernel, config);
            });
        current_ = static_cast<std::size_t>(known - records_.begin());
        if (known == records_.end())
            records_.push_back({{kernel,
                                 config.grid,
                                 config.block,
                                 config.dynamic_shared_bytes,
                                 config.file,
                                 config.line,
                                 0,
                                 {},
                                 {},
                                 {},
                                 {},
                                 {}},
                                {},
                                {}});
        ++records_[current_].cost.launches;
        return current_;
    }
    void resume(std::size_t record) { current_ = record; }

    void add(const void* pc, const Counters& counters) {
        if (on_) records_[current_].by_pc[pc] += counters;
    }
    void add(const WarpTrace& whole_warp) {
        for (const auto& [pc, instructions] : whole_warp.at_pc) {
            long long& most = records_[current_].in_a_warp[pc];
            most = std::max(most, instructions);
        }
    }
    void add(const Sharing& of_launch, const Progress& progress, int device) {
        if (!on_) return;
        KernelCost& cost = records_[current_].cost;
        cost.sharing += of_launch;
        cost.progress += progress;
        cost.bytes_on[device] += progress.read + progress.written;
    }

private:
    /// Several program counters may belong to one line.
    static std::vector<LineCost> lines(const LaunchRecord& record) {
        std::map<std::pair<std::string, int>, LineCost> by_line;
        for (const auto& [pc, counters] : record.by_pc) {
            const SourceLine& at = line_of(pc);
            LineCost& line =
                by_line.try_emplace({at.file, at.line}, LineCost{at.file, at.line, {}}).first->second;
            line.counters += counters;
            const auto in_a_warp = record.in_a_warp.find(pc);
            if (in_a_warp != record.in_a_warp.end()) line.in_a_warp += in_a_warp->second;
        }
        std::vector<LineCost> result;
        for (auto& [at, line] : by_line) result.push_back(std::move(line));
        return result;
    }

    static const SourceLine& line_of(const void* pc) {
        static std::unordered_map<const void*, SourceLine> known;
        const auto [entry, is_new] = known.try_emplace(pc);
        if (is_new) entry->second = source_line(pc);
        return entry->second;
    }

    bool on_, in_warps_ = false;
    std::vector<LaunchRecord> records_;
    std::vector<memory::Range> of_whom_atomics_;
    std::size_t current_ = 0;
};

/// From start_counting() on.
CountedLaunches& since_start() {
    static CountedLaunches launches(false);
    return launches;
}

void report_at_exit();

/// The whole program, if the environment asks for it.
CountedLaunches& whole_program() {
    static CountedLaunches& launches = *[] {
        const bool wanted = !settings().counters.empty() || settings().annotate;
        if (wanted) std::atexit(report_at_exit);
        return new CountedLaunches(wanted); // outlives what is done at exit
    }();
    return launches;
}

/// The lanes that a warp has: fewer than 32 at the end of a block whose size is no multiple of 32.
LaneMask lanes_of(const Warp& warp) {
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z - warp.first_thread;
    return threads >= 32 ? ~LaneMask{0} : (LaneMask{1} << threads) - 1;
}

/// Traces of the warps that are resident.
class TracePool {
public:
    WarpTrace& of(Warp& warp) {
        if (!warp.watched.trace) {
            if (free_.empty()) free_.push_back(std::make_unique_for_overwrite<WarpTrace>());
            warp.watched.trace = free_.back().get();
            warp.watched.trace->running = lanes_of(warp);
            warp.watched.trace->steps.fill(0);
            warp.watched.trace->bytes.fill(0);
            warp.watched.trace->shared_bytes.fill(0);
            warp.watched.trace->at_pc.clear();
            used_.push_back(std::move(free_.back()));
            free_.pop_back();
        }
        return *warp.watched.trace;
    }
    void give_back(Warp& warp) {
        const auto entry = std::find_if(used_.begin(), used_.end(), [&](const auto& trace) {
            return trace.get() == warp.watched.trace;
        });
        std::swap(*entry, used_.back());
        free_.push_back(std::move(used_.back()));
        used_.pop_back();
        warp.watched.trace = nullptr;
    }
    /// Takes back what the warps of an abandoned launch have left; `finish` sees each of them first.
    template <class Finish>
    void take_back_all(Finish finish) {
        for (auto& trace : used_) {
            finish(*trace);
            free_.push_back(std::move(trace));
        }
        used_.clear();
    }

private:
    std::vector<std::unique_ptr<WarpTrace>> free_, used_;
};
TracePool pool;

/// What a launch that has begun has done so far.
struct LaunchWork {
    std::size_t of_program, since; ///< its records
    int device;
    Sharing sharing{};
    Progress progress{};

    LaunchWork(const Launch& launch, int device_)
        : of_program(whole_program().begin_launch(launch.kernel, *launch.config)),
          since(since_start().begin_launch(launch.kernel, *launch.config)), device(device_) {
        const auto size = [](const dim3& d) { return static_cast<long long>(d.x) * d.y * d.z; };
        const LaunchConfig& config = *launch.config;
        sharing.threads = size(config.grid) * size(config.block);
    }
    /// The warp has come to its end.
    void add(const WarpTrace& trace) {
        for (const long long steps : trace.steps) {
            sharing.steps += steps;
            sharing.longest = std::max(sharing.longest, steps);
        }
        sharing.most_bytes = std::max(sharing.most_bytes, *std::ranges::max_element(trace.bytes));
        sharing.most_shared_bytes =
            std::max(sharing.most_shared_bytes, *std::ranges::max_element(trace.shared_bytes));
        if (since_start().in_warps()) since_start().add(trace);
    }
    /// A block has moved bytes of global memory.
    void move(Block& block, bool is_write, std::size_t bytes) {
        (is_write ? block.watched.written : block.watched.read) += static_cast<long long>(bytes);
        (is_write ? progress.written : progress.read) += static_cast<long long>(bytes);
    }
    /// A block's threads have met, or a phase of one of its mbarriers has ended.
    void meet(const Block& block) {
        ++progress.barriers;
        progress.read_at_barriers += block.watched.read;
        progress.written_at_barriers += block.watched.written;
    }
    void resume() const {
        whole_program().resume(of_program);
        since_start().resume(since);
    }
    void end() {
        sharing.room = sharing.threads * sharing.longest;
        whole_program().add(sharing, progress, device);
        since_start().add(sharing, progress, device);
    }
};

/// Launches that wait for each other take turns: a kernel on another stream may begin before one has
/// ended.
auto& under_way() {
    static auto& instance = *new std::map<std::pair<unsigned, std::uint32_t>, LaunchWork>;
    return instance;
}
LaunchWork* launch_work = nullptr; ///< of the one that runs

std::pair<unsigned, std::uint32_t> key_of_current_work() {
    return {current_work().timeline, current_work().number};
}

// --- counting ----------------------------------------------------------------------------------------

Counters cost_of(const WarpInstruction& instruction, const WarpAccess& access, LaneMask running) {
    Counters c;
    switch (instruction.kind) {
    case EventKind::block_barrier:
        c.block_barriers = 1;
        return c;
    case EventKind::warp_sync:
        c.warp_syncs = 1;
        break;
    case EventKind::collective:
        c.collectives = 1;
        break;
    case EventKind::global_load:
        c.global_load = global_request(access);
        break;
    case EventKind::global_store:
        c.global_store = global_request(access);
        break;
    case EventKind::global_atomic:
        c.global_atomic = global_request(access);
        break;
    case EventKind::shared_load:
        c.shared_load = shared_request(access, SharedRequest::load);
        break;
    case EventKind::shared_store:
        c.shared_store = shared_request(access, SharedRequest::store);
        break;
    case EventKind::shared_atomic:
        c.shared_atomic = shared_request(access, SharedRequest::atomic);
        break;
    }
    c.instructions = 1;
    c.diverged = instruction.lanes != running;
    return c;
}

/// Counts instructions and takes their events, which are the first ones of each lane, out of the trace.
void count(WarpTrace& trace, const std::vector<WarpInstruction>& instructions) {
    std::array<unsigned, 32> counted{};
    for (const WarpInstruction& i : instructions) {
        WarpAccess access{.lanes = i.lanes};
        for (unsigned l = 0; l < 32; ++l) {
            if (!(i.lanes >> l & 1)) continue;
            const LaneEvent& event = trace.event(l, i.events[l]);
            access.addresses[l] = event.address;
            access.bytes = event.bytes;
            ++counted[l];
        }
        const Counters counters = cost_of(i, access, trace.running);
        whole_program().add(i.pc, counters);
        since_start().add(i.pc, counters);
        if (since_start().in_warps()) ++trace.at_pc[i.pc];
    }
    for (unsigned l = 0; l < 32; ++l) {
        for (unsigned i = counted[l]; i < trace.size[l]; ++i)
            trace.events[i - counted[l]][l] = trace.event(l, i);
        trace.size[l] -= static_cast<std::uint16_t>(counted[l]);
    }
}

void count_all(WarpTrace& trace) { count(trace, side_by_side(trace)); }

/// All the warp's lanes have come to a block barrier or have returned.
void met(const Warp& warp) {
    count_all(*warp.watched.trace);
    warp.watched.trace->running = ~warp.exited;
}

LaneMask full_lanes(const WarpTrace& trace) {
    LaneMask full = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
        if (trace.full(lane)) full |= LaneMask{1} << lane;
    return full;
}

/// Whether lanes that have room can go on without the others: they may do what the others have done.
bool others_may_follow(const Warp& warp) {
    return ((warp.ready | warp.yielded) & ~full_lanes(*warp.watched.trace)) != 0;
}

/// Whether these lanes all came to the same instruction last.
bool end_alike(const WarpTrace& trace, LaneMask lanes) {
    const auto last = [&](unsigned lane) {
        return trace.size[lane] ? trace.event(lane, trace.size[lane] - 1u).pc : nullptr;
    };
    const auto first = static_cast<unsigned>(std::countr_zero(lanes));
    for (unsigned l = first; l < 32; ++l)
        if ((lanes >> l & 1) && last(l) != last(first)) return false;
    return true;
}

/// Makes room for a lane in the middle of things: counts what is certain, or everything if that is
/// little.
void make_room(WarpTrace& trace, unsigned lane) {
    count(trace, side_by_side_so_far(trace, full_lanes(trace)));
    if (trace.size[lane] > WarpTrace::capacity / 2) count_all(trace);
}

void append(Thread& thread, EventKind kind, const void* pc, std::uintptr_t address = 0,
            std::size_t bytes = 0) {
    WarpTrace& trace = pool.of(*thread.warp);
    const unsigned lane = thread.lane;
    while (trace.full(lane) && others_may_follow(*thread.warp)) yield();
    if (trace.full(lane)) make_room(trace, lane);
    ++trace.steps[lane];
    LaneEvent& event = trace.events[trace.size[lane]++][lane];
    event.pc = pc;
    event.address = address;
    event.bytes = bytes;
    event.kind_number = static_cast<unsigned>(kind);
}

/// An event for a piece of memory at a time that one instruction can move.
void append_access(Thread& thread, const void* pc, std::uintptr_t a, std::size_t bytes,
                   EventKind in_global, EventKind in_shared) {
    const Block& block = *thread.warp->block;
    const bool shared = block.has_shared(a);
    if (shared)
        a -= block.shared_begin;
    else if (!memory::is_device_address(reinterpret_cast<const void*>(a)) && is_builtin_variable(a))
        return;
    const std::size_t piece = std::min<std::size_t>(bytes & -bytes, 16);
    for (std::size_t done = 0; done < bytes; done += piece)
        append(thread, shared ? in_shared : in_global, pc, a + done, piece);
    if (!shared && is_array_of_device(a))
        pool.of(*thread.warp).bytes[thread.lane] += static_cast<long long>(bytes);
    if (shared) pool.of(*thread.warp).shared_bytes[thread.lane] += static_cast<long long>(bytes);
}

void report_at_exit() {
    const std::vector<KernelCost> kernels = whole_program().stop(true);
    const std::string& target = settings().counters;
    std::fflush(stdout);
    if (!is_observed()) {
        std::fputs("scanlab: nothing was counted: fast programs are not observed\n", stderr);
    } else if (!target.empty() && target != "-") {
        std::FILE* file = std::fopen(target.c_str(), "w");
        if (!file || std::fputs(counters_json(kernels).c_str(), file) < 0 || std::fclose(file) != 0)
            std::fprintf(stderr, "scanlab: cannot write the counters to %s\n", target.c_str());
    } else {
        std::fputs(counters_text(kernels).c_str(), stderr);
    }
    if (settings().annotate) std::fputs(annotated_source(kernels).c_str(), stderr);
}

} // namespace

namespace counters {

namespace {

void launch_begins(const Launch& launch) {
    const bool counts = (whole_program().on() || since_start().on()) && is_observed();
    activate(watcher, counts);
    if (!counts) return;
    const auto entry =
        under_way().insert_or_assign(key_of_current_work(), LaunchWork(launch, current_work().device));
    launch_work = &entry.first->second;
}

void launch_resumes() {
    const auto found = under_way().find(key_of_current_work());
    if (found == under_way().end()) return;
    launch_work = &found->second;
    launch_work->resume();
}

void launch_ends() {
    if (!pending::others()) // whose warps still need their traces
        pool.take_back_all([](WarpTrace& trace) {
            count_all(trace);
            launch_work->add(trace);
        });
    launch_work->end();
    under_way().erase(key_of_current_work());
}

void block_starts(Block& block) { block.watched.read = block.watched.written = 0; }

void access_comes(Thread& thread, const MemoryAccess& a) {
    if (a.is_write)
        append_access(thread, a.pc, a.address, a.bytes, EventKind::global_store,
                      EventKind::shared_store);
    else
        append_access(thread, a.pc, a.address, a.bytes, EventKind::global_load, EventKind::shared_load);
    if ((!is_atomic(a.strength) || since_start().counts_atomics_of(a.address)) &&
        is_array_of_device(a.address))
        launch_work->move(*thread.warp->block, a.is_write, a.bytes);
}

/// A GPU's atomic loads and stores are loads and stores to it.
void atomic_comes(Thread& thread, const AtomicAccess& a) {
    const auto address = reinterpret_cast<std::uintptr_t>(a.address);
    if (a.kind != AtomicKind::load && a.kind != AtomicKind::store)
        append_access(thread, a.pc, address, a.bytes, EventKind::global_atomic,
                      EventKind::shared_atomic);
    else
        access_comes(thread,
                     {a.pc, address, a.bytes, a.kind == AtomicKind::store, Strength::atomic_in_device});
}

void copy_starts(Thread& thread, BulkCopy& copy, const Mbarrier*) {
    constexpr std::uintptr_t sector = 32;
    const auto begin = reinterpret_cast<std::uintptr_t>(copy.loads() ? copy.from : copy.to),
               end = begin + copy.bytes;
    const auto sectors = (end + sector - 1) / sector - begin / sector;
    Counters c;
    (copy.loads() ? c.global_load : c.global_store) = {1, static_cast<long long>(sectors),
                                                       static_cast<long long>(copy.bytes)};
    c.instructions = 1;
    whole_program().add(copy.pc, c);
    since_start().add(copy.pc, c);
    WarpTrace& trace = pool.of(*thread.warp);
    ++trace.steps[thread.lane];
    trace.bytes[thread.lane] += static_cast<long long>(copy.bytes);
    launch_work->move(*thread.warp->block, !copy.loads(), copy.bytes);
    Progress& progress = launch_work->progress;
    (copy.loads() ? progress.bulk_read : progress.bulk_written) += copy.bytes;
}

void barrier_comes(Thread& thread) {
    const Warp& warp = *thread.warp;
    append(thread, EventKind::block_barrier, thread.waits_at);
    if ((warp.at_barrier | warp.exited | thread.bit()) == ~LaneMask{0}) met(warp);
}

/// The barrier of a tile of several warps, or one in shared memory.
void mbarrier_passed(Thread& thread, Mbarrier&) { ++pool.of(*thread.warp).steps[thread.lane]; }

void mbarrier_arrived(Thread&, Mbarrier&) { ++launch_work->progress.arrivals; }

void mbarrier_phase_ends(const Block& block, Mbarrier&) { launch_work->meet(block); }

/// As many shuffles as tiles of one warp would need.
void value_shown(Thread& thread, std::size_t bytes, const void* pc) {
    constexpr std::size_t most = 8;
    for (std::size_t done = 0; done < bytes; done += most) append(thread, EventKind::collective, pc);
}

void barrier_opens(Block& block) { launch_work->meet(block); }

void collective_comes(Thread& thread, Collective operation, std::uint64_t) {
    const Warp& warp = *thread.warp;
    const EventKind kind = operation == Collective::sync ? EventKind::warp_sync : EventKind::collective;
    append(thread, kind, thread.waits_at);
    const bool all_wait = (warp.in_collective | warp.exited | thread.bit()) == ~LaneMask{0};
    if (all_wait && end_alike(*warp.watched.trace, ~warp.exited)) count_all(*warp.watched.trace);
}

void thread_returns(Thread& thread) {
    Warp& warp = *thread.warp;
    if (!warp.watched.trace) return;
    if ((warp.at_barrier | warp.exited) == ~LaneMask{0}) met(warp);
    if (warp.exited != ~LaneMask{0}) return;
    launch_work->add(*warp.watched.trace);
    pool.give_back(warp);
}

} // namespace

constinit const Watcher watcher{
    .launch_begins = launch_begins,
    .launch_resumes = launch_resumes,
    .launch_ends = launch_ends,
    .block_starts = block_starts,
    .thread_returns = thread_returns,
    .barrier_comes = barrier_comes,
    .barrier_opens = barrier_opens,
    .collective_comes = collective_comes,
    .access_comes = access_comes,
    .atomic_comes = atomic_comes,
    .mbarrier_arrived = mbarrier_arrived,
    .mbarrier_phase_ends = mbarrier_phase_ends,
    .mbarrier_passed = mbarrier_passed,
    .value_shown = value_shown,
    .copy_starts = copy_starts,
};

} // namespace counters

// --- cost.hpp ----------------------------------------------------------------------------------------

void start_counting(bool in_warps) {
    since_start().start(in_warps);
    activate(counters::watcher,
             is_observed()); // a launch beside others that are pending activates nothing
}
void count_atomics_of(const void* begin, std::size_t bytes) {
    since_start().count_atomics_of(begin, bytes);
}
std::vector<KernelCost> take_counters(bool by_line) { return since_start().stop(by_line); }

long long KernelCost::warps() const {
    const long long threads = static_cast<long long>(block.x) * block.y * block.z;
    return launches * grid.x * grid.y * grid.z * ((threads + 31) / 32);
}

GlobalAccesses& GlobalAccesses::operator+=(const GlobalAccesses& other) {
    requests += other.requests;
    sectors += other.sectors;
    useful_bytes += other.useful_bytes;
    return *this;
}

SharedAccesses& SharedAccesses::operator+=(const SharedAccesses& other) {
    requests += other.requests;
    wavefronts += other.wavefronts;
    bank_conflicts += other.bank_conflicts;
    return *this;
}

Sharing& Sharing::operator+=(const Sharing& other) {
    threads += other.threads;
    longest += other.longest;
    most_bytes += other.most_bytes;
    most_shared_bytes += other.most_shared_bytes;
    steps += other.steps;
    room += other.room;
    return *this;
}

std::map<std::string, double> Sharing::named() const {
    const auto number = [](long long count) { return static_cast<double>(count); };
    return {{"threads", number(threads)},
            {"thread_steps", number(longest)},
            {"thread_bytes", number(most_bytes)},
            {"thread_shared_bytes", number(most_shared_bytes)},
            {"idle_lanes", room == 0 ? 0 : 1 - number(steps) / number(room)}};
}

Progress& Progress::operator+=(const Progress& other) {
    read += other.read;
    written += other.written;
    read_at_barriers += other.read_at_barriers;
    written_at_barriers += other.written_at_barriers;
    barriers += other.barriers;
    bulk_read += other.bulk_read;
    bulk_written += other.bulk_written;
    arrivals += other.arrivals;
    return *this;
}

double Progress::bytes_in_flight() const {
    if (barriers == 0 || written == 0) return 0;
    const double results = static_cast<double>(written_at_barriers) * static_cast<double>(read) /
                           static_cast<double>(written);
    return (static_cast<double>(read_at_barriers) - results) / static_cast<double>(barriers);
}

std::map<std::string, double> Progress::named() const {
    return {{"bytes_in_flight", bytes_in_flight()},
            {"bulk_bytes_read", static_cast<double>(bulk_read)},
            {"bulk_bytes_written", static_cast<double>(bulk_written)},
            {"arrivals", static_cast<double>(arrivals)}};
}

Counters& Counters::operator+=(const Counters& other) {
    global_load += other.global_load;
    global_store += other.global_store;
    global_atomic += other.global_atomic;
    shared_load += other.shared_load;
    shared_store += other.shared_store;
    shared_atomic += other.shared_atomic;
    block_barriers += other.block_barriers;
    warp_syncs += other.warp_syncs;
    collectives += other.collectives;
    instructions += other.instructions;
    diverged += other.diverged;
    return *this;
}

GlobalAccesses Counters::global() const {
    GlobalAccesses all = global_load;
    all += global_store;
    return all += global_atomic;
}

SharedAccesses Counters::shared() const {
    SharedAccesses all = shared_load;
    all += shared_store;
    return all += shared_atomic;
}

} // namespace scanlab::sim
