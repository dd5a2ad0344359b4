// exercise: scan_then_propagate
// a block scan as a class with its own temporary storage and traits, as libraries have it
#include <scanlab/exercise.hpp>

namespace mine {

struct Plus {
    template <class T>
    __device__ __forceinline__ T operator()(const T& a, const T& b) const { return a + b; }
};

template <class T, int BLOCK_THREADS>
class BlockScan {
    static constexpr int WARPS = BLOCK_THREADS / 32;
    struct _TempStorage {
        T warp_aggregates[WARPS];
        T block_aggregate;
    };
    _TempStorage& temp_storage;
    unsigned linear_tid, lane, warp;

public:
    struct TempStorage : _TempStorage {};

    __device__ __forceinline__ explicit BlockScan(TempStorage& storage)
        : temp_storage(storage), linear_tid(threadIdx.x), lane(linear_tid & 31), warp(linear_tid >> 5) {}

    template <int ITEMS, class Operator>
    __device__ __forceinline__ void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], Operator op, T& aggregate) {
        T partial = input[0];
#pragma unroll
        for (int i = 1; i < ITEMS; ++i) partial = op(partial, input[i]);
        T inclusive = partial;
#pragma unroll
        for (int offset = 1; offset < 32; offset <<= 1) {
            const T peer = __shfl_up_sync(0xffffffffu, inclusive, offset);
            if (lane >= static_cast<unsigned>(offset)) inclusive = op(peer, inclusive);
        }
        if (lane == 31) temp_storage.warp_aggregates[warp] = inclusive;
        __syncthreads();
        if (warp == 0) {
            T value = lane < WARPS ? temp_storage.warp_aggregates[lane] : T();
#pragma unroll
            for (int offset = 1; offset < 32; offset <<= 1) {
                const T peer = __shfl_up_sync(0xffffffffu, value, offset);
                if (lane >= static_cast<unsigned>(offset)) value = op(peer, value);
            }
            if (lane < WARPS) temp_storage.warp_aggregates[lane] = value;
            if (lane == WARPS - 1) temp_storage.block_aggregate = value;
        }
        __syncthreads();
        T exclusive = inclusive - partial;
        if (warp > 0) exclusive = op(temp_storage.warp_aggregates[warp - 1], exclusive);
#pragma unroll
        for (int i = 0; i < ITEMS; ++i) output[i] = exclusive = op(exclusive, input[i]);
        aggregate = temp_storage.block_aggregate;
    }
};

} // namespace mine

template <int BLOCK, int ITEMS>
struct Agent {
    using Scan = mine::BlockScan<int, BLOCK>;
    union Storage {
        typename Scan::TempStorage scan;
    };

    static __device__ void load(const int* in, long long base, long long n, int (&items)[ITEMS]) {
        const long long i = base + static_cast<long long>(threadIdx.x) * ITEMS;
        if (i + ITEMS <= n) {
            const int4 v = *reinterpret_cast<const int4*>(in + i);
            items[0] = v.x, items[1] = v.y, items[2] = v.z, items[3] = v.w;
        } else {
            for (int k = 0; k < ITEMS; ++k) items[k] = i + k < n ? in[i + k] : 0;
        }
    }
    static __device__ void store(int* out, long long base, long long n, const int (&items)[ITEMS]) {
        const long long i = base + static_cast<long long>(threadIdx.x) * ITEMS;
        if (i + ITEMS <= n)
            *reinterpret_cast<int4*>(out + i) = make_int4(items[0], items[1], items[2], items[3]);
        else
            for (int k = 0; k < ITEMS; ++k)
                if (i + k < n) out[i + k] = items[k];
    }
};

template <int BLOCK>
__global__ __launch_bounds__(BLOCK) void scan_tiles(const int* __restrict__ in, int* out, int* totals, long long n) {
    using A = Agent<BLOCK, 4>;
    __shared__ typename A::Storage storage;
    const long long base = static_cast<long long>(blockIdx.x) * BLOCK * 4;
    int items[4], sums[4], aggregate;
    A::load(in, base, n, items);
    typename A::Scan(storage.scan).InclusiveScan(items, sums, mine::Plus{}, aggregate);
    A::store(out, base, n, sums);
    if (totals && threadIdx.x == 0) totals[blockIdx.x] = aggregate;
}

template <int BLOCK>
__global__ __launch_bounds__(BLOCK) void add(int* out, const int* prefixes, long long n) {
    using A = Agent<BLOCK, 4>;
    const long long base = (static_cast<long long>(blockIdx.x) + 1) * BLOCK * 4;
    int items[4];
    A::load(out, base, n, items);
    const int prefix = __ldg(prefixes + blockIdx.x);
    for (int& item : items) item += prefix;
    A::store(out, base, n, items);
}

template <int BLOCK>
struct ScanThenPropagate {
    static constexpr int items_per_thread = 4;
    static constexpr long long TILE = BLOCK * 4LL;
    static long long up(long long n) { return (n + TILE - 1) / TILE; }
    static std::size_t align(std::size_t bytes) { return (bytes + 255) & ~std::size_t{255}; }
    static std::size_t workspace(long long n) {
        const long long tiles = up(n);
        return tiles <= 1 ? 0 : align(static_cast<std::size_t>(tiles) * sizeof(int)) + workspace(tiles);
    }
    static void dispatch(void* temp, const int* in, int* out, long long n, cudaStream_t stream) {
        const long long tiles = up(n);
        int* totals = tiles > 1 ? static_cast<int*>(temp) : nullptr;
        scan_tiles<BLOCK><<<static_cast<unsigned>(tiles), BLOCK, 0, stream>>>(in, out, totals, n);
        if (tiles == 1) return;
        char* const rest = static_cast<char*>(temp) + align(static_cast<std::size_t>(tiles) * sizeof(int));
        dispatch(rest, totals, totals, tiles, stream);
        add<BLOCK><<<static_cast<unsigned>(tiles - 1), BLOCK, 0, stream>>>(out, totals, n);
    }
    static void launch(const scanlab::Problem& p) {
        if (p.n > 0) dispatch(p.workspace, p.input, p.output, p.n, p.stream);
    }
};

SCANLAB_EXERCISE(scan_then_propagate, ScanThenPropagate);
