// A struct with arrays is passed by value: each thread reads it with an index of its own, and may
// change its copy.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Plan {
    const int* inputs[2];
    int weights[2][3];
    int count;
};

__global__ void follow(Plan plan, int* output) {
    const int t = threadIdx.x;
    plan.weights[1][t % 3] += t;
    int sum = 0;
    for (int k = 0; k < plan.count; ++k) sum += plan.weights[k][t % 3] * plan.inputs[k][t];
    output[t] = sum;
}

int main() {
    const RandomNumbers numbers(2 * BLOCK);
    const DeviceArray<int> output(BLOCK);
    const Plan plan{{numbers.get(), numbers.get() + BLOCK}, {{1, 2, 3}, {4, 5, 6}}, 2};
    follow<<<1, BLOCK>>>(plan, output.get());
    finish();
    return verdict(output, [](int t) { return (1 + t % 3) * random_number(t) + (4 + t % 3 + t) * random_number(BLOCK + t); });
}
