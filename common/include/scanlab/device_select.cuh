/// \file
/// Compaction of arrays of any size and type, on lesson 08's look-back: select, partition, unique.
#pragma once

#include "device_call.cuh"
#include "look_back.cuh"

namespace scanlab {

/// Which elements to keep: those that a predicate takes, those with a flag, those that differ from the
/// element before.
template <class Predicate>
struct KeepIf {
    Predicate predicate;
    template <class T>
    __device__ bool operator()(std::size_t, const T& item) const {
        return predicate(item);
    }
};
template <class Flags>
struct KeepFlagged {
    Flags flags;
    template <class T>
    __device__ bool operator()(std::size_t i, const T&) const {
        return static_cast<bool>(flags[i]);
    }
};
template <class In>
struct KeepFirst {
    In in;
    template <class T>
    __device__ bool operator()(std::size_t i, const T& item) const {
        return i == 0 || !(static_cast<T>(in[i - 1]) == item);
    }
};

/// Lesson 09's kernel with one element per lane and row, so that arrays need not be aligned, and a vote
/// of the warp in place of a scan of flags. If it partitions, it also writes the other elements, from
/// the end of the output on backwards.
template <bool PARTITION, int BLOCK, int ROWS, class T, class In, class Keep, class Count>
__global__ void __launch_bounds__(BLOCK)
    look_back_select(In in, T* out, Count* kept, long long n, TileDescriptor* descriptors,
                     unsigned* tickets, Keep keep) {
    constexpr int TILE = BLOCK * ROWS;
    __shared__ unsigned ticket;
    __shared__ long long kept_before;
    __shared__ Room<T> for_staged[TILE];
    const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
    T* const staged = reinterpret_cast<T*>(for_staged);

    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket, start = tile * TILE;
    const auto size = static_cast<int>(min(static_cast<long long>(TILE), n - start));

    // Flag and count: a warp has ROWS rows of the tile, one after the other.
    const int first = warp * ROWS * warp_size + lane;
    T items[ROWS];
    unsigned flags[ROWS]; // of all lanes
    int warp_count = 0;
#pragma unroll
    for (int row = 0; row < ROWS; ++row)
        if (const int i = first + row * warp_size; i < size) items[row] = static_cast<T>(in[start + i]);
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        const int i = first + row * warp_size;
        flags[row] = __ballot_sync(all_lanes, i < size && keep(start + i, items[row]));
        warp_count += __popc(flags[row]);
    }
    int aggregate;
    int before = block_prefix_of_warp<BLOCK>(warp_count, aggregate);

    // Look back: how many do the tiles before this one keep? The last tile learns how many in all.
    if (warp == 0) {
        const long long prefix = look_back_counts(descriptors, tile, aggregate);
        if (lane == 0) {
            kept_before = prefix;
            if (tile == gridDim.x - 1) *kept = static_cast<Count>(prefix + aggregate);
        }
    }

    // Compact the tile in shared memory, the elements that are not kept from its end on backwards.
    const unsigned lanes_before = (1u << lane) - 1;
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        const int i = first + row * warp_size, place = before + __popc(flags[row] & lanes_before);
        if (flags[row] >> lane & 1)
            staged[place] = items[row];
        else if (PARTITION && i < size)
            staged[size - 1 - (i - place)] = items[row];
        before += __popc(flags[row]);
    }
    __syncthreads(); // the tile is compacted, and kept_before is known

    // Scatter: both parts of the tile are runs in the output.
    T* const run = out + kept_before;
    T* const other_run = out + (n - (start - kept_before) - size);
    for (int i = threadIdx.x; i < (PARTITION ? size : aggregate); i += BLOCK)
        (i < aggregate ? run : other_run)[i] = staged[i];
}

/// The common part of all compactions: elements of `in` to `out`, if the arrays are valid.
template <bool PARTITION, class In, class T, class Count, class Keep>
cudaError_t call_select(void* storage, std::size_t& bytes, In in, T* out, Count* kept, std::size_t n,
                        bool is_valid, Keep keep, cudaStream_t stream) {
    constexpr int BLOCK = block_of_calls, ROWS = sizeof(T) <= 4 ? 16 : sizeof(T) <= 8 ? 8 : 4;
    static_assert(sizeof(T) <= 16 && std::is_trivially_copyable_v<T>, "elements are 1 to 16 bytes");
    const long long tiles = ceil_div(static_cast<long long>(n), BLOCK * ROWS);
    is_valid = is_usable(kept) && (n == 0 || (is_valid && is_usable(in) && is_usable(out) &&
                                              !overlap(in, out, n) && tiles <= 0x7fffffff));
    const std::size_t needed = (1 + tiles) * sizeof(TileDescriptor);
    return call_with_storage(storage, bytes, needed, needed, is_valid, stream, [&] {
        auto* const words = static_cast<TileDescriptor*>(storage);
        if (n == 0)
            cudaMemsetAsync(kept, 0, sizeof *kept, stream);
        else
            look_back_select<PARTITION, BLOCK, ROWS>
                <<<static_cast<unsigned>(tiles), BLOCK, 0, stream>>>(
                    in, out, kept, static_cast<long long>(n), words + 1,
                    static_cast<unsigned*>(storage), keep);
    });
}

/// With flags beside the elements.
template <bool PARTITION, class In, class Flags, class T, class Count>
cudaError_t call_flagged(void* storage, std::size_t& bytes, In in, Flags flags, T* out, Count* kept,
                         std::size_t n, cudaStream_t stream) {
    const auto input = as_input(flags);
    const bool is_valid = is_usable(input) && !overlap(input, out, n);
    return call_select<PARTITION>(storage, bytes, as_input(in), out, kept, n, is_valid,
                                  KeepFlagged<decltype(input)>{input}, stream);
}

/// \name Compactions
/// Each writes the elements that it keeps, in order, to `out`, and their number to *kept, in device
/// memory. `out` has room for them, and must not overlap `in` or the flags, because blocks still read
/// these when others write. Elements have 1 to 16 bytes. The rest is as for scans.
/// @{

/// Keeps the elements for which `predicate(element)` holds.
template <class In, class T, class Count, class Predicate>
cudaError_t select_if(void* storage, std::size_t& bytes, In in, T* out, Count* kept, std::size_t n,
                      Predicate predicate, cudaStream_t stream = nullptr) {
    return call_select<false>(storage, bytes, as_input(in), out, kept, n, true,
                              KeepIf<Predicate>{predicate}, stream);
}

/// Keeps the elements whose flag is not 0.
template <class In, class Flags, class T, class Count>
cudaError_t select_flagged(void* storage, std::size_t& bytes, In in, Flags flags, T* out, Count* kept,
                           std::size_t n, cudaStream_t stream = nullptr) {
    return call_flagged<false>(storage, bytes, in, flags, out, kept, n, stream);
}

/// Keeps the first element of each run of equal ones.
template <class In, class T, class Count>
cudaError_t unique(void* storage, std::size_t& bytes, In in, T* out, Count* kept, std::size_t n,
                   cudaStream_t stream = nullptr) {
    const auto input = as_input(in);
    return call_select<false>(storage, bytes, input, out, kept, n, true,
                              KeepFirst<decltype(input)>{input}, stream);
}

/// As select_if(). The other elements fill the rest of `out` from its end on backwards, as in CUB.
template <class In, class T, class Count, class Predicate>
cudaError_t partition_if(void* storage, std::size_t& bytes, In in, T* out, Count* kept, std::size_t n,
                         Predicate predicate, cudaStream_t stream = nullptr) {
    return call_select<true>(storage, bytes, as_input(in), out, kept, n, true,
                             KeepIf<Predicate>{predicate}, stream);
}

/// As select_flagged(). The other elements fill the rest of `out` from its end on backwards.
template <class In, class Flags, class T, class Count>
cudaError_t partition_flagged(void* storage, std::size_t& bytes, In in, Flags flags, T* out,
                              Count* kept, std::size_t n, cudaStream_t stream = nullptr) {
    return call_flagged<true>(storage, bytes, in, flags, out, kept, n, stream);
}
/// @}

} // namespace scanlab
