// The host reaches the device's variables as it should: by symbol, with an offset, and by an address
// that it asks for, which a kernel may be given, too; managed ones also by their names, as managed
// memory.
#include "../corpus/device.cuh"

constexpr int SIZE = 8;

struct Pair {
    int first, second;
};

__device__ int table[SIZE];
__device__ Pair pairs[2][SIZE];
__constant__ Pair limits;
__managed__ int counts[SIZE];

__global__ void fill(int* by_address) {
    const int t = threadIdx.x;
    ++counts[t];
    by_address[t] += 10 * t;
    pairs[1][t] = Pair{table[t], limits.first};
}

bool is_managed(const int* pointer) {
    cudaPointerAttributes attributes{};
    check(cudaPointerGetAttributes(&attributes, pointer));
    return attributes.type == cudaMemoryTypeManaged;
}

int main() {
    const int numbers[SIZE / 2] = {1, 2, 3, 4};
    const Pair host_limits{5, 6};
    check(cudaMemcpyToSymbol(table, numbers, sizeof numbers, sizeof(int) * SIZE / 2));
    check(cudaMemcpyToSymbol(limits, &host_limits, sizeof limits));
    void* address = nullptr;
    check(cudaGetSymbolAddress(&address, table));
    check(cudaMemset(counts, 0, sizeof counts));
    check(cudaMemcpy(counts, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    fill<<<1, SIZE>>>(static_cast<int*>(address));
    finish();

    Pair result[SIZE];
    std::size_t bytes = 0;
    check(cudaGetSymbolSize(&bytes, pairs));
    check(cudaMemcpyFromSymbol(result, pairs, sizeof result, bytes / 2));
    for (int i = 0; i < SIZE; ++i)
        if (result[i].first != 10 * i + (i < 4 ? 0 : i - 3) || result[i].second != 5) return 1;
    int copied[SIZE];
    check(cudaMemcpy(copied, counts, sizeof counts, cudaMemcpyDeviceToHost));
    return is_managed(counts + 1) && copied[3] == 5 && counts[SIZE - 1] == 1 ? 0 : 1;
}
