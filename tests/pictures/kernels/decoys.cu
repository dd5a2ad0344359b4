// Thread 0 scans, and makes sums on the way that invite wrong explanations: made[] holds them.
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void decoys(const int* input, int* output, long long n) {
    __shared__ int sums[3], made[8];
    if (threadIdx.x != 0) return;

    sums[0] = input[0] + input[1];
    sums[1] = input[2] + input[3];
    sums[2] = sums[0] + input[2];
    made[0] = sums[0] + sums[1];  // 0–3
    made[1] = sums[2] + input[3]; // the same on another path
    made[2] = sums[0] + sums[0];
    made[3] = 2 * input[5];
    made[4] = made[0] - input[3];
    made[5] = made[0] - made[1]; // 0

    // All four have been read; as 8, 9, 10 and 11 the other two would make the same.
    if (input[8] != input[11] && input[9] != input[10]) made[6] = input[9] + input[10];

    made[7] = 0;
    for (int i = 0; i < n; ++i) {
        made[7] += input[i];
        output[i] = made[7];
    }
}

template <int BLOCK>
struct Decoys {
    static void launch(const scanlab::Problem& p) {
        decoys<BLOCK><<<1, BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<Decoys>(
        {.number = 1, .name = "decoys", .title = "Decoys", .scope = scanlab::Scope::block}, argc, argv);
}
