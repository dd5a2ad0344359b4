// A kernel launches another one with a pointer to a thread's own array, which a child cannot reach.
#include "../corpus/device.cuh"

__global__ void sum_up(const int* numbers, int count, int* sum) {
    for (int i = 0; i < count; ++i) atomicAdd(sum, numbers[i]);
}

__global__ void parent(int* sum) {
    int numbers[4];
    for (int i = 0; i < 4; ++i) numbers[i] = i;
    sum_up<<<1, 1>>>(numbers, 4, sum); // finds: out-of-bounds
}

int main() {
    const DeviceArray<int> sum(1);
    sum.clear();
    parent<<<1, 1>>>(sum.get());
    finish();
}
