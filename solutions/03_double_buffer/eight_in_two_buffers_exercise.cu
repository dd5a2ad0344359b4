// Lesson 03, eight numbers: eight threads make their scan in two buffers that change roles.
// You write a step of it.
//
//     ./scanlab check eight_in_two_buffers
#include <scanlab/eight_numbers.cuh>

/// One block of 8 threads. After each step they copy their sums to the next row, for the host to print.
__global__ void scan_of_eight(const int* numbers, int* rows) {
    __shared__ int buffers[2][8];
    const int t = threadIdx.x;
    int current = 0; // the buffer that has the sums
    buffers[current][t] = numbers[t];
    __syncthreads();

    for (int distance = 1; distance < 8; distance *= 2) {
        // BEGIN SOLUTION read from buffers[current], write every element of the other buffer, and make
        //| that one the current one. One barrier is enough. Where?
        const int* from = buffers[current];
        buffers[1 - current][t] = t >= distance ? from[t] + from[t - distance] : from[t];
        current = 1 - current;
        __syncthreads();
        // END SOLUTION
        rows[t] = buffers[current][t];
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
