// Lesson 00, your first line: each thread squares one element of `in`. All else is done.
#include <scanlab/check.cuh>

#include <numeric>
#include <vector>

__global__ void square(const int* in, int* out) {
    const int i = threadIdx.x; // this thread's index, 0 to 7
    // TODO: make it the square of in[i].
    out[i] = 0;
}

int main() {
    std::vector<int> numbers(8), squares(8);
    std::iota(numbers.begin(), numbers.end(), 1); // 1, 2, 3, … 8

    int *in = nullptr, *out = nullptr;
    check("cudaMalloc", cudaMalloc(&in, sizeof(int[8])));
    check("cudaMalloc", cudaMalloc(&out, sizeof(int[8])));
    check("copy in", cudaMemcpy(in, numbers.data(), sizeof(int[8]), cudaMemcpyHostToDevice));
    square<<<1, 8>>>(in, out); // one block of 8 threads
    check("launch", cudaGetLastError());
    check("copy out", cudaMemcpy(squares.data(), out, sizeof(int[8]), cudaMemcpyDeviceToHost));
    check("cudaFree", cudaFree(in));
    check("cudaFree", cudaFree(out));

    for (const int square : squares) std::printf("%d ", square);
    const bool right = squares == std::vector{1, 4, 9, 16, 25, 36, 49, 64};
    std::printf(right ? "\nRight: eight threads, eight squares.\n"
                      : "\nThese are not the squares yet.\n");
    return right ? 0 : 1;
}
