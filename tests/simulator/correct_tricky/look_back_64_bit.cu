// Decoupled look-back for 64-bit sums, where status and sum do not fit one word: the status is released
// and acquired, the two sums, aggregate and prefix, are plain words of their own.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 32;

enum Status { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };
struct Descriptor {
    int status;
    long long aggregate,
        prefix; // words apart, as one tile may read the first while another writes the second
};
using SharedStatus = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ long long look_back(Descriptor* descriptors, int tile) {
    long long sum = 0;
    while (--tile >= 0) {
        Descriptor& d = descriptors[tile];
        int status;
        do status = SharedStatus(d.status).load(cuda::memory_order_acquire);
        while (status == EMPTY);
        sum += status == PREFIX ? d.prefix : d.aggregate;
        if (status == PREFIX) break;
    }
    return sum;
}

__global__ void sums_of_tiles(const int* input, long long* output, Descriptor* descriptors, int* tickets) {
    if (threadIdx.x != 0) return;
    const int tile = atomicAdd(tickets, 1);
    Descriptor& own = descriptors[tile];

    long long sum = 0;
    for (int k = 0; k < BLOCK; ++k) sum += input[tile * BLOCK + k] * 10'000'000'000LL;
    own.aggregate = sum;
    SharedStatus(own.status).store(AGGREGATE, cuda::memory_order_release);

    sum += look_back(descriptors, tile);
    own.prefix = sum;
    SharedStatus(own.status).store(PREFIX, cuda::memory_order_release);
    output[tile] = sum;
}

int main() {
    constexpr int tiles = 40;
    const RandomNumbers input(tiles * BLOCK);
    const DeviceArray<long long> output(tiles);
    const DeviceArray<Descriptor> descriptors(tiles);
    const DeviceArray<int> tickets(1);
    descriptors.clear();
    tickets.clear();
    sums_of_tiles<<<tiles, BLOCK>>>(input.get(), output.get(), descriptors.get(), tickets.get());
    finish();
    return verdict(output, [sum = 0LL](int tile) mutable {
        for (int k = 0; k < BLOCK; ++k) sum += random_number(tile * BLOCK + k) * 10'000'000'000LL;
        return sum;
    });
}
