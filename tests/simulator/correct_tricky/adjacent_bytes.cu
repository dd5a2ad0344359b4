// Every thread writes a byte of its own, and four neighbours share a word: no race, in shared memory or
// in global memory, and not across blocks either.
#include "../corpus/device.cuh"

constexpr int BLOCK = 50; // so that words are shared by two blocks, too

__global__ void mark_positive(const int* input, char* marks) {
    __shared__ char own[BLOCK];
    own[threadIdx.x] = input[blockIdx.x * BLOCK + threadIdx.x] > 0 ? '+' : '-';
    __syncthreads();
    marks[blockIdx.x * BLOCK + threadIdx.x] = own[threadIdx.x ^ 1];
}

int main() {
    constexpr int n = 6 * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<char> marks(n);
    mark_positive<<<6, BLOCK>>>(input.get(), marks.get());
    finish();
    return verdict(marks, [](int i) { return random_number(i ^ 1) > 0 ? '+' : '-'; });
}
