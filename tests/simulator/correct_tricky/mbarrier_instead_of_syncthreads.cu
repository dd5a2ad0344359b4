// Two halves of a block take turns with mbarriers: what a thread wrote before it arrived, those see who
// have waited. Whoever has nothing to wait for goes on. Waiting is by state, by parity, asleep and
// awake.
#include "../corpus/device.cuh"

#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int HALF = 48, ROUNDS = 9;

__global__ void ping_pong(int* result) {
    __shared__ std::uint64_t pinged, ponged;
    __shared__ int there[HALF], back[HALF];
    const int t = threadIdx.x % HALF;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&pinged, HALF);
        ptx::mbarrier_init(&ponged, HALF);
    }
    __syncthreads();

    if (threadIdx.x < HALF) {
        int value = t;
        for (int round = 0; round < ROUNDS; ++round) {
            there[t] = value;
            ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &pinged);
            while (!ptx::mbarrier_test_wait_parity(&ponged, round & 1)) {}
            value = back[HALF - 1 - t];
        }
        result[t] = value;
    } else {
        for (int round = 0; round < ROUNDS; ++round) {
            while (!ptx::mbarrier_try_wait_parity(&pinged, round & 1)) {}
            back[t] = there[t] + 1;
            const std::uint64_t state = ptx::mbarrier_arrive(&ponged);
            if (round < ROUNDS - 1) continue;
            while (!ptx::mbarrier_try_wait(&ponged, state)) {}
            atomicAdd(&result[HALF], back[HALF - 1 - t]);
        }
    }
}

int main() {
    const DeviceArray<int> result(HALF + 1);
    result.clear();
    ping_pong<<<1, 2 * HALF>>>(result.get());
    finish();
    return verdict(result, [](int i) {
        // Every round mirrors the values of the last one, and adds 1.
        if (i < HALF) return (ROUNDS % 2 == 0 ? i : HALF - 1 - i) + ROUNDS;
        return HALF * (HALF - 1) / 2 + HALF * ROUNDS;
    });
}
