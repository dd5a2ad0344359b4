// Large launches of a checked program run in two copies of the process, too, unless the copies touch the same memory: then
// they run as a whole, and what is wrong is found. An argument says what the blocks do.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <set>
#include <unistd.h>
#include <vector>

constexpr int blocks = 768, threads = 256;
constexpr unsigned far_away = blocks - 5;

enum class Action { nothing, write_same_word, read_what_another_writes, read_unwritten, write_bytes_of_a_word };

__device__ int everybodys = 0;

__host__ __device__ int this_process() { return getpid(); } // of a kernel nvcc refuses it

template <Action ACTION>
__global__ void kernel(int* processes, int* values, unsigned char* bytes) {
    for (int i = 0; i < 32; ++i) __syncthreads(); // enough for two processes to pay
    const unsigned i = blockIdx.x;
    if (threadIdx.x != 0) return;
    processes[i] = this_process();
    switch (ACTION) {
    case Action::nothing:
        values[i] = everybodys + 1;
        return;
    case Action::write_same_word:
        if (i == 3 || i == far_away) everybodys = static_cast<int>(i);
        return;
    case Action::read_what_another_writes:
        values[i] = static_cast<int>(i);
        if (i == far_away) everybodys = values[3];
        return;
    case Action::read_unwritten:
        values[i] = values[blocks] + 1;
        return;
    case Action::write_bytes_of_a_word:
        bytes[i] = static_cast<unsigned char>(i); // no race, though halves may share a word
        return;
    }
}

/// Every value is one that has been written.
__global__ void add_up(const int* values, int* sum) {
    *sum = 0;
    for (int i = 0; i < blocks; ++i) *sum += values[i];
}

/// In how many processes the blocks have run.
template <Action ACTION>
std::size_t processes_of() {
    int *processes, *values, *sum, total = 0;
    unsigned char* bytes;
    std::vector<int> seen(blocks);
    cudaMalloc(&processes, sizeof(int) * blocks);
    cudaMalloc(&values, sizeof(int) * (blocks + 1));
    cudaMalloc(&bytes, blocks);
    cudaMalloc(&sum, sizeof *sum);
    kernel<ACTION><<<blocks, threads>>>(processes, values, bytes);
    cudaMemcpy(seen.data(), processes, sizeof(int) * blocks, cudaMemcpyDeviceToHost);
    if (ACTION == Action::nothing) {
        add_up<<<1, 1>>>(values, sum);
        cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
        std::printf("the sum is %d\n", total);
    }
    cudaFree(processes);
    cudaFree(values);
    cudaFree(bytes);
    cudaFree(sum);
    return std::set<int>(seen.begin(), seen.end()).size();
}

int main(int, char** argv) {
    const auto is = [what = argv[1]](const char* word) { return std::strcmp(what, word) == 0; };
    std::size_t processes = 0;
    if (is("nothing")) processes = processes_of<Action::nothing>();
    if (is("write")) processes = processes_of<Action::write_same_word>();
    if (is("read")) processes = processes_of<Action::read_what_another_writes>();
    if (is("unwritten")) processes = processes_of<Action::read_unwritten>();
    if (is("bytes")) processes = processes_of<Action::write_bytes_of_a_word>();
    std::printf("%zu processes\n", processes);
    return 0;
}
