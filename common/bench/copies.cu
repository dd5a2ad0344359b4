// Copies by kernels: what the memory gives to the accesses that lessons make, without what lessons do
// in between. The fastest of them is what a scan can reach at most. Those with barriers do nothing at
// them but meet. Sums of pairs read everything and write half of it: what a compaction that keeps half
// can reach at most.
#include "errors.hpp"
#include "format.hpp"
#include "gpu_program.hpp"

#include <scanlab/hinted_copy.cuh>
#include <scanlab/look_ahead.cuh>
#include <scanlab/tile.cuh>

#include <string_view>
#include <vector>

namespace copies {

using scanlab::Problem;

/// One element per thread, as lessons 01 to 04.
template <int BLOCK, int BARRIERS>
__global__ void copy_one(const int* input, int* output, long long n) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    const int value = i < n ? input[i] : 0;
    for (int barrier = 0; barrier < BARRIERS; ++barrier) __syncthreads();
    if (i < n) output[i] = value;
}

/// Four neighbouring elements per thread, as lesson 05: by loads of 16 bytes, or by four of 4 bytes.
template <int BLOCK, int BARRIERS, bool BY_SCALARS = false>
__global__ void copy_four(const int* input, int* output, long long n) {
    const long long first = (static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x) * 4;
    int4 v{0, 0, 0, 0};
    if (BY_SCALARS && first + 4 <= n) {
        const volatile int* from = input + first; // volatile: the compiler would join the loads
        v = {from[0], from[1], from[2], from[3]};
    } else {
        v = scanlab::load_vector(input, first, n);
    }
    for (int barrier = 0; barrier < BARRIERS; ++barrier) __syncthreads();
    if (first + 4 <= n) {
        *reinterpret_cast<int4*>(output + first) = v;
    } else {
        if (first + 0 < n) output[first + 0] = v.x;
        if (first + 1 < n) output[first + 1] = v.y;
        if (first + 2 < n) output[first + 2] = v.z;
    }
}

/// VECTORS vectors of four per thread, with lesson 11's hints: each becomes two sums.
template <int BLOCK, int VECTORS>
__global__ void pair_sums(const int* input, int* output, long long n, scanlab::EvictFirst victim) {
    scanlab::Tile<BLOCK, VECTORS> tile;
    const long long start = static_cast<long long>(blockIdx.x) * tile.items;
    tile.load(input, start, n, scanlab::load_policy(victim));
#pragma unroll
    for (int row = 0; row < VECTORS; ++row) {
        const long long i = start + tile.position(row);
        const int2 sums{tile.rows[row].x + tile.rows[row].y, tile.rows[row].z + tile.rows[row].w};
        if (i + 4 <= n)
            __stcs(reinterpret_cast<int2*>(output + i / 2), sums);
        else if (i + 2 <= n)
            output[i / 2] = sums.x;
    }
}

/// A ring of bulk copies in shared memory, filled and emptied by one warp or, as in lesson 10, emptied
/// through the registers of all threads.
template <int BLOCK, int VECTORS, int STAGES>
struct Ring {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    static constexpr int THREADS = BLOCK;
    alignas(16) int stages[STAGES][Tile::items];
    scanlab::Barrier arrived[STAGES];

    __device__ void load(const int* input, const scanlab::TilePartition& partition, int r,
                         scanlab::CachePolicy policy) {
        if (r < partition.my_rounds())
            scanlab::load_bulk(stages[r % STAGES], input + partition.start(r), partition.size(r),
                               arrived[r % STAGES], policy);
    }

    /// One thread calls it. The place of tile r is free when its store has been read.
    __device__ void store_by_engine(const int* input, int* output,
                                    const scanlab::TilePartition& partition,
                                    scanlab::CachePolicy policy) {
        for (int r = 0; r < partition.my_rounds(); ++r) {
            arrived[r % STAGES].wait(r / STAGES);
            int* const to = output + partition.start(r);
            const int size = partition.size(r), whole = size / 4 * 4;
            scanlab::store_bulk(to, stages[r % STAGES], whole);
            for (int i = whole; i < size; ++i) to[i] = stages[r % STAGES][i];
            scanlab::wait_for_stores<1>();
            if (r > 0) load(input, partition, r - 1 + STAGES, policy);
        }
        scanlab::wait_for_stores<0>();
    }

    __device__ void store_by_threads(const int* input, int* output,
                                     const scanlab::TilePartition& partition,
                                     scanlab::CachePolicy policy) {
        for (int r = 0; r < partition.my_rounds(); ++r) {
            Tile tile;
            arrived[r % STAGES].wait(r / STAGES);
            tile.load(stages[r % STAGES], 0, partition.size(r));
            scanlab::fence_bulk_copies();
            __syncthreads(); // all have read it
            if (threadIdx.x == 0) load(input, partition, r + STAGES, policy);
            tile.store(output + partition.start(r), 0, partition.size(r));
        }
    }
};

template <class R, bool BY_ENGINE>
__global__ void __launch_bounds__(R::THREADS, 1)
    copy_by_ring(const int* input, int* output, scanlab::TilePartition partition,
                 scanlab::EvictFirst victim) {
    extern __shared__ int4 dynamic[];
    auto& ring = *reinterpret_cast<R*>(dynamic);
    const scanlab::CachePolicy policy = scanlab::load_policy(victim);
    scanlab::let_next_kernel_begin();
    if (threadIdx.x == 0) {
        for (auto& barrier : ring.arrived) barrier.init(1);
        scanlab::fence_bulk_copies();
    }
    scanlab::wait_for_kernels_before();
    if (threadIdx.x == 0)
        for (int r = 0; r < static_cast<int>(sizeof ring.stages / sizeof ring.stages[0]); ++r)
            ring.load(input, partition, r, policy);
    __syncthreads();
    if constexpr (BY_ENGINE) {
        if (threadIdx.x == 0) ring.store_by_engine(input, output, partition, policy);
    } else {
        ring.store_by_threads(input, output, partition, policy);
    }
}

template <int BLOCK, int ITEMS>
dim3 grid(long long n) {
    return dim3(static_cast<unsigned>(scanlab::ceil_div(n, BLOCK * ITEMS)));
}

template <int BARRIERS>
struct One {
    template <int BLOCK>
    struct Kernels {
        static void launch(const Problem& p) {
            copy_one<BLOCK, BARRIERS>
                <<<grid<BLOCK, 1>(p.n), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
        }
    };
};

template <int BARRIERS, bool BY_SCALARS = false>
struct Four {
    template <int BLOCK>
    struct Kernels {
        static constexpr int items_per_thread = 4;
        static void launch(const Problem& p) {
            copy_four<BLOCK, BARRIERS, BY_SCALARS>
                <<<grid<BLOCK, 4>(p.n), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
        }
    };
};

template <int VECTORS>
struct Hinted {
    template <int BLOCK>
    struct Kernels {
        static constexpr int items_per_thread = 4 * VECTORS;
        static void launch(const Problem& p) {
            scanlab::launch_hinted_copy<BLOCK, VECTORS>(p.input, p.output, p.n, p.stream);
        }
    };
};

template <int VECTORS>
struct PairSums {
    template <int BLOCK>
    struct Kernels {
        static constexpr int items_per_thread = 4 * VECTORS;
        static void launch(const Problem& p) {
            pair_sums<BLOCK, VECTORS><<<grid<BLOCK, items_per_thread>(p.n), BLOCK, 0, p.stream>>>(
                p.input, p.output, p.n, scanlab::first_to_evict(8 * p.n));
        }
    };
};

template <int STAGES, bool BY_ENGINE>
struct Bulk {
    template <int BLOCK>
    struct Kernels : scanlab::PersistentKernels {
        static constexpr int VECTORS = 4, items_per_thread = 4 * VECTORS;
        static void launch(const Problem& p) { // with fewer stages where shared memory is scarce
            using Wanted = Ring<BLOCK, VECTORS, STAGES>;
            if (scanlab::has_bulk_copies(sizeof(Wanted)))
                launch_ring<Wanted>(p);
            else
                launch_ring<Ring<BLOCK, VECTORS, 3>>(p);
        }
        template <class R>
        static void launch_ring(const Problem& p) {
            const auto partition =
                scanlab::partition_tiles(p.n, R::Tile::items, scanlab::resident_blocks());
            scanlab::launch_overlapping(
                copy_by_ring<R, BY_ENGINE>,
                {.blocks = partition.blocks, .threads = BLOCK, .shared_bytes = sizeof(R)}, p.stream,
                p.input, p.output, partition, scanlab::first_to_evict(8 * p.n));
        }
    };
};

struct Copy {
    const char *name, *title;
    std::span<const scanlab::Variant> variants;
    int block = 256, compute_capability = 0;
    scanlab::Task task = scanlab::Task::copy;
};

std::vector<Copy> all() {
    return {
        {"copy_of_one", "An element per thread", scanlab::variants<One<0>::Kernels>},
        {"copy_of_one_1_barrier", "An element per thread, a barrier",
         scanlab::variants<One<1>::Kernels>},
        {"copy_of_one_17_barriers", "An element per thread, 17 barriers",
         scanlab::variants<One<17>::Kernels>},
        {"copy_of_four", "A vector of four per thread", scanlab::variants<Four<0>::Kernels>},
        {"copy_of_four_1_barrier", "A vector of four per thread, a barrier",
         scanlab::variants<Four<1>::Kernels>},
        {"copy_of_four_17_barriers", "A vector of four per thread, 17 barriers",
         scanlab::variants<Four<17>::Kernels>},
        {"copy_of_four_scalars", "Four neighbours per thread, by loads of 4 bytes",
         scanlab::variants<Four<0, true>::Kernels>},
        {"copy_hinted", "A vector of four per thread, lesson 10's hints",
         scanlab::variants<Hinted<1>::Kernels>},
        {"copy_hinted_of_16", "Four vectors per thread, lesson 10's hints",
         scanlab::variants<Hinted<4>::Kernels>},
        {"copy_by_ring", "Lesson 10's loads and stores", scanlab::variants<Bulk<3, false>::Kernels>,
         512, 9},
        {"copy_by_engine", "Bulk copies in and out", scanlab::variants<Bulk<6, true>::Kernels>, 512, 9},
        {"pair_sums", "Sums of pairs: reads all, writes half, with lesson 11's hints",
         scanlab::variants<PairSums<2>::Kernels>, 256, 0, scanlab::Task::pair_sums},
    };
}

} // namespace copies

/// copies NAME …: see run_benchmark()
int main(int argc, char** argv) {
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    for (const copies::Copy& copy : copies::all()) {
        if (copy.name != wanted) continue;
        const scanlab::Lesson lesson{.number = 0,
                                     .name = copy.name,
                                     .title = copy.title,
                                     .task = copy.task,
                                     .block = copy.block,
                                     .compute_capability = copy.compute_capability};
        return scanlab::run_benchmark(lesson, copy.variants, true, argc - 1, argv + 1);
    }
    fmt::print(stderr, "copies: error: there is no copy '{}'\n", wanted);
    return scanlab::exit_usage;
}
