// The cells of a field are copied into shared memory, and each particle uses those around it.
#include "../corpus/device.cuh"

constexpr int CELLS = 64;

__global__ void ionize(const int* field, const int* cell_of_particle, int* charges) {
    __shared__ int cached[CELLS + 1];
    for (unsigned i = threadIdx.x; i < CELLS + 1; i += blockDim.x) cached[i] = field[i]; // finds: race-shared
#ifdef FIXED
    __syncthreads();
#endif
    const int cell = (cell_of_particle[threadIdx.x] + 50) % CELLS;
    charges[threadIdx.x] = cached[cell] + cached[cell + 1]; // finds: race-shared, maybe uninitialized
}

int main() {
    const RandomNumbers field(CELLS + 1), cells(CELLS);
    const DeviceArray<int> charges(CELLS);
    ionize<<<1, CELLS>>>(field.get(), cells.get(), charges.get());
    finish();
}
