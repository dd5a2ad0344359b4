// The host adds up what an asynchronous copy brings, and waits only afterwards.
#include "../corpus/device.cuh"

int main() {
    constexpr int n = 256;
    const RandomNumbers numbers(n);
    int* results = nullptr;
    check(cudaMallocHost(&results, n * sizeof(int)));
    cudaStream_t stream = nullptr;
    check(cudaStreamCreate(&stream));
    check(cudaMemcpyAsync(results, numbers.get(), numbers.bytes(), cudaMemcpyDeviceToHost, stream)); // finds: race-host
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += results[i]; // finds: race-host
    check(cudaStreamSynchronize(stream));
    std::printf("%s\n", sum == 0 ? "0" : "not 0");
    check(cudaStreamDestroy(stream));
    check(cudaFreeHost(results));
}
