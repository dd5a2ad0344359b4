// Addresses of functions, and objects with virtual functions, each of them made and used on the same side.
#include "../corpus/device.cuh"

#include <new>

using Function = int (*)(int);

__device__ int twice(int n) { return 2 * n; }
__host__ __device__ int negated(int n) { return -n; }

__device__ Function first = twice;
__device__ const Function table[2] = {twice, negated};
const Function of_host[1] = {negated};

struct Step {
    Function function;
    __host__ __device__ explicit Step(Function f = negated) : function(f) {}
};

struct Shape {
    __host__ __device__ virtual int area() const { return 0; }
};
struct Square : Shape {
    int side;
    __host__ __device__ explicit Square(int s) : side(s) {}
    __host__ __device__ int area() const override { return side * side; }
};
struct Base {
    int base = 1;
    __host__ __device__ virtual int size() const { return base; }
};
struct Left : virtual Base {};
struct Right : virtual Base {};
struct Both : Left, Right {
    __host__ __device__ int size() const override { return base + 1; }
};

__host__ __device__ int area_of(const Shape& shape) { return shape.area(); }
__host__ __device__ int size_of(const Base& object) { return object.size(); }

__global__ void apply(Function of_symbol, Square* place, int* out) {
    const Function lambda = [](int n) { return n + 1; };
    const Step step, other{table[0]};
    new (place) Square(5);
    out[0] = of_symbol(1) + first(2) + table[1](3);
    out[1] = lambda(4) + step.function(5) + other.function(6);
    out[2] = area_of(*place) + area_of(Square(2)) + size_of(Both());
}

int main() {
    const DeviceArray<Square> place(1);
    const DeviceArray<int> out(3);
    Function f = nullptr;
    check(cudaMemcpyFromSymbol(&f, first, sizeof f));
    apply<<<1, 1>>>(f, place.get(), out.get());
    finish();
    const Function own = negated;
    const bool is_right =
        own == of_host[0] && own == Step().function && of_host[0](2) == -2 && area_of(Square(3)) == 9 && size_of(Both()) == 2;
    return verdict(out, [](int i) { return i == 0 ? 3 : i == 1 ? 12 : 31; }) || !is_right;
}
