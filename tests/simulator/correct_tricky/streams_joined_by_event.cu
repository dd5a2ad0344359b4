// Two streams, of which one waits for the other's event before
// it goes on with what the other has written.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void square(const int* input, int* output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    output[i] = input[i] * input[i];
}

__global__ void add(const int* a, const int* b, int* output) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    output[i] = a[i] + b[i];
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> squares(n), copy(n), output(n);
    finish();

    cudaStream_t one = nullptr, other = nullptr;
    cudaEvent_t squared = nullptr;
    check(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    check(cudaEventCreateWithFlags(&squared, cudaEventDisableTiming));
    square<<<blocks, BLOCK, 0, one>>>(input.get(), squares.get());
    check(cudaEventRecord(squared, one));
    check(cudaMemcpyAsync(copy.get(), input.get(), input.bytes(), cudaMemcpyDeviceToDevice, other));
    check(cudaStreamWaitEvent(other, squared));
    add<<<blocks, BLOCK, 0, other>>>(squares.get(), copy.get(), output.get());
    check(cudaStreamSynchronize(other));
    check(cudaEventDestroy(squared));
    check(cudaStreamDestroy(one));
    check(cudaStreamDestroy(other));
    finish();
    return verdict(output, [](int i) { return random_number(i) * (random_number(i) + 1); });
}
