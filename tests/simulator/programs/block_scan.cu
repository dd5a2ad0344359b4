// A block-wide scan in the style of a template library: algorithm as a class, temporary storage as a
// nested type that the kernel places in shared memory.
#include <cstdio>
#include <vector>

namespace lib {

template <typename T, int BLOCK_THREADS>
class BlockScan {
    enum { WARPS = (BLOCK_THREADS + 31) / 32 };

public:
    struct TempStorage {
        T warp_aggregates[WARPS];
        T block_prefix;
    };

    __device__ __forceinline__ explicit BlockScan(TempStorage& temp) : temp_(temp), lane_(threadIdx.x % 32), warp_(threadIdx.x / 32) {}

    /// `prefix_op` is called by the first thread with the block's aggregate.
    template <typename ScanOp, typename PrefixOp, int ITEMS>
    __device__ void ExclusiveScan(T (&items)[ITEMS], T identity, ScanOp op, PrefixOp& prefix_op) {
        T thread_total = items[0];
#pragma unroll
        for (int i = 1; i < ITEMS; ++i) thread_total = op(thread_total, items[i]);

        T inclusive = thread_total;
        for (int delta = 1; delta < 32; delta <<= 1) {
            const T other = __shfl_up_sync(0xffffffffu, inclusive, delta);
            if (lane_ >= delta) inclusive = op(other, inclusive);
        }
        if (lane_ == 31) temp_.warp_aggregates[warp_] = inclusive;
        T exclusive = __shfl_up_sync(0xffffffffu, inclusive, 1);
        if (lane_ == 0) exclusive = identity;
        __syncthreads();

        T warp_prefix = identity, block_total = identity;
        for (int w = 0; w < WARPS; ++w) {
            if (w == warp_) warp_prefix = block_total;
            block_total = op(block_total, temp_.warp_aggregates[w]);
        }
        if (threadIdx.x == 0) temp_.block_prefix = prefix_op(block_total);
        __syncthreads();

        T running = op(temp_.block_prefix, op(warp_prefix, exclusive));
#pragma unroll
        for (int i = 0; i < ITEMS; ++i) {
            const T item = items[i];
            items[i] = running;
            running = op(running, item);
        }
        __syncthreads(); // the storage may be used again
    }

private:
    TempStorage& temp_;
    int lane_, warp_;
};

} // namespace lib

template <typename T>
struct Sum {
    __host__ __device__ T operator()(const T& a, const T& b) const { return a + b; }
};
template <typename T>
struct Max {
    __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};

template <typename T, typename ScanOp>
struct RunningPrefix {
    T total;
    ScanOp op;
    __device__ T operator()(T block_aggregate) {
        const T old = total;
        total = op(total, block_aggregate);
        return old;
    }
};

template <int BLOCK_THREADS, int ITEMS, typename T, typename ScanOp>
__global__ __launch_bounds__(BLOCK_THREADS) void scan_tiles(const T* in, T* out, int n, T identity, ScanOp op) {
    typedef lib::BlockScan<T, BLOCK_THREADS> BlockScan;
    __shared__ typename BlockScan::TempStorage temp_storage;
    RunningPrefix<T, ScanOp> prefix{identity, op};
    for (int base = 0; base < n; base += BLOCK_THREADS * ITEMS) {
        T items[ITEMS];
        for (int i = 0; i < ITEMS; ++i) {
            const int at = base + threadIdx.x * ITEMS + i;
            items[i] = at < n ? in[at] : identity;
        }
        BlockScan(temp_storage).ExclusiveScan(items, identity, op, prefix);
        for (int i = 0; i < ITEMS; ++i) {
            const int at = base + threadIdx.x * ITEMS + i;
            if (at < n) out[at] = items[i];
        }
    }
}

template <typename T, typename ScanOp>
bool run(int n, T identity, ScanOp op) {
    std::vector<T> in(n), out(n);
    for (int i = 0; i < n; ++i) in[i] = T((i * 37) % 101);
    T *d_in = nullptr, *d_out = nullptr;
    cudaMalloc(&d_in, n * sizeof(T));
    cudaMalloc(&d_out, n * sizeof(T));
    cudaMemcpy(d_in, in.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    scan_tiles<128, 4><<<1, 128>>>(d_in, d_out, n, identity, op);
    const bool ran = cudaMemcpy(out.data(), d_out, n * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess;
    cudaFree(d_in);
    cudaFree(d_out);
    T running = identity;
    bool ok = ran;
    for (int i = 0; i < n; ++i) {
        ok = ok && out[i] == running;
        running = op(running, in[i]);
    }
    return ok;
}

int main() {
    const bool ok = run<int>(3000, 0, Sum<int>()) && run<double>(1000, 0.0, Sum<double>()) && run<long long>(513, -1, Max<long long>()) &&
                    run<unsigned>(1, 0u, Sum<unsigned>());
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
