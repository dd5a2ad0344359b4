/// \file
/// What kernels cost, counted: the same on every machine.
#pragma once

#include "dim3.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::sim {

/// Counted since the program started or reset_cost() was called.
struct Cost {
    long long launches;
    double
        barriers_per_thread; ///< block barriers of the thread that met most, summed over the launches
    long long
        global_bytes_read; ///< bytes that threads asked for, whether or not a cache would have had them
    long long global_bytes_written;
    std::size_t shared_bytes; ///< the most shared memory that a block had, static and dynamic
    bool observed;            ///< false in the fast build: bytes are not counted there
};

Cost cost();
void reset_cost();

/// What calls of the host have done to device memory since the program started.
struct HostCost {
    long long bytes_copied =
        0; ///< that it was asked to bring from there to there, by itself or by NCCL
    std::size_t bytes_allocated = 0; ///< and what kernels have allocated
};
HostCost host_cost();

/// Accesses of warps to global memory. A request is one instruction of a warp.
struct GlobalAccesses {
    long long requests = 0;
    long long sectors = 0;      ///< 32-byte pieces of memory that the requests touched
    long long useful_bytes = 0; ///< bytes of those sectors that a lane asked for
    bool operator==(const GlobalAccesses&) const = default;
    GlobalAccesses& operator+=(const GlobalAccesses&);
};

/// Accesses of warps to shared memory.
struct SharedAccesses {
    long long requests = 0;
    long long wavefronts = 0;     ///< passes that the requests took
    long long bank_conflicts = 0; ///< wavefronts that other addresses would have saved
    bool operator==(const SharedAccesses&) const = default;
    SharedAccesses& operator+=(const SharedAccesses&);
};

/// What warps did. Everything is counted once per warp, not once per thread.
struct Counters {
    GlobalAccesses global_load, global_store, global_atomic;
    SharedAccesses shared_load, shared_store, shared_atomic;
    long long block_barriers = 0;
    long long warp_syncs = 0;   ///< __syncwarp and the like
    long long collectives = 0;  ///< shuffles, votes, matches, reductions
    long long instructions = 0; ///< all of the above but block barriers
    long long diverged = 0; ///< instructions without a lane that had not returned by the last barrier

    GlobalAccesses global() const;
    SharedAccesses shared() const;
    bool operator==(const Counters&) const = default;
    Counters& operator+=(const Counters&);
};

/// How evenly threads share their work. A step is an access of memory, or a synchronisation: a barrier,
/// a shuffle and the like.
struct Sharing {
    long long threads = 0;           ///< of all launches
    long long longest = 0;           ///< steps of the thread that takes most, summed over the launches
    long long most_bytes = 0;        ///< of global memory that one thread reads and writes, likewise
    long long most_shared_bytes = 0; ///< and of shared memory
    long long steps = 0;             ///< of all threads
    long long room = 0;              ///< steps of all threads if each had taken as many as the longest
    Sharing& operator+=(const Sharing&);

    /// Numbers for a rubric, by their names there.
    std::map<std::string, double> named() const;
};

/// How far loads run ahead of stores: bytes of global memory that blocks have read and written, but by
/// atomic accesses. A phase of an mbarrier that ends counts as a barrier.
struct Progress {
    long long read = 0, written = 0; ///< at their ends, summed over the blocks
    long long read_at_barriers = 0;  ///< at each of their barriers, summed over those, too
    long long written_at_barriers = 0;
    long long barriers = 0;
    long long bulk_read = 0, bulk_written = 0; ///< by bulk copies
    long long arrivals = 0;                    ///< calls by which threads arrive at mbarriers
    Progress& operator+=(const Progress&);

    /// What a block has read, on average over its barriers, and has not yet stored the results of. A
    /// result need not be as large as what it is made of: all that is stored stands for all that is
    /// read.
    double bytes_in_flight() const;

    /// Numbers for a rubric, by their names there.
    std::map<std::string, double> named() const;
};

struct LineCost {
    std::string file;
    int line; ///< 0 if unknown
    Counters counters;
    long long in_a_warp =
        0; ///< instructions of the warp that executes most here, by start_counting(true)
};

/// The launches of one kernel with one configuration, from one place.
struct KernelCost {
    std::string kernel; ///< as it stands before the `<<<`
    dim3 grid, block;
    std::size_t dynamic_shared_bytes;
    std::string file; ///< of the launch
    int line;
    long long launches;
    Counters counters;                 ///< of all the launches
    Sharing sharing;                   ///< likewise
    Progress progress;                 ///< likewise
    std::map<int, long long> bytes_on; ///< read and written by each device, without atomic accesses
    std::vector<LineCost> lines;       ///< in the files' order; empty if not asked for

    long long warps() const; ///< of all the launches
};

/// Counts every launch from now on, and if it is asked for what single warps do at each line. Only
/// programs whose accesses are observed can be counted.
void start_counting(bool in_warps = false);
/// Atomic accesses of this memory count in Progress and `bytes_on` like others, until counting starts
/// again: they wait for nobody.
void count_atomics_of(const void* begin, std::size_t bytes);
/// The launches since start_counting(), which end here, in their order. To know the lines, the
/// program's debug information has to be read first.
std::vector<KernelCost> take_counters(bool by_line);

/// Of all the program's __device__ variables together.
std::size_t bytes_of_device_variables();

/// A table for each kernel. If the launches worked on a number of elements, bytes are told per element.
std::string counters_text(const std::vector<KernelCost>& kernels, long long elements = 0);
/// A JSON array with one object per kernel, each with its lines.
std::string counters_json(const std::vector<KernelCost>& kernels);
/// The source lines that cost something, each with its cost to the left, and those between them.
std::string annotated_source(const std::vector<KernelCost>& kernels);

/// Chooses the order in which blocks and threads run from now on; the same number replays the same run.
void set_order(std::uint64_t order);
/// The same by another strategy, one of those that settings.hpp names.
void set_order(std::string_view strategy, std::uint64_t order);

/// So many places for blocks are held by other kernels from now on, as the setting "occupied" says.
void occupy_places(std::uint64_t places);

/// Of 100 blocks, so many stop after they have begun, as the setting "stopped" says.
void stop_blocks(unsigned of_100);

/// From now on the first block of each grid runs, and the last three, on arrays that nobody has to
/// fill: device memory has no limit, is not poisoned, and lies far apart; long copies and fills of it
/// are left out. The results of all other blocks are missing. If the launches take too long together,
/// the rest of their work is missing, too.
void run_few_blocks();

/// Reads all that findings in this function's source file will be explained by, so that no file is
/// opened later.
void read_source_of(const void* function);

/// While one lives, the host program's own code cannot touch device memory: a segmentation fault ends
/// it. Kernels and CUDA's functions still can.
class DeviceMemoryClosed {
public:
    DeviceMemoryClosed();
    ~DeviceMemoryClosed();
    DeviceMemoryClosed(const DeviceMemoryClosed&) = delete;
    DeviceMemoryClosed& operator=(const DeviceMemoryClosed&) = delete;
};

/// While one lives, device memory that is allocated is shared with the forks of this process: what a
/// kernel writes there in one, the others see.
class DeviceMemoryShared {
public:
    DeviceMemoryShared();
    ~DeviceMemoryShared();
    DeviceMemoryShared(const DeviceMemoryShared&) = delete;
    DeviceMemoryShared& operator=(const DeviceMemoryShared&) = delete;
};

} // namespace scanlab::sim
