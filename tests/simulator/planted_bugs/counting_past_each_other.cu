// Two blocks that keep each other busy: one counts in twos until it is told to stop, the other tells it
// to when the count is 9. Both are at work for ever, and none gets anywhere.
#include "../corpus/device.cuh"

__global__ void count_and_watch(int* count, int* stop) {
    if (blockIdx.x == 0) {
        while (atomicAdd(stop, 0) == 0) // finds: timeout
            atomicAdd(count, 2);        // finds: timeout
    } else {
        while (atomicAdd(count, 0) != 9) { // finds: timeout
        }
        atomicExch(stop, 1);
    }
}

int main() {
    const DeviceArray<int> count(1), stop(1);
    count.clear();
    stop.clear();
    count_and_watch<<<2, 1>>>(count.get(), stop.get());
    finish();
}
