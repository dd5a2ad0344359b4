// Each thread prepares a particle in shared memory and moves its neighbour's, with no barrier between
// the two.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Particle {
    int position, speed, mass;
};

__device__ int moved(Particle p) { return p.position + p.speed * p.mass; }

__device__ Particle made_of(int number) { return {number, number + 1, 2}; }

__global__ void move(const int* input, int* output) {
    __shared__ Particle particles[BLOCK];
    const int t = threadIdx.x;
    particles[t] = made_of(input[t]);               // finds: race-shared
    output[t] = moved(particles[(t + 33) % BLOCK]); // finds: race-shared, maybe uninitialized
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    move<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
