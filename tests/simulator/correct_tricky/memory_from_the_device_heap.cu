// Threads allocate on the device's heap, by malloc() and by new, use what they get, and free it: in a
// later kernel, too.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32, ITEMS = 6;

__global__ void allocate(int** lists, const int* input) {
    auto* list = static_cast<int*>(malloc(ITEMS * sizeof(int)));
    for (int k = 0; k < ITEMS; ++k) list[k] = input[threadIdx.x * ITEMS + k];
    lists[threadIdx.x] = list;
}

__global__ void sum_and_free(int** lists, int* output) {
    int* const own = new int[ITEMS];
    int sum = 0;
    for (int k = 0; k < ITEMS; ++k) own[k] = lists[(threadIdx.x + 1) % BLOCK][k];
    for (int k = 0; k < ITEMS; ++k) sum += own[k];
    delete[] own;
    __syncthreads();
    free(lists[threadIdx.x]);
    output[threadIdx.x] = sum;
}

int main() {
    const RandomNumbers input(BLOCK * ITEMS);
    const DeviceArray<int*> lists(BLOCK);
    const DeviceArray<int> output(BLOCK);
    allocate<<<1, BLOCK>>>(lists.get(), input.get());
    sum_and_free<<<1, BLOCK>>>(lists.get(), output.get());
    finish();
    return verdict(output, [](int t) {
        int sum = 0;
        for (int k = 0; k < ITEMS; ++k) sum += random_number((t + 1) % BLOCK * ITEMS + k);
        return sum;
    });
}
