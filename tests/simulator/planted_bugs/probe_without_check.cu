// A hash table: a thread looks at a slot by a plain read, and takes it with atomicCAS if it looks free.
// That checks what it has read. Nothing checks what it reads of slots that are taken: it goes by that
// at once.
#include "../corpus/device.cuh"

constexpr int SLOTS = 64;
constexpr int BLOCK = 64;

__global__ void count_distinct(const int* input, int* keys, int* distinct) {
    const int key = input[blockIdx.x * BLOCK + threadIdx.x] % 16 + 17;
    int slot = key % SLOTS;
    for (;;) {
        const int found = keys[slot]; // finds: race-global
        if (found == key) return;
        if (found == 0) {
            const int before = atomicCAS(&keys[slot], 0, key); // finds: race-global
            if (before == 0) break;
            if (before == key) return;
        }
        slot = (slot + 1) % SLOTS;
    }
    atomicAdd(distinct, 1);
}

int main() {
    const RandomNumbers input(4 * BLOCK);
    const DeviceArray<int> keys(SLOTS), distinct(1);
    keys.clear();
    distinct.clear();
    count_distinct<<<4, BLOCK>>>(input.get(), keys.get(), distinct.get());
    finish();
}
