// What a page has to live through: bad_input.mjs runs it once for each word.
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>

__global__ void nothing() {}
__global__ void wait_for_ever(volatile int* flag) {
    while (*flag == 0) {}
}
__global__ void go_round() {
    for (volatile int i = 0; i < 1;) {}
}
__device__ int deeper(int n) {
    volatile int frame[100];
    frame[n % 100] = n;
    return deeper(n + 1) + frame[n % 100];
}
__global__ void recur(int* out) { *out = deeper(0); }
__global__ void count(int* out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) *out = 1;
}
__global__ void flood() {
    for (int i = 0; i < 100'000; ++i) printf("thread %d says %d\n", threadIdx.x, i);
}
__global__ void divide(int* out) { *out = 1 / *out; }

int host_deeper(int n) {
    volatile int on_host[100];
    on_host[n % 100] = n;
    return host_deeper(n + 1) + on_host[n % 100];
}

int main(int, char** words) {
    const auto is = [word = words[1]](const char* name) { return std::strcmp(word, name) == 0; };
    int* device = nullptr;
    cudaMalloc(&device, sizeof(int));
    cudaMemset(device, 0, sizeof(int));
    if (is("loop")) wait_for_ever<<<1, 1>>>(device);
    if (is("endless")) go_round<<<1, 1>>>();
    if (is("host-loop")) {
        nothing<<<1, 1>>>();
        for (volatile int i = 0; i == 0;) {}
    }
    if (is("threads")) count<<<1 << 21, 1024>>>(device);
    if (is("device-memory")) std::printf("%s\n", cudaGetErrorString(cudaMalloc(&device, 3u << 30)));
    if (is("wide-size")) std::printf("%s\n", cudaGetErrorString(cudaMalloc(&device, 1ull << 60)));
    if (is("host-memory")) std::printf("%zu\n", std::vector<int>(std::size_t{1} << 29).size());
    if (is("recursion")) recur<<<1, 1>>>(device);
    if (is("host-recursion")) std::printf("%d\n", host_deeper(0));
    if (is("flood")) flood<<<1, 32>>>();
    if (is("division")) divide<<<1, 1>>>(device);
    if (is("host-null")) {
        const int* const volatile nowhere = nullptr;
        std::printf("%d\n", nowhere[100]);
    }
    if (is("throw")) throw std::runtime_error("too bad");
    cudaDeviceSynchronize();
    cudaFree(device);
}
