// More elements than 32 bits can count: 2^32 + 3, of one byte each. It needs 13 GB of device memory, so
// it is for a GPU:
//
//     nvcc -O3 -std=c++20 -arch=native -I common/include tests/header/large.cu -o large && ./large
//
// An argument is another number of elements.
#include <scanlab/header.cuh>

#include <cstdio>
#include <cstdlib>

namespace {

using Byte = unsigned char;

/// Element i of the input.
__host__ __device__ Byte element(unsigned long long i) { return static_cast<Byte>(i % 3); }

struct IsTwo {
    __device__ bool operator()(Byte value) const { return value == 2; }
};

__global__ void fill(Byte* in, std::size_t n) {
    for (std::size_t i = blockIdx.x * 256ULL + threadIdx.x; i < n; i += gridDim.x * 256ULL)
        in[i] = element(i);
}

/// What a function has to write: sums; all twos, or all twos before all others, in the reverse order of
/// these; or all zeros, ones and twos.
enum class Task { inclusive, exclusive, select, partition, sort };
constexpr const char* names[] = {"inclusive scan", "exclusive scan", "select", "partition", "sort"};

__device__ Byte expected(std::size_t i, std::size_t n, Task task) {
    if (task == Task::sort)
        return static_cast<Byte>((i >= (n + 2) / 3) + (i >= (n + 2) / 3 + (n + 1) / 3));
    if (task == Task::select || (task == Task::partition && i < n / 3)) return 2;
    if (task == Task::partition) {
        const std::size_t other =
            n - 1 - i; // other elements after this one, of which element 0 is last
        return element(other / 2 * 3 + other % 2);
    }
    const std::size_t count = task == Task::inclusive ? i + 1 : i; // elements that are summed
    return static_cast<Byte>(3 * (count / 3) + (count % 3 == 2));
}
__global__ void count_wrong(const Byte* out, std::size_t n, Task task, unsigned long long* wrong) {
    const std::size_t written = task == Task::select ? n / 3 : n;
    for (std::size_t i = blockIdx.x * 256ULL + threadIdx.x; i < written; i += gridDim.x * 256ULL)
        if (out[i] != expected(i, n, task)) atomicAdd(wrong, 1ULL);
}

} // namespace

int main(int argc, char** argv) {
    const std::size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : (1ULL << 32) + 3;
    Byte *in, *out;
    unsigned long long *wrong, *kept;
    if (cudaMalloc(&in, n) != cudaSuccess || cudaMalloc(&out, n) != cudaSuccess ||
        cudaMallocManaged(&wrong, sizeof *wrong) != cudaSuccess ||
        cudaMallocManaged(&kept, sizeof *kept) != cudaSuccess) {
        std::printf("large: the device has too little memory for %zu elements\n", n);
        return 77;
    }
    fill<<<1024, 256>>>(in, n);
    scanlab::Storage storage;
    unsigned long long all_wrong = 0;
    for (const Task task :
         {Task::inclusive, Task::exclusive, Task::select, Task::partition, Task::sort}) {
        *wrong = 0;
        const cudaError_t error = storage.call([&](void* memory, std::size_t& bytes) {
            constexpr scanlab::Sum<Byte> sum;
            if (task == Task::inclusive) return scanlab::inclusive_scan(memory, bytes, in, out, n, sum);
            if (task == Task::exclusive)
                return scanlab::exclusive_scan(memory, bytes, in, out, n, sum, 0);
            if (task == Task::select)
                return scanlab::select_if(memory, bytes, in, out, kept, n, IsTwo{});
            if (task == Task::partition)
                return scanlab::partition_if(memory, bytes, in, out, kept, n, IsTwo{});
            return scanlab::sort_keys(memory, bytes, in, out, n);
        });
        count_wrong<<<1024, 256>>>(out, n, task, wrong);
        if (error != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) ++*wrong;
        const bool keeps = task == Task::select || task == Task::partition;
        if (keeps && *kept != n / 3) ++*wrong;
        std::printf("%s of %zu bytes: %llu wrong\n", names[static_cast<int>(task)], n, *wrong);
        all_wrong += *wrong;
        cudaDeviceSynchronize();
    }
    cudaFree(in), cudaFree(out), cudaFree(wrong), cudaFree(kept);
    return all_wrong != 0;
}
