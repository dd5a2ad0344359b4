/// \file
/// The simulator's core, as translated kernels and the CUDA headers see it: launching a grid, the
/// thread that is running, shared memory, barriers, warp collectives, and the points where threads may
/// switch.
#pragma once

#include "attributes.hpp"
#include "dim3.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

// Declared const, defined otherwise: for the thread that reads them they never change. Only the
// scheduler knows better.
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
/// A program is compiled with fewer lanes per warp if its diagram is to fit on a page.
#ifdef SCANLAB_WARP_SIZE
constexpr int warpSize = SCANLAB_WARP_SIZE;
#else
constexpr int warpSize = 32;
#endif

struct CUstream_st; // a stream

namespace scanlab::sim {

/// A parameter from which no template argument is deduced. (std::type_identity is C++20, and these
/// headers make do with the C++ library of C++17: see scanlab_toolchain.)
template <class T>
struct TypeIdentity {
    using type = T;
};
template <class T>
using NotDeduced = typename TypeIdentity<T>::type;

/// The four launch parameters between `<<<` and `>>>`, and where in the source they stand.
struct LaunchConfig {
    dim3 grid, block;
    std::size_t dynamic_shared_bytes;
    CUstream_st* stream;
    const char* file;
    int line;
    bool cooperative = false;
    bool begins_early = false; ///< before the launch has ended that is before it in its stream

    LaunchConfig(dim3 grid_, dim3 block_, std::size_t dynamic_shared_bytes_ = 0,
                 CUstream_st* stream_ = nullptr, const char* file_ = __builtin_FILE(),
                 int line_ = __builtin_LINE())
        : grid(grid_), block(block_), dynamic_shared_bytes(dynamic_shared_bytes_), stream(stream_),
          file(file_), line(line_) {}
};

/// An argument of a kernel that is a pointer: messages name what it points to after the parameter.
struct KernelArgument {
    std::uintptr_t address = 0;    ///< 0 if it is no pointer
    std::size_t element_bytes = 0; ///< 0 if unknown, as of `void*`
};

/// One launch: what runs, how, and what it is given.
struct Launch {
    const char* kernel;   ///< as the launch spells it
    const void* function; ///< its address; null if only the call of it is known
    const LaunchConfig* config;
    const KernelArgument* arguments;
    std::size_t argument_count;
    unsigned warp_size = warpSize; ///< as the program was compiled
};

/// Runs every thread of the grid, now or later; `body(context)` is one thread's work. The bits of the
/// context, of so many bytes, can be copied. A launch that CUDA would refuse sets the last error
/// instead.
void run_grid(const Launch& launch, void (*body)(void*), void* context, std::size_t bytes);

/// Reserves the address space for the stacks of as many threads as the device holds at a time.
void reserve_stacks();

/// A device-wide algorithm of CUB gets less temporary storage than it wants: tells the user.
void refuse_storage(std::size_t given, std::size_t wanted);

/// What a message calls a kernel of which only the address is known.
const char* kernel_name(const void* kernel);

/// `__launch_bounds__`: no block of the kernel has more threads.
void bound_threads(const void* kernel, int threads);

// --- shared memory ---------------------------------------------------------------------------------

/// A `__shared__` declaration. Each block gives it storage of its own when a thread first comes by.
struct SharedDeclaration {
    const char* name;
    const char* file;
    int line;
    int index = -1; ///< position in the block's table of variables; given at first use
    bool is_dynamic = false;
    std::size_t element_bytes = 0;
    std::size_t row = 0; ///< elements per row, of an array of arrays
};

/// This block's storage of a declaration, poisoned when it is new.
void* shared_storage(SharedDeclaration& declaration, std::size_t bytes, std::size_t alignment);
/// This block's dynamic shared memory, whose size the launch gave.
void* dynamic_shared_storage(SharedDeclaration& declaration);

/// A shared variable's type with an alignment beyond its own.
template <std::size_t ALIGNMENT, class T>
struct Aligned {};

/// What alignas(…) asks for, which may be a type or a number.
template <class T>
constexpr std::size_t alignment_of() {
    return alignof(T);
}
template <std::size_t ALIGNMENT>
constexpr std::size_t alignment_of() {
    return ALIGNMENT;
}

template <class T>
struct SharedType {
    using type = T;
    static constexpr std::size_t alignment = alignof(T);
};
template <std::size_t ALIGNMENT, class T>
struct SharedType<Aligned<ALIGNMENT, T>> {
    using type = T;
    static constexpr std::size_t alignment = ALIGNMENT;
};

template <class T>
SCANLAB_UNOBSERVED auto& shared_variable(SharedDeclaration& declaration) {
    using Type = typename SharedType<T>::type;
    declaration.element_bytes = sizeof(std::remove_all_extents_t<Type>);
    if constexpr (std::rank_v < Type >> 1)
        declaration.row = sizeof(std::remove_extent_t<Type>) / declaration.element_bytes;
    return *static_cast<Type*>(shared_storage(declaration, sizeof(Type), SharedType<T>::alignment));
}
template <class T>
SCANLAB_UNOBSERVED auto& dynamic_shared_variable(SharedDeclaration& declaration) {
    using Type = typename SharedType<T>::type;
    declaration.is_dynamic = true;
    declaration.element_bytes = sizeof(std::remove_all_extents_t<Type>);
    return *static_cast<Type(*)[]>(dynamic_shared_storage(declaration));
}

/// A shared variable declared outside a function: finds the running block's storage at each use.
template <class T>
struct FileShared {
    mutable SharedDeclaration declaration;
    SCANLAB_UNOBSERVED operator typename SharedType<T>::type &() const {
        return shared_variable<T>(declaration);
    }
    // Assignments happen where they stand in the kernel, so that they are observed.
    SCANLAB_CALL_SITE auto& operator=(const auto& value) const {
        auto& variable = shared_variable<T>(declaration);
        return variable = value;
    }
    SCANLAB_UNOBSERVED auto& operator[](std::size_t i) const {
        return shared_variable<T>(declaration)[i];
    }
};
template <class T>
struct FileDynamicShared {
    mutable SharedDeclaration declaration;
    SCANLAB_UNOBSERVED operator typename SharedType<T>::type *() const {
        return dynamic_shared_variable<T>(declaration);
    }
    SCANLAB_UNOBSERVED auto& operator[](std::size_t i) const {
        return dynamic_shared_variable<T>(declaration)[i];
    }
};

#define SCANLAB_SHARED(name, ...)                                                                      \
    static constinit ::scanlab::sim::SharedDeclaration scanlab_shared_##name{#name, __FILE__,          \
                                                                             __LINE__};                \
    [[maybe_unused]] auto& name = ::scanlab::sim::shared_variable<__VA_ARGS__>(scanlab_shared_##name)
#define SCANLAB_DYNAMIC_SHARED(name, ...)                                                              \
    static constinit ::scanlab::sim::SharedDeclaration scanlab_shared_##name{#name, __FILE__,          \
                                                                             __LINE__};                \
    [[maybe_unused]] auto& name =                                                                      \
        ::scanlab::sim::dynamic_shared_variable<__VA_ARGS__>(scanlab_shared_##name)
#define SCANLAB_FILE_SHARED(name, ...)                                                                 \
    [[maybe_unused]] static constinit ::scanlab::sim::FileShared<__VA_ARGS__> name {                   \
        { #name, __FILE__, __LINE__ }                                                                  \
    }
#define SCANLAB_FILE_DYNAMIC_SHARED(name, ...)                                                         \
    [[maybe_unused]] static constinit ::scanlab::sim::FileDynamicShared<__VA_ARGS__> name {            \
        { #name, __FILE__, __LINE__ }                                                                  \
    }

/// Takes the address of a kernel's own variable, so that the compiler reports what happens to it.
void expose(const volatile void* variable);
#define SCANLAB_EXPOSE(variable)                                                                       \
    (__builtin_is_constant_evaluated() ? void() : ::scanlab::sim::expose(__builtin_addressof(variable)))

// --- the running thread ----------------------------------------------------------------------------

bool in_kernel(); ///< false on the host
/// Where the running block's shared memory begins: PTX's addresses in it count from there.
std::uintptr_t shared_window();
bool is_shared_address(const volatile void* address);
unsigned dynamic_shared_bytes(); ///< of the running launch
unsigned multiprocessor();       ///< that the running block is on
unsigned multiprocessors();
/// Which half of a `__host__ __device__` function runs that asks for __CUDA_ARCH__.
SCANLAB_CHOOSES_HALF constexpr bool on_device() {
    return __builtin_is_constant_evaluated() ? false : in_kernel();
}
unsigned lane();         ///< 0 … 31
unsigned exited_lanes(); ///< lanes of this warp that have returned, or that the block is too small for
std::uint64_t clock_ticks(); ///< grows with every call

/// Lets the others run: what a spinning thread, and any thread now and then, must do.
void yield();
/// A scheduling point that switches only when the seed says so.
void maybe_yield();

/// `__syncthreads()`: waits for the block's threads that have not exited.
void block_barrier();
enum class BarrierVote { count, all, any };
/// `__syncthreads_count()`, `_and()` and `_or()`.
int block_barrier(BarrierVote vote, bool predicate);
/// Whether the grid that runs was launched cooperatively.
bool grid_is_cooperative();
/// `grid.sync()`; the launch must have been cooperative.
void grid_barrier();

enum class Collective {
    sync,
    shuffle,      ///< parameter: absolute source lane in the segment
    shuffle_up,   ///< parameter: delta
    shuffle_down, ///< parameter: delta
    shuffle_xor,  ///< parameter: lane mask
    ballot,       ///< value: predicate; result: mask of lanes where it holds
    match_any,    ///< result: mask of lanes with this lane's value
    match_all,    ///< result: the whole mask if all values are equal, else 0
    reduce_add,
    reduce_min_signed,
    reduce_max_signed,
    reduce_min_unsigned,
    reduce_max_unsigned,
    reduce_and,
    reduce_or,
    reduce_xor
};
/// A `_sync` operation: waits for exactly the lanes of `mask` that have not exited, all in the same
/// operation with the same mask, then gives each its result. `width` is a shuffle's segment (1 … 32).
std::uint64_t warp_collective(Collective operation, unsigned mask, std::uint64_t value = 0,
                              unsigned parameter = 0, unsigned width = warpSize);
/// `__activemask()`: the lanes that come to the same call before the warp would otherwise stand still.
unsigned active_mask();

/// How an access orders others, as in C++. `legacy` is that of CUDA's own atomicAdd() and its siblings:
/// relaxed, but what they read counts as acquired, since the Programming Guide's own example of a block
/// that finds itself the last one relies on it.
enum class MemoryOrder { relaxed, acquire, release, acq_rel, seq_cst, legacy };
/// For whom it does: the thread alone, its block, its device, or all devices and the host.
enum class Scope { thread, block, device, system };

enum class AtomicKind {
    load,
    store,
    update,
    exchange, ///< an update that need not care what was there
    compare_exchange
};
/// Announces an atomic access by the running thread; may switch threads before it happens. Returns
/// where it is to be done: elsewhere, if there is no such memory.
void* before_atomic(const volatile void* address, std::size_t bytes, AtomicKind kind, MemoryOrder order,
                    Scope scope);
/// Tells what an atomic load returned: a thread that reads the same again and again is spinning.
void after_atomic_load(const volatile void* address, std::uint64_t value);
/// What an atomic access has left: a value of its own, one made of what was there, or the same.
enum class Left { anew, changed, same };
/// Tells that an atomic access has stored something.
void after_atomic_store(const volatile void* address, MemoryOrder order, Scope scope, Left left);

/// Announces that the running thread loads this by a way that sees no write of its own launch.
void note_read_only_load(const volatile void* address, std::size_t bytes);

/// Announces how a collective uses its temporary storage if it exchanges values in another way: its
/// thread has begun to write this part; or, when all of its threads have, it has read that part.
void use_storage(const void* part, std::size_t bytes, bool begins);

/// Tells that an atomic access has changed a value: whoever waits for it may go on.
void note_change();

/// `__threadfence()` and its siblings.
void fence(MemoryOrder order, Scope scope);
/// `cudaGridDependencySynchronize()`: from now on the thread knows what came before a launch that
/// begins early.
void await_earlier_work();

// --- barriers for some of a block's threads ----------------------------------------------------------

/// `bar.sync` and, if it does not wait, `bar.arrive`: barrier 0 to 15 for so many threads, by warps; 0:
/// for the block's.
void named_barrier(unsigned number, unsigned threads, bool waits = true);
/// The barrier of a tile of several warps: of so many threads each, the one of that rank.
void tile_barrier(unsigned size, unsigned rank);
/// Between its barriers such a tile's threads show each other values of so many bytes: the running
/// thread its own; that of another one.
void tile_show(unsigned size, unsigned rank, const void* value, std::size_t bytes);
void tile_look(unsigned size, unsigned rank, unsigned thread, void* value, std::size_t bytes);

// --- mbarriers and bulk copies (cuda::ptx) -----------------------------------------------------------

void mbarrier_init(void* barrier, unsigned count);
/// So many arrivals, having announced so many bytes. Returns the phase that this is for.
std::uint64_t mbarrier_arrive(void* barrier, unsigned count, unsigned bytes);
/// Arrives, and is not waited for in later phases.
std::uint64_t mbarrier_drop(void* barrier);
/// Announces bytes without arriving.
void mbarrier_expect(void* barrier, unsigned bytes);
/// Whether `phase` has ended; of which, if `parity_only`, no more is known than whether it is odd. The
/// thread may sleep, but maybe not until then.
bool mbarrier_wait(const void* barrier, bool may_sleep, bool parity_only, std::uint64_t phase);

/// Starts a copy that ends by taking its bytes from those that the barrier's phase waits for.
void bulk_load(void* shared, const void* global, std::uint32_t bytes, void* barrier);
/// Starts a copy that belongs to the thread's group of copies.
void bulk_store(void* global, const void* shared, std::uint32_t bytes);
/// Closes the group.
void bulk_commit();
/// Waits for all but the last `left` groups to end, or at least to have read.
void bulk_wait(unsigned left, bool only_reads);
/// Starts a copy of up to 16 bytes into shared memory, which ends with a phase of the mbarrier or,
/// without one, belongs to the thread's group of such copies.
void async_store(void* shared, const void* content, std::uint32_t bytes, void* mbarrier = nullptr);
/// Closes the group.
void async_commit();
/// Waits for all but the last `left` groups; or for all copies that the thread has started.
void async_wait(unsigned left);
void async_wait_all();

/// `fence.proxy.async`: copies that start later see what the thread knows of.
void copy_fence();

/// Stops the launch like a trap on a GPU does: reports why, which thread and where, and makes `error`
/// (a cudaError_t) stick.
[[noreturn]] void trap(int error, const char* what);

} // namespace scanlab::sim
