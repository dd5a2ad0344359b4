// Exercise 03: Sklansky's scan in shared memory: one buffer, one barrier per step.
//
// Lesson 03 needs a second buffer, so that no thread overwrites a value that another has to read.
// Sklansky's scan does not. A step joins neighbouring groups of `half` elements, which are scanned
// already. It adds the last element of the left group to each element of the right one. The elements
// that it reads in the left groups do not change in this step.
//
// What it costs: 8 bytes per element; log2(TILE) steps of one barrier and TILE/2 additions, one for
// each thread, so that a thread owns two elements. Hillis-Steele makes almost twice as many. (Sklansky,
// "Conditional-Sum Addition Logic", 1960.) Shared work: at most 80 steps per thread (accesses,
// barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void sklansky_shared(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int sums[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    // Thread t owns elements t and t + BLOCK: neighbouring threads load neighbouring elements.
    for (int i = t; i < TILE; i += BLOCK) sums[i] = start + i < n ? input[start + i] : 0;

    // TODO: join groups of 1, 2, 4 … elements. Begin each step with its one barrier.
    //       Then the loop needs none after it. (Why not? Which thread wrote the sums stored below?)

    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = sums[i];
}

template <int BLOCK>
struct SklanskyShared {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        sklansky_shared<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * items_per_thread), BLOCK, 0, p.stream>>>(p.input,
                                                                                       p.output, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, SklanskyShared);
