// Launches that may begin before the one before them has ended, and wait for it in time: in one thread that all others then
// wait for, in each thread, or not at all where they share nothing.
#include "../corpus/device.cuh"

#include "../corpus/overlapping_launch.cuh"

constexpr int N = 64, ROUNDS = 20;

__global__ void add_1(int* a) {
    __shared__ int own[N];
    scanlab::let_next_kernel_begin();
    own[threadIdx.x] = 1; // before the others have ended
    if (threadIdx.x == 40) scanlab::wait_for_kernels_before();
    __syncthreads();
    a[threadIdx.x] += own[N - 1 - threadIdx.x];
}
__global__ void copy(const int* a, int* out) {
    scanlab::wait_for_kernels_before();
    out[threadIdx.x] = a[threadIdx.x];
    scanlab::let_next_kernel_begin();
}
__global__ void alone(int* b) { b[threadIdx.x] = 5; }

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), Arguments... arguments) {
    scanlab::launch_overlapping(kernel, 1, N, arguments...);
}

int main() {
    const DeviceArray<int> a(N), b(N), out(N);
    a.clear();
    launch(alone, b.get());
    for (int round = 0; round < ROUNDS; ++round) launch(add_1, a.get());
    launch(copy, a.get(), out.get());
    launch(add_1, a.get());
    finish();
    return verdict(out, [](int) { return ROUNDS; });
}
