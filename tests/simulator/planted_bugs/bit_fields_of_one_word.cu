// Two threads set different bits of the same word: bit fields are read and written together.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Flags {
    unsigned is_head : 1, is_tail : 1, rest : 30;
};

__global__ void mark(Flags* flags) {
    if (threadIdx.x == 0) flags[blockIdx.x].is_head = 1;  // finds: race-global
    if (threadIdx.x == 32) flags[blockIdx.x].is_tail = 1; // finds: race-global
}

int main() {
    const DeviceArray<Flags> flags(2);
    flags.clear();
    mark<<<2, BLOCK>>>(flags.get());
    finish();
}
