// Bit fields in fresh memory: setting one reads the word that holds them all, and keeps what nobody has
// written yet.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Cell {
    unsigned state : 2, owner : 14, value : 16;
};

__global__ void fill(Cell* cells) {
    __shared__ Cell tile[BLOCK];
    const int t = threadIdx.x;
    tile[t].state = t % 4;
    tile[t].owner = t;
    tile[t].value = 3 * t;
    cells[t].value = 3 * t;
    cells[t].owner = tile[t].owner;
    cells[t].state = tile[t].state;
}

__global__ void sum(const Cell* cells, int* output) {
    const Cell cell = cells[threadIdx.x];
    output[threadIdx.x] = cell.state + cell.owner + cell.value;
}

int main() {
    const DeviceArray<Cell> cells(BLOCK);
    const DeviceArray<int> output(BLOCK);
    fill<<<1, BLOCK>>>(cells.get());
    sum<<<1, BLOCK>>>(cells.get(), output.get());
    finish();
    return verdict(output, [](int t) { return t % 4 + 4 * t; });
}
