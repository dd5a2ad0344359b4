// Five kernels in which each thread has an element of its own.
#include "check.cuh"

__global__ void fill(int* out, int value, int n) {
    const int i = index();
    if (i < n) out[i] = value;
}
__global__ void add(const int* a, const int* b, int* out, int n) {
    const int i = index();
    if (i < n) out[i] = a[i] + b[i];
}
__global__ void scale(const int* in, int* out, int factor, int n) {
    const int i = index();
    if (i < n) out[i] = factor * in[i];
}
__global__ void clamp(const int* in, int* out, int least, int most, int n) {
    const int i = index();
    if (i < n) out[i] = in[i] < least ? least : in[i] > most ? most : in[i];
}
__global__ void select(const int* in, int* out, int wanted, int n) {
    const int i = index();
    if (i < n) out[i] = in[i] == wanted;
}

int main() {
    const Array in({3, 1, 7, 0, 4, 1, 6, 3});
    Array out(8);
    run(fill, 8, out, 5, 8);
    expect("fill", out, {5, 5, 5, 5, 5, 5, 5, 5});
    run(add, 8, in, in, out, 8);
    expect("add", out, {6, 2, 14, 0, 8, 2, 12, 6});
    run(scale, 8, in, out, 3, 8);
    expect("scale", out, {9, 3, 21, 0, 12, 3, 18, 9});
    run(clamp, 8, in, out, 1, 4, 8);
    expect("clamp", out, {3, 1, 4, 1, 4, 1, 4, 3});
    run(select, 8, in, out, 1, 8);
    expect("select", out, {0, 1, 0, 0, 0, 1, 0, 0});
    return failures;
}
