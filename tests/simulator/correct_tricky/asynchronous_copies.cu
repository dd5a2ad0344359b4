// Copies into shared memory that go on by themselves, waited for in each way that there is.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

constexpr int BLOCK = 64, TILES = 6;

__global__ void by_group(const int* in, int* out) {
    __shared__ int tile[BLOCK];
    const auto block = cg::this_thread_block();
    int sum = 0;
    for (int t = 0; t < TILES; ++t) {
        cg::memcpy_async(block, tile, in + t * BLOCK, sizeof tile);
        cg::wait(block);
        sum += tile[(threadIdx.x + 1) % BLOCK];
        block.sync();
    }
    out[threadIdx.x] = sum;
}

__global__ void by_barrier(const int* in, int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> loaded;
    __shared__ alignas(16) int tile[BLOCK];
    const auto block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&loaded, BLOCK);
    block.sync();
    int sum = 0;
    for (int t = 0; t < TILES; ++t) {
        cuda::memcpy_async(block, tile, in + t * BLOCK, cuda::aligned_size_t<16>(sizeof tile), loaded);
        loaded.arrive_and_wait();
        sum += tile[(threadIdx.x + 1) % BLOCK];
        auto token = loaded.arrive();
        loaded.wait(std::move(token));
    }
    out[threadIdx.x] = sum;
}

template <int STAGES>
__global__ void by_pipeline(const int* in, int* out) {
    __shared__ int tiles[STAGES][BLOCK];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    const auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int t = 0, started = 0; t < TILES; ++t) {
        for (; started < TILES && started < t + STAGES; ++started) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tiles[started % STAGES], in + started * BLOCK, sizeof tiles[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tiles[t % STAGES][(threadIdx.x + 1) % BLOCK];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

__global__ void by_own_pipeline(const int* in, int* out) {
    __shared__ int tiles[2][BLOCK];
    auto pipe = cuda::make_pipeline();
    const unsigned i = threadIdx.x;
    const auto start = [&](int t) {
        pipe.producer_acquire();
        if (t < TILES) cuda::memcpy_async(&tiles[t % 2][i], &in[static_cast<unsigned>(t * BLOCK) + i], sizeof(int), pipe);
        pipe.producer_commit();
    };
    start(0);
    start(1);
    int sum = 0;
    for (int t = 0; t < TILES; ++t) {
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        __syncthreads();
        sum += tiles[t % 2][(i + 1) % BLOCK];
        __syncthreads();
        pipe.consumer_release();
        start(t + 2);
    }
    out[i] = sum;
}

__global__ void by_primitives(const int* in, int* out) {
    __shared__ int tile[BLOCK];
    __shared__ __mbarrier_t loaded;
    const unsigned i = threadIdx.x;
    if (i == 0) __mbarrier_init(&loaded, BLOCK);
    __syncthreads();
    int sum = 0;
    for (int t = 0; t < TILES; ++t) {
        __pipeline_memcpy_async(&tile[i], &in[static_cast<unsigned>(t * BLOCK) + i], sizeof(int));
        __pipeline_commit();
        __pipeline_wait_prior(0);
        const auto token = __mbarrier_arrive(&loaded);
        while (!__mbarrier_test_wait(&loaded, token)) {}
        sum += tile[(i + 1) % BLOCK];
        __syncthreads();
    }
    out[i] = sum;
}

int main() {
    const RandomNumbers input(TILES * BLOCK);
    const DeviceArray<int> output(BLOCK);
    int wrong = 0;
    for (const auto kernel : {by_group, by_barrier, by_pipeline<1>, by_pipeline<3>, by_own_pipeline, by_primitives}) {
        kernel<<<1, BLOCK>>>(input.get(), output.get());
        finish();
        wrong += verdict(output, [](int i) {
            int sum = 0;
            for (int t = 0; t < TILES; ++t) sum += random_number(t * BLOCK + (i + 1) % BLOCK);
            return sum;
        });
    }
    return wrong;
}
