// A pointer to rows, which moves on row by row, over a global array that has none.
#include "../corpus/device.cuh"

constexpr int ROWS = 6, COLUMNS = 32;

__global__ void sum_columns(const int* input, int* output) {
    using Row = const int[COLUMNS];
    Row* row = reinterpret_cast<Row*>(input);
    Row* const end = row + ROWS;
    int sum = 0;
    for (; row != end; ++row) sum += (*row)[threadIdx.x];
    output[threadIdx.x] = sum + end[-1][threadIdx.x];
}

int main() {
    const RandomNumbers input(ROWS * COLUMNS);
    const DeviceArray<int> output(COLUMNS);
    sum_columns<<<1, COLUMNS>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int column) {
        int sum = random_number((ROWS - 1) * COLUMNS + column);
        for (int row = 0; row < ROWS; ++row) sum += random_number(row * COLUMNS + column);
        return sum;
    });
}
