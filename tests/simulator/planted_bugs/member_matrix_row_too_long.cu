// Three by three rotations are applied to points with a fourth component, which comes from the next
// row.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Rotation {
    int m[3][3];
};

__global__ void rotate(const Rotation* rotation, const int4* points, int* output) {
    const int4 p = points[threadIdx.x];
    const int coordinates[4] = {p.x, p.y, p.z, p.w};
    int sum = 0;
    for (int k = 0; k < 4; ++k) sum += rotation->m[0][k] * coordinates[k]; // finds: out-of-bounds
    output[threadIdx.x] = sum;
}

int main() {
    const DeviceArray<Rotation> rotation(1);
    const DeviceArray<int4> points(BLOCK);
    const DeviceArray<int> output(BLOCK);
    rotation.clear();
    points.clear();
    rotate<<<1, BLOCK>>>(rotation.get(), points.get(), output.get());
    finish();
}
