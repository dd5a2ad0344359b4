// A scan over states loads the factors b and c of each step into shared memory. Nobody waits for the threads that still
// use those of the last step.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, STATES = 16;

__global__ void ssm_scan(const int* b, const int* c, const int* x, int* y, int steps) {
    __shared__ int shared_b[STATES], shared_c[STATES];
    int state[STATES] = {};
    const unsigned t = threadIdx.x;
    for (int step = 0; step < steps; ++step) {
        if (t < STATES) {
            shared_b[t] = b[step * STATES + t]; // finds: race-shared (b)
            shared_c[t] = c[step * STATES + t]; // finds: race-shared (c)
        }
        __syncthreads();
        int sum = 0;
        for (int n = 0; n < STATES; ++n) {
            state[n] += shared_b[n] * x[step * BLOCK + t]; // finds: race-shared (b)
            sum += state[n] * shared_c[n];                 // finds: race-shared (c)
        }
        y[step * BLOCK + t] = sum;
#ifdef FIXED
        __syncthreads();
#endif
    }
}

int main() {
    constexpr int steps = 3;
    const RandomNumbers b(steps * STATES), c(steps * STATES), x(steps * BLOCK);
    const DeviceArray<int> y(steps * BLOCK);
    ssm_scan<<<1, BLOCK>>>(b.get(), c.get(), x.get(), y.get(), steps);
    finish();
}
