/// \file
/// What a lesson includes: the description of a scan, and the harness that checks and times it.
#pragma once

#include "ceil_div.hpp"
#include "warp_size.hpp"

#include <cuda_runtime.h>

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace scanlab {

/// What a lesson computes from `n` 32-bit integers (sums wrap around, as unsigned arithmetic does).
enum class Task {
    inclusive_scan, ///< output[i] = input[0] + … + input[i]
    exclusive_scan, ///< output[i] = input[0] + … + input[i-1], output[0] = 0
    segmented_scan, ///< as inclusive_scan, but sums begin anew wherever heads[i] is not 0
    wide_scan,      ///< wide_output[i] = input[0] + … + input[i] in 64 bits
    composition, ///< a << 16 | b is the map x -> a·x + b modulo 2^16; output[i] = input[0] to input[i],
                 ///< one applied after the other
    compaction, ///< output = the elements that are not zero, in order; `*kept` = how many
    split,      ///< output = the even elements in order, then the odd ones; `*kept` = how many are even
    sort,       ///< output = the elements, smallest first
    bins, ///< output = the elements' indices, those of bin 0 first, each bin's in order; an element's
          ///< bin is its lowest 4 bits
    run_lengths,     ///< wide_output[r] = an int2: value and length of the r-th run of equal elements;
                     ///< `*kept` = how many runs there are
    copy,            ///< output = input: a yardstick of the benchmark
    pair_sums,       ///< output[i] = input[2i] + input[2i+1], of n / 2 pairs: another one
    float_scan,      ///< as inclusive_scan, of floats, the bits of which stand in the arrays. Sums are
                     ///< rounded: a result may be off by what its Variant's `additions` allow
    fixed_order_scan ///< as float_scan, but every bit counts: the order of additions is prescribed
};

/// How far a scan reaches: each tile of the array by itself, or the whole array.
enum class Scope { block, device };

/// No lesson works on more devices.
constexpr int most_devices = 16;

/// What one of several devices has of a call: its pieces of the arrays, one after the other.
struct Share {
    int device;
    const int* input;    ///< n elements in this device's memory, aligned to 256 bytes
    int* output;         ///< n elements, likewise
    long long n;         ///< 0 or more
    void* workspace;     ///< the device's own, as a Problem's
    cudaStream_t stream; ///< of this device: every launch on it goes here
};

/// Some neighbouring elements that one device gets, out of an array that is dealt to several.
struct Piece {
    int device;
    long long n; ///< 1 or more; the array's last piece may reach past its end
};

/// One call of a lesson's kernels. All pointers are device memory, aligned to 256 bytes.
struct Problem {
    const int* input;    ///< n elements; null if the call works in place
    int* output;         ///< n elements
    long long n;         ///< 0 or more
    void* workspace;     ///< as many bytes as the lesson's `workspace(n)` asked for; holds garbage,
                         ///< unless the lesson keeps_workspace
    long long* kept;     ///< compaction and split: where the number of elements goes that come first;
                         ///< run lengths: the number of runs
    cudaStream_t stream; ///< every launch, copy and memset of the call goes here
    const int* heads;    ///< segmented scan only: n elements, not 0 where a segment begins
    long long* wide_output;          ///< wide scan and run lengths, instead of output: n elements
    std::span<const Share> shares{}; ///< of a lesson for several devices: what each has, 0 first. It
                                     ///< leaves the arrays and the stream above alone
};

/// What one of the devices does of a call, as a call of its own.
inline Problem call_on(const Share& share, Problem call) {
    call.input = share.input;
    call.output = share.output;
    call.n = share.n;
    call.workspace = share.workspace;
    call.stream = share.stream;
    call.shares = {};
    return call;
}

/// Which elements of a tile a thread owns.
enum class Arrangement {
    blocked,     ///< neighbouring ones; more than four are vectors of four, striped across the warp
    striped,     ///< every BLOCK-th
    warp_striped ///< every 32nd of a run that belongs to its warp
};

/// A lesson's kernels compiled for one block size.
struct Variant {
    int block;                             ///< threads per block
    int items_per_thread;                  ///< elements that one thread owns; a tile is block × this
    std::size_t (*workspace)(long long n); ///< bytes of scratch memory that a call on n elements needs
    void (*launch)(const Problem&);        ///< starts the work on `stream` and returns without waiting
    Arrangement arrangement = Arrangement::blocked;
    /// The workspace is all zeros before the first call, and later calls find what the last one has
    /// left there, whatever their n; it must not be of another size for some of them.
    bool keeps_workspace = false;
    /// Float scan: at most so many additions, one after the other, lie between an element and a sum
    /// that it is in. If it is left out: as many as there are elements before it.
    long long (*additions)(long long n) = nullptr;
    /// Several devices: the piece of an array of n elements that begins with element `first`.
    Piece (*piece)(long long n, int devices, long long first) = nullptr;
    int devices = 1; ///< that its calls are dealt to, if it has pieces: the harness chooses
};

/// What the harness has to know about a lesson besides its kernels.
struct Lesson {
    int number;        ///< 1 for lessons/01_…
    std::string name;  ///< the program's name, as in hillis_steele_shared
    std::string title; ///< for people, as in "Hillis-Steele in shared memory"
    Task task = Task::inclusive_scan;
    Scope scope = Scope::device;
    int block = 256;            ///< threads per block unless --block says otherwise
    int compute_capability = 0; ///< of the oldest GPUs it can run on, as in 8; others skip it
    bool in_place = false;      ///< the call finds its input in the output, and `input` is null
    std::string advice{};       ///< what stands above a failure's report, if anything
};

/// Checks and times a lesson as the command line asks. Returns the program's exit code:
/// 0 pass, 1 a wrong result, 2 bad usage, 77 skipped.
int run(const Lesson& lesson, std::span<const Variant> variants, int argc, char** argv);

/// Builds the Variant of `Kernels<BLOCK>`, a class template with
/// `static void launch(const Problem&)` and, if it needs them,
/// `static constexpr int items_per_thread`, `static constexpr Arrangement arrangement`,
/// `static std::size_t workspace(long long n)`, `static constexpr bool keeps_workspace`,
/// `static long long additions(long long n)` and
/// `static Piece piece(long long n, int devices, long long first)`.
template <template <int> class Kernels, int BLOCK>
constexpr Variant variant() {
    Variant v{BLOCK, 1, [](long long) -> std::size_t { return 0; }, &Kernels<BLOCK>::launch};
    if constexpr (requires { Kernels<BLOCK>::items_per_thread; })
        v.items_per_thread = Kernels<BLOCK>::items_per_thread;
    if constexpr (requires { Kernels<BLOCK>::workspace(0LL); })
        v.workspace = &Kernels<BLOCK>::workspace;
    if constexpr (requires { Kernels<BLOCK>::arrangement; })
        v.arrangement = Kernels<BLOCK>::arrangement;
    if constexpr (requires { Kernels<BLOCK>::keeps_workspace; })
        v.keeps_workspace = Kernels<BLOCK>::keeps_workspace;
    if constexpr (requires { Kernels<BLOCK>::additions(0LL); })
        v.additions = &Kernels<BLOCK>::additions;
    if constexpr (requires { Kernels<BLOCK>::piece(0LL, 1, 0LL); }) v.piece = &Kernels<BLOCK>::piece;
    return v;
}

/// The block sizes that a lesson is compiled for. In a picture they are small, and end where one warp
/// can no longer scan the totals of all warps. -DSCANLAB_BLOCK=256 compiles one size only, as
/// benchmarks that vary the tile do.
#ifdef SCANLAB_BLOCK
using BlockSizes = std::integer_sequence<int, SCANLAB_BLOCK>;
#else
using BlockSizes =
    std::conditional_t<for_picture,
                       std::integer_sequence<int, warp_size, 2 * warp_size, warp_size * warp_size / 2,
                                             warp_size * warp_size>,
                       std::integer_sequence<int, 32, 64, 128, 256, 512, 1024>>;
#endif

/// Kernels that cannot have blocks of every size have a `static constexpr int largest_block`.
template <template <int> class Kernels, int BLOCK>
constexpr bool can_have = !requires {
    requires BLOCK > Kernels<BLOCK>::largest_block;
};

/// A lesson's kernels, compiled for each block size that they can have. (No template: what each program
/// makes of one, it compiles anew.)
struct Variants {
    Variant sizes[6]; ///< as many as count are there
    std::size_t count;
    constexpr operator std::span<const Variant>() const { return {sizes, count}; }
};

template <template <int> class Kernels, int BLOCK>
constexpr void add_variant(Variants& all) {
    if constexpr (can_have<Kernels, BLOCK>) all.sizes[all.count++] = variant<Kernels, BLOCK>();
}
template <template <int> class Kernels, int... BLOCKS>
constexpr Variants make_variants(std::integer_sequence<int, BLOCKS...>) {
    Variants all{};
    (add_variant<Kernels, BLOCKS>(all), ...);
    return all;
}
template <template <int> class Kernels>
constexpr Variants variants = make_variants<Kernels>(BlockSizes{});

/// The whole of a lesson's main: `return scanlab::lesson_main<HillisSteele>({.number = 2, …}, argc,
/// argv);` compiles the kernels for all BlockSizes and hands over to run().
template <template <int> class Kernels>
int lesson_main(const Lesson& lesson, int argc, char** argv) {
    return run(lesson, variants<Kernels>, argc, argv);
}

} // namespace scanlab
