// A kernel launches another one, which reads what threads of the first have written: without a barrier before the
// launch, or only after it.
// every marked place has to be found
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void reverse(const int* in, int* out) {
    out[threadIdx.x] = in[BLOCK - 1 - threadIdx.x]; // finds: race-stream (1) (2) (3)
}

__global__ void without_barrier(int* numbers, int* out) {
    numbers[threadIdx.x] = random_number(threadIdx.x); // finds: race-stream (1)
    if (threadIdx.x == 0) reverse<<<1, BLOCK>>>(numbers, out);
}

__global__ void written_after_the_launch(int* numbers, int* out) {
    if (threadIdx.x == 0) reverse<<<1, BLOCK>>>(numbers, out);
    __syncthreads();
    numbers[threadIdx.x] = random_number(threadIdx.x); // finds: race-stream (2)
}

__global__ void hand_on(int* numbers, int* out) { reverse<<<1, BLOCK>>>(numbers, out); }

/// Between the two is another grid, which knows no more than its parent's thread 0.
__global__ void read_by_a_grandchild(int* numbers, int* out) {
    numbers[threadIdx.x] = random_number(threadIdx.x); // finds: race-stream (3)
    __syncwarp();
    if (threadIdx.x == 0) hand_on<<<1, 1>>>(numbers, out);
}

/// The child's own writes may be overwritten.
__global__ void clear(int* out) {
    out[threadIdx.x] = 0; // finds: race-stream (4)
}
__global__ void result_beside_the_child(int* numbers, int* out) {
    if (threadIdx.x == 0) clear<<<1, BLOCK>>>(out);
    if (threadIdx.x == 1) out[1] = numbers[1]; // finds: race-stream (4)
}

int main() {
    const DeviceArray<int> numbers(BLOCK), out(BLOCK);
    numbers.clear();
    for (auto* kernel : {without_barrier, written_after_the_launch, read_by_a_grandchild, result_beside_the_child}) {
        kernel<<<1, BLOCK>>>(numbers.get(), out.get());
        finish();
    }
}
