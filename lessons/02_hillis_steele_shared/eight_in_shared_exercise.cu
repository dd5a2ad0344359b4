// Lesson 02, eight numbers: eight threads make their scan in shared memory. You write a step of it.
//
//     ./scanlab check eight_in_shared
#include <scanlab/eight_numbers.cuh>

/// One block of 8 threads. After each step they copy their sums to the next row, for the host to print.
__global__ void scan_of_eight(const int* numbers, int* rows) {
    __shared__ int sums[8];
    const int t = threadIdx.x;
    sums[t] = numbers[t];
    __syncthreads();

    for (int distance = 1; distance < 8; distance *= 2) {
        // TODO: add to sums[t] the element `distance` to the left of it, where there is one.
        //       All threads have to read before any of them writes, and to write before the next
        //       step reads.
        rows[t] = sums[t];
        rows += 8;
    }
}

int main(int argc, char** argv) {
    int* numbers = device_array(eight_numbers(argc, argv));
    int* rows = device_array(24);
    print_eight("numbers", numbers);
    scan_of_eight<<<1, 8>>>(numbers, rows);
    print_steps(rows);
    check("cudaFree", cudaFree(numbers));
    check("cudaFree", cudaFree(rows));
    return 0;
}
