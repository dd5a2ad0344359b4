// C = A B with square tiles, two-dimensional blocks, row-major Matrix structs passed by value.
#include <cmath>
#include <iostream>
#include <vector>

#define BLOCK_SIZE 16

typedef struct {
    int width, height, stride;
    float* elements;
} Matrix;

__device__ float GetElement(const Matrix A, int row, int col) { return A.elements[row * A.stride + col]; }
__device__ void SetElement(Matrix A, int row, int col, float value) { A.elements[row * A.stride + col] = value; }
__device__ Matrix GetSubMatrix(Matrix A, int row, int col) {
    Matrix Asub;
    Asub.width = Asub.height = BLOCK_SIZE;
    Asub.stride = A.stride;
    Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
    return Asub;
}

__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C) {
    const int blockRow = blockIdx.y, blockCol = blockIdx.x, row = threadIdx.y, col = threadIdx.x;
    Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0;
    for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
        Matrix Asub = GetSubMatrix(A, blockRow, m), Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE], Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e) Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}

static Matrix upload(const std::vector<float>& values, int width, int height) {
    Matrix m = {width, height, width, nullptr};
    cudaMalloc(&m.elements, values.size() * sizeof(float));
    cudaMemcpy(m.elements, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
    return m;
}

int main() {
    const int n = 48, k = 32, m = 64; // A is n x k, B is k x m
    std::vector<float> a(n * k), b(k * m), c(n * m, -1);
    for (int i = 0; i < n * k; ++i) a[i] = float(i % 7) - 3;
    for (int i = 0; i < k * m; ++i) b[i] = float(i % 5) - 2;

    Matrix A = upload(a, k, n), B = upload(b, m, k), C = upload(c, m, n);
    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE), dimGrid(m / dimBlock.x, n / dimBlock.y);
    MatMulKernel<<<dimGrid, dimBlock>>>(A, B, C);
    cudaMemcpy(c.data(), C.elements, c.size() * sizeof(float), cudaMemcpyDeviceToHost);

    bool ok = cudaGetLastError() == cudaSuccess;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j) {
            float sum = 0;
            for (int e = 0; e < k; ++e) sum += a[i * k + e] * b[e * m + j];
            ok = ok && std::fabs(sum - c[i * m + j]) < 1e-3f;
        }
    for (Matrix matrix : {A, B, C}) cudaFree(matrix.elements);
    std::cout << (ok ? "PASSED" : "FAILED") << std::endl;
    return ok ? 0 : 1;
}
