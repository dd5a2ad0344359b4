// A thread returns if its column is greater than the number of columns, but not if it is equal.
#include "../corpus/device.cuh"

__global__ void add_diagonal(const int* matrix, int* vector, int rows, int columns) {
    const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
#ifdef FIXED
    if (column >= columns) return;
#else
    if (column > columns) return;
#endif
    int sum = 0;
    for (int row = 0; row < rows; ++row) sum += matrix[row * columns + column]; // finds: out-of-bounds
    vector[column] = sum;                                                       // finds: out-of-bounds
}

int main() {
    constexpr int rows = 3, columns = 50;
    const RandomNumbers matrix(rows * columns);
    const DeviceArray<int> vector(columns);
    add_diagonal<<<2, 32>>>(matrix.get(), vector.get(), rows, columns);
    finish();
}
