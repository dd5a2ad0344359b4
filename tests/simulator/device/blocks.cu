// Blocks: the order of threads in two and three dimensions, barriers and their votes, shared memory of
// each block's own, static and dynamic.
#include "../expect.hpp"

#include <numeric>

__device__ unsigned linear_thread() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

/// A thread's lane is its linear number modulo 32, whatever the block's shape: lane 0 tells the others
/// whose warp this is.
__global__ void warps_of_shape(unsigned* first_of_warp, unsigned* visits) {
    const unsigned t = linear_thread(), threads = blockDim.x * blockDim.y * blockDim.z;
    const unsigned in_warp = threads - t / 32 * 32;
    const unsigned mask = in_warp >= 32 ? 0xFFFFFFFFu : (1u << in_warp) - 1;
    first_of_warp[t] = __shfl_sync(mask, t, 0);
    atomicAdd(&visits[t], 1u);
}

void check_shape(dim3 block) {
    const unsigned threads = block.x * block.y * block.z;
    test::DeviceArray<unsigned> first(threads), visits(threads);
    warps_of_shape<<<dim3(2, 3, 2), block>>>(first.data(), visits.data());
    const std::vector<unsigned> got = first.read(), visited = visits.read();
    for (unsigned t = 0; t < threads; ++t) {
        test::expect_equal(got[t], t / 32 * 32, "the warp of thread " + std::to_string(t));
        test::expect_equal(visited[t], 12u, "the blocks that ran");
    }
}

__global__ void block_coordinates(int* results) {
    if (threadIdx.x != 0 || threadIdx.y != 0) return;
    const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    results[block] = static_cast<int>(blockIdx.x + 10 * blockIdx.y + 100 * blockIdx.z + 1000 * blockDim.y);
}

/// Reverses each block's slice: every thread reads what another wrote before the barrier.
__global__ void reverse(const int* in, int* out) {
    __shared__ int tile[256];
    const unsigned base = blockIdx.x * blockDim.x;
    tile[threadIdx.x] = in[base + threadIdx.x];
    __syncthreads();
    out[base + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void reverse_dynamically(const int* in, int* out) {
    extern __shared__ int dynamic_tile[];
    const unsigned base = blockIdx.x * blockDim.x;
    dynamic_tile[threadIdx.x] = in[base + threadIdx.x];
    __syncthreads();
    out[base + threadIdx.x] = dynamic_tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void barrier_votes(int* results) {
    const int t = static_cast<int>(threadIdx.x), n = static_cast<int>(blockDim.x);
    int* out = results + t;
    out[0] = __syncthreads_count(t % 3 == 0);
    out[n] = __syncthreads_and(t < n) != 0;
    out[2 * n] = __syncthreads_and(t != n - 1) != 0;
    out[3 * n] = __syncthreads_or(t == n - 1) != 0;
    out[4 * n] = __syncthreads_or(t < 0) != 0;
}

/// Each block writes its own number all over its shared memory, again and again, and must never see
/// another's.
__global__ void keep_to_oneself(int* strangers) {
    __shared__ unsigned mine[64];
    for (int round = 0; round < 20; ++round) {
        mine[threadIdx.x] = blockIdx.x;
        __syncthreads();
        if (mine[(threadIdx.x + static_cast<unsigned>(round)) % 64] != blockIdx.x) atomicAdd(strangers, 1);
        __syncthreads();
    }
}

/// Two kernels and two scopes may use one name for different variables.
__global__ void shared_scopes(int* results) {
    if (blockIdx.x == 0) {
        __shared__ int total;
        if (threadIdx.x == 0) total = 5;
        __syncthreads();
        results[threadIdx.x] = total;
    } else {
        __shared__ double total[2];
        total[threadIdx.x % 2] = 2.5;
        __syncthreads();
        results[32 + threadIdx.x] = static_cast<int>(total[0] + total[1]);
    }
}

/// Blocks in pairs wait for each other, which needs both to be resident.
__global__ void meet(int* arrived, int* results) {
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < static_cast<int>(gridDim.x)) {}
    }
    __syncthreads();
    results[blockIdx.x] = 1;
}

int main() {
    for (const dim3 shape :
         {dim3(1), dim3(32), dim3(33), dim3(8, 4), dim3(7, 5), dim3(4, 4, 4), dim3(5, 3, 7), dim3(1, 1, 64), dim3(1024), dim3(32, 32)})
        check_shape(shape);

    test::DeviceArray<int> coordinates(2 * 3 * 4);
    block_coordinates<<<dim3(2, 3, 4), dim3(4, 2)>>>(coordinates.data());
    const std::vector<int> where = coordinates.read();
    for (int z = 0, i = 0; z < 4; ++z)
        for (int y = 0; y < 3; ++y)
            for (int x = 0; x < 2; ++x, ++i)
                test::expect_equal(where[static_cast<std::size_t>(i)], x + 10 * y + 100 * z + 2000, "a block's index");

    std::vector<int> numbers(16 * 256);
    std::iota(numbers.begin(), numbers.end(), 0);
    test::DeviceArray<int> in(numbers), out(numbers.size()), out_dynamic(numbers.size());
    reverse<<<16, 256>>>(in.data(), out.data());
    reverse_dynamically<<<16, 256, 256 * sizeof(int)>>>(in.data(), out_dynamic.data());
    const std::vector<int> reversed = out.read(), reversed_dynamically = out_dynamic.read();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const int expected = static_cast<int>(i / 256 * 256 + 255 - i % 256);
        test::expect_equal(reversed[i], expected, "a tile reversed");
        test::expect_equal(reversed_dynamically[i], expected, "a dynamic tile reversed");
    }

    for (const unsigned n : {1u, 31u, 32u, 33u, 100u, 1024u}) {
        test::DeviceArray<int> results(5 * n);
        barrier_votes<<<1, n>>>(results.data());
        const std::vector<int> got = results.read();
        const int expected[] = {static_cast<int>((n + 2) / 3), 1, 0, 1, 0};
        for (unsigned i = 0; i < 5 * n; ++i) test::expect_equal(got[i], expected[i / n], "barrier vote " + std::to_string(i / n));
    }

    test::DeviceArray<int> strangers(1);
    keep_to_oneself<<<200, 64>>>(strangers.data());
    test::expect_equal(strangers.read()[0], 0, "values of another block in shared memory");

    test::DeviceArray<int> scopes(64);
    shared_scopes<<<2, 32>>>(scopes.data());
    for (const int value : scopes.read()) test::expect_equal(value, 5, "shared variables of one name");

    test::DeviceArray<int> arrived(1), met(4);
    meet<<<4, 64>>>(arrived.data(), met.data());
    for (const int value : met.read()) test::expect_equal(value, 1, "blocks that wait for each other");
    return test::verdict();
}
