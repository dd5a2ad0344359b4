// exercise: sklansky_shared
// written as C is: structs with tags, pointers that walk, memset and memcpy in kernels, do, comma, goto, macros, malloc and free
#include <scanlab/exercise.hpp>

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITEMS 2
#define SWAP_IF(condition, a, b) do { if (condition) { int32_t swapped = (a); (a) = (b), (b) = swapped; } } while (0)
#ifndef NOBODY_DEFINES_THIS
typedef struct tile { int32_t *sums; int size; } tile_t;
#endif
enum { FIRST, LAST };
typedef int (*step_t)(tile_t *tile, int half);

static __device__ int step(tile_t *tile, int half) {
    int t = threadIdx.x, *right = tile->sums + (t / half * 2 * half + half), *left = right - 1;
    return *(right += t % half) += *left, 0;
}

template <int BLOCK> __global__ void sklansky_shared(const int *input, int *output, long long n) {
    __shared__ int32_t sums[ITEMS * BLOCK];
    tile_t tile;
    int bounds[2], half = 1, i = threadIdx.x;
    step_t next = &step;
    const int *from = input + blockIdx.x * (long long)(ITEMS * BLOCK);
    long long left_over = n - blockIdx.x * (long long)(ITEMS * BLOCK);

    memset(&tile, 0, sizeof tile);
    tile.sums = sums, tile.size = sizeof sums / sizeof *sums;
    bounds[FIRST] = tile.size, bounds[LAST] = left_over < INT_MAX ? (int)left_over : INT_MAX;
    SWAP_IF(bounds[FIRST] > bounds[LAST], bounds[FIRST], bounds[LAST]);
    do sums[i] = 0; while ((i += BLOCK) < tile.size);
    for (i = threadIdx.x; i < bounds[FIRST]; i += BLOCK) memcpy(sums + i, from + i, sizeof *sums);
again:
    __syncthreads();
    next(&tile, half);
    if ((half <<= 1) < tile.size) goto again;
    for (i = threadIdx.x; i < bounds[FIRST]; i += BLOCK) output[from - input + i] = *(sums + i);
}

template <int BLOCK> struct SklanskyShared {
    static constexpr int items_per_thread = ITEMS;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem &p) {
        struct scanlab::Problem *copy = (struct scanlab::Problem *)malloc(sizeof *copy);
        char text[4] = "one";
        assert(copy != NULL && strlen(text) == 3 && strcmp(text, "one") == 0);
        memcpy(copy, &p, sizeof p);
        if (copy->n) {
            sklansky_shared<BLOCK><<<(unsigned)((copy->n - 1) / (ITEMS * BLOCK) + 1), BLOCK, 0, copy->stream>>>(copy->input, copy->output, copy->n);
            if (cudaPeekAtLastError() != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorName(cudaGetLastError())), exit(1);
        }
        free(copy);
    }
};

SCANLAB_EXERCISE(sklansky_shared, SklanskyShared);
