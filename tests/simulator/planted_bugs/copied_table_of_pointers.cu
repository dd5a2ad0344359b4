// The host copies a table of its own pointers to the device: the table is there, but what it points to is not.
#include "../corpus/device.cuh"

constexpr int N = 3;
__constant__ const char* names[N];

__global__ void initials(char* out) {
    const char* const name = names[threadIdx.x];
    out[threadIdx.x] = name[0]; // finds: out-of-bounds
}

int main() {
    const char* const of_host[N] = {"add", "scan", "sort"};
    check(cudaMemcpyToSymbol(names, of_host, sizeof of_host));
    const DeviceArray<char> out(N);
    initials<<<1, N>>>(out.get());
    finish();
}
