// A device scan without mistakes, and with the usual main: to try the command line.
#include "scanlab/lesson.hpp"

__global__ void scan_alone(const int* input, int* output, long long n) {
    unsigned sum = 0;
    for (long long i = 0; i < n; ++i) {
        sum += static_cast<unsigned>(input[i]);
        output[i] = static_cast<int>(sum);
    }
}

template <int BLOCK>
struct SoundScan {
    static void launch(const scanlab::Problem& p) {
        scan_alone<<<1, 1, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<SoundScan>({.number = 3, .name = "sound_scan", .title = "A sound scan"},
                                           argc, argv);
}
