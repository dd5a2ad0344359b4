// A maximum of doubles, which CUDA has no atomic for, by atomicCAS on their bits; before it, a look
// whether it is worth trying goes through a volatile pointer. And a stack: a plain read guesses its top, and the item
// is linked to it behind a fence.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__device__ void atomic_maximum(double* address, double value) {
    auto* bits = reinterpret_cast<unsigned long long*>(address);
    unsigned long long seen = *static_cast<volatile unsigned long long*>(bits);
    while (__longlong_as_double(static_cast<long long>(seen)) < value) {
        const auto own = static_cast<unsigned long long>(__double_as_longlong(value));
        const unsigned long long before = atomicCAS(bits, seen, own);
        if (before == seen) return;
        seen = before;
    }
}

__global__ void largest(const int* input, double* maximum, float* sum) {
    const int value = input[blockIdx.x * BLOCK + threadIdx.x];
    atomic_maximum(maximum, value / 8.0);
    atomicAdd(sum, value / 8.0f); // exact, so that the order does not matter
}

struct Item {
    int value, next;
};

__global__ void push_all(const int* input, Item* items, int* top) {
    const int i = static_cast<int>(blockIdx.x * BLOCK + threadIdx.x);
    items[i].value = input[i];
    int seen = *top, guess;
    do {
        guess = seen;
        items[i].next = guess;
        __threadfence();
        seen = atomicCAS(top, guess, i);
    } while (seen != guess);
}

__global__ void add_up(const Item* items, const int* top, int* sum) {
    for (int i = *top; i >= 0; i = items[i].next) *sum += items[i].value;
}

int main() {
    constexpr int n = 4 * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<double> maximum(1);
    const DeviceArray<float> sum(1);
    maximum.clear();
    sum.clear();
    largest<<<4, BLOCK>>>(input.get(), maximum.get(), sum.get());
    const DeviceArray<Item> items(n);
    const DeviceArray<int> top(1), sum_of_stack(1);
    check(cudaMemset(top.get(), 0xFF, sizeof(int))); // -1: it is empty
    sum_of_stack.clear();
    push_all<<<4, BLOCK>>>(input.get(), items.get(), top.get());
    add_up<<<1, 1>>>(items.get(), top.get(), sum_of_stack.get());
    finish();

    int expected_maximum = 0, expected_sum = 0;
    for (int i = 0; i < n; ++i) {
        expected_sum += random_number(i);
        if (random_number(i) > expected_maximum) expected_maximum = random_number(i);
    }
    return maximum[0] == expected_maximum / 8.0 && sum[0] == expected_sum / 8.0f && sum_of_stack[0] == expected_sum ? 0 : 1;
}
