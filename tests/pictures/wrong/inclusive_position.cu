// Compaction to the inclusive scan of the flags: every element goes one place too far.
#include <scanlab/collectives.cuh>
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void inclusive_position(const int* input, int* output, long long n, long long* kept) {
    const int t = threadIdx.x;
    const int value = t < n ? input[t] : 0;
    const int keep = value != 0;
    const int position = scanlab::block_exclusive_scan<BLOCK>(keep) + keep; // without + keep
    if (keep && position < n) output[position] = value;
    if (t == BLOCK - 1) *kept = position;
}

/// One block: for a picture.
template <int BLOCK>
struct InclusivePosition {
    static void launch(const scanlab::Problem& p) {
        inclusive_position<BLOCK><<<1, BLOCK, 0, p.stream>>>(p.input, p.output, p.n, p.kept);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<InclusivePosition>({.number = 9,
                                                    .name = "inclusive_position",
                                                    .title = "Compaction to inclusive positions",
                                                    .task = scanlab::Task::compaction},
                                                   argc, argv);
}
