// A consumer polls the flag of an entry that someone else completes. The flag is an ordinary variable.
#include "../corpus/device.cuh"

#include <cuda/atomic>

struct Entry {
    int flag, value;
};

__global__ void poll(Entry* entry, int* received) {
    if (threadIdx.x != 0) return;
#ifdef FIXED
    const cuda::atomic_ref<int, cuda::thread_scope_device> flag(entry->flag);
#endif
    if (blockIdx.x == 0) {
        entry->value = 42; // finds: maybe race-global
#ifdef FIXED
        flag.store(1, cuda::memory_order_release);
#else
        __threadfence();
        entry->flag = 1;                                                                 // finds: race-global
#endif
    } else {
#ifdef FIXED
        while (flag.load(cuda::memory_order_acquire) == 0) {}
#else
        for (int tries = 0; tries < 1000 && entry->flag == 0; ++tries) __nanosleep(100); // finds: race-global
        __threadfence();
#endif
        *received = entry->value; // finds: maybe race-global, maybe uninitialized
    }
}

int main() {
    const DeviceArray<Entry> entry(1);
    const DeviceArray<int> received(1);
    entry.clear();
    poll<<<2, 32>>>(entry.get(), received.get());
    finish();
}
