// Threads copy rows of six into a table whose rows are five apart.
#include "../corpus/device.cuh"

constexpr int ROWS = 64, LENGTH = 6, PITCH = 5;

__global__ void copy_rows(const int* rows, int* table) {
    const int t = threadIdx.x;
    memcpy(table + t * PITCH, rows + t * LENGTH, LENGTH * sizeof(int)); // finds: race-global
}

int main() {
    const RandomNumbers rows(ROWS * LENGTH);
    const DeviceArray<int> table(ROWS * LENGTH);
    copy_rows<<<1, ROWS>>>(rows.get(), table.get());
    finish();
}
