// A queue in global memory that grows while it is worked off: whoever
// finds an item publishes it, written first and then released by a
// flag of its own, and whoever draws its number waits for that flag.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCKS = 6, ITEMS = 127; // a full binary tree

using Counter = cuda::atomic_ref<int, cuda::thread_scope_device>;

struct Item {
    int node;
    int published;
};

__device__ void push(Item* queue, int* tail, int node) {
    Item& item = queue[Counter(*tail).fetch_add(1, cuda::memory_order_relaxed)];
    item.node = node;
    Counter(item.published).store(1, cuda::memory_order_release);
}

__global__ void walk_tree(Item* queue, int* head, int* tail, int* visits) {
    if (blockIdx.x == 0) push(queue, tail, 1);
    for (;;) {
        const int number = Counter(*head).fetch_add(1, cuda::memory_order_relaxed);
        if (number >= ITEMS) return;
        while (Counter(queue[number].published).load(cuda::memory_order_acquire) == 0) {}
        const int node = queue[number].node;
        visits[node] += 1;
        if (2 * node <= ITEMS) {
            push(queue, tail, 2 * node);
            push(queue, tail, 2 * node + 1);
        }
    }
}

int main() {
    const DeviceArray<Item> queue(ITEMS);
    const DeviceArray<int> ends(2), visits(ITEMS + 1);
    queue.clear();
    ends.clear();
    visits.clear();
    walk_tree<<<BLOCKS, 1>>>(queue.get(), ends.get(), ends.get() + 1, visits.get());
    finish();
    return verdict(visits, [](int node) { return node > 0 ? 1 : 0; });
}
