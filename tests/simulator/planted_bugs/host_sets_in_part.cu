// The host leaves out members of arguments, and elements of what it copies or shares with the device.
// every marked place has to be found
#include "../corpus/device.cuh"

#include <cstdlib>

constexpr int LANES = 32;

struct Shape {
    int count, stride;
};
__global__ void spread(Shape shape, int* output) {
    const int i = static_cast<int>(threadIdx.x);
    if (i < shape.count) output[i] = shape.stride > 0 ? i : -i; // finds: uninitialized
}

struct Parameters {
    int count;
    float scale, offset, weights[4];
    float* output;
};
__global__ void scale(Parameters p) {
    const int i = static_cast<int>(threadIdx.x);
    if (i < p.count) p.output[i] = static_cast<float>(i) * p.scale + p.weights[i % 4]; // finds: uninitialized
}

class Line {
public:
    __host__ __device__ explicit Line(int slope) : slope_(slope) {}
    __device__ int operator()(int x) const {
        return slope_ * x + intercept_; // finds: uninitialized
    }

private:
    int slope_, intercept_;
};
template <class Function>
__global__ void tabulate(Function f, int* output) {
    output[threadIdx.x] = f(static_cast<int>(threadIdx.x));
}

__global__ void sum_of_stack(const int* input, int* output) {
    atomicAdd(output, input[threadIdx.x]); // finds: uninitialized
}
__global__ void double_of_malloc(const float* input, float* output) {
    output[threadIdx.x] = 2 * input[threadIdx.x]; // finds: uninitialized
}
__global__ void tile_of_new(const float* input, float* output) {
    __shared__ float tile[LANES];
    tile[threadIdx.x] = input[threadIdx.x]; // finds: uninitialized
    __syncthreads();
    output[threadIdx.x] = tile[threadIdx.x] + tile[LANES - 1 - threadIdx.x];
}
__global__ void increment_managed(int* values) {
    ++values[threadIdx.x]; // finds: uninitialized
}
__global__ void choose_by_pinned(const int* flags, int* output) {
    if (flags[threadIdx.x] > 0) output[threadIdx.x] = 1; // finds: uninitialized
}

__constant__ Shape constant_shape;
__global__ void by_constant(int* output) {
    if (static_cast<int>(threadIdx.x) < constant_shape.stride) output[threadIdx.x] = 1; // finds: uninitialized
}
__global__ void by_pointer(const Parameters* p, float* output) {
    output[threadIdx.x] = p->scale + p->offset; // finds: uninitialized
}

__global__ void first(int n, int* output) {
    if (static_cast<int>(threadIdx.x) < n) output[threadIdx.x] = 1;
}

int main(int arguments, char**) {
    const DeviceArray<int> output(2 * LANES), numbers(LANES);
    const DeviceArray<float> reals(LANES), real_output(LANES);
    output.clear();

    Shape shape;
    shape.count = LANES;
    spread<<<1, LANES>>>(shape, output.get());
    Parameters parameters;
    parameters.count = LANES;
    parameters.scale = 2;
    parameters.weights[0] = parameters.weights[1] = parameters.weights[3] = 1;
    parameters.output = real_output.get();
    scale<<<1, LANES>>>(parameters);
    tabulate<<<1, LANES>>>(Line(3), output.get());

    int on_stack[LANES];
    for (int i = 0; i < LANES; i += 2) on_stack[i] = i;
    check(cudaMemcpy(numbers.get(), on_stack, sizeof on_stack, cudaMemcpyHostToDevice));
    sum_of_stack<<<1, LANES>>>(numbers.get(), output.get());

    auto* const by_malloc = static_cast<float*>(std::malloc(LANES * sizeof(float)));
    for (int i = 1; i < LANES; ++i) by_malloc[i] = 1;
    check(cudaMemcpy(reals.get(), by_malloc, reals.bytes(), cudaMemcpyHostToDevice));
    double_of_malloc<<<1, LANES>>>(reals.get(), real_output.get());
    std::printf("%g\n", real_output[0]); // what comes of it has the same cause
    std::free(by_malloc);

    auto* const by_new = new float[LANES];
    for (int i = 0; i < LANES - 3; ++i) by_new[i] = 1;
    check(cudaMemcpy(reals.get(), by_new, reals.bytes(), cudaMemcpyHostToDevice));
    tile_of_new<<<1, LANES>>>(reals.get(), real_output.get());
    delete[] by_new;

    int *managed, *pinned;
    check(cudaMallocManaged(&managed, LANES * sizeof(int)));
    for (int i = 0; i < LANES / 2; ++i) managed[i] = i;
    increment_managed<<<1, LANES>>>(managed);
    check(cudaMallocHost(&pinned, LANES * sizeof(int)));
    choose_by_pinned<<<1, LANES>>>(pinned, output.get());

    check(cudaMemcpyToSymbol(constant_shape, &shape, sizeof shape));
    by_constant<<<1, LANES>>>(output.get());
    auto* const in_memory = new Parameters;
    in_memory->scale = 1;
    const DeviceArray<Parameters> on_device(1);
    check(cudaMemcpy(on_device.get(), in_memory, sizeof *in_memory, cudaMemcpyHostToDevice));
    by_pointer<<<1, LANES>>>(on_device.get(), real_output.get());
    delete in_memory;

    int n;
    if (arguments > 1) n = LANES;
    first<<<1, LANES>>>(n, output.get()); // finds: uninitialized
    finish();
    check(cudaFree(managed));
    check(cudaFreeHost(pinned));
}
