// A list is built by one kernel and taken apart by another, which reads the next node out of one that
// is gone.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Node {
    int value;
    Node* next;
};

__device__ Node* lists[BLOCK];

__global__ void build(const int* input, int length) {
    Node* list = nullptr;
    for (int i = 0; i < length; ++i) list = new Node{input[threadIdx.x * length + i], list};
    lists[threadIdx.x] = list;
}

__global__ void add_up(int* output) {
    int sum = 0;
    for (Node* node = lists[threadIdx.x]; node != nullptr;) {
        sum += node->value;
        delete node;
        node = node->next; // finds: use-after-free
    }
    output[threadIdx.x] = sum;
}

int main() {
    constexpr int length = 5;
    const RandomNumbers input(BLOCK * length);
    const DeviceArray<int> output(BLOCK);
    build<<<1, BLOCK>>>(input.get(), length);
    add_up<<<1, BLOCK>>>(output.get());
    finish();
}
