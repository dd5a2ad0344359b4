// Lesson 01, eight numbers: three launches make their scan, and each prints what it has written.
// The kernel is done. You write the launches.
//
//     ./scanlab check three_launches
#include <scanlab/eight_numbers.cuh>

#include <utility>

/// Thread i adds to its element the one `distance` to the left of it, where there is one.
__global__ void step(const int* from, int* to, int distance) {
    const int i = threadIdx.x;
    to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
}

int main(int argc, char** argv) {
    int* from = device_array(eight_numbers(argc, argv));
    int* to = device_array(8);
    print_eight("numbers", from);

    // BEGIN SOLUTION three launches of step, of 8 threads each, with the distances 1, 2 and 4.
    //| After each launch, call print_eight("step", to). The next launch reads the array that this
    //| one has written.
    for (int distance = 1; distance < 8; distance *= 2) {
        step<<<1, 8>>>(from, to, distance);
        print_eight("step", to);
        std::swap(from, to);
    }
    // END SOLUTION

    print_eight("sums", from); // the array that the next step would read
    check("cudaFree", cudaFree(from));
    check("cudaFree", cudaFree(to));
    return 0;
}
