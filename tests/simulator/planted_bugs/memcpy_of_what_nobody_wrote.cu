// Each thread fetches the row before its own by memcpy(); the first one's predecessor is there, but
// empty.
#include "../corpus/device.cuh"

constexpr int ROWS = 32, LENGTH = 6;

__global__ void fill(int* rows) {
    for (int k = 0; k < LENGTH; ++k) rows[(threadIdx.x + 1) * LENGTH + k] = threadIdx.x / 3;
}

__global__ void add_rows(const int* rows, int* output) {
    int row[LENGTH], sum = 0;
    memcpy(row, rows + threadIdx.x * LENGTH, sizeof row); // finds: uninitialized
    for (int k = 0; k < LENGTH; ++k) sum += row[k];       // finds: maybe uninitialized
    output[threadIdx.x] = sum;
}

int main() {
    const DeviceArray<int> rows((ROWS + 1) * LENGTH), output(ROWS);
    fill<<<1, ROWS>>>(rows.get());
    add_rows<<<1, ROWS>>>(rows.get(), output.get());
    finish();
}
