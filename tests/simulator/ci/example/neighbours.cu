// Five kernels whose threads read elements of others.
#include "check.cuh"

__global__ void reverse(const int* in, int* out, int n) {
    const int i = index();
    if (i < n) out[n - 1 - i] = in[i];
}
__global__ void difference(const int* in, int* out, int n) {
    const int i = index();
    if (i < n) out[i] = i == 0 ? in[0] : in[i] - in[i - 1];
}
__global__ void transpose(const int* in, int* out, int rows, int columns) {
    const int i = index();
    if (i < rows * columns) out[i % columns * rows + i / columns] = in[i];
}
__global__ void blur(const int* in, int* out, int n) {
    __shared__ int tile[block_size + 2];
    const int i = index(), t = static_cast<int>(threadIdx.x);
    tile[t + 1] = i < n ? in[i] : 0;
    if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0;
    if (t == block_size - 1) tile[block_size + 1] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    if (i < n) out[i] = tile[t] + tile[t + 1] + tile[t + 2];
}
__global__ void shift(int* numbers, int n) {
    const int i = index();
    const int next = i + 1 < n ? numbers[i + 1] : 0;
    if (i + 1 < n) numbers[i] = next;
}

int main() {
    const Array in({3, 1, 7, 0, 4, 1, 6, 3});
    Array out(8), shifted({3, 1, 7, 0, 4, 1, 6, 3});
    run(reverse, 8, in, out, 8);
    expect("reverse", out, {3, 6, 1, 4, 0, 7, 1, 3});
    run(difference, 8, in, out, 8);
    expect("difference", out, {3, -2, 6, -7, 4, -3, 5, -3});
    run(transpose, 8, in, out, 2, 4);
    expect("transpose", out, {3, 4, 1, 1, 7, 6, 0, 3});
    run(blur, 8, in, out, 8);
    expect("blur", out, {4, 11, 8, 11, 5, 11, 10, 9});
    run(shift, 8, shifted, 8);
    return failures;
}
