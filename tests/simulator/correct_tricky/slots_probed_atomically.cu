// A hash table whose slots are looked at by atomic loads, and taken by compare-and-exchange.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int SLOTS = 64;
constexpr int BLOCK = 64;

__global__ void count_distinct(const int* input, int* keys, int* distinct) {
    const int key = (input[blockIdx.x * BLOCK + threadIdx.x] + 50) % 16 + 1;
    for (int slot = key % SLOTS;; slot = (slot + 1) % SLOTS) {
        const cuda::atomic_ref<int, cuda::thread_scope_device> place(keys[slot]);
        int found = place.load(cuda::memory_order_relaxed);
        if (found == 0 && place.compare_exchange_strong(found, key, cuda::memory_order_relaxed)) {
            atomicAdd(distinct, 1);
            return;
        }
        if (found == key) return;
    }
}

int main() {
    const RandomNumbers input(4 * BLOCK);
    const DeviceArray<int> keys(SLOTS), distinct(1);
    keys.clear();
    distinct.clear();
    count_distinct<<<4, BLOCK>>>(input.get(), keys.get(), distinct.get());
    finish();
    return distinct[0] == 16 ? 0 : 1;
}
