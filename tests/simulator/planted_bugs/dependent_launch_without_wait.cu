// Launches that may begin before the one before them has ended, and do not wait for it where they would have to.
// every marked place has to be found
#include "../corpus/device.cuh"

#include "../corpus/overlapping_launch.cuh"

constexpr int N = 64;

__global__ void write_1(int* a) {
    scanlab::let_next_kernel_begin();
    a[threadIdx.x] = 1; // finds: race-stream (1)
}
__global__ void read_1(const int* a, int* out) {
    const int mine = a[threadIdx.x]; // finds: race-stream (1)
    scanlab::wait_for_kernels_before();
    out[threadIdx.x] = mine;
}
__global__ void read_2(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; } // finds: race-stream (2)
__global__ void write_2(int* a) {
    a[threadIdx.x] = 2; // finds: race-stream (2)
    scanlab::wait_for_kernels_before();
}
__global__ void write_3(int* a) { a[threadIdx.x] = 3; } // finds: race-stream (3)
__global__ void read_3(const int* a, int* out) {
    if (threadIdx.x < 32) scanlab::wait_for_kernels_before();
    out[threadIdx.x] = a[threadIdx.x]; // finds: race-stream (3)
}
__global__ void write_4(int* a) { a[threadIdx.x] = 4; } // finds: race-stream (4)
__global__ void nothing() {}
__global__ void read_4(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; } // finds: race-stream (4)

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), Arguments... arguments) {
    scanlab::launch_overlapping(kernel, 1, N, arguments...);
}

int main() {
    const DeviceArray<int> a(N), out(N);
    a.clear();
    finish();
    launch(write_1, a.get());
    launch(read_1, a.get(), out.get());
    finish();
    launch(read_2, a.get(), out.get());
    launch(write_2, a.get());
    finish();
    launch(write_3, a.get());
    launch(read_3, a.get(), out.get());
    finish();
    launch(write_4, a.get());
    launch(nothing);
    launch(read_4, a.get(), out.get()); // nobody has waited for the first
    finish();
}
