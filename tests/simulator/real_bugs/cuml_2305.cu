// Labels are propagated along edges. Each thread overwrites its neighbours' flags, which they read, and its own
// value may be false.
#include "../corpus/device.cuh"

constexpr int N = 64;

__global__ void propagate(const int* neighbours, int* labels, int* active, int* changed) {
    const int i = static_cast<int>(threadIdx.x), j = neighbours[i];
#ifdef FIXED
    if (atomicAdd(&active[i], 0) == 0) return;
    const int label = atomicAdd(&labels[i], 0);
    if (atomicMin(&labels[j], label) > label) {
        atomicExch(&active[j], 1);
        atomicExch(changed, 1);
    }
#else
    const bool propagates = active[i] != 0;     // finds: race-global (1)
    const int label = labels[i];                // finds: race-global (2)
    if (atomicMin(&labels[j], label) > label) { // finds: race-global (2)
        active[j] = propagates;                 // finds: race-global (1)
        *changed = propagates;                  // finds: race-global (3)
    }
#endif
}

__global__ void make_ring(int* neighbours, int* labels, int* active) {
    const int i = static_cast<int>(threadIdx.x);
    neighbours[i] = (i + 1) % N;
    labels[i] = (i * 37) % N;
    active[i] = i % 2;
}

int main() {
    const DeviceArray<int> neighbours(N), labels(N), active(N), changed(1);
    changed.clear();
    make_ring<<<1, N>>>(neighbours.get(), labels.get(), active.get());
    propagate<<<1, N>>>(neighbours.get(), labels.get(), active.get(), changed.get());
    finish();
}
