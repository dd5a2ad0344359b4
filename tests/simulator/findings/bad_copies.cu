// Copies and fills that cannot be right.
#include <cuda_runtime.h>

__device__ int table[4];

int main() {
    int h[100] = {}, *d_in = nullptr, *d_out = nullptr;
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemset(d_in, 0, sizeof h);
    cudaMemset(d_out, 0, sizeof h);

    constexpr auto up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
    cudaMemcpy(d_in, h, 404, up);          // finds bad-copy: This call writes 404 bytes to `d_in`, which has only 400[.]
    cudaMemcpy(h, d_in + 1, 400, down);    // finds bad-copy: .*reads 400 .* only 400, and 396 of them
    cudaMemcpy(d_in, h, 400, down);        // finds bad-copy: .*destination is device memory .`d_in`. and
    cudaMemcpy(h, d_in, 400, up);          // finds bad-copy: .*destination is host memory and the
    cudaMemcpy(h, h, 400, up);             // finds bad-copy: .*the destination is host memory[.]$
    cudaMemcpy(d_in + 100, h, 4, up);      // finds bad-copy: .*is just past the end of `d_in`
    cudaMemcpyAsync(nullptr, h, 4, up);    // finds bad-copy: The destination of this call is a null pointer
    cudaMemcpy(d_in, d_out, 400, up);      // finds warning: bad-copy: .*both pointers lead to device memory
    cudaMemset(d_out, 0, 401);             // finds bad-copy: This call writes 401 bytes to `d_out`, which has only 400
    cudaMemset(h, 0, 400);                 // finds bad-copy: .*host memory, which `cudaMemset..` cannot set
    cudaMemcpyToSymbol(table, h, 20);      // finds bad-copy: The variable has 16 bytes.*20 from byte 0
    cudaMemcpyFromSymbol(h, table, 8, 12); // finds bad-copy: .*copies 8 from byte 12 on

    constexpr auto across = cudaMemcpyDeviceToDevice;
    cudaMemcpy(d_in + 1, d_in, 40, across);             // finds bad-copy: Source and destination of this copy overlap
    cudaMemcpy2D(d_in + 9, 40, d_in, 40, 8, 3, across); // finds bad-copy: .* overlap
    cudaMemcpy2D(d_in, 40, h, 8, 40, 2, up);            // finds bad-copy: Rows of 40 .* pitch of 8

    // These are as they should be.
    cudaMemcpy(d_in + 50, d_in, 200, across);
    cudaMemcpy2D(d_in + 5, 40, d_in, 40, 20, 5, across); // the left half to the right half
    cudaMemcpyToSymbol(table, h, 4, 12);
    cudaMemcpy(h, d_in, 400, cudaMemcpyDefault);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
