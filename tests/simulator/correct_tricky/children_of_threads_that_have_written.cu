// Kernels launch others, which read what threads of the first have written: after a barrier, or after a release and an
// acquire, and further down; and, at the tail, all that any thread has written.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, BLOCKS = 4, N = BLOCKS * BLOCK;

__global__ void add(const int* in, int* out) {
    const int i = static_cast<int>(blockIdx.x * BLOCK + threadIdx.x);
    out[i] += in[i];
}
/// The child of a child knows what its grandparent's thread knew.
__global__ void hand_on(const int* in, int* out) {
    if (threadIdx.x == 0) add<<<BLOCKS, BLOCK>>>(in, out);
}

/// Two children, the one after the other, and what they leave for the next one.
__global__ void after_a_barrier(int* numbers, int* out) {
    for (int i = static_cast<int>(threadIdx.x); i < N; i += BLOCK) {
        numbers[i] = random_number(i);
        out[i] = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        hand_on<<<1, BLOCK>>>(numbers, out);
        add<<<BLOCKS, BLOCK>>>(numbers, out);
    }
}

/// The last block launches: it has acquired what the others have released.
__global__ void by_the_last_block(int* numbers, int* out, unsigned* done) {
    const int i = static_cast<int>(blockIdx.x * BLOCK + threadIdx.x);
    numbers[i] = random_number(i);
    out[i] = 0;
    __syncthreads();
    if (threadIdx.x != 0) return;
    __threadfence();
    if (atomicAdd(done, 1u) != gridDim.x - 1) return;
    __threadfence();
    hand_on<<<1, BLOCK>>>(numbers, out);
    add<<<BLOCKS, BLOCK>>>(numbers, out);
}

__global__ void tail_of_a_child(int* numbers, int* out) {
    if (threadIdx.x == 0) add<<<BLOCKS, BLOCK, 0, cudaStreamTailLaunch>>>(numbers, out);
    for (int i = static_cast<int>(threadIdx.x); i < N; i += BLOCK) out[i] = numbers[i];
}
/// The tail is launched before its data is written; a child writes more, and has a tail of its own.
__global__ void at_the_tail(int* numbers, int* out) {
    if (threadIdx.x == 0) add<<<BLOCKS, BLOCK, 0, cudaStreamTailLaunch>>>(numbers, out + N);
    for (int i = static_cast<int>(threadIdx.x); i < N; i += BLOCK) {
        numbers[i] = random_number(i);
        out[N + i] = random_number(i);
    }
    __syncthreads();
    if (threadIdx.x == 0) tail_of_a_child<<<1, BLOCK>>>(numbers, out);
}

int main() {
    const DeviceArray<int> numbers(N), out(2 * N), once(N);
    const DeviceArray<unsigned> done(1);
    const auto twice = [](int i) { return 2 * random_number(i % N); };
    int wrong = 0;
    after_a_barrier<<<1, BLOCK>>>(numbers.get(), once.get());
    finish();
    wrong += verdict(once, twice);
    done.clear();
    by_the_last_block<<<BLOCKS, BLOCK>>>(numbers.get(), once.get(), done.get());
    finish();
    wrong += verdict(once, twice);
    at_the_tail<<<1, BLOCK>>>(numbers.get(), out.get());
    finish();
    return wrong + verdict(out, twice);
}
