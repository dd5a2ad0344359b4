// A struct with padding between its members, copied as a whole:
// the padding was never written, and nobody looks at it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Record {
    char key;
    double value;
    short rank;
};

__global__ void make(const int* input, Record* records) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    records[i].key = static_cast<char>(input[i]);
    records[i].value = input[i] / 4.0;
    records[i].rank = static_cast<short>(threadIdx.x);
}

__global__ void reverse(const Record* records, Record* reversed) {
    __shared__ Record tile[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    tile[threadIdx.x] = records[i];
    __syncthreads();
    reversed[i] = tile[BLOCK - 1 - threadIdx.x];
}

int main() {
    constexpr int n = 4 * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<Record> records(n), reversed(n);
    make<<<4, BLOCK>>>(input.get(), records.get());
    reverse<<<4, BLOCK>>>(records.get(), reversed.get());
    finish();
    for (int i = 0; i < n; ++i) {
        const Record r = reversed[i];
        const int rank = BLOCK - 1 - i % BLOCK, number = random_number(i / BLOCK * BLOCK + rank);
        if (r.key != number || r.value != number / 4.0 || r.rank != rank) return 1;
    }
    return 0;
}
