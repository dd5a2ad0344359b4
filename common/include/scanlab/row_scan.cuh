/// \file
/// Many short scans: each row of a matrix by itself. A model that draws the next word for each text of
/// a batch needs them, and so does a state-space model, which scans each channel.
#pragma once

#include "ceil_div.hpp"
#include "collectives.cuh"
#include "device_attribute.cuh"

namespace scanlab {

/// PER_LANE neighbouring elements, loaded and stored at once. They have 16 bytes at most.
template <class T, int PER_LANE>
struct alignas(sizeof(T) * PER_LANE) RowPart {
    T items[PER_LANE];

    /// Scans them together with those of the LANES - 1 neighbours, and adds what precedes them in the
    /// row, which becomes the sum up to the last neighbour's end.
    template <int LANES>
    __device__ void scan(T& before) {
#pragma unroll
        for (int i = 1; i < PER_LANE; ++i) items[i] = items[i - 1] + items[i];
        const int lane = threadIdx.x % LANES;
        T sum = items[PER_LANE - 1]; // up to this lane's end
#pragma unroll
        for (int distance = 1; distance < LANES; distance *= 2) {
            const T left = __shfl_up_sync(all_lanes, sum, distance, LANES);
            if (lane >= distance) sum = left + sum;
        }
        const T left = __shfl_up_sync(all_lanes, sum, 1, LANES);
        const T first = lane == 0 ? before : before + left;
#pragma unroll
        for (T& item : items) item = first + item;
        before += __shfl_sync(all_lanes, sum, LANES - 1, LANES);
    }
};

/// A row, of which a thread loads and stores parts.
template <class T, int PER_LANE>
struct RowOf {
    using Part = RowPart<T, PER_LANE>;
    const T* input;
    T* output;
    int length; ///< a multiple of PER_LANE, or 0

    __device__ void load(Part& part, int i) const {
        part = i < length ? *reinterpret_cast<const Part*>(input + i) : Part{};
    }
    __device__ void store(const Part& part, int i) const {
        if (i < length) *reinterpret_cast<Part*>(output + i) = part;
    }
};

/// LANES neighbouring lanes scan a row, and the other lanes of the warp other rows. Each has AHEAD
/// loads under way at the same time.
template <int LANES, int AHEAD, class T, int PER_LANE>
__global__ void scan_rows_by_lanes(const T* input, T* output, long long rows, int length) {
    using Part = RowPart<T, PER_LANE>;
    const int lane = threadIdx.x % LANES;
    const long long row = (blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x) / LANES;
    const RowOf<T, PER_LANE> own{input + row * length, output + row * length, row < rows ? length : 0};
    T before{};
    for (int start = 0; start < length; start += AHEAD * LANES * PER_LANE) {
        Part parts[AHEAD];
        const int first = start + lane * PER_LANE;
#pragma unroll
        for (int k = 0; k < AHEAD; ++k) own.load(parts[k], first + k * LANES * PER_LANE);
#pragma unroll
        for (int k = 0; k < AHEAD; ++k) {
            parts[k].template scan<LANES>(before);
            own.store(parts[k], first + k * LANES * PER_LANE);
        }
    }
}

/// A block scans a row, as many parts at a time as its threads have.
template <int BLOCK, int AHEAD, class T, int PER_LANE>
__global__ void __launch_bounds__(BLOCK) scan_rows_by_blocks(const T* input, T* output, int length) {
    using Part = RowPart<T, PER_LANE>;
    constexpr int WARPS = BLOCK / warp_size, OF_WARP = AHEAD * warp_size * PER_LANE;
    __shared__ T totals[2][WARPS]; // in turns: so one barrier a round is enough
    const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
    const long long row = blockIdx.x;
    const RowOf<T, PER_LANE> own{input + row * length, output + row * length, length};
    T before{};
    for (int start = 0, turn = 0; start < length; start += WARPS * OF_WARP, turn ^= 1) {
        Part parts[AHEAD];
        const int first = start + warp * OF_WARP + lane * PER_LANE;
#pragma unroll
        for (int k = 0; k < AHEAD; ++k) own.load(parts[k], first + k * warp_size * PER_LANE);
        T sum{}; // of the warp's elements
#pragma unroll
        for (Part& part : parts) part.template scan<warp_size>(sum);
        if (lane == 0) totals[turn][warp] = sum;
        __syncthreads();
        T of_others = before;
#pragma unroll
        for (int w = 0; w < WARPS; ++w) {
            if (w < warp) of_others += totals[turn][w];
            before += totals[turn][w];
        }
#pragma unroll
        for (int k = 0; k < AHEAD; ++k) {
#pragma unroll
            for (T& item : parts[k].items) item = of_others + item;
            own.store(parts[k], first + k * warp_size * PER_LANE);
        }
    }
}

/// Scans rows whose parts have PER_LANE elements.
template <int PER_LANE, class T>
void launch_row_scan(const T* input, T* output, long long rows, int length, cudaStream_t stream) {
    const auto by_lanes = [&]<int LANES, int AHEAD>() {
        constexpr int BLOCK = 256;
        const auto blocks = static_cast<unsigned>(ceil_div(rows * LANES, BLOCK));
        scan_rows_by_lanes<LANES, AHEAD, T, PER_LANE>
            <<<blocks, BLOCK, 0, stream>>>(input, output, rows, length);
    };
    const auto by_blocks = [&]<int BLOCK>() {
        scan_rows_by_blocks<BLOCK, 4, T, PER_LANE>
            <<<static_cast<unsigned>(rows), BLOCK, 0, stream>>>(input, output, length);
    };
    const int parts = static_cast<int>(ceil_div(length, PER_LANE));
    if (parts <= 4) return by_lanes.template operator()<4, 1>();
    if (parts <= 8) return by_lanes.template operator()<8, 1>();
    if (parts <= 16) return by_lanes.template operator()<16, 1>();
    if (parts <= 32) return by_lanes.template operator()<32, 1>();
    if (parts <= 64) return by_lanes.template operator()<32, 2>();
    if (parts <= 128) return by_lanes.template operator()<32, 4>();
    if (parts <= 512) return by_lanes.template operator()<32, 8>();
    if (rows > device_attribute<cudaDevAttrMultiProcessorCount>())
        return by_blocks.template operator()<256>();
    by_blocks.template operator()<1024>(); // there is room for all of them at once
}

/// Scans each of `rows` rows of `length` elements by itself: output[r][i] = input[r][0] + … +
/// input[r][i]. The rows follow each other without gaps, and output may be input. Returns the error of
/// the launch, also for rows of more than 2^30 elements. If the bytes of a row are a multiple of 16,
/// and both arrays begin at one, it is faster. T is a type that can be shuffled. Floats are added in
/// another order than from left to right, but in the same order in each call.
template <class T>
cudaError_t scan_rows(const T* input, T* output, long long rows, int length,
                      cudaStream_t stream = nullptr) {
    constexpr int LONGEST = 1 << 30;
    if (rows < 0 || length < 0 || length > LONGEST) return cudaErrorInvalidValue;
    if (rows == 0 || length == 0) return cudaSuccess;
    constexpr int OF_VECTOR = 16 / sizeof(T);
    const auto address = reinterpret_cast<std::size_t>(input) | reinterpret_cast<std::size_t>(output);
    if (length % OF_VECTOR == 0 && address % 16 == 0)
        launch_row_scan<OF_VECTOR>(input, output, rows, length, stream);
    else
        launch_row_scan<1>(input, output, rows, length, stream);
    return cudaGetLastError();
}

} // namespace scanlab
