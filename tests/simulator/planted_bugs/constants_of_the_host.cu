// Kernels read string literals and tables by pointers that the host has made. The host's are others, although device code has
// equal ones.
// every marked place has to be found
#include "../corpus/device.cuh"

struct Options {
    const char* name;
    const int* table;
};

const int squares[4] = {0, 1, 4, 9};

__host__ __device__ const char* unit() { return "ms"; }

struct Label {
    const char* text;
    __host__ __device__ Label() : text("time") {}
};

__device__ int length(const char* text) {
    int n = 0;
    while (text[n] != '\0') ++n; // finds: out-of-bounds
    return n;
}

__global__ void read(const char* argument, Options options, Label label, const char* of_both, int* out) {
    constexpr int own[4] = {0, 1, 4, 9};
    const char* const mine = "blocks";
    out[0] = argument[0];                // finds: out-of-bounds
    out[1] = options.name[threadIdx.x];  // finds: out-of-bounds
    out[2] = options.table[threadIdx.x]; // finds: out-of-bounds
    out[3] = *label.text;                // finds: out-of-bounds
    out[4] = of_both[1];                 // finds: out-of-bounds
    out[5] = length(argument);
    out[6] = own[threadIdx.x] + mine[threadIdx.x] + unit()[threadIdx.x] + *Label().text;
}

int main() {
    static const int cubes[2] = {0, 1};
    const DeviceArray<int> out(8);
    read<<<1, 1>>>("blocks", Options{"threads", squares}, Label(), unit(), out.get());
    finish();
    std::printf("%d %s\n", cubes[out.size() % 2], Label().text);
}
