// Large launches of a fast program run in two halves that do not see each other, unless their blocks have to do with each
// other. "halves whole": they are to run as a whole. Other words choose what split_launch.sh looks at from outside.
#include "../expect.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#define EXPECT(...) test::expect(__VA_ARGS__, #__VA_ARGS__)

constexpr int blocks = 768, threads = 256;

enum class Action { nothing, block_fence, shared_atomic, atomic, fence, print, clock, allocate };

__device__ int last = 0; // block that has run
__device__ long long sink = 0;
__managed__ int by_block[blocks];
template <class T>
__device__ T of_template = 0;

__device__ void act(Action action) {
    __shared__ int sum;
    switch (action) {
    case Action::nothing:
        return;
    case Action::block_fence:
        return __threadfence_block();
    case Action::shared_atomic:
        sum = 0;
        atomicAdd(&sum, 1);
        return;
    case Action::atomic:
        atomicAdd(reinterpret_cast<unsigned long long*>(&sink), 1ull);
        return;
    case Action::fence:
        return __threadfence();
    case Action::print:
        if (blockIdx.x == 0) printf("a kernel says so\n");
        return;
    case Action::clock:
        sink = clock64();
        return;
    case Action::allocate:
        free(malloc(16));
        return;
    }
}

/// Enough for two processes to pay.
__device__ void meet_often() {
    for (int i = 0; i < 64; ++i) __syncthreads();
}

/// Blocks race for what `last` tells them.
template <Action DEED>
__global__ void chain(int* before) {
    meet_often();
    if (threadIdx.x != 0) return;
    before[blockIdx.x] = last;
    last = static_cast<int>(blockIdx.x) + 1;
    act(DEED);
}

/// What the blocks have seen, in the last of so many launches.
template <Action DEED>
std::vector<int> befores(int launches = 1) {
    int *before, none = 0;
    std::vector<int> seen(blocks);
    EXPECT(cudaMalloc(&before, sizeof(int) * blocks) == cudaSuccess);
    for (int i = 0; i < launches; ++i) {
        EXPECT(cudaMemcpyToSymbol(last, &none, sizeof none) == cudaSuccess);
        chain<DEED><<<blocks, threads>>>(before);
        EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    }
    EXPECT(cudaMemcpy(seen.data(), before, sizeof(int) * blocks, cudaMemcpyDeviceToHost) == cudaSuccess);
    EXPECT(cudaFree(before) == cudaSuccess);
    return seen;
}
/// In how many parts a launch has run: the first blocks of all have seen the same.
template <Action DEED>
int parts(int launches = 1) {
    std::vector<int> seen = befores<DEED>(launches);
    std::sort(seen.begin(), seen.end());
    return static_cast<int>(seen.end() - std::unique(seen.begin(), seen.end())) + 1;
}

/// Neighbouring bytes belong to different blocks.
__global__ void write_everywhere(unsigned char* bytes, int* pinned) {
    meet_often();
    const unsigned i = threadIdx.x * gridDim.x + blockIdx.x;
    bytes[i] = static_cast<unsigned char>(i * 7);
    if (threadIdx.x != 0) return;
    by_block[blockIdx.x] = static_cast<int>(3 * blockIdx.x);
    pinned[blockIdx.x] = static_cast<int>(5 * blockIdx.x);
    if (blockIdx.x == 9) of_template<int> = 9;
}

void everything_arrives() {
    unsigned char* bytes;
    int *pinned, nine = 0;
    std::vector<unsigned char> got(blocks * threads);
    EXPECT(cudaMalloc(&bytes, got.size()) == cudaSuccess);
    EXPECT(cudaMallocHost(&pinned, sizeof(int) * blocks) == cudaSuccess);
    write_everywhere<<<blocks, threads>>>(bytes, pinned);
    EXPECT(cudaMemcpy(got.data(), bytes, got.size(), cudaMemcpyDeviceToHost) == cudaSuccess);
    EXPECT(cudaMemcpyFromSymbol(&nine, of_template<int>, sizeof nine) == cudaSuccess);
    EXPECT(nine == 9);
    for (unsigned i = 0; i < got.size(); ++i) EXPECT(got[i] == static_cast<unsigned char>(i * 7));
    for (int i = 0; i < blocks; ++i) EXPECT(by_block[i] == 3 * i && pinned[i] == 5 * i);
    EXPECT(cudaFree(bytes) == cudaSuccess && cudaFreeHost(pinned) == cudaSuccess);
}

template <Action FIRST, Action SECOND>
__global__ void two_variables() {
    meet_often();
    __shared__ int a[32], b[64];
    int* const mine = (blockIdx.x % 2) ? a : b; // the blocks meet the declarations in different orders
    mine[threadIdx.x % 32] = static_cast<int>(threadIdx.x);
}

__global__ void trap_in_one_block() {
    meet_often();
    if (blockIdx.x == 300 && threadIdx.x == 0) __trap();
}
__global__ void never_ends(volatile int* flag) {
    meet_often();
    while (blockIdx.x == 300 && *flag == 0) __syncthreads();
}

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "halves";
    if (what == "trap") {
        trap_in_one_block<<<blocks, threads>>>();
        return cudaDeviceSynchronize() == cudaSuccess;
    }
    if (what == "loop") {
        int* flag;
        EXPECT(cudaMalloc(&flag, sizeof *flag) == cudaSuccess && cudaMemset(flag, 0, sizeof *flag) == cudaSuccess);
        never_ends<<<blocks, threads>>>(flag);
        return cudaDeviceSynchronize() == cudaSuccess;
    }
    if (what == "race") {
        for (const int block : befores<Action::nothing>(2)) std::printf("%d ", block);
        return 0;
    }
    const int wanted = what == "whole" ? 1 : 2;
    EXPECT(parts<Action::nothing>() == wanted);
    EXPECT(parts<Action::nothing>(3) == wanted);
    EXPECT(parts<Action::block_fence>() == wanted);
    EXPECT(parts<Action::shared_atomic>() == wanted);
    EXPECT(parts<Action::atomic>(2) == 1);
    long long sum = 0;
    EXPECT(cudaMemcpyFromSymbol(&sum, sink, sizeof sum) == cudaSuccess);
    EXPECT(sum == 2 * blocks);
    EXPECT(parts<Action::fence>() == 1);
    EXPECT(parts<Action::print>() == 1);
    EXPECT(parts<Action::clock>() == 1);
    EXPECT(parts<Action::allocate>() == 1);
    two_variables<Action::nothing, Action::fence><<<blocks, threads>>>();
    two_variables<Action::fence, Action::nothing><<<blocks, threads>>>();
    everything_arrives();
    if (test::failures == 0) std::puts("ok");
    return test::failures != 0;
}
