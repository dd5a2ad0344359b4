// What `scanlab prove` cannot decide, each with the line that it names.

__global__ void gathered(const int* indices, int* output, int n) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) output[indices[i]] = i;
}

__global__ void counted(int* numbers, int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += numbers[i];
    numbers[threadIdx.x] = sum;
}

/// An int does not count as far as n. No array of the simulator is as long.
__global__ void far_too_many(int* numbers, unsigned n) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) numbers[i] = 0;
}

/// Wrong without an array of sums only, which no replay leaves out.
__global__ void optional(int* numbers, int* sums, int n) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n) return;
    if (sums)
        sums[i] = 0;
    else
        numbers[i + 1] = 0;
}

__global__ void cleared(int* numbers) { numbers[threadIdx.x] = 0; }

__constant__ int weights[4];

__global__ void weighed() { weights[threadIdx.x] = 1; }

const int squares[4] = {0, 1, 4, 9};

__global__ void looked_up(const int* table, int* numbers) { numbers[threadIdx.x] = table[threadIdx.x]; }

struct Row {
    int numbers[4], sum;
};

__device__ void add_up(const int* numbers, int* sum) { *sum = numbers[0] + numbers[4]; }

__global__ void summed(Row* rows) { add_up(rows[threadIdx.x].numbers, &rows[threadIdx.x].sum); }

__device__ int* own_number() {
    int number = 7;
    return &number;
}

__global__ void dangling(int* numbers) { numbers[threadIdx.x] = *own_number(); }

__global__ void shuffle_from_a_lane_that_left(const int* input, int* output, int n) {
    const int t = threadIdx.x;
    if (t >= 16) return;
    const int last = __shfl_sync(0x0000ffff, t < n ? input[t] : 0, 31);
    if (t < n) output[t] = last;
}

void launch_gathered(const int* indices, int* output, int n) { gathered<<<(n + 63) / 64, 64>>>(indices, output, n); }
void launch_counted(int* numbers, int n) { counted<<<1, 32>>>(numbers, n); }
void launch_far_too_many(int* numbers, unsigned n) { far_too_many<<<(n - 1) / 64 + 1, 64>>>(numbers, n); }
void launch_optional(int* numbers, int* sums, int n) { optional<<<(n + 63) / 64, 64>>>(numbers, sums, n); }
void launch_cleared(int* numbers, bool is_wide) { cleared<<<1, is_wide ? 192 : 96>>>(numbers); }
void launch_weighed() { weighed<<<1, 4>>>(); }
void launch_shuffle(const int* input, int* output, int n) { shuffle_from_a_lane_that_left<<<1, 32>>>(input, output, n); }
void launch_summed(Row* rows) { summed<<<1, 4>>>(rows); }
void launch_dangling(int* numbers) { dangling<<<1, 4>>>(numbers); }
void launch_on_both(int* first, int* second) {
    cudaSetDevice(0);
    looked_up<<<1, 4>>>(first, second);
}
void launch_looked_up(int* numbers) { looked_up<<<1, 4>>>(squares, numbers); }
