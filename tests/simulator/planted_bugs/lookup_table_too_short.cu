// Hexadecimal digits of values up to 16, from a table in constant memory.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32;

__constant__ char digits[16] = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
__constant__ char unknown = '?';

__global__ void write_digits(char* output) {
    output[threadIdx.x] = threadIdx.x <= 16 ? digits[threadIdx.x] : unknown; // finds: out-of-bounds
}

int main() {
    const DeviceArray<char> output(BLOCK);
    write_digits<<<1, BLOCK>>>(output.get());
    finish();
}
