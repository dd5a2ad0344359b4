// How many blocks the occupancy API promises, and how many are seen running at once.
#include "../expect.hpp"

__global__ void count_the_living(int* living, int* most) {
    atomicMax(most, atomicAdd(living, 1) + 1);
    for (int i = 0; i < 100; ++i) atomicAdd(living, 0); // time for the others to start
    atomicSub(living, 1);
}

int main() {
    int per_multiprocessor = 0;
    cudaDeviceProp device;
    test::must(cudaGetDeviceProperties(&device, 0));
    test::must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, count_the_living, 1, 0));
    test::DeviceArray<int> living(1), most(1);
    count_the_living<<<200, 1>>>(living.data(), most.data());
    std::printf("promised %d, seen %d\n", per_multiprocessor * device.multiProcessorCount, most.read()[0]);
    return 0;
}
