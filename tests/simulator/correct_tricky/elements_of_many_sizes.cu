// The same block scan over chars, shorts, 64-bit integers and doubles: neighbouring elements of one or
// two bytes share a word, and are still elements of their own.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

template <class T>
__global__ void scan_block(const int* input, T* output) {
    __shared__ T sums[BLOCK];
    const int t = threadIdx.x;
    sums[t] = static_cast<T>(input[t] & 1);
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const T left = t >= distance ? sums[t - distance] : T{0};
        __syncthreads();
        sums[t] = static_cast<T>(sums[t] + left);
        __syncthreads();
    }
    output[t] = sums[t];
}

template <class T>
int scanned_right(const RandomNumbers& input) {
    const DeviceArray<T> output(BLOCK);
    scan_block<T><<<1, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, [sum = 0](int i) mutable { return static_cast<T>(sum += random_number(i) & 1); });
}

int main() {
    const RandomNumbers input(BLOCK);
    return scanned_right<char>(input) | scanned_right<short>(input) | scanned_right<long long>(input) | scanned_right<double>(input);
}
