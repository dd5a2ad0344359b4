// Hillis-Steele, one launch per step, in a single array: a step overwrites what others have still to
// read.
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void add_left_neighbours(const int* from, int* to, long long n, long long distance) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    if (i >= n) return;
    to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
}

template <int BLOCK>
struct OneArray {
    static void launch(const scanlab::Problem& p) {
        const int* from = p.input;
        for (long long distance = 1; distance < p.n; distance *= 2) {
            add_left_neighbours<BLOCK>
                <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(from, p.output, p.n, distance);
            from = p.output; // from the second step on, both are the same array
        }
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<OneArray>({.number = 1,
                                           .name = "one_array",
                                           .title = "Hillis-Steele with one array",
                                           .scope = scanlab::Scope::device},
                                          argc, argv);
}
