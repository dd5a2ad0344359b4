// Does it pay to keep blocks in step? A copy by blocks that stay, lesson 08's scan and lesson 10's,
// each with blocks that may be at most k rounds ahead of the slowest one. Prints a row of CSV for each
// k and size: how long a call takes, and how far blocks were ahead when they began a tile.
//
//     nvcc -O3 -std=c++20 -arch=sm_90 -I common/include common/bench/publishing/in_step.cu -o in_step
//     ./in_step
#include "trial.cuh"
#include "window.cuh"

#include <scanlab/look_ahead_warps.cuh>
#include <scanlab/look_back.cuh>
#include <scanlab/tile.cuh>

using namespace trial;
using scanlab::TilePartition;
constexpr int WARP = scanlab::warp_size;

/// A ring of bulk copies, filled by one warp and emptied by the others through their registers.
struct Ring {
    static constexpr int BLOCK = 512, THREADS = BLOCK + WARP, STAGES = 3;
    using Tile = scanlab::Tile<BLOCK, 4>;
    alignas(16) int stages[STAGES][Tile::items];
    scanlab::Barrier full[STAGES], empty[STAGES];
};

__global__ void __launch_bounds__(Ring::THREADS, 1)
    copy_in_step(const int* input, int* output, TilePartition partition, Window window,
                 scanlab::EvictFirst victim) {
    extern __shared__ int4 dynamic[];
    auto& ring = *reinterpret_cast<Ring*>(dynamic);
    if (threadIdx.x == 0) {
        for (auto& barrier : ring.full) barrier.init(1);
        for (auto& barrier : ring.empty) barrier.init(Ring::BLOCK);
        scanlab::fence_bulk_copies();
    }
    scanlab::wait_for_kernels_before();
    __syncthreads();
    const int rounds = partition.my_rounds();
    if (threadIdx.x < Ring::BLOCK) {
        for (int r = 0; r < rounds; ++r) {
            Ring::Tile tile;
            ring.full[r % Ring::STAGES].wait(r / Ring::STAGES);
            tile.load(ring.stages[r % Ring::STAGES], 0, partition.size(r));
            scanlab::fence_bulk_copies();
            ring.empty[r % Ring::STAGES].arrive();
            if (threadIdx.x == 0) window.finish(partition.number(r)); // loaded: the next may come
            tile.store(output + partition.start(r), 0, partition.size(r));
        }
    } else if (threadIdx.x == Ring::BLOCK) {
        for (int r = 0; r < rounds; ++r) {
            const int stage = r % Ring::STAGES;
            if (r >= Ring::STAGES) ring.empty[stage].wait(r / Ring::STAGES - 1);
            window.wait(partition.number(r));
            scanlab::load_bulk(ring.stages[stage], input + partition.start(r), partition.size(r),
                               ring.full[stage], scanlab::load_policy(victim));
        }
    }
}

/// Lesson 08: blocks come and go, and a round is as many tiles as there is room for blocks.
constexpr int LOOK_BACK_BLOCK = 256;
using LookBackTile = scanlab::Tile<LOOK_BACK_BLOCK, 8>;
__global__ void __launch_bounds__(LOOK_BACK_BLOCK, 4)
    look_back_in_step(const int* input, int* output, long long n, scanlab::TileDescriptor* descriptors,
                      unsigned* tickets, Window window, scanlab::EvictFirst victim) {
    constexpr int WARPS = LOOK_BACK_BLOCK / WARP;
    __shared__ int ticket, warp_prefixes[WARPS];
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    if (threadIdx.x == 0) {
        ticket = static_cast<int>(atomicAdd(tickets, 1u));
        window.wait(ticket);
    }
    __syncthreads();
    const int tile = ticket;
    LookBackTile items;
    items.load(input, static_cast<long long>(tile) * LookBackTile::items, n,
               scanlab::load_policy(victim));
    const int warp_total = scanlab::warp_sum(items.sum());
    if (lane == 0) warp_prefixes[warp] = warp_total;
    __syncthreads();
    if (warp == 0) {
        const int total = lane < WARPS ? warp_prefixes[lane] : 0;
        const int scanned = scanlab::warp_inclusive_scan(total);
        const int aggregate = __shfl_sync(scanlab::all_lanes, scanned, WARPS - 1);
        const int before = scanlab::look_back_sums(descriptors, tile, aggregate);
        if (lane < WARPS) warp_prefixes[lane] = before + scanned - total;
        if (lane == 0) window.finish(tile);
    }
    items.scan();
    __syncthreads();
    items.add(warp_prefixes[warp]);
    items.store(output, static_cast<long long>(tile) * LookBackTile::items, n);
}

/// Lesson 10, whose tiles wait AHEAD rounds for their prefix.
template <int ROUNDS_AHEAD>
struct Shared {
    static constexpr int BLOCK = 512, WARPS = BLOCK / WARP, STAGES = 3, AHEAD = ROUNDS_AHEAD,
                         SLOTS = AHEAD + 1, LOOK_BACKS = 2, THREADS = BLOCK + (1 + LOOK_BACKS) * WARP;
    using Tile = scanlab::Tile<BLOCK, 4>;
    using Sum = int;
    alignas(16) int ring[STAGES][Tile::items];
    scanlab::Barrier arrived[STAGES], summed[SLOTS], known[SLOTS];
    int sums[SLOTS][WARPS], prefixes[SLOTS][WARPS];
    Sum inclusive[SLOTS];
    unsigned tag;
};

struct Part {
    scanlab::Tile<512, 4> tile;
    int sum;
    __device__ void reduce() { sum = scanlab::warp_reduce(tile.sum()); }
    __device__ int total() const { return sum; }
};

/// Publishes as lesson 10 does, and then lets the block that has published wait for the others.
struct InStep : scanlab::Aggregates {
    Window window;
    unsigned first; // the tag of round 0
    __device__ void publish(unsigned tag, int sum) const {
        Aggregates::publish(tag, sum);
        const int tile = static_cast<int>((tag - first) * gridDim.x + blockIdx.x);
        window.finish(tile);
        window.wait(tile);
    }
};

template <class S>
__global__ void __launch_bounds__(S::THREADS, 1)
    look_ahead_in_step(const int* input, int* output, TilePartition partition, scanlab::Aggregates sums,
                       Window window, scanlab::EvictFirst victim) {
    extern __shared__ int4 dynamic[];
    auto& s = *reinterpret_cast<S*>(dynamic);
    const scanlab::CachePolicy policy = scanlab::load_policy(victim);
    if (threadIdx.x == S::BLOCK) scanlab::load_first_tiles(s, input, partition, policy);
    if (threadIdx.x == S::BLOCK + WARP) {
        scanlab::init_look_ahead(s);
        scanlab::wait_for_kernels_before();
        s.tag = sums.begin();
    }
    __syncthreads();
    const InStep all{sums, window, s.tag};
    if (threadIdx.x < S::BLOCK) {
        const int warp = threadIdx.x / WARP;
        scanlab::run_ahead<Part>(s, input, partition, [&](Part& part, int r) {
            part.tile.scan();
            s.known[r % S::SLOTS].wait(r / S::SLOTS);
            part.tile.add(s.prefixes[r % S::SLOTS][warp]);
            part.tile.store(output + partition.start(r), 0, partition.size(r));
        });
    } else if (threadIdx.x < S::BLOCK + WARP) {
        scanlab::load_tiles(s, input, partition, all, policy);
    } else {
        scanlab::look_back(s, threadIdx.x / WARP - S::WARPS - 1, S::LOOK_BACKS, partition, all);
    }
}

/// One kind of program at one size: memory, and a call with a window.
struct Call {
    Arrays& arrays;
    long long n;
    scanlab::EvictFirst victim = scanlab::first_to_evict(8 * n);
    DeviceArray<unsigned> finished = on_device<unsigned>(1 << 16);

    void clear(int tiles, int blocks) const {
        cudaMemsetAsync(finished.get(), 0, sizeof(unsigned) * (tiles / blocks + 1));
    }
};

struct Copy : Call {
    static constexpr const char* name = "copy";
    TilePartition partition =
        scanlab::partition_tiles(n, Ring::Tile::items, scanlab::resident_blocks());
    int tiles() const { return partition.tiles; }
    void operator()(int ahead, int* lead) const {
        clear(partition.tiles, partition.blocks);
        scanlab::launch_resident<Ring>(
            copy_in_step, partition, nullptr, arrays.input.get(), arrays.output.get(), partition,
            Window{finished.get(), partition.blocks, tiles(), ahead, lead}, victim);
    }
};

struct LookBack : Call {
    static constexpr const char* name = "lesson 08";
    int room = [] {
        int blocks = 0;
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, look_back_in_step, LOOK_BACK_BLOCK, 0);
        return std::max(1, blocks * scanlab::resident_blocks());
    }();
    DeviceArray<scanlab::TileDescriptor> words = on_device<scanlab::TileDescriptor>(tiles() + 1);
    int tiles() const { return static_cast<int>((n + LookBackTile::items - 1) / LookBackTile::items); }
    void operator()(int ahead, int* lead) const {
        clear(tiles(), room);
        cudaMemsetAsync(words.get(), 0, (tiles() + 1) * sizeof(scanlab::TileDescriptor));
        look_back_in_step<<<tiles(), LOOK_BACK_BLOCK>>>(
            arrays.input.get(), arrays.output.get(), n, words.get(),
            reinterpret_cast<unsigned*>(words.get() + tiles()),
            Window{finished.get(), room, tiles(), ahead, lead}, victim);
    }
};

template <int AHEAD>
struct LookAhead : Call {
    static constexpr const char* name = AHEAD == 1   ? "lesson 10 (1 ahead)"
                                        : AHEAD == 2 ? "lesson 10 (2 ahead)"
                                                     : "lesson 10";
    TilePartition partition =
        scanlab::partition_tiles(n, Shared<AHEAD>::Tile::items, scanlab::resident_blocks());
    DeviceArray<char> workspace =
        on_device<char>(static_cast<long long>(scanlab::PersistentKernels::workspace(n)));
    int tiles() const { return partition.tiles; }
    void operator()(int ahead, int* lead) const {
        clear(partition.tiles, partition.blocks);
        scanlab::Problem problem{};
        problem.workspace = workspace.get();
        scanlab::launch_resident<Shared<AHEAD>>(
            look_ahead_in_step<Shared<AHEAD>>, partition, nullptr, arrays.input.get(),
            arrays.output.get(), partition, scanlab::PersistentKernels::aggregates(problem),
            Window{finished.get(), partition.blocks, tiles(), ahead, lead}, victim);
    }
};

template <class Program>
bool rows(Arrays& arrays, const int* expected, long long n, const Options& o) {
    const Program program{{arrays, n}};
    const DeviceArray<int> lead = on_device<int>(program.tiles());
    bool all_right = true;
    for (const int ahead : {0, 1, 2, 3, 4, 6, 8, 16, 32}) {
        const bool right = arrays.makes(expected, n, [&] { program(ahead, nullptr); });
        all_right = all_right && right;
        program(ahead, lead.get());
        std::vector<int> leads(program.tiles());
        check("cudaMemcpy",
              cudaMemcpy(leads.data(), lead.get(), leads.size() * 4, cudaMemcpyDeviceToHost));
        std::sort(leads.begin(), leads.end());
        const Times t = arrays.time(n, o.samples, [&] { program(ahead, nullptr); });
        std::printf("%s,%lld,%d,%.2f,%.2f,%.2f,%.2f,%.3f,%.2f,%d,%d,%s,one cold call between events\n",
                    Program::name, n, ahead, t.median, t.p10, t.p90, t.copy, t.copy / t.median,
                    std::accumulate(leads.begin(), leads.end(), 0.0) / leads.size(),
                    leads[leads.size() * 99 / 100], leads.back(), right ? "yes" : "NO");
        std::fflush(stdout);
    }
    return all_right;
}

int main(int argc, char** argv) {
    const Options o = options(argc, argv);
    Arrays arrays(1LL << o.to);
    std::printf("program,n,window,us,p10,p90,copy_us,share_of_copy,mean_lead,p99_lead,most_lead,right,"
                "method\n");
    bool right = true;
    for (int log2 = o.from; log2 <= o.to; log2 += o.step) {
        const long long n = 1LL << log2;
        right = rows<Copy>(arrays, arrays.input.get(), n, o) && right;
        right = rows<LookBack>(arrays, arrays.scanned.get(), n, o) && right;
        right = rows<LookAhead<1>>(arrays, arrays.scanned.get(), n, o) && right;
        right = rows<LookAhead<2>>(arrays, arrays.scanned.get(), n, o) && right;
        right = rows<LookAhead<3>>(arrays, arrays.scanned.get(), n, o) && right;
    }
    return right ? 0 : 1;
}
