// A transposition takes the height of its matrix for the width. What looks at the result ends the program.
#include "../corpus/device.cuh"

#include <cstdlib>

constexpr int WIDTH = 8, HEIGHT = 4;

__global__ void transpose(const int* input, int* output) {
    const int column = static_cast<int>(threadIdx.x), row = static_cast<int>(threadIdx.y);
    output[column * HEIGHT + row] = input[row * HEIGHT + column];
}

/// Whether each element is where it should be.
bool is_transposed() {
    const RandomNumbers input(WIDTH * HEIGHT);
    const DeviceArray<int> output(WIDTH * HEIGHT);
    transpose<<<1, dim3(WIDTH, HEIGHT)>>>(input.get(), output.get());
    finish();
    for (int row = 0; row < HEIGHT; ++row)
        for (int column = 0; column < WIDTH; ++column)
            if (output[column * HEIGHT + row] != random_number(row * WIDTH + column)) return false;
    return true;
}

int main() {
    if (!is_transposed()) std::exit(1); // finds: warning wrong-result
}
