// A thread clears its row of a table, and takes the number of bytes for that of elements.
#include "../corpus/device.cuh"

constexpr int ROWS = 8, COLUMNS = 16;

__global__ void clear_rows(int* table, int bytes) {
    int* const row = table + threadIdx.x * COLUMNS;
    memset(row, 0, bytes * sizeof(int)); // finds: out-of-bounds, maybe race-global
}

int main() {
    const DeviceArray<int> table(ROWS * COLUMNS);
    clear_rows<<<1, ROWS>>>(table.get(), COLUMNS * sizeof(int));
    finish();
}
