// Locals that get their value late: in either branch, by a function that is given their address, in a
// loop that always runs, and in the part of an array that is read.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__device__ void divide(int number, int by, int* quotient, int& rest) {
    *quotient = number / by;
    rest = number % by;
}

__global__ void late(const int* input, int* output) {
    const int t = threadIdx.x;
    int sign, quotient, rest, last, digits[16];
    if (input[t] < 0)
        sign = -1;
    else
        sign = 1;
    int count = 0, number = sign * input[t];
    do {
        divide(number, 3, &quotient, rest);
        digits[count++] = last = rest;
        number = quotient;
    } while (number > 0);
    int sum = last;
    for (int k = 0; k < count; ++k) sum = 3 * sum + digits[count - 1 - k];
    output[t] = sign * sum;
}

int expected(int i) {
    const int number = random_number(i), size = number < 0 ? -number : number;
    int power = 1, first = size;
    for (int rest = size; first = rest, power *= 3, rest / 3 > 0;) rest /= 3;
    return (number < 0 ? -1 : 1) * (first * power + size);
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    late<<<1, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, expected);
}
