// A thread may change its parameters: they are its own copies. Copying and destroying an argument are
// the host's business, and no other copy of it than the kernel's is made.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

struct Range {
    const int* begin;
    int size;
    int* copies; ///< on the host
    Range(const int* begin_, int size_, int* copies_) : begin(begin_), size(size_), copies(copies_) {}
    Range(const Range& other) : begin(other.begin), size(other.size), copies(other.copies) { ++*copies; }
    ~Range() { *copies += 10; }
};

__global__ void add_up_from(Range range, int* output, int i) {
    i += threadIdx.x;
    int sum = 0;
    for (range.begin += i, range.size -= i; range.size > 0; --range.size) sum += *range.begin++;
    output[threadIdx.x] = sum;
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    int copies = 0;
    {
        const Range range(input.get(), BLOCK, &copies);
        add_up_from<<<1, BLOCK>>>(range, output.get(), 0);
        finish();
        if (copies != 11) return 1;
    }
    return verdict(output, [](int i) {
        int sum = 0;
        for (int k = i; k < BLOCK; ++k) sum += random_number(k);
        return sum;
    });
}
