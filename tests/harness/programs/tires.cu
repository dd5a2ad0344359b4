// A scan that counts its calls in a workspace that is kept, and is wrong from the eleventh on.
#include "scanlab/lesson.hpp"

__global__ void scan_while_fresh(const int* input, int* output, long long n, int* calls) {
    const bool tired = ++*calls > 10;
    unsigned sum = tired ? 1 : 0;
    for (long long i = 0; i < n; ++i) {
        sum += static_cast<unsigned>(input[i]);
        output[i] = static_cast<int>(sum);
    }
}

template <int BLOCK>
struct Tires {
    static constexpr bool keeps_workspace = true;
    static std::size_t workspace(long long) { return sizeof(int); }

    static void launch(const scanlab::Problem& p) {
        scan_while_fresh<<<1, 1, 0, p.stream>>>(p.input, p.output, p.n, static_cast<int*>(p.workspace));
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<Tires>({.number = 1, .name = "tires", .title = "Tires"}, argc, argv);
}
