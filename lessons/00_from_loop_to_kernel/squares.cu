// Lesson 00: the squares of many numbers, by a loop on the CPU and by a kernel on the GPU.
#include <scanlab/check.cuh>

#include <numeric>
#include <vector>

/// The loop: one thread, one element after the other.
void squares_on_host(const std::vector<int>& in, std::vector<int>& out) {
    for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] * in[i];
}

/// The kernel: what one thread does. There is no loop, since every element has a thread of its own.
__global__ void square(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * in[i];
}

void squares_on_device(const std::vector<int>& in, std::vector<int>& out) {
    const int n = static_cast<int>(in.size());
    const std::size_t bytes = n * sizeof(int);

    // 1. Allocate memory on the GPU.
    int *device_in = nullptr, *device_out = nullptr;
    check("cudaMalloc", cudaMalloc(&device_in, bytes));
    check("cudaMalloc", cudaMalloc(&device_out, bytes));

    // 2. Copy the input there.
    check("copy in", cudaMemcpy(device_in, in.data(), bytes, cudaMemcpyHostToDevice));

    // 3. Launch the kernel: enough blocks of 256 threads that every element has a thread.
    const int threads = 256;
    const int blocks = (n + threads - 1) / threads;
    square<<<blocks, threads>>>(device_in, device_out, n);
    check("launch", cudaGetLastError());

    // 4. Copy the result back. This waits until the kernel has finished.
    check("copy out", cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost));

    // 5. Free what was allocated.
    check("cudaFree", cudaFree(device_in));
    check("cudaFree", cudaFree(device_out));
}

int main() {
    std::vector<int> numbers(1000);
    std::iota(numbers.begin(), numbers.end(), 0); // 0, 1, 2, …

    std::vector<int> expected(numbers.size()), squares(numbers.size());
    squares_on_host(numbers, expected);
    squares_on_device(numbers, squares);

    std::printf("999 squared is %d\n", squares[999]);
    std::printf(squares == expected ? "The GPU agrees with the loop.\n"
                                    : "The GPU disagrees with the loop.\n");
    return squares == expected ? 0 : 1;
}
