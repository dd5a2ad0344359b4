// One allocation for many launches, as ints, then as doubles, then as bytes: every launch begins after
// the end of the one before, and what is left over from there is initialized memory.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void write_ints(const int* input, int* workspace) { workspace[threadIdx.x] = input[threadIdx.x]; }
__global__ void read_ints_write_doubles(const int* ints, double* doubles, int* sum) {
    if (threadIdx.x == 0) {
        int total = 0;
        for (int i = 0; i < BLOCK; ++i) total += ints[i];
        *sum = total;
    }
    __syncthreads();
    doubles[threadIdx.x] = threadIdx.x / 2.0;
}
__global__ void read_bytes(const unsigned char* bytes, const int* sum, int* output) {
    output[threadIdx.x] = *sum + (bytes[8 * threadIdx.x] != 0); // the lowest byte of a double of few bits
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<double> workspace(BLOCK);
    const DeviceArray<int> sum(1), output(BLOCK);
    auto* ints = reinterpret_cast<int*>(workspace.get());
    for (int round = 0; round < 2; ++round) {
        write_ints<<<1, BLOCK>>>(input.get(), ints);
        read_ints_write_doubles<<<1, BLOCK>>>(ints, workspace.get(), sum.get());
        read_bytes<<<1, BLOCK>>>(reinterpret_cast<unsigned char*>(ints), sum.get(), output.get());
    }
    finish();
    int total = 0;
    for (int i = 0; i < BLOCK; ++i) total += random_number(i);
    return verdict(output, [=](int) { return total; });
}
