// Lists on the device's heap, built by one launch, read by another and taken apart by a third.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, LENGTH = 7;

struct Node {
    int value;
    Node* next;
    __device__ Node(int value_, Node* next_) : value(value_), next(next_) {}
    __device__ ~Node() { value = -1; }
};

__device__ Node* lists[BLOCK];

__global__ void build(const int* input) {
    Node* list = nullptr;
    for (int i = 0; i < LENGTH; ++i) list = new Node(input[threadIdx.x * LENGTH + i], list);
    lists[threadIdx.x] = list;
}

__global__ void add_up(int* output) {
    // The list of another thread, by way of a buffer for the whole block.
    __shared__ int* sums;
    if (threadIdx.x == 0) sums = static_cast<int*>(malloc(BLOCK * sizeof(int)));
    __syncthreads();
    int sum = 0;
    for (const Node* node = lists[BLOCK - 1 - threadIdx.x]; node != nullptr; node = node->next) sum += node->value;
    sums[BLOCK - 1 - threadIdx.x] = sum;
    __syncthreads();
    output[threadIdx.x] = sums[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) free(sums);
}

__global__ void destroy(int* output) {
    for (Node* node = lists[threadIdx.x]; node != nullptr;) {
        Node* const next = node->next;
        delete node;
        node = next;
    }
    if (threadIdx.x == 0) {
        char* const too_much = static_cast<char*>(malloc(size_t{1} << 30));
        if (too_much != nullptr) output[0] = -1;
        free(too_much);
    }
}

int main() {
    const RandomNumbers input(BLOCK * LENGTH);
    const DeviceArray<int> output(BLOCK);
    build<<<1, BLOCK>>>(input.get());
    add_up<<<1, BLOCK>>>(output.get());
    destroy<<<1, BLOCK>>>(output.get());
    finish();
    return verdict(output, [](int i) {
        int sum = 0;
        for (int k = 0; k < LENGTH; ++k) sum += random_number(i * LENGTH + k);
        return sum;
    });
}
