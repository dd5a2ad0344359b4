// What is wrong in a call of cuBLAS is found, and its line is the call's.
#include <cublas_v2.h>
#include <vector>

int main() {
    const int n = 8;
    const std::vector<float> host(n * n, 1);
    float *a, *b, *c, *unset, *managed;
    for (float** array : {&a, &b, &c}) {
        cudaMalloc(array, n * n * sizeof(float));
        cudaMemcpy(*array, host.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    }
    cudaMalloc(&unset, n * n * sizeof(float));
    cudaMallocManaged(&managed, n * sizeof(float));
    cublasHandle_t handle;
    cublasCreate(&handle);
    cudaStream_t one, other;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    const float by = 1, zero = 0;
    const cublasOperation_t plain = CUBLAS_OP_N;

    // Two streams without an order.
    cublasSetStream(handle, one);
    cublasSaxpy(handle, n, &by, a, 1, c, 1); // finds race-stream: .*`cublasSaxpy\(\)` .*`cublasSscal\(\)` writes it in line 28
    cublasSetStream(handle, other);
    cublasSscal(handle, n, &by, a, 1);
    cudaDeviceSynchronize();

    // The host does not wait.
    cublasSaxpy(handle, n, &by, b, 1, managed, 1); // finds uninitialized: A thread reads `managed\[0\]`
    cudaDeviceSynchronize();
    cublasSscal(handle, n, &by, managed, 1);
    const float first = managed[0]; // finds race-host: .*`managed
    cudaDeviceSynchronize();

    // An input that was never set; of a product with beta = 0, the output need not be.
    cublasSgemm(handle, plain, plain, n, n, n, &by, b, n, b, n, &zero, unset, n);
    cudaDeviceSynchronize();
    cudaFree(unset);
    cudaMalloc(&unset, n * n * sizeof(float));
    cublasSgemv(handle, plain, n, n, &by, unset, n, b, 1, &zero, c, 1); // finds uninitialized: A thread reads `unset\[0\]`
    cudaDeviceSynchronize();

    // lda is too large.
    cublasSgemm(handle, plain, plain, n, n, n, &by, b, n + 1, b, n, &zero, c, n); // finds out-of-bounds: A thread reads `array\[64\]`
    cudaDeviceReset();
    return first == 99;
}
