// A sequence lock: the writer makes its number odd, writes, and makes it even again. A reader takes what it has read
// only if the number before and after is the same and even, so no order is missing between what the two do meanwhile.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int WORDS = 3;
struct Record {
    unsigned number, words[WORDS];
};
using Atomic = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ void fence() { cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device); }

__device__ void write(Record& record, unsigned value) {
    Atomic number(record.number);
    number.store(number.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_relaxed);
    fence();
    for (unsigned& word : record.words) Atomic(word).store(value, cuda::memory_order_relaxed);
    fence();
    number.store(number.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_relaxed);
}

__device__ bool read(Record& record, unsigned (&copy)[WORDS]) {
    Atomic number(record.number);
    const unsigned before = number.load(cuda::memory_order_relaxed);
    fence();
    for (int i = 0; i < WORDS; ++i) copy[i] = Atomic(record.words[i]).load(cuda::memory_order_relaxed);
    fence();
    return number.load(cuda::memory_order_relaxed) == before && before % 2 == 0;
}

__global__ void exchange(Record* record, int* torn) {
    if (threadIdx.x != 0) return;
    for (unsigned i = 1; i <= 8; ++i) {
        if (blockIdx.x == 0) {
            write(*record, i);
        } else {
            unsigned copy[WORDS];
            const bool is_valid = read(*record, copy);
            if (is_valid && (copy[0] != copy[1] || copy[0] != copy[2])) atomicAdd(torn, 1);
        }
    }
}

int main() {
    const DeviceArray<Record> record(1);
    const DeviceArray<int> torn(1);
    record.clear();
    torn.clear();
    exchange<<<4, 32>>>(record.get(), torn.get());
    finish();
    return torn[0] == 0 && record[0].number == 16 ? 0 : 1;
}
