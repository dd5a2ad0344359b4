// Lesson 00: how long one thread waits for one number, in each of the GPU's memories.
//
// Every number read says where the next one lies, so no load can begin before the last one has ended.
//
//     nvcc -O3 -std=c++20 -I common/include lessons/00_from_loop_to_kernel/latency.cu -o latency
#include <scanlab/check.cuh>

#include <vector>

constexpr int SHARED_NUMBERS = 1024;

/// Clock cycles per load of `loads` loads, each of which waits for the one before.
__device__ float chase(const unsigned* next, int loads, unsigned* last) {
    unsigned at = 0;
    const long long begin = clock64();
    for (int i = 0; i < loads; ++i) at = next[at];
    *last = at; // the compiler may not leave out loads whose result is wanted
    return static_cast<float>(clock64() - begin) / loads;
}

__global__ void in_global_memory(const unsigned* next, int loads, unsigned* last, float* cycles) {
    *cycles = chase(next, loads, last);
}

__global__ void in_shared_memory(const unsigned* next, int loads, unsigned* last, float* cycles) {
    __shared__ unsigned copy[SHARED_NUMBERS];
    for (int i = 0; i < SHARED_NUMBERS; ++i) copy[i] = next[i];
    *cycles = chase(copy, loads, last);
}

/// `count` numbers, of which each leads `stride` numbers on, and around at the end.
std::vector<unsigned> way_around(unsigned count, unsigned stride) {
    std::vector<unsigned> next(count);
    for (unsigned i = 0; i < count; ++i) next[i] = (i + stride) % count;
    return next;
}

int main(int argc, char** argv) {
    const int mib = argc > 1 ? std::atoi(argv[1]) : 1024;
    if (mib < 1) return std::fprintf(stderr, "usage: latency [MIB], more than the L2 cache has\n"), 2;
    const unsigned count = static_cast<unsigned>(mib) << 18;
    const unsigned line = 32; // numbers in the 128 bytes that a cache keeps together

    cudaDeviceProp gpu{};
    check("cudaGetDeviceProperties", cudaGetDeviceProperties(&gpu, 0));
    std::printf("%s: %d multiprocessors, each with %zu KiB of shared memory; "
                "L2 cache %d MiB; global memory %zu GiB\n",
                gpu.name, gpu.multiProcessorCount, gpu.sharedMemPerMultiprocessor >> 10,
                gpu.l2CacheSize >> 20, gpu.totalGlobalMem >> 30);

    unsigned *next = nullptr, *last = nullptr;
    float* cycles = nullptr;
    check("cudaMalloc", cudaMalloc(&next, count * sizeof(unsigned)));
    check("cudaMalloc", cudaMalloc(&last, sizeof(unsigned)));
    check("cudaMalloc", cudaMalloc(&cycles, sizeof(float)));

    const auto copy = [&](const std::vector<unsigned>& way) {
        check("copy in",
              cudaMemcpy(next, way.data(), way.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
    };
    const auto report = [&](const char* memory, auto kernel, int loads) {
        kernel<<<1, 1>>>(next, loads, last, cycles);
        check("launch", cudaGetLastError());
        float result = 0;
        check("copy out", cudaMemcpy(&result, cycles, sizeof(float), cudaMemcpyDeviceToHost));
        std::printf("%-28s %6.0f cycles\n", memory, result);
    };

    // One load per KiB, 4096 of them: more lines than an L1 cache has. The copy of the array's end has
    // pushed its beginning out of L2.
    copy(way_around(count, 8 * line));
    report("global memory", in_global_memory, 4096);
    report("L2 cache, the second time", in_global_memory, 4096);

    // 8 KiB, around and around.
    copy(way_around(64 * line, line));
    report("L1 cache", in_global_memory, 65536);

    copy(way_around(SHARED_NUMBERS, 1));
    report("shared memory", in_shared_memory, 65536);

    check("cudaFree", cudaFree(next));
    check("cudaFree", cudaFree(last));
    check("cudaFree", cudaFree(cycles));
}
