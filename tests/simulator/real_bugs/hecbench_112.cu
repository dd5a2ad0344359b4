// A box filter goes down the columns of a picture. It reads a radius below the last row.
#include "../corpus/device.cuh"

constexpr int RADIUS = 3;

__global__ void filter_columns(const int* picture, int* output, int width, int height) {
    const int x = static_cast<int>(threadIdx.x);
    for (int y = 0; y < height; ++y) {
        int sum = 0;
        for (int dy = -RADIUS; dy <= RADIUS; ++dy)
#ifdef FIXED
            if (y + dy >= 0 && y + dy < height)
#else
            if (y + dy >= 0)
#endif
                sum += picture[(y + dy) * width + x]; // finds: out-of-bounds
        output[y * width + x] = sum;
    }
}

int main() {
    constexpr int width = 20, height = 10;
    const RandomNumbers picture(width * height);
    const DeviceArray<int> output(width * height);
    filter_columns<<<1, width>>>(picture.get(), output.get(), width, height);
    finish();
}
