// Device scans with one mistake each, named by the first argument: what the harness must catch and
// explain.
#include "scanlab/lesson.hpp"

#include <array>
#include <map>
#include <string>

enum class Bug {
    none,
    no_carry,     // each tile starts from 0
    short_carry,  // only the tile before is added
    own_total,    // the carry holds the tile's own total, too
    threads_only, // each thread's items start from 0
    inclusive     // the wrong kind of scan
};

constexpr int items = 4;

// One thread does it all, a tile at a time: slow, and easy to get wrong on purpose.
template <int BLOCK, Bug BUG>
__global__ void scan_alone(const int* input, int* output, long long n) {
    constexpr int tile = BLOCK * items;
    int carry = 0;
    for (long long first = 0; first < n; first += tile) {
        const long long end = first + tile < n ? first + tile : n;
        int total = 0;
        for (long long i = first; i < end; ++i) total += input[i];
        int sum = BUG == Bug::own_total && first > 0 ? carry + total : carry;
        if (BUG == Bug::no_carry) sum = 0;
        for (long long i = first; i < end; ++i) {
            if (BUG == Bug::threads_only && i % items == 0) sum = 0;
            if (BUG == Bug::inclusive) sum += input[i];
            output[i] = sum;
            if (BUG != Bug::inclusive) sum += input[i];
        }
        carry = BUG == Bug::short_carry ? total : carry + total;
    }
}

template <Bug BUG>
struct Broken {
    template <int BLOCK>
    struct Kernels {
        static constexpr int items_per_thread = items;
        static void launch(const scanlab::Problem& p) {
            scan_alone<BLOCK, BUG><<<1, 1, 0, p.stream>>>(p.input, p.output, p.n);
        }
    };
    static scanlab::Variant variant() { return scanlab::variant<Kernels, 64>(); }
};

int main(int argc, char** argv) {
    const std::map<std::string, scanlab::Variant> variants{
        {"none", Broken<Bug::none>::variant()},
        {"no_carry", Broken<Bug::no_carry>::variant()},
        {"short_carry", Broken<Bug::short_carry>::variant()},
        {"own_total", Broken<Bug::own_total>::variant()},
        {"threads_only", Broken<Bug::threads_only>::variant()},
        {"inclusive", Broken<Bug::inclusive>::variant()},
    };
    const scanlab::Variant& variant = variants.at(argv[1]);
    argv[1] = argv[0];
    return scanlab::run({.number = 7,
                         .name = "broken_device_scan",
                         .title = "A broken device scan",
                         .task = scanlab::Task::exclusive_scan,
                         .block = 64},
                        std::array{variant}, argc - 1, argv + 1);
}
