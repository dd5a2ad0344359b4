// A matrix of eight rows and four columns, as a variable of the device, with its indices the wrong way
// round: never outside of the matrix, mostly outside of the row.
#include "../corpus/device.cuh"

constexpr int ROWS = 8, COLUMNS = 4;

__device__ int matrix[ROWS][COLUMNS];

__global__ void fill() {
    const int row = threadIdx.x / COLUMNS, column = threadIdx.x % COLUMNS;
    matrix[column][row] = threadIdx.x; // finds: out-of-bounds, maybe race-global
}

int main() {
    fill<<<1, ROWS * COLUMNS>>>();
    finish();
}
