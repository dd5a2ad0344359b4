// Each block waits until the one before it has published its sum, and looks by updates that leave the value as it is:
// each kind of update in turn.
#include "../corpus/device.cuh"

__device__ int look(int* flag, int way) {
    switch (way % 6) {
    case 0:
        return atomicAdd(flag, 0);
    case 1:
        return atomicOr(flag, 0);
    case 2:
        return atomicCAS(flag, 0, 0);
    case 3:
        return atomicMax(flag, 0);
    case 4:
        return atomicAnd(flag, -1);
    default:
        return atomicXor(flag, 0);
    }
}

__global__ void chain(const int* input, int* sums, int* ready, unsigned* tickets) {
    const int tile = static_cast<int>(atomicAdd(tickets, 1u));
    if (tile > 0)
        while (look(&ready[tile - 1], tile) == 0) {}
    __threadfence();
    sums[tile] = input[tile] + (tile > 0 ? sums[tile - 1] : 0);
    __threadfence();
    atomicExch(&ready[tile], 1);
}

int main() {
    constexpr int tiles = 2000;
    const RandomNumbers input(tiles);
    const DeviceArray<int> sums(tiles), ready(tiles);
    const DeviceArray<unsigned> tickets(1);
    ready.clear();
    tickets.clear();
    chain<<<tiles, 1>>>(input.get(), sums.get(), ready.get(), tickets.get());
    finish();
    return verdict(sums, InclusiveScan());
}
