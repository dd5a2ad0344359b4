// Functions that get a pointer to an array of their caller's, and a wrong number of elements.
// every marked place has to be found
#include "../corpus/device.cuh"

constexpr int LANES = 32;

__device__ void push(int* stack, int* top, int value) {
    stack[(*top)++] = value; // finds: out-of-bounds
}
__global__ void push_too_many(int* output, int n) {
    int stack[8], top = 0;
    const int id = static_cast<int>(threadIdx.x);
    for (int i = 0; i < n; ++i) push(stack, &top, i);
    output[threadIdx.x] = top + id;
}

__device__ void zero(float* array, int n) {
    for (int i = 0; i < n; ++i) array[i] = 0; // finds: out-of-bounds
}
__global__ void zero_neighbour(float* output, int n) {
    float sums[4], counts[4];
    zero(counts, 4);
    zero(sums, n);
    output[threadIdx.x] = sums[0] + counts[3];
}

__device__ int largest(const int* array, int n) {
    int most = array[0];
    for (int i = 1; i <= n; ++i) most = max(most, array[i]); // finds: out-of-bounds
    return most;
}
__global__ void look_behind(int* output) {
    int array[5] = {5, 1, 4, 2, 3};
    output[threadIdx.x] = largest(array, 5);
}

__device__ void set_row(int (*rows)[4], int row) {
    rows[row][0] = 1; // finds: out-of-bounds
}
__global__ void one_row_more(int* output, int n) {
    int rows[3][4];
    for (int r = 0; r < n; ++r) set_row(rows, r);
    output[threadIdx.x] = rows[0][0];
}

__device__ int* local_of(int i) {
    int values[4] = {i, i, i, i};
    int* const pointer = values;
    return pointer;
}
__global__ void outlives_its_function(int* output) {
    const int* const values = local_of(static_cast<int>(threadIdx.x));
    output[threadIdx.x] = values[threadIdx.x % 4]; // finds: out-of-bounds
}

struct Parts {
    float values[4];
    float total;
    int count;
};
__device__ void number_local(float* values, int n) {
    for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i); // finds: out-of-bounds
}
__global__ void into_next_member(float* output, int n) {
    Parts parts;
    parts.total = 1;
    number_local(parts.values, n);
    output[threadIdx.x] = parts.total;
}
__device__ void number_shared(float* values, int n) {
    for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i); // finds: out-of-bounds
}
__global__ void into_next_shared_member(float* output, int n) {
    __shared__ Parts parts;
    if (threadIdx.x == 0) number_shared(parts.values, n);
    __syncthreads();
    output[threadIdx.x] = parts.values[3];
}
__device__ float sum_of_global(const float* values, int n) {
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += values[i]; // finds: out-of-bounds
    return sum;
}
__global__ void into_next_global_member(const Parts* parts, float* output, int n) {
    output[threadIdx.x] = sum_of_global(parts[threadIdx.x].values, n);
}

struct Grid {
    float cells[2][3], total;
};
__device__ float sum_of_row(const float* row, int n) {
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += row[i]; // finds: out-of-bounds
    return sum;
}
__global__ void last_row_into_next_member(float* output, int n) {
    Grid grid = {};
    for (int r = 0; r < 2; ++r) grid.total += sum_of_row(grid.cells[r], n);
    output[threadIdx.x] = grid.total;
}

/// A new context after each fault, as a program would begin anew.
void begin_anew() {
    cudaDeviceSynchronize();
    check(cudaDeviceReset());
}

int main() {
    const DeviceArray<int> output(LANES);
    const DeviceArray<float> real_output(LANES);
    const DeviceArray<Parts> parts(LANES);
    parts.clear();
    push_too_many<<<1, LANES>>>(output.get(), 9);
    begin_anew();
    zero_neighbour<<<1, LANES>>>(real_output.get(), 5);
    begin_anew();
    look_behind<<<1, LANES>>>(output.get());
    begin_anew();
    one_row_more<<<1, LANES>>>(output.get(), 4);
    begin_anew();
    outlives_its_function<<<1, LANES>>>(output.get());
    begin_anew();
    into_next_member<<<1, LANES>>>(real_output.get(), 5);
    begin_anew();
    into_next_shared_member<<<1, LANES>>>(real_output.get(), 5);
    begin_anew();
    into_next_global_member<<<1, LANES>>>(parts.get(), real_output.get(), 5);
    begin_anew();
    last_row_into_next_member<<<1, LANES>>>(real_output.get(), 4);
    begin_anew();
}
