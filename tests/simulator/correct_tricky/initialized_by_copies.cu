// Memory that no kernel has written, but the host, a memset, a copy within the device, and a copy of
// rows: all of it is initialized.
#include "../corpus/device.cuh"

constexpr int WIDTH = 40, HEIGHT = 8;

__global__ void sum_rows(const int* rows, std::size_t pitch, const int* copies, const int* zeros, int* sums) {
    const int row = threadIdx.x;
    int sum = 0;
    for (int column = 0; column < WIDTH; ++column) {
        const char* begin = reinterpret_cast<const char*>(rows) + row * pitch;
        const int i = row * WIDTH + column;
        sum += reinterpret_cast<const int*>(begin)[column] + 10 * copies[i] + zeros[i];
    }
    sums[row] = sum;
}

int main() {
    constexpr int n = WIDTH * HEIGHT;
    constexpr std::size_t row_bytes = WIDTH * sizeof(int);
    int host[n];
    for (int i = 0; i < n; ++i) host[i] = random_number(i);

    int* rows = nullptr;
    std::size_t pitch = 0;
    check(cudaMallocPitch(&rows, &pitch, row_bytes, HEIGHT));
    check(cudaMemcpy2D(rows, pitch, host, row_bytes, row_bytes, HEIGHT, cudaMemcpyHostToDevice));
    const DeviceArray<int> numbers(n), copies(n), zeros(n), sums(HEIGHT);
    check(cudaMemcpy(numbers.get(), host, sizeof host, cudaMemcpyHostToDevice));
    check(cudaMemcpy(copies.get(), numbers.get(), sizeof host, cudaMemcpyDeviceToDevice));
    zeros.clear();
    sum_rows<<<1, HEIGHT>>>(rows, pitch, copies.get(), zeros.get(), sums.get());
    finish();
    check(cudaFree(rows));
    return verdict(sums, [&](int row) {
        int sum = 0;
        for (int column = 0; column < WIDTH; ++column) sum += 11 * host[row * WIDTH + column];
        return sum;
    });
}
