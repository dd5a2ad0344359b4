// Lesson 12 numbers its rounds as lesson 10 does (tags_come_round.cu), and clears old words on each
// device for itself, while others may be a call ahead.
#define main main_of_lesson
#include "../../lessons/12_several_gpus/several_gpus.cu"
#undef main
#include "../simulator/expect.hpp"

#include <cstring>
#include <list>

namespace scanlab {
int run(const Lesson&, std::span<const Variant>, int, char**) { return 0; }
} // namespace scanlab

namespace {

constexpr int BLOCK = 32, DEVICES = 2, CALLS = 8;
constexpr int TILE = scanlab::Tile<BLOCK, scanlab::SHARE_VECTORS>::items;
constexpr unsigned HALF = 1u << 31, LONGEST_CALL = 1u << 20; // as in PeerAggregates
using Kernels = SeveralGpus<BLOCK>;

/// A workspace whose next tag is `next`, and whose words bear the first tags after `half`.
std::vector<unsigned long long> old_workspace(unsigned next, unsigned half) {
    constexpr unsigned ROUNDS = PeerAggregates::ROUNDS;
    const auto row = static_cast<std::size_t>(Kernels::row_size());
    std::vector<unsigned long long> words(row * (1 + ROUNDS));
    PeerAggregates::Calls calls{next - 1, next - 1, {}};
    std::fill(std::begin(calls.begun), std::end(calls.begun), next - 1);
    std::memcpy(words.data(), &calls, sizeof calls);
    for (unsigned r = 0; r < ROUNDS; ++r)
        for (std::size_t i = 0; i < row; ++i)
            words[(1 + r) * row + i] =
                static_cast<unsigned long long>(half + (r == 0 ? ROUNDS : r)) << 32 | 12345;
    return words;
}

/// An array of ones, dealt.
struct Arrays {
    std::list<test::DeviceArray<int>> input, output;
    std::list<test::DeviceArray<unsigned long long>> workspace;
    std::vector<scanlab::Share> shares;

    Arrays(long long n, unsigned next, unsigned half) {
        long long sizes[DEVICES]{};
        for (long long first = 0; first < n;) {
            const scanlab::Piece piece = Kernels::piece(n, DEVICES, first);
            sizes[piece.device] += std::min(piece.n, n - first);
            first += piece.n;
        }
        for (int device = 0; device < DEVICES; ++device) {
            test::must(cudaSetDevice(device));
            test::must(cudaDeviceEnablePeerAccess(1 - device, 0));
            const auto size = static_cast<std::size_t>(sizes[device]);
            cudaStream_t stream = nullptr;
            test::must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
            shares.push_back({device, input.emplace_back(size, 1).data(),
                              output.emplace_back(size).data(), sizes[device],
                              workspace.emplace_back(old_workspace(next, half)).data(), stream});
            test::must(cudaDeviceSynchronize());
        }
    }
    ~Arrays() {
        for (const scanlab::Share& share : shares) {
            test::must(cudaSetDevice(share.device));
            test::must(cudaStreamDestroy(share.stream));
            test::must(cudaDeviceDisablePeerAccess(1 - share.device));
        }
        test::must(cudaSetDevice(0));
    }
    void wait() const {
        for (const scanlab::Share& share : shares) test::must(cudaStreamSynchronize(share.stream));
    }
};

void expect_sums(const Arrays& arrays, long long n, int call) {
    std::vector<std::vector<int>> sums;
    for (const auto& output : arrays.output) sums.push_back(output.read());
    std::size_t places[DEVICES]{};
    for (long long first = 0; first < n;) {
        const scanlab::Piece piece = Kernels::piece(n, DEVICES, first);
        for (long long i = first; i < std::min(first + piece.n, n); ++i)
            if (const int sum = sums[static_cast<std::size_t>(piece.device)][places[piece.device]++];
                sum != i + 1)
                return test::expect(false, "call " + std::to_string(call) + ": element " +
                                               std::to_string(i) + " is " + std::to_string(sum));
        first += piece.n;
    }
}

/// One call, in which each device clears its words while others may publish there: more tiles than the
/// devices have blocks, so that what is erased is missed.
void expect_right_clearing(int tiles, unsigned half) {
    const long long n = static_cast<long long>(tiles) * TILE;
    const Arrays arrays(n, half - 2 * LONGEST_CALL + 1, half);
    scanlab::Problem call{};
    call.n = n;
    call.shares = arrays.shares;
    Kernels::launch(call);
    arrays.wait();
    expect_sums(arrays, n, 0);
}

/// Calls that begin in one half of all tags and end in the other.
void expect_right_results(long long n, unsigned half) {
    const Arrays arrays(n, half - 2 * LONGEST_CALL - 2, half);
    scanlab::Problem call{};
    call.n = n;
    call.shares = arrays.shares;
    for (int i = 0; i < CALLS; ++i) {
        for (const scanlab::Share& share : arrays.shares)
            test::must(cudaMemsetAsync(share.output, 0, static_cast<std::size_t>(share.n) * sizeof(int),
                                       share.stream));
        for (int again = 0; again < 2; ++again)
            Kernels::launch(call); // the devices need not be in the same call
        arrays.wait();
        expect_sums(arrays, n, i);
    }
    const auto epoch = static_cast<unsigned>(arrays.workspace.front().read()[0]);
    test::expect(epoch - half < HALF, "the other half of the tags was not reached");
}

} // namespace

// With an argument only what depends on the order of threads, for many orders.
int main(int argc, char**) {
    for (const unsigned half : {HALF, 0u}) {
        expect_right_clearing(96, half);
        if (argc > 1) continue;
        for (const int tiles : {1, 4, 23}) expect_right_results(tiles * TILE - 1, half);
    }
    return test::verdict();
}
