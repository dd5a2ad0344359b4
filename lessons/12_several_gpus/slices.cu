// Lesson 12, the first step: a slice of the array for each GPU, and NCCL in between.
//
// Each GPU sums its slice, and sends the sum to all GPUs (an "all-gather"). Then it scans its slice,
// beginning with the sum of the slices before it. Each GPU sends only 4 bytes. It is lesson 07 with
// GPUs in place of blocks.
//
// What it costs: 12 bytes per element, because a slice is read twice.
#include <scanlab/lesson.hpp>
#include <scanlab/slices.cuh>

template <int BLOCK>
struct Slices : scanlab::SliceKernels {
    static constexpr int items_per_thread =
        scanlab::Tile<BLOCK, scanlab::SHARE_VECTORS>::items_per_thread;

    /// One slice for each device, a multiple of 32 elements.
    static scanlab::Piece piece(long long n, int devices, long long first) {
        const long long slice = 32 * scanlab::ceil_div(n, 32LL * devices);
        return {static_cast<int>(first / slice), slice};
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        for (const scanlab::Share& share : p.shares) {
            cudaSetDevice(share.device);
            reduce<BLOCK>(share);
        }
        gather(p.shares);
        for (const scanlab::Share& share : p.shares) {
            cudaSetDevice(share.device);
            scan<BLOCK>(share, share.device, p);
        }
        cudaSetDevice(0);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<Slices>({.number = 12,
                                         .name = "slices",
                                         .title = "A slice for each GPU, joined by NCCL (3n)",
                                         .scope = scanlab::Scope::device,
                                         .block = 512,
                                         .compute_capability = 8},
                                        argc, argv);
}
