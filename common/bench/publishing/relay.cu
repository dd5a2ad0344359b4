// How long does it take until another block sees a word? A relay of all blocks, one on each
// multiprocessor: a block waits for the word of the block before it, and publishes its own. So a word
// is looked at while its neighbours are being written, as in a look-back, and that is all that happens,
// unless other warps copy an array at the same time.
//
//     nvcc -O3 -std=c++20 -arch=sm_90 -I common/include common/bench/publishing/relay.cu -o relay
//     ./relay
#include "trial.cuh"
#include "ways.cuh"

#include <scanlab/warp_size.hpp>

#include <cooperative_groups.h>

using namespace trial;
constexpr int WARP = scanlab::warp_size, COPIERS = 16 * WARP, THREADS = COPIERS + WARP,
              AT_ONCE = 4; // loads of a thread under way

struct Relay {
    Word* words;
    int apart; // words from one block's word to the next block's
    int gap;   // blocks from one baton to the next: a divisor of their number
    int lanes; // that look: at the word of the block before, the one before that, …
    unsigned rounds;
    bool traffic; // the other warps copy
};

/// Warp 0 of each block runs. Word b is the last round in which block b has published.
template <Publish PUBLISH, Poll POLL>
__device__ unsigned run(const Relay& r) {
    const unsigned lane = threadIdx.x % WARP, me = blockIdx.x, blocks = gridDim.x;
    const unsigned starts = me % r.gap == 0 ? 1 : 0; // a baton: one round earlier than the block before
    Word& theirs =
        r.words[static_cast<long long>((me + blocks - 1 - lane % blocks) % blocks) * r.apart];
    unsigned polls = 0;
    for (unsigned round = 1; round <= r.rounds; ++round) {
        bool seen;
        do {
            ++polls;
            const Word word = static_cast<int>(lane) < r.lanes ? poll<POLL>(theirs) : 0;
            seen = __shfl_sync(scanlab::all_lanes, word + starts >= round ? 1 : 0, 0) != 0;
        } while (!seen);
        if (lane == 0) publish<PUBLISH>(r.words[static_cast<long long>(me) * r.apart], round);
    }
    return polls;
}

template <Publish PUBLISH, Poll POLL>
__global__ void __launch_bounds__(THREADS)
    relay(Relay r, unsigned* polls, const int4* from, int4* to, int per_block) {
    __shared__ int over;
    const cuda::atomic_ref<int, cuda::thread_scope_block> is_over(over);
    if (threadIdx.x == 0) over = 0;
    __syncthreads();
    if (threadIdx.x < WARP) {
        const unsigned count = run<PUBLISH, POLL>(r);
        if (threadIdx.x == 0) polls[blockIdx.x] = count;
        if (threadIdx.x == 0) is_over.store(1, cuda::memory_order_relaxed);
    } else if (r.traffic) {
        const int me = threadIdx.x - WARP, step = COPIERS * AT_ONCE;
        const long long first = static_cast<long long>(blockIdx.x) * per_block + me;
        for (int i = 0; is_over.load(cuda::memory_order_relaxed) == 0;
             i = i + 2 * step <= per_block ? i + step : 0) {
            int4 v[AT_ONCE];
#pragma unroll
            for (int k = 0; k < AT_ONCE; ++k) v[k] = __ldcs(from + first + i + k * COPIERS);
#pragma unroll
            for (int k = 0; k < AT_ONCE; ++k) __stcs(to + first + i + k * COPIERS, v[k]);
        }
    }
}

using Kernel = void (*)(Relay, unsigned*, const int4*, int4*, int);
struct Way {
    Publish publish;
    Poll poll;
    Kernel kernel;
};
template <Publish PUBLISH, Poll POLL>
constexpr Way way{PUBLISH, POLL, relay<PUBLISH, POLL>};
constexpr Way ways[] = {
    way<Publish::store, Poll::load>,    way<Publish::exchange, Poll::load>,
    way<Publish::maximum, Poll::load>,  way<Publish::store, Poll::add>,
    way<Publish::exchange, Poll::add>,  way<Publish::release, Poll::acquire>,
    way<Publish::fence, Poll::acquire>,
};

int main(int argc, char** argv) {
    const Options o = options(argc, argv); // the largest size is that of the array that is copied
    const int blocks = std::max(4, scanlab::device_attribute<cudaDevAttrMultiProcessorCount>() / 4 * 4);
    const int per_block = std::max(static_cast<int>((1LL << o.to) / 4 / blocks), COPIERS * AT_ONCE);
    const unsigned hops = o.once ? 8 : 10000; // of each baton
    const DeviceArray<int4> from = on_device<int4>(static_cast<long long>(blocks) * per_block),
                            to = on_device<int4>(static_cast<long long>(blocks) * per_block);
    constexpr int FARTHEST = 64;
    const DeviceArray<Word> words = on_device<Word>(static_cast<long long>(blocks) * FARTHEST);
    const DeviceArray<unsigned> polls = on_device<unsigned>(blocks);
    cudaEvent_t before, after;
    cudaEventCreate(&before), cudaEventCreate(&after);
    bool all_right = true;
    std::printf(
        "publish,poll,bytes_apart,gap,lanes,traffic,ns_per_hop,p10,p90,polls_per_hop,right,method\n");
    for (const Way& way : ways)
        for (const bool traffic : {false, true})
            for (const int lanes : o.once ? std::vector{WARP} : std::vector{1, WARP})
                for (const int gap : o.once ? std::vector{1, blocks} : std::vector{1, 4, blocks})
                    for (const int apart : o.once ? std::vector{1, per_line}
                                                  : std::vector{1, per_sector, per_line, FARTHEST}) {
                        Relay r{words.get(), apart, gap, lanes, hops / static_cast<unsigned>(gap) + 1,
                                traffic};
                        int copied = per_block;
                        const int4* source = from.get();
                        int4* target = to.get();
                        unsigned* count = polls.get();
                        void* arguments[] = {&r, &count, &source, &target, &copied};
                        std::vector<double> ns;
                        for (int i = o.once ? 0 : -1; i < (o.once ? 1 : 5); ++i) {
                            cudaMemsetAsync(words.get(), 0, sizeof(Word) * blocks * FARTHEST);
                            cudaEventRecord(before);
                            check("the relay", cudaLaunchCooperativeKernel(way.kernel, blocks, THREADS,
                                                                           arguments, 0, 0));
                            cudaEventRecord(after);
                            check("the relay", cudaEventSynchronize(after));
                            float ms = 0;
                            cudaEventElapsedTime(&ms, before, after);
                            if (i >= 0) ns.push_back(ms * 1e6 / (static_cast<double>(r.rounds) * gap));
                        }
                        std::sort(ns.begin(), ns.end());
                        std::vector<Word> last(static_cast<std::size_t>(blocks) * FARTHEST);
                        std::vector<unsigned> counts(blocks);
                        check("cudaMemcpy", cudaMemcpy(last.data(), words.get(), last.size() * 8,
                                                       cudaMemcpyDeviceToHost));
                        check("cudaMemcpy", cudaMemcpy(counts.data(), polls.get(), blocks * 4,
                                                       cudaMemcpyDeviceToHost));
                        bool right = true;
                        for (int b = 0; b < blocks; ++b)
                            right = right && last[static_cast<std::size_t>(b) * apart] == r.rounds;
                        all_right = all_right && right;
                        const double looked =
                            std::accumulate(counts.begin(), counts.end(), 0.0) / blocks / r.rounds;
                        std::printf("%s,%s,%d,%d,%d,%s,%.0f,%.0f,%.0f,%.2f,%s,median of launches "
                                    "between events\n",
                                    name(way.publish), name(way.poll), apart * 8, gap, lanes,
                                    traffic ? "copy" : "idle", ns[ns.size() / 2], ns.front(), ns.back(),
                                    looked, right ? "yes" : "NO");
                        std::fflush(stdout);
                    }
    cudaEventDestroy(before), cudaEventDestroy(after);
    return all_right ? 0 : 1;
}
