// Lesson 00: how long squaring takes on the CPU and on the GPU, and how long the copies there and back.
//
//     nvcc -O3 -std=c++20 -I common/include lessons/00_from_loop_to_kernel/timing.cu -o timing
#include <scanlab/check.cuh>

#include <chrono>
#include <vector>

__global__ void square(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * in[i];
}

/// Milliseconds that the GPU spends on `work`, which has been done once before, to warm up.
template <class Work>
float time_on_device(Work work) {
    cudaEvent_t start, stop;
    check("cudaEventCreate", cudaEventCreate(&start));
    check("cudaEventCreate", cudaEventCreate(&stop));
    work();
    check("cudaEventRecord", cudaEventRecord(start)); // the GPU notes the time when it gets here
    work();
    check("cudaEventRecord", cudaEventRecord(stop));
    check("cudaEventSynchronize", cudaEventSynchronize(stop)); // the CPU waits until the GPU is done
    float milliseconds = 0;
    check("cudaEventElapsedTime", cudaEventElapsedTime(&milliseconds, start, stop));
    check("cudaEventDestroy", cudaEventDestroy(start));
    check("cudaEventDestroy", cudaEventDestroy(stop));
    return milliseconds;
}

/// Milliseconds of a plain loop on the CPU, the second time it runs.
float time_on_host(const std::vector<int>& in, std::vector<int>& out) {
    std::chrono::duration<float, std::milli> time{};
    for (int round = 0; round < 2; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] * in[i];
        time = std::chrono::steady_clock::now() - begin;
    }
    return time.count();
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 26;
    if (n < 1) return std::fprintf(stderr, "usage: timing [NUMBERS], at least 1\n"), 2;
    const std::size_t bytes = n * sizeof(int);
    std::vector<int> numbers(n, 3), squares(n);

    int *in = nullptr, *out = nullptr;
    check("cudaMalloc", cudaMalloc(&in, bytes));
    check("cudaMalloc", cudaMalloc(&out, bytes));

    std::printf("%d numbers\n", n);
    std::printf("loop on the CPU     %9.3f ms\n", time_on_host(numbers, squares));
    std::printf("copy to the GPU     %9.3f ms\n", time_on_device([&] {
                    check("copy in", cudaMemcpy(in, numbers.data(), bytes, cudaMemcpyHostToDevice));
                }));
    std::printf("kernel              %9.3f ms\n", time_on_device([&] {
                    square<<<(n + 255) / 256, 256>>>(in, out, n);
                    check("launch", cudaGetLastError());
                }));
    std::printf("copy to the CPU     %9.3f ms\n", time_on_device([&] {
                    check("copy out", cudaMemcpy(squares.data(), out, bytes, cudaMemcpyDeviceToHost));
                }));

    check("cudaFree", cudaFree(in));
    check("cudaFree", cudaFree(out));
    return squares.back() == 9 ? 0 : 1;
}
