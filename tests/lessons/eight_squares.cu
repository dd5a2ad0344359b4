// What the first line of lesson 00 is to do: its page shows a table of this run.
#include <scanlab/check.cuh>

#include <array>
#include <numeric>

__global__ void square(const int* in, int* out) {
    const int i = threadIdx.x;
    out[i] = in[i] * in[i];
}

int main() {
    std::array<int, 8> numbers{};
    std::iota(numbers.begin(), numbers.end(), 1);
    int *in = nullptr, *out = nullptr;
    check("cudaMalloc", cudaMalloc(&in, sizeof numbers));
    check("cudaMalloc", cudaMalloc(&out, sizeof numbers));
    check("copy in", cudaMemcpy(in, numbers.data(), sizeof numbers, cudaMemcpyHostToDevice));
    square<<<1, 8>>>(in, out);
    check("launch", cudaGetLastError());
    check("copy out", cudaMemcpy(numbers.data(), out, sizeof numbers, cudaMemcpyDeviceToHost));
    check("cudaFree", cudaFree(in));
    check("cudaFree", cudaFree(out));
    return numbers.back() == 64 ? 0 : 1;
}
