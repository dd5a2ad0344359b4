// scanlab.cuh in a program of your own: prefix sums of eight numbers, and the numbers that are not
// zero.
#include <scanlab.cuh>

#include <cstdio>

struct IsNotZero {
    __device__ bool operator()(int number) const { return number != 0; }
};

void print(const char* name, const int* array, int count) {
    int numbers[8];
    cudaMemcpy(numbers, array, count * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%s:", name);
    for (int i = 0; i < count; ++i) std::printf(" %d", numbers[i]);
    std::printf("\n");
}

int main() {
    constexpr int n = 8;
    const int numbers[n] = {3, 1, 7, 0, 4, 1, 6, 3};
    int *in, *out, *kept;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&kept, sizeof(int));
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);

    // CUB's way: the first call only says how much storage the second one needs.
    std::size_t bytes = 0;
    void* storage = nullptr;
    scanlab::inclusive_scan(storage, bytes, in, out, n, scanlab::Sum<int>{});
    cudaMalloc(&storage, bytes);
    cudaError_t error = scanlab::inclusive_scan(storage, bytes, in, out, n, scanlab::Sum<int>{});
    cudaFree(storage);
    if (error == cudaSuccess) print("sums", out, n);

    // An object that keeps the storage, for call after call in the same stream.
    scanlab::Storage reused;
    if (error == cudaSuccess)
        error = reused.call([&](void* memory, std::size_t& size) {
            return scanlab::select_if(memory, size, in, out, kept, n, IsNotZero{});
        });
    int count = 0;
    cudaMemcpy(&count, kept, sizeof count, cudaMemcpyDeviceToHost);
    if (error == cudaSuccess) print("not zero", out, count);

    cudaFree(in), cudaFree(out), cudaFree(kept);
    if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
    return error == cudaSuccess ? 0 : 1;
}
