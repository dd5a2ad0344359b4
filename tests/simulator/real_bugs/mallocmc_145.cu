// A ballot in a branch that some lanes take names all lanes. It was meant to ask which ones are there.
#include "../corpus/device.cuh"

__global__ void allocate(const int* sizes, int* active) {
    if (sizes[threadIdx.x] > 0) {
#ifdef FIXED
        const unsigned mask = __activemask();
#else
        const unsigned mask = __ballot_sync(0xffffffff, 1); // finds: barrier-divergence
#endif
        active[threadIdx.x] = __popc(mask);
    }
}

int main() {
    const RandomNumbers sizes(32);
    const DeviceArray<int> active(32);
    allocate<<<1, 32>>>(sizes.get(), active.get());
    finish();
}
