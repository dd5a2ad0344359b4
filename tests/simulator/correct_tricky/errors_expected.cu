// A program that tries what may fail, looks at the error, and
// goes on another way: nobody has overlooked anything.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void reverse(const int* input, int* output) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = input[threadIdx.x];
    __syncthreads();
    output[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
    // The largest of these amounts that the device grants; the first one is more than any has.
    int granted = 0;
    for (const int bytes : {1 << 20, 64 << 10, 48 << 10}) {
        if (cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) != cudaSuccess) {
            static_cast<void>(cudaGetLastError());
            continue;
        }
        granted = bytes;
        break;
    }

    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    reverse<<<1, BLOCK, granted>>>(input.get(), output.get());
    finish();
    return granted == 64 << 10 ? verdict(output, [](int i) { return random_number(BLOCK - 1 - i); }) : 1;
}
