// Lessons 10 and 11 number their rounds over all calls, in 32 bits. When the numbers come round again,
// nothing in the workspace may bear one of those to come. Here the next calls' numbers are the last
// before that, and each word still bears the number that it will have soon.
#include "../../lessons/10_look_ahead/one_wave_scan.cuh"
#include "../../lessons/10_look_ahead/register_scan.cuh"
#include "../simulator/expect.hpp"

namespace {

constexpr int BLOCK = 32, VECTORS = 1;
constexpr unsigned HALF = 1u << 31, LONGEST_CALL = 1u << 20; // as in Aggregates::end()
constexpr int ROUNDS = scanlab::Aggregates::ROUNDS;

using Launch = void (*)(const scanlab::Problem&);

/// A workspace whose next tag is `next`, and whose words bear the first tags after `half`.
std::vector<unsigned long long> old_workspace(unsigned next, unsigned half) {
    const int row = scanlab::PersistentKernels::row_size();
    std::vector<unsigned long long> words(static_cast<std::size_t>(row) * (1 + ROUNDS));
    words[0] = next - 1;
    for (int r = 0; r < ROUNDS; ++r) {
        const unsigned long long tag = half + (r == 0 ? ROUNDS : r);
        for (int block = 0; block < row; ++block)
            words[static_cast<std::size_t>((1 + r) * row + block)] = tag << 32 | 12345;
    }
    return words;
}

/// Calls that begin in one half of all tags and end in the other, which begins with `half`.
void expect_right_results(const char* name, Launch launch, long long n, unsigned half) {
    constexpr int calls = 8;
    const auto size = static_cast<std::size_t>(n);
    test::DeviceArray<int> input(size, 1), output(size);
    test::DeviceArray<unsigned long long> workspace(old_workspace(half - LONGEST_CALL - 2, half));
    for (int call = 0; call < calls; ++call) {
        test::must(cudaMemset(output.data(), 0, size * sizeof(int)));
        launch({.input = input.data(),
                .output = output.data(),
                .n = n,
                .workspace = workspace.data(),
                .kept = nullptr,
                .stream = nullptr,
                .heads = nullptr,
                .wide_output = nullptr});
        const std::vector<int> sums = output.read();
        int expected = 0;
        for (const int sum : sums)
            if (sum != ++expected) {
                test::expect(false, std::string(name) + ", call " + std::to_string(call) +
                                        ": element " + std::to_string(expected - 1) + " is " +
                                        std::to_string(sum));
                break;
            }
    }
    const auto epoch = static_cast<unsigned>(workspace.read()[0]);
    test::expect(epoch - half < HALF,
                 std::string(name) + ": the other half of the tags was not reached");
}

} // namespace

int main() {
    const auto blocks = static_cast<long long>(scanlab::resident_blocks());
    constexpr int tile = scanlab::Tile<BLOCK, VECTORS>::items;
    for (const unsigned half : {HALF, 0u}) {
        expect_right_results("one wave", launch_one_wave<BLOCK, VECTORS>, blocks * tile, half);
        expect_right_results("rounds", launch_register_scan<BLOCK, VECTORS>, 5 * blocks * tile - 1,
                             half);
    }
    return test::verdict();
}
