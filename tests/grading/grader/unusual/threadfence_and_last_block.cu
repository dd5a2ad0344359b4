// exercise: last_block
// __threadfence() and atomicInc() that wraps around, as the toolkit's samples have it; volatile totals; vectors with tails
#include <scanlab/exercise.hpp>

__device__ unsigned int retirementCount = 0;

template <typename T> __device__ __forceinline__ T warpScan(T x) {
#pragma unroll
    for (int i = 1; i <= 16; i *= 2) {
        T y = __shfl_up_sync(0xffffffff, x, i, 32);
        if (threadIdx.x % 32 >= i) x += y;
    }
    return x;
}

/// exclusive, over the block
template <int BLOCK> __device__ int blockScan(int x, int* total) {
    __shared__ int partials[32];
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    const int inc = warpScan(x);
    __syncthreads();
    if (lane == 31) partials[warp] = inc;
    __syncthreads();
    if (warp == 0) {
        const int v = lane < BLOCK / 32 ? partials[lane] : 0;
        const int s = warpScan(v);
        partials[lane] = s;
    }
    __syncthreads();
    *total = partials[BLOCK / 32 - 1];
    return inc - x + (warp ? partials[warp - 1] : 0);
}

__device__ int4 load4(const int* p, long long i, long long n) {
    if (i + 3 < n) return reinterpret_cast<const int4*>(p)[i / 4];
    int4 v = make_int4(0, 0, 0, 0);
    switch (n - i) {
    case 3: v.z = p[i + 2]; [[fallthrough]];
    case 2: v.y = p[i + 1]; [[fallthrough]];
    case 1: v.x = p[i]; break;
    default: break;
    }
    return v;
}

template <int BLOCK>
__global__ void reduceKernel(const int* in, volatile int* totals, long long n) {
    __shared__ bool amLast;
    const long long i = ((long long)blockIdx.x * BLOCK + threadIdx.x) * 8;
    const int4 a = load4(in, i, n), b = load4(in, i + 4, n);
    int sum;
    blockScan<BLOCK>(a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w, &sum);
    if (threadIdx.x == 0) {
        totals[blockIdx.x] = sum;
        __threadfence();
        unsigned int ticket = atomicInc(&retirementCount, gridDim.x - 1); // back to 0 for the next call
        amLast = (ticket == gridDim.x - 1);
    }
    __syncthreads();
    if (amLast) {
        __threadfence();
        int carry = 0;
        for (unsigned t = threadIdx.x; t - threadIdx.x < gridDim.x; t += BLOCK) {
            const int v = t < gridDim.x ? totals[t] : 0;
            int all;
            const int ex = blockScan<BLOCK>(v, &all);
            if (t < gridDim.x) totals[t] = carry + ex;
            carry += all;
        }
    }
}

template <int BLOCK>
__global__ void scanKernel(const int* in, int* out, const int* prefix, long long n) {
    const long long i = ((long long)blockIdx.x * BLOCK + threadIdx.x) * 8;
    int4 a = load4(in, i, n), b = load4(in, i + 4, n);
    a.y += a.x; a.z += a.y; a.w += a.z; b.x += a.w; b.y += b.x; b.z += b.y; b.w += b.z;
    __shared__ int first;
    if (threadIdx.x == 0) first = prefix[blockIdx.x];
    int total;
    const int before = blockScan<BLOCK>(b.w, &total) + first;
    const int r[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    if (i + 7 < n) {
        int4* o = reinterpret_cast<int4*>(out + i);
        o[0] = make_int4(before + r[0], before + r[1], before + r[2], before + r[3]);
        o[1] = make_int4(before + r[4], before + r[5], before + r[6], before + r[7]);
    } else
        for (int k = 0; k < 8 && i + k < n; ++k) out[i + k] = before + r[k];
}

template <int BLOCK>
struct LastBlock {
    static constexpr int items_per_thread = 8;
    static std::size_t workspace(long long n) { return scanlab::ceil_div(n, BLOCK * 8) * sizeof(int); }
    static void launch(const scanlab::Problem& p) {
        const int tiles = static_cast<int>(scanlab::ceil_div(p.n, BLOCK * 8LL));
        if (tiles == 0) return;
        int* totals = reinterpret_cast<int*>(p.workspace);
        reduceKernel<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(p.input, totals, p.n);
        scanKernel<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(p.input, p.output, totals, p.n);
    }
};
SCANLAB_EXERCISE(last_block, LastBlock);
