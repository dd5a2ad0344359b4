// Each warp has a queue in shared memory. Lanes put candidates in, and other lanes take them out in the same round.
#include "../corpus/device.cuh"

__global__ void nearest_neighbours(const int* distances, int* best, int rounds) {
    __shared__ int queue[32];
    const unsigned lane = threadIdx.x;
    int nearest = 1000;
    for (int round = 0; round < rounds; ++round) {
        queue[lane] = distances[round * 32 + lane]; // finds: race-shared
#ifdef FIXED
        __syncwarp();
#endif
        nearest = min(nearest, queue[(lane + round) % 32]); // finds: race-shared, maybe uninitialized
#ifdef FIXED
        __syncwarp();
#endif
    }
    best[lane] = nearest;
}

int main() {
    constexpr int rounds = 3;
    const RandomNumbers distances(rounds * 32);
    const DeviceArray<int> best(32);
    nearest_neighbours<<<1, 32>>>(distances.get(), best.get(), rounds);
    finish();
}
