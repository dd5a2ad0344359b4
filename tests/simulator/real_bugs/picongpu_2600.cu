// Lanes that store particles take places by one atomic of the warp. The ballot that elects it names all lanes,
// in a loop that lanes leave one after the other.
#include "../corpus/device.cuh"

__global__ void take_places(const int* particles, int* counter, int* places) {
    for (int i = static_cast<int>(threadIdx.x); i < 40 && particles[i] > -100; i += 32) {
#ifdef FIXED
        const unsigned mask = __activemask();
#else
        const unsigned mask = __ballot_sync(0xffffffff, 1); // finds: barrier-divergence
#endif
        const int leader = __ffs(static_cast<int>(mask)) - 1;
        int first = 0;
        if (static_cast<int>(threadIdx.x % 32) == leader) first = atomicAdd(counter, __popc(mask));
        places[i] = __shfl_sync(mask, first, leader);
    }
}

int main() {
    const RandomNumbers particles(40);
    const DeviceArray<int> counter(1), places(40);
    counter.clear();
    take_places<<<1, 32>>>(particles.get(), counter.get(), places.get());
    finish();
}
