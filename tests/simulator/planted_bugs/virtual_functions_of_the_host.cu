// Objects with virtual functions are constructed on one side and used on the other.
// every marked place has to be found
#include "../corpus/device.cuh"

#include <new>

struct Shape {
    __host__ __device__ virtual int area() const { return 0; }
};
struct Square : Shape {
    int side;
    __host__ __device__ explicit Square(int s) : side(s) {}
    __host__ __device__ int area() const override { return side * side; }
};
struct Plain : Shape {}; // whose constructor the compiler makes up

__global__ void areas(const Shape* of_host, const Shape* copied, int* out, Square* place) {
    const Square own(3);
    const Shape& shape = own;
    out[0] = of_host->area(); // finds: out-of-bounds
    out[1] = copied->area();  // finds: out-of-bounds
    out[2] = shape.area();    // an object of the device's
    new (place) Square(4);
}

int main() {
    Square* managed = nullptr;
    check(cudaMallocManaged(&managed, 2 * sizeof *managed));
    new (managed) Square(2);
    const Plain plain;
    const DeviceArray<Plain> copy(1);
    check(cudaMemcpy(copy.get(), &plain, sizeof plain, cudaMemcpyHostToDevice));
    const DeviceArray<int> out(3);
    areas<<<1, 1>>>(managed, copy.get(), out.get(), managed + 1);
    finish();
    const Shape* const of_device = managed + 1;
    std::printf("%d\n", of_device->area()); // finds: out-of-bounds
    check(cudaFree(managed));
}
