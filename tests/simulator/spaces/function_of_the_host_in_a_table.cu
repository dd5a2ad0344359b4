// What a thread calls through a table of virtual functions is known only when it runs. (nvcc refuses this program, because the two
// functions are marked differently. Of a function without a body the simulator does not know the marks.)
#include "../corpus/device.cuh"

#include <new>

struct Shape {
    __device__ virtual int area() const = 0;
};
struct Square : Shape {
    int side;
    __device__ explicit Square(int s) : side(s) {}
    int area() const override { return side * side; }
};

__global__ void measure(void* place, int* area) {
    const Shape* const shape = new (place) Square(3);
    *area = shape->area(); // finds out-of-bounds: .* by an address of the host's
}

int main() {
    const DeviceArray<Square> place(1);
    const DeviceArray<int> area(1);
    measure<<<1, 1>>>(place.get(), area.get());
    finish();
}
