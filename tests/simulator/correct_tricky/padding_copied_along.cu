// Structs with padding are set member by member, and then copied whole: by assignment, by value, and by
// memcpy(). Nobody has written the padding, nor needs it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Record {
    char kind;
    double weight;
    short count;
};

__device__ double weight_of(Record r) { return r.kind * r.weight + r.count; }

__global__ void copy_records(Record* records, double* output) {
    __shared__ Record tile[BLOCK];
    const int t = threadIdx.x;
    Record own;
    own.kind = static_cast<char>(t % 3);
    own.weight = 0.5 * t;
    own.count = static_cast<short>(t);
    tile[t] = own;
    __syncthreads();
    memcpy(&records[t], &tile[BLOCK - 1 - t], sizeof(Record));
    output[t] = weight_of(records[t]);
}

int main() {
    const DeviceArray<Record> records(BLOCK);
    const DeviceArray<double> output(BLOCK);
    copy_records<<<1, BLOCK>>>(records.get(), output.get());
    finish();
    return verdict(output, [](int i) {
        const int t = BLOCK - 1 - i;
        return t % 3 * 0.5 * t + t;
    });
}
