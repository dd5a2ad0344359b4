// Lesson 04, eight numbers: eight lanes of a warp make their scan by shuffles. You write a step of it.
//
//     ./scanlab check eight_lanes
#include <scanlab/eight_numbers.cuh>

/// One block of 8 threads. After each step they copy their sums to the next row, for the host to print.
__global__ void scan_of_eight(const int* numbers, int* rows) {
    const int t = threadIdx.x; // and so the lane
    int sum = numbers[t];

    for (int distance = 1; distance < 8; distance *= 2) {
        // BEGIN SOLUTION get the sum of the lane `distance` to the left, by __shfl_up_sync(0xff, …, …).
        //| 0xff names lanes 0 to 7, which all have to take part. Which of them add what they get?
        const int left = __shfl_up_sync(0xff, sum, distance);
        if (t >= distance) sum += left;
        // END SOLUTION
        rows[t] = sum;
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
