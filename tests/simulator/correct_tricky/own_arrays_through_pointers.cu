// Functions work on arrays of their caller's: stacks, whole structs as words, rows of a matrix, buffers aligned by hand.
#include "../corpus/device.cuh"

#include <cstring>

constexpr int LANES = 32;

__device__ void push(int* stack, int* top, int value) { stack[(*top)++] = value; }
__device__ int stack_to_its_end() {
    int stack[8], top = 0, sum = 0;
    for (int i = 0; i < 8; ++i) push(stack, &top, i);
    while (top > 0) sum += stack[--top];
    return sum; // 28
}

struct Large {
    float values[10];
    int n;
    __device__ float sum() const {
        float all = 0;
        for (int i = 0; i < n; ++i) all += values[i];
        return all;
    }
};
__device__ Large made(int n) {
    Large large;
    large.n = n;
    for (int i = 0; i < n; ++i) large.values[i] = static_cast<float>(i);
    return large;
}
__device__ float sum_by_value(Large large) {
    const float* const values = large.values;
    float all = 0;
    for (int i = 0; i < large.n; ++i) all += values[i];
    return all;
}

template <class Function>
__device__ int folded(Function f, int n) {
    int all = 0;
    for (int i = 0; i < n; ++i) f(i, all);
    return all;
}
__device__ int by_reference(int factor) {
    int weights[4] = {1, 2, 3, 4};
    return folded([&](int i, int& all) { all += weights[i] * factor; }, 4); // 10 * factor
}

__device__ int fibonacci(int n, int* known) {
    if (n < 2) return n;
    if (known[n] == 0) known[n] = fibonacci(n - 1, known) + fibonacci(n - 2, known);
    return known[n];
}

struct Matrix {
    float rows[4][4];
    float determinant;
};
__device__ void number(float* values, int n) {
    for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i);
}
__device__ float matrix_as_one_array() {
    Matrix matrix;
    matrix.determinant = 1;
    number(matrix.rows[0], 16);
    number(&matrix.rows[1][0], 4);
    number(reinterpret_cast<float*>(&matrix), 17); // all of it
    return matrix.rows[3][3] + matrix.determinant; // 31
}

struct Node {
    int keys[4];
    int count;
};
__device__ void insert(int* keys, int* count, int key) { keys[(*count)++] = key; }
__device__ int count_of(const Node* node) { return node->count; }
__device__ int sum_of(const int* keys, const Node* node) {
    int sum = count_of(node);
    for (int i = 0; i < node->count; ++i) sum += keys[i];
    return sum;
}
__device__ int array_beside_its_struct() {
    Node node;
    node.count = 0;
    for (int i = 0; i < 4; ++i) insert(node.keys, &node.count, i);
    return sum_of(node.keys, &node); // 10
}

__device__ int aligned_by_hand() {
    alignas(16) unsigned char bytes[32];
    for (int i = 0; i < 32; ++i) bytes[i] = static_cast<unsigned char>(i);
    const int4 vector = *reinterpret_cast<const int4*>(bytes + 16);
    unsigned char room[40];
    const auto address = reinterpret_cast<unsigned long long>(room);
    int* const words = reinterpret_cast<int*>((address + 15) / 16 * 16);
    words[0] = vector.x;
    words[5] = 1;
    return words[0] % 256 + words[5]; // 17
}

struct Key {
    int row;
    char column;
    int layer;
};
__device__ unsigned hash(const void* key, int bytes) {
    const auto* const byte = static_cast<const unsigned char*>(key);
    unsigned hash = 1;
    for (int i = 0; i < bytes; ++i) hash = hash * 31 + byte[i];
    return hash;
}
__device__ bool keys_are_equal() {
    Key one{}, other;
    memset(&other, 0, sizeof other);
    one.column = other.column = 2;
    unsigned char few[5] = {1, 2, 3, 4, 5};
    short pairs[3] = {1, 2, 3};
    return hash(&one, sizeof one) == hash(&other, sizeof other) && hash(few, 5) != hash(pairs, 6);
}

__device__ int walked_both_ways() {
    int values[8];
    int* end = values;
    for (int i = 0; i < 8; ++i) *end++ = i;
    int sum = 0;
    while (end != values) sum += *--end;
    return sum; // 28
}

__global__ void check_all(int* right, const int* input, int n) {
    const int i = static_cast<int>(threadIdx.x);
    int known[20] = {};
    const int *one_based = input - 1, *middle = input + n / 2, *end = input + n;
    const bool is_input = one_based[i + 1] == i && middle[i - n / 2] == i && end[i - n] == i;
    right[i] = stack_to_its_end() == 28 && made(10).sum() == 45 && sum_by_value(made(5)) == 10 && by_reference(i) == 10 * i &&
               fibonacci(19, known) == 4181 && matrix_as_one_array() == 31 && array_beside_its_struct() == 10 && aligned_by_hand() == 17 &&
               keys_are_equal() && walked_both_ways() == 28 && is_input;
}

int main() {
    const DeviceArray<int> right(LANES), input(LANES);
    int numbers[LANES];
    for (int i = 0; i < LANES; ++i) numbers[i] = i;
    check(cudaMemcpy(input.get(), numbers, sizeof numbers, cudaMemcpyHostToDevice));
    check_all<<<1, LANES>>>(right.get(), input.get(), LANES);
    finish();
    return verdict(right, [](int) { return 1; });
}
