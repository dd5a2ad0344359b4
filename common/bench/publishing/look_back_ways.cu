// Lesson 08's look-back, with the ways to publish a descriptor, to look at it and to lay it out as
// parameters. Prints a row of CSV for each way and size: how long a call takes, and how often a tile
// has to look. Everything else is the lesson's: tiles, tickets, hints for the cache.
//
//     nvcc -O3 -std=c++20 -arch=sm_90 -I common/include common/bench/publishing/look_back_ways.cu -o
//     ways
//     ./ways
#include "trial.cuh"
#include "ways.cuh"

#include <scanlab/tile.cuh>

#include <bit>

using namespace trial;
constexpr int WARP = scanlab::warp_size, BLOCK = 256, WARPS = BLOCK / WARP;

enum Status : Word { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };
__device__ Status status(Word d) { return static_cast<Status>(d >> 32); }
__device__ int sum(Word d) { return static_cast<int>(d & 0xffffffff); }
__device__ Word descriptor(Status s, int sum) { return s << 32 | static_cast<unsigned>(sum); }

/// Who else writes while a tile publishes: nobody; each tile also to the sectors of three neighbours,
/// as if they still shared one; or as often, but to a line that nobody looks at.
enum class Others { none, neighbours, nobody };

/// Where the descriptors are. Those of neighbouring tiles are `apart` words apart, or else `lines`, a
/// power of two, says how many lines come before a line gets its second descriptor.
struct Descriptors {
    Word* words;
    int apart;
    unsigned lines, line_bits; // of lines: its logarithm
    Others others;
    int window; // descriptors that a warp looks at by one load: its 32 lanes', or the rest of so many

    __device__ long long place(unsigned tile) const {
        if (lines == 0) return static_cast<long long>(tile) * apart;
        return static_cast<long long>(tile & (lines - 1)) * per_line + (tile >> line_bits);
    }
    __device__ Word& of(unsigned tile) const { return words[place(tile)]; }

    template <Publish HOW>
    __device__ void publish(unsigned tile, Word value) const {
        trial::publish<HOW>(of(tile), value);
        if (others == Others::none) return;
        for (unsigned i = 1; i < per_sector; ++i)
            trial::publish<HOW>(
                others == Others::neighbours ? (&of(tile ^ i))[i] : (&of(tile))[per_line + i], value);
    }
};

template <Poll HOW>
__device__ int look_back(const Descriptors& all, unsigned tile, unsigned& polls) {
    const int lane = threadIdx.x % WARP;
    int total = 0;
    for (int nearest = static_cast<int>(tile) - 1;;) {
        const int width = all.window == WARP ? WARP : (nearest & (all.window - 1)) + 1;
        Word d;
        unsigned known, missing;
        do {
            ++polls;
            const int other = nearest - lane;
            d = lane < width ? descriptor(PREFIX, 0) : descriptor(AGGREGATE, 0);
            if (lane < width && other >= 0) d = poll<HOW>(all.of(other));
            known = __ballot_sync(scanlab::all_lanes, status(d) == PREFIX);
            missing = __ballot_sync(scanlab::all_lanes, status(d) == EMPTY);
        } while (missing != 0 && (known == 0 || __ffs(missing) < __ffs(known)));
        const bool counts = known == 0 || lane < __ffs(known);
        total += scanlab::warp_sum(counts ? sum(d) : 0);
        if (known != 0) return total;
        nearest -= width;
    }
}

template <Publish PUBLISH, Poll POLL, int VECTORS>
__global__ void __launch_bounds__(BLOCK, VECTORS == 8 ? 4 : 1)
    look_back_scan(const int* input, int* output, long long n, Descriptors all, unsigned* tickets,
                   unsigned* polls_of, scanlab::EvictFirst victim) {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    __shared__ unsigned ticket;
    __shared__ int warp_prefixes[WARPS];
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const unsigned tile = ticket;
    const long long start = static_cast<long long>(tile) * Tile::items;

    Tile items;
    items.load(input, start, n, scanlab::load_policy(victim));
    const int warp_total = scanlab::warp_sum(items.sum());
    if (lane == 0) warp_prefixes[warp] = warp_total;
    __syncthreads();
    if (warp == 0) {
        const int total = lane < WARPS ? warp_prefixes[lane] : 0;
        const int scanned = scanlab::warp_inclusive_scan(total);
        const int aggregate = __shfl_sync(scanlab::all_lanes, scanned, WARPS - 1);
        if (lane == 0) all.publish<PUBLISH>(tile, descriptor(AGGREGATE, aggregate));
        unsigned polls = 0;
        const int before = look_back<POLL>(all, tile, polls);
        if (lane == 0) all.publish<PUBLISH>(tile, descriptor(PREFIX, before + aggregate));
        if (lane < WARPS) warp_prefixes[lane] = before + scanned - total;
        if (lane == 0 && polls_of != nullptr) polls_of[tile] = polls;
    }
    items.scan();
    __syncthreads();
    items.add(warp_prefixes[warp]);
    items.store(output, start, n);
}

using Kernel = void (*)(const int*, int*, long long, Descriptors, unsigned*, unsigned*,
                        scanlab::EvictFirst);

struct Way {
    Publish publish;
    Poll poll;
    Kernel kernel;
    int vectors;
    int apart = 1;       // words
    bool spread = false; // neighbours in time are no neighbours in memory
    int window = WARP;   // descriptors per poll
    int blocks = 0;      // per multiprocessor at most; 0: as many as there is room for
    Others others = Others::none;
};

template <Publish PUBLISH, Poll POLL, int VECTORS = 8>
Way way(Way rest = {}) {
    rest.publish = PUBLISH;
    rest.poll = POLL;
    rest.kernel = look_back_scan<PUBLISH, POLL, VECTORS>;
    rest.vectors = VECTORS;
    return rest;
}

std::vector<Way> all_ways() {
    using enum Publish;
    using enum Poll;
    std::vector<Way> ways{way<exchange, load>(),   way<store, load>(),   way<maximum, load>(),
                          way<store, add>(),       way<exchange, add>(), way<maximum, add>(),
                          way<release, acquire>(), way<fence, acquire>()};
    for (const int apart : {4, 16, 64}) { // 32, 128 and 512 bytes
        ways.push_back(way<store, load>({.apart = apart}));
        ways.push_back(way<exchange, load>({.apart = apart}));
        ways.push_back(way<store, add>({.apart = apart}));
    }
    ways.push_back(way<store, load>({.spread = true}));
    ways.push_back(way<exchange, load>({.spread = true}));
    ways.push_back(way<store, add>({.spread = true}));
    for (const int window : {8, 16}) { // 64 bytes, 128 bytes
        ways.push_back(way<store, load>({.window = window}));
        ways.push_back(way<exchange, load>({.window = window}));
    }
    for (const Others others : {Others::neighbours, Others::nobody}) {
        ways.push_back(way<store, load>({.apart = 2 * per_line, .others = others}));
        ways.push_back(way<exchange, load>({.apart = 2 * per_line, .others = others}));
    }
    ways.push_back(way<store, load>({.apart = 2 * per_line}));
    for (const int blocks : {1, 2, 3}) {
        ways.push_back(way<store, load>({.blocks = blocks}));
        ways.push_back(way<exchange, load>({.blocks = blocks}));
    }
    ways.push_back(way<store, load, 4>());
    ways.push_back(way<exchange, load, 4>());
    ways.push_back(way<store, add, 4>());
    ways.push_back(way<store, load, 4>({.spread = true}));
    ways.push_back(way<store, load, 2>());
    ways.push_back(way<exchange, load, 2>());
    ways.push_back(way<store, add, 2>());
    ways.push_back(way<store, load, 2>({.spread = true}));
    return ways;
}

/// Descriptors of one way and size, and calls with them.
class Calls {
public:
    Calls(const Way& way, long long n, Arrays& arrays) : way_(way), n_(n), arrays_(arrays) {
        tiles_ = static_cast<unsigned>((n + way.vectors * 4 * BLOCK - 1) / (way.vectors * 4 * BLOCK));
        const unsigned lines =
            way.spread ? std::bit_ceil((tiles_ + per_line - 1) / static_cast<unsigned>(per_line)) : 0;
        words_ = (way.spread ? static_cast<long long>(lines) * per_line
                             : (tiles_ + per_sector) * static_cast<long long>(way.apart)) +
                 1; // and the ticket counter
        memory_ = on_device<Word>(words_);
        polls_ = on_device<unsigned>(tiles_);
        all_ = {memory_.get(), way.apart,
                lines,         lines == 0 ? 0u : static_cast<unsigned>(std::countr_zero(lines)),
                way.others,    way.window};
        if (way.blocks >
            0) { // by shared memory, of which each block takes its share, but for a reserve
            const int most = scanlab::device_attribute<cudaDevAttrMaxSharedMemoryPerMultiprocessor>();
            shared_bytes_ =
                std::min(most / way.blocks - 2048,
                         scanlab::device_attribute<cudaDevAttrMaxSharedMemoryPerBlockOptin>() - 1024);
            check("cudaFuncSetAttribute",
                  cudaFuncSetAttribute(way.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       shared_bytes_));
        }
    }

    void call(bool count = false) {
        cudaMemsetAsync(memory_.get(), EMPTY, words_ * sizeof(Word));
        way_.kernel<<<tiles_, BLOCK, shared_bytes_>>>(
            arrays_.input.get(), arrays_.output.get(), n_, all_,
            reinterpret_cast<unsigned*>(memory_.get() + words_ - 1), count ? polls_.get() : nullptr,
            scanlab::first_to_evict(8 * n_));
    }

    int blocks_per_multiprocessor() const {
        int blocks = 0;
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, way_.kernel, BLOCK, shared_bytes_);
        return blocks;
    }

    /// The mean over the tiles, in one call.
    double polls_per_tile() {
        call(true);
        std::vector<unsigned> polls(tiles_);
        check("cudaMemcpy", cudaMemcpy(polls.data(), polls_.get(), tiles_ * sizeof(unsigned),
                                       cudaMemcpyDeviceToHost));
        return std::accumulate(polls.begin(), polls.end(), 0.0) / tiles_;
    }

private:
    Way way_;
    long long n_;
    Arrays& arrays_;
    unsigned tiles_;
    long long words_;
    int shared_bytes_ = 0;
    DeviceArray<Word> memory_;
    DeviceArray<unsigned> polls_;
    Descriptors all_;
};

int main(int argc, char** argv) {
    const Options o = options(argc, argv);
    Arrays arrays(1LL << o.to);
    bool all_right = true;
    std::printf("log2_n,publish,poll,bytes_apart,order,window,items_per_thread,blocks_per_sm,others,us,"
                "p10,p90,copy_us,"
                "share_of_copy,polls_per_tile,right,method\n");
    for (const Way& way : all_ways())
        for (int log2 = o.once ? o.to : o.from; log2 <= o.to; log2 += o.step) {
            const long long n = 1LL << log2;
            Calls calls(way, n, arrays);
            const bool right = o.once || arrays.makes(arrays.scanned.get(), n, [&] { calls.call(); });
            all_right = all_right && right;
            Times t{};
            double polls = 0;
            if (o.once) {
                calls.call();
                check("the call", cudaDeviceSynchronize());
            } else {
                polls = calls.polls_per_tile();
                t = arrays.time(n, o.samples, [&] { calls.call(); });
            }
            constexpr const char* others[] = {"none", "neighbours", "nobody"};
            std::printf("%d,%s,%s,%d,%s,%d,%d,%d,%s,%.2f,%.2f,%.2f,%.2f,%.3f,%.2f,%s,one cold call "
                        "between events\n",
                        log2, name(way.publish), name(way.poll), way.apart * 8,
                        way.spread ? "spread" : "tiles", way.window, way.vectors * 4,
                        calls.blocks_per_multiprocessor(), others[static_cast<int>(way.others)],
                        t.median, t.p10, t.p90, t.copy, t.copy / t.median, polls, right ? "yes" : "NO");
            std::fflush(stdout);
        }
    return all_right ? 0 : 1;
}
