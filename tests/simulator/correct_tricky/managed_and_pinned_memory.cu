// Memory that host and device share: the host writes it without a copy, the kernel reads it, and the
// other way round after the device was waited for.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void scale(const int* numbers, int* products, const int* factor) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    products[i] = numbers[i] * *factor;
}

int main() {
    constexpr int n = 2 * BLOCK;
    int *numbers = nullptr, *products = nullptr, *factor = nullptr;
    check(cudaMallocManaged(&numbers, n * sizeof(int)));
    check(cudaMallocManaged(&products, n * sizeof(int)));
    check(cudaMallocHost(&factor, sizeof(int)));
    for (int i = 0; i < n; ++i) numbers[i] = random_number(i);
    *factor = 3;
    scale<<<2, BLOCK>>>(numbers, products, factor);
    finish();

    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += products[i] != 3 * random_number(i);
    check(cudaFree(numbers));
    check(cudaFree(products));
    check(cudaFreeHost(factor));
    return wrong == 0 ? 0 : 1;
}
