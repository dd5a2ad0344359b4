// A node has room for three neighbours. The fourth becomes the number of neighbours.
#include "../corpus/device.cuh"

constexpr int NODES = 64, MOST = 3;

struct Node {
    int neighbours[MOST];
    int count;
};

__global__ void connect(Node* nodes) {
    Node& node = nodes[threadIdx.x];
    node.count = 0;
    for (int distance = 1; distance <= 8; distance *= 2)
        node.neighbours[node.count++] = (threadIdx.x + distance) % NODES; // finds: out-of-bounds
}

int main() {
    const DeviceArray<Node> nodes(NODES);
    connect<<<1, NODES>>>(nodes.get());
    finish();
}
