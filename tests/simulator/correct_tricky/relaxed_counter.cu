// Threads that draw places from a relaxed counter, and poll another one: atomics on the same word never
// race, whatever their order; and after the launch the host may read both.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 64;

using Counter = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void draw_places(int* next, int* finished, int* places) {
    const int place = Counter(*next).fetch_add(1, cuda::memory_order_relaxed);
    places[place] = place;
    Counter(*finished).fetch_add(1, cuda::memory_order_relaxed);
    if (threadIdx.x == 0)
        while (Counter(*finished).load(cuda::memory_order_relaxed) < BLOCK) {}
}

int main() {
    constexpr int n = 4 * BLOCK;
    const DeviceArray<int> counters(2), places(n);
    counters.clear();
    draw_places<<<4, BLOCK>>>(counters.get(), counters.get() + 1, places.get());
    finish();
    return counters[0] == n && counters[1] == n ? verdict(places, [](int i) { return i; }) : 1;
}
