// Lesson 12: slices that need less. The first GPU has the beginning and the end of the array.
//
// Nothing comes before the beginning, so it is scanned while the other GPUs sum their slices, and its
// sum is what its scan ends with. Nothing comes after the end, so it needs no sum.
//
// What it costs: on K devices 12 K / (K + 0.5) bytes per element.
#include <scanlab/lesson.hpp>
#include <scanlab/slices.cuh>

#include <algorithm>

/// Elements of each slice in between. The beginning has half as many, and the end what is left, at most
/// as many.
long long slice_of(long long n, int devices) {
    return 64 * scanlab::ceil_div(2 * n, 64LL * (2 * devices + 1));
}

template <int BLOCK>
struct BalancedSlices : scanlab::SliceKernels {
    static constexpr int items_per_thread =
        scanlab::Tile<BLOCK, scanlab::SHARE_VECTORS>::items_per_thread;

    static scanlab::Piece piece(long long n, int devices, long long first) {
        const long long slice = slice_of(n, devices), beginning = slice / 2;
        if (first < beginning) return {0, beginning};
        return {static_cast<int>((1 + (first - beginning) / slice) % devices), slice};
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const auto devices = static_cast<int>(p.shares.size());
        const auto others = p.shares.subspan(1);
        scanlab::Share beginning = p.shares[0], end = p.shares[0];
        beginning.n = std::min(p.n, slice_of(p.n, devices) / 2);
        end.n -= beginning.n;
        end.input += beginning.n;
        end.output += beginning.n;

        cudaSetDevice(0);
        scan<BLOCK>(beginning, 0, p);
        cudaMemcpyAsync(sums(beginning), beginning.output + beginning.n - 1, sizeof(int),
                        cudaMemcpyDeviceToDevice, beginning.stream);
        for (const scanlab::Share& share : others) {
            cudaSetDevice(share.device);
            reduce<BLOCK>(share);
        }
        gather(p.shares);
        for (const scanlab::Share& share : others) {
            cudaSetDevice(share.device);
            scan<BLOCK>(share, share.device, p);
        }
        cudaSetDevice(0);
        scan<BLOCK>(end, devices, p);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<BalancedSlices>({.number = 12,
                                                 .name = "balanced_slices",
                                                 .title = "Slices, two of them read once",
                                                 .scope = scanlab::Scope::device,
                                                 .block = 512,
                                                 .compute_capability = 8},
                                                argc, argv);
}
