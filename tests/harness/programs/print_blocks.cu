// A block scan that prints which block begins, and what it is given first: to see orders and inputs.
#include "scanlab/lesson.hpp"

#include <cstdio>

__global__ void scan_blocks(const int* input, int* output, long long n) {
    const long long first = static_cast<long long>(blockIdx.x) * blockDim.x;
    if (threadIdx.x > 0 || first >= n) return;
    printf("block %u begins with %d\n", blockIdx.x, input[first]);
    unsigned sum = 0;
    for (long long i = first; i < n && i < first + blockDim.x; ++i) {
        sum += static_cast<unsigned>(input[i]);
        output[i] = static_cast<int>(sum);
    }
}

template <int BLOCK>
struct PrintBlocks {
    static void launch(const scanlab::Problem& p) {
        const auto blocks = static_cast<unsigned>((p.n + BLOCK - 1) / BLOCK);
        scan_blocks<<<blocks, BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<PrintBlocks>(
        {.number = 2, .name = "print_blocks", .title = "Prints blocks", .scope = scanlab::Scope::block},
        argc, argv);
}
