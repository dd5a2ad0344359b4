#include "numbers/numbers.hpp"

#include <cuda_runtime.h>
#include <vector>

#ifdef __CUDACC__
#error "nvcc compiles no CUDA in a .cpp file"
#endif

int main() {
    std::vector<int> values(1000);
    for (int i = 0; i < 1000; ++i) values[i] = i;
    const bool is_right = scaled_total(values.data(), 1000) == expected_total(values.data(), 1000);
    return is_right && cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
