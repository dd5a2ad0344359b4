// A program whose host code uses the same instances of templates as the runtime, in a checked program
// with observed members: neither may notice the other, while findings are put into words and launches
// are recorded.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

__global__ void count(int* counters, int n) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    __shared__ int seen[64];
    seen[threadIdx.x] = i;
    __syncthreads();
    if (i < n) atomicAdd(&counters[seen[63 - threadIdx.x] % 8], 1);
}

struct Used {
    std::vector<void*> pointers;
    std::vector<std::uint8_t> bytes;
    std::vector<std::string> names;
    std::vector<unsigned> numbers;
    std::map<std::string, int> by_name;
    std::map<std::uintptr_t, std::string> by_address;
    std::unordered_map<const void*, std::uint64_t> by_pointer;
    std::unordered_map<std::uintptr_t, std::size_t> by_number;
};

void use(Used& used, int round) {
    const std::string name = "round " + std::to_string(round);
    used.pointers.push_back(&used);
    used.bytes.resize(used.bytes.size() + 3, static_cast<std::uint8_t>(round));
    used.names.insert(used.names.begin(), name);
    used.numbers.push_back(static_cast<unsigned>(round));
    used.by_name[name] += round;
    used.by_address[reinterpret_cast<std::uintptr_t>(&used) + used.names.size()] = name.substr(2) + name;
    ++used.by_pointer[&used];
    used.by_number.try_emplace(used.numbers.size(), used.bytes.size());
}

int main() {
    constexpr int n = 256, rounds = 20;
    Used used;
    int* counters = nullptr;
    cudaMalloc(&counters, 8 * sizeof(int));
    cudaMemset(counters, 0, 8 * sizeof(int));
    for (int round = 0; round < rounds; ++round) {
        use(used, round);
        count<<<n / 64, 64>>>(counters, n);
    }
    int totals[8] = {}, sum = 0;
    cudaMemcpy(totals, counters, sizeof totals, cudaMemcpyDeviceToHost);
    cudaFree(counters);
    for (const int total : totals) sum += total;

    std::istringstream words("a few words");
    std::string word, last;
    while (words >> word) last = word;
    const bool right = sum == n * rounds && last == "words" && used.names.front() == "round 19" && used.by_name.at("round 7") == 7 &&
                       used.bytes.size() == 3 * rounds && used.by_pointer.at(&used) == rounds;
    std::puts(right ? "ok" : "wrong");
    return right ? 0 : 1;
}
