// A kernel that takes a while, and looks as if it went through barriers for ever: a number is halved or tripled until it
// is 1, as Collatz did, by a block whose threads take turns.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32;

__global__ void count_steps(int* steps) {
    __shared__ long long number;
    if (threadIdx.x == 0) number = 837799; // 524 steps, the most below a million
    __syncthreads();
    for (int turn = 0;; ++turn) {
        const long long before = number;
        __syncthreads();
        if (before == 1) break;
        if (static_cast<int>(threadIdx.x) == turn % BLOCK) {
            number = before % 2 == 0 ? before / 2 : 3 * before + 1;
            ++*steps;
        }
        __syncthreads();
    }
}

int main() {
    const DeviceArray<int> steps(1);
    steps.clear();
    constexpr int rounds = 20;
    for (int round = 0; round < rounds; ++round) count_steps<<<1, BLOCK>>>(steps.get());
    finish();
    return verdict(steps, [](int) { return rounds * 524; });
}
