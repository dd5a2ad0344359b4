// A product of two matrices of 8 × 8 elements, of which one is said to have columns of 9.
#include <cublas_v2.h>
#include <vector>

int main() {
    const int n = 8;
    const std::vector<float> ones(n * n, 1);
    float *a, *b, *c;
    for (float** array : {&a, &b, &c}) cudaMalloc(array, n * n * sizeof(float));
    cublasHandle_t handle;
    cublasCreate(&handle);
    cublasSetMatrix(n, n, sizeof(float), ones.data(), n, a, n);
    cublasSetMatrix(n, n, sizeof(float), ones.data(), n, b, n);
    const float one = 1, zero = 0;
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n + 1, b, n, &zero, c, n);
    cublasDestroy(handle);
    for (float* array : {a, b, c}) cudaFree(array);
}
