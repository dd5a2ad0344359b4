// exercise: persistent_tickets
// a look-back of its own with __threadfence() and volatile words; the number of blocks from
// cudaGetDeviceProperties()
#include <algorithm>
#include <scanlab/exercise.hpp>
struct Word {
    int value;
    int flag;
};
__device__ __forceinline__ unsigned long long pack(int flag, int value) {
    return (unsigned long long)(unsigned)flag << 32 | (unsigned)value;
}
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
    walk(const int* __restrict__ in, int* __restrict__ out, long long n, long long tiles,
         unsigned long long* state, unsigned int* next) {
    __shared__ long long tile;
    __shared__ int part[BLOCK / 32 + 1], tile_prefix;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    while (true) {
        if (threadIdx.x == 0) tile = atomicAdd(next, 1u);
        __syncthreads();
        const long long mine = tile;
        if (mine >= tiles) break;
        const long long i = (mine * BLOCK + threadIdx.x) * 4;
        int4 v = make_int4(0, 0, 0, 0);
        if (i + 4 <= n)
            v = *reinterpret_cast<const int4*>(in + i);
        else {
            if (i < n) v.x = in[i];
            if (i + 1 < n) v.y = in[i + 1];
            if (i + 2 < n) v.z = in[i + 2];
        }
        v.y += v.x;
        v.z += v.y;
        v.w += v.z;
        int x = v.w;
        for (int d = 1; d < 32; d *= 2) {
            int y = __shfl_up_sync(~0u, x, d);
            if (lane >= d) x += y;
        }
        if (lane == 31) part[warp] = x;
        __syncthreads();
        if (warp == 0) {
            int s = lane < BLOCK / 32 ? part[lane] : 0, own = s;
            for (int d = 1; d < 32; d *= 2) {
                int y = __shfl_up_sync(~0u, s, d);
                if (lane >= d) s += y;
            }
            if (lane < BLOCK / 32) part[lane] = s - own;
            const int total = __shfl_sync(~0u, s, 31);
            if (lane == 0) atomicExch(state + mine, pack(mine ? 1 : 2, total));
            int before = 0;
            for (long long t = mine - 1 - lane, go = mine > 0; go; t -= 32) {
                unsigned long long w;
                do w = t >= 0 ? atomicOr(state + t, 0ull) : pack(2, 0);
                while (__any_sync(~0u, w >> 32 == 0));
                const unsigned done = __ballot_sync(~0u, w >> 32 == 2);
                const int last = done ? __ffs(done) - 1 : 31;
                before += __reduce_add_sync(~0u, lane <= last ? (int)(unsigned)w : 0);
                go = done == 0;
            }
            if (lane == 0) {
                if (mine) atomicExch(state + mine, pack(2, before + total));
                tile_prefix = before;
            }
        }
        __syncthreads();
        const int add = tile_prefix + part[warp] + x - v.w;
        if (i + 4 <= n)
            *reinterpret_cast<int4*>(out + i) = make_int4(v.x + add, v.y + add, v.z + add, v.w + add);
        else {
            if (i < n) out[i] = v.x + add;
            if (i + 1 < n) out[i + 1] = v.y + add;
            if (i + 2 < n) out[i + 2] = v.z + add;
        }
    }
}
template <int BLOCK>
struct Persistent {
    static constexpr int items_per_thread = 4;
    static std::size_t workspace(long long n) { return (scanlab::ceil_div(n, BLOCK * 4) + 1) * 8; }
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        int device = 0, fit = 0;
        cudaDeviceProp properties;
        cudaGetDevice(&device);
        cudaGetDeviceProperties(&properties, device);
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, walk<BLOCK>, BLOCK, 0);
        const long long tiles = scanlab::ceil_div(p.n, BLOCK * 4),
                        blocks = std::min<long long>(tiles, static_cast<long long>(fit) *
                                                                properties.multiProcessorCount);
        auto* state = static_cast<unsigned long long*>(p.workspace);
        cudaMemsetAsync(state, 0, workspace(p.n), p.stream);
        walk<BLOCK><<<blocks, BLOCK, 0, p.stream>>>(p.input, p.output, p.n, tiles, state,
                                                    reinterpret_cast<unsigned*>(state + tiles));
    }
};
SCANLAB_EXERCISE(persistent_tickets, Persistent);
