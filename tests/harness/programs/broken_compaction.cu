// Compactions with one mistake each, named by the first argument: what the harness must catch and
// explain.
#include "scanlab/lesson.hpp"

#include <array>
#include <map>
#include <string>

enum class Bug {
    none,
    nothing_kept,  // says that nothing was kept
    no_count,      // does not say how many
    keeps_zeros,   // keeps everything
    only_first,    // counts the first tile only
    gaps,          // leaves every kept element where it was
    nothing_moved, // counts, but writes nothing
    backwards,     // keeps the right ones in the wrong order
    first_come     // hands out places in the order in which threads come
};

template <int BLOCK, Bug BUG>
__global__ void compact_alone(const int* input, int* output, long long n, long long* kept) {
    long long total = 0, place = 0;
    for (long long i = 0; i < n; ++i) total += input[i] != 0;
    for (long long i = 0; i < n; ++i) {
        if (input[i] == 0 && BUG != Bug::keeps_zeros) continue;
        if (BUG == Bug::gaps)
            output[i] = input[i];
        else if (BUG == Bug::backwards)
            output[total - 1 - place] = input[i];
        else if (BUG != Bug::nothing_moved)
            output[place] = input[i];
        if (BUG != Bug::only_first || i < BLOCK) ++place;
    }
    if (BUG == Bug::nothing_kept) place = 0;
    if (BUG != Bug::no_count) *kept = place;
}

__global__ void clear(long long* kept) { *kept = 0; }

__global__ void compact_first_come(const int* input, int* output, long long n, long long* kept) {
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= n || input[i] == 0) return;
    auto* const next = reinterpret_cast<unsigned long long*>(kept);
    output[atomicAdd(next, 1ull)] = input[i];
}

template <Bug BUG>
struct Broken {
    template <int BLOCK>
    struct Kernels {
        static void launch(const scanlab::Problem& p) {
            if (BUG == Bug::first_come) {
                clear<<<1, 1, 0, p.stream>>>(p.kept);
                const auto blocks = static_cast<unsigned>(scanlab::ceil_div(p.n, BLOCK));
                if (blocks > 0)
                    compact_first_come<<<blocks, BLOCK, 0, p.stream>>>(p.input, p.output, p.n, p.kept);
            } else {
                compact_alone<BLOCK, BUG><<<1, 1, 0, p.stream>>>(p.input, p.output, p.n, p.kept);
            }
        }
    };
    static scanlab::Variant variant() { return scanlab::variant<Kernels, 64>(); }
};

int main(int argc, char** argv) {
    const std::map<std::string, scanlab::Variant> variants{
        {"none", Broken<Bug::none>::variant()},
        {"nothing_kept", Broken<Bug::nothing_kept>::variant()},
        {"no_count", Broken<Bug::no_count>::variant()},
        {"keeps_zeros", Broken<Bug::keeps_zeros>::variant()},
        {"only_first", Broken<Bug::only_first>::variant()},
        {"gaps", Broken<Bug::gaps>::variant()},
        {"nothing_moved", Broken<Bug::nothing_moved>::variant()},
        {"backwards", Broken<Bug::backwards>::variant()},
        {"first_come", Broken<Bug::first_come>::variant()},
    };
    const scanlab::Variant& variant = variants.at(argv[1]);
    argv[1] = argv[0];
    return scanlab::run({.number = 9,
                         .name = "broken_compaction",
                         .title = "A broken compaction",
                         .task = scanlab::Task::compaction,
                         .block = 64},
                        std::array{variant}, argc - 1, argv + 1);
}
