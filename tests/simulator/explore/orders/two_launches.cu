// The first launch leaves one of two winners; which of them, only the second launch makes a difference
// of.
#include "../../corpus/device.cuh"

__global__ void race_to_be_first(int* winner) { atomicCAS(winner, 0, 1 + static_cast<int>(blockIdx.x)); }

__global__ void use(const int* winner, int* table) {
    if (*winner == 2 && atomicAdd(&table[0], 1) == 0 && blockIdx.x == 1) table[100] = 1;
}

int main() {
    const DeviceArray<int> winner(1), table(1);
    winner.clear();
    table.clear();
    race_to_be_first<<<2, 1>>>(winner.get());
    use<<<2, 1>>>(winner.get(), table.get());
    finish();
}
