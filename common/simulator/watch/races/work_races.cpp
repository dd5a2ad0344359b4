#include "watch/races/work_races.hpp"

#include "findings/source_lines.hpp"
#include "findings/wording.hpp"
#include "machine/memory/memory_text.hpp"
#include "machine/threads/variables.hpp"
#include "machine/work/streams.hpp"
#include "watch/races/gaps.hpp"
#include "watch/races/happens_before.hpp"

#include <bit>

namespace scanlab::sim {

using places::strength_in;

namespace {

std::string coordinates(std::uint64_t i, const dim3& extent) {
    const std::uint64_t x = i % extent.x, y = i / extent.x % extent.y, z = i / extent.x / extent.y;
    if (extent.y == 1 && extent.z == 1) return std::to_string(x);
    return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
}

/// One of the two: who does it, in which epoch.
struct Side {
    const Work& work;
    Epoch epoch;
    unsigned lane;
    bool is_write;
    Strength strength;
    SourceLine at;

    std::uint32_t thread() const { return order::living(epoch).warp * lanes_per_warp + lane; }
};

/// " on device 1", if the program uses several
std::string on_device(const Side& side) {
    return devices::several_are_used() ? " on device " + std::to_string(side.work.device) : "";
}

/// "thread 3 of block 0 of `scale`", "the host", "a copy"
std::string who(const Side& side) {
    switch (side.work.kind) {
    case Work::Kind::launch:
        return "thread " + coordinates(side.thread(), side.work.block) + " of block " +
               coordinates(order::block_in_grid(side.epoch), side.work.grid) + " of " +
               quoted(side.work.name) + on_device(side);
    case Work::Kind::collective:
        return side.work.name;
    case Work::Kind::copy:
        return "a copy";
    case Work::Kind::fill:
        return "a memset";
    case Work::Kind::allocation:
        return "`cudaMallocAsync()`";
    case Work::Kind::release:
        return "`cudaFreeAsync()`";
    case Work::Kind::host_function:
        return "a host function in a stream";
    case Work::Kind::host:
        break;
    }
    return "the host";
}

std::string action(const Side& side) {
    if (side.work.kind == Work::Kind::allocation) return "allocates";
    return side.work.kind == Work::Kind::release ? "frees" : verb(side.is_write, side.strength);
}

std::string hint_for_host(const Side& on_device) {
    const std::string what = on_device.work.is_launch() ? "a kernel" : who(on_device);
    return sentence(what) + " goes on after the call that starts it has returned. Call "
                            "`cudaStreamSynchronize()`, `cudaEventSynchronize()` or "
                            "`cudaDeviceSynchronize()` before the host touches the same memory.";
}

/// Whether the later one has begun while the one before it in the stream may still run.
bool has_begun_early(const Work& one, const Work& other) {
    const Work& later = one.number < other.number ? other : one;
    return one.timeline == other.timeline && later.begins_early;
}

std::string hint_for_early_launch() {
    return "This launch may begin before the one before it has ended. Call "
           "`cudaGridDependencySynchronize()` in the kernel before it first touches memory that both "
           "use.";
}

/// One is a grid that a thread of the other has launched, or that such a one has.
bool is_child_of(const Work& one, const Work& other) {
    return one.is_launch() && one.timeline == other.timeline && one.number == other.number;
}

std::string hint_for_child() {
    return "A child comes after what its thread has done before the launch, and after what that "
           "thread knows of others. Put a `__syncthreads()` before the launch. Or launch it into "
           "`cudaStreamTailLaunch`, so that it begins when its parent has ended.";
}

std::string hint_for_streams(bool of_two_devices) {
    if (of_two_devices)
        return "Devices run at the same time. Record an event after the first (`cudaEventRecord()`), "
               "and let the second one's stream wait for it (`cudaStreamWaitEvent()`); the two may be "
               "of "
               "different devices. Within kernels, release and acquire a flag with system scope.";
    return "Streams run at the same time, and in any order. Put both into one stream, or record an "
           "event after the first (`cudaEventRecord()`) and let the second one's stream wait for it "
           "(`cudaStreamWaitEvent()`). Streams that were created with `cudaStreamNonBlocking` do not "
           "wait for the default stream.";
}

std::string hint_for_devices(bool both_atomic) {
    if (both_atomic)
        return "Each of the two is atomic for its own device only. Between devices, use atomics of "
               "system scope, such as `atomicAdd_system()` or `cuda::thread_scope_system`.";
    return "A fence or an atomic on the way from one to the other works for its own device only. "
           "Between devices, use `__threadfence_system()` and atomics of system scope.";
}

ThreadPosition position(const Side& side) {
    const auto at = [](std::uint64_t i, const dim3& extent) {
        return uint3{static_cast<unsigned>(i % extent.x),
                     static_cast<unsigned>(i / extent.x % extent.y),
                     static_cast<unsigned>(i / extent.x / extent.y)};
    };
    return {at(order::block_in_grid(side.epoch), side.work.grid), at(side.thread(), side.work.block),
            order::living(side.epoch).warp, side.lane};
}

/// The element, as the thread that runs calls it; or the allocation.
std::string name_of(const Access& a, const Side& running, std::uintptr_t word, Finding& f) {
    const auto address = a.bytes > shadow::word_bytes ? word : a.address;
    const bool is_variable_of_program =
        !memory::is_device_address(reinterpret_cast<const void*>(address));
    if (running.work.is_launch() || is_variable_of_program) {
        const auto variable = variable_at(address, a.bytes, a.thread, a.pc);
        if (!variable) return "this address";
        f.variable = variable->name;
        f.index = variable->index_of(address);
        return variable->element(address);
    }
    const auto allocation = memory::find(reinterpret_cast<const void*>(address));
    if (!allocation) return "this address";
    f.variable = variable_of(*allocation);
    if (running.work.kind != Work::Kind::host || f.variable.empty())
        return allocation_name(*allocation);
    f.index = static_cast<long long>((address - allocation->begin) / a.bytes);
    return quoted(f.variable + "[" + std::to_string(*f.index) + "]");
}

} // namespace

FindingKind kind_of_works(const Access& a, const Earlier& e) {
    const Work &own = order::work_of(a.thread), &other = order::work_of(e.epoch);
    if (own.kind == Work::Kind::release) return FindingKind::use_after_free;
    return own.kind == Work::Kind::host || other.kind == Work::Kind::host ? FindingKind::race_host
                                                                          : FindingKind::race_stream;
}

Finding race_of_works(FindingKind kind, const Access& a, const Earlier& e, std::uintptr_t word,
                      const std::string& verdict) {
    const Epoch own_epoch = a.thread.warp->watched.epoch[a.thread.lane];
    const Side one{order::work_of(a.thread), own_epoch, a.thread.lane, a.is_write, a.strength,
                   source_line(a.pc)};
    const Side other{order::work_of(e.epoch),
                     e.epoch,
                     static_cast<unsigned>(std::countr_zero(e.lanes)),
                     e.is_write,
                     strength_in(e.access),
                     source_line(pc_in(e.access))};
    Finding f{.kind = kind, .at = one.at, .other = other.at};
    if (one.work.is_launch()) f.position = position(one);
    const bool in_one_line = f.other == f.at;
    f.message =
        sentence(who(one)) + " " + action(one) + " " + name_of(a, one, word, f) +
        (in_one_line ? "" : " here") + ", and " + who(other) + " " + action(other) + " it" +
        (in_one_line ? " on the same line." : " " + text_beside(f.at, f.other) + ".") +
        (!verdict.empty() ? verdict
         : kind == FindingKind::race_scope
             ? " The synchronisation between them has a scope that does not include both devices."
             : " Nothing decides which of the two comes first.");
    if (other.work.is_launch()) {
        f.other_position = position(other);
        f.details.push_back("other: " + describe(*f.other_position));
    }
    if (kind == FindingKind::race_scope)
        f.hint = hint_for_devices(is_atomic(one.strength) && is_atomic(other.strength));
    else
        f.hint = kind == FindingKind::race_host
                     ? hint_for_host(one.work.kind == Work::Kind::host ? other : one)
                 : is_child_of(one.work, other.work) ? hint_for_child()
                 : has_begun_early(one.work, other.work)
                     ? hint_for_early_launch()
                     : hint_for_streams(one.work.device != other.work.device);
    f.kernel = one.work.is_launch() ? one.work.name : other.work.is_launch() ? other.work.name : "";
    if (is_race(f)) f.gap = gap_of_works(one.work, other.work, f);
    return f;
}

Finding touch_of_released(const Access& a, const Work& release) {
    const Side one{order::work_of(a.thread),
                   a.thread.warp->watched.epoch[a.thread.lane],
                   a.thread.lane,
                   a.is_write,
                   a.strength,
                   source_line(a.pc)};
    Finding f{.kind = FindingKind::use_after_free,
              .at = source_line(release.site),
              .other = one.at,
              .position = position(one)};
    const std::string name = name_of(a, one, a.address, f);
    f.message = "`cudaFreeAsync()` frees " + name + " here, and " + who(one) + " " + action(one) +
                " it " + text_beside(f.at, f.other) + ". Nothing decides which of the two comes first.";
    f.hint = hint_for_streams(one.work.device != release.device);
    return f;
}

} // namespace scanlab::sim
