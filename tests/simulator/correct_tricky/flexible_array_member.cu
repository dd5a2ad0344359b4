// A struct whose last member has no size of its own: the allocation says how long it is.
#include "../corpus/device.cuh"

constexpr int NODES = 40;

struct Adjacency {
    int count;
    int weights[2];
    int neighbours[];
};

__global__ void connect(Adjacency* node) {
    const int t = threadIdx.x;
    if (t == 0) node->count = NODES;
    if (t < 2) node->weights[t] = t + 1;
    node->neighbours[t] = (t * 7) % NODES;
    __syncthreads();
    node->neighbours[t] += node->weights[t % 2] * node->count;
}

int main() {
    const DeviceArray<char> memory(sizeof(Adjacency) + NODES * sizeof(int));
    const DeviceArray<int> output(NODES);
    auto* node = reinterpret_cast<Adjacency*>(memory.get());
    connect<<<1, NODES>>>(node);
    check(cudaMemcpy(output.get(), memory.get() + sizeof(Adjacency), output.bytes(), cudaMemcpyDeviceToDevice));
    finish();
    return verdict(output, [](int i) { return (i * 7) % NODES + (i % 2 + 1) * NODES; });
}
