// Warps with barriers of their own, bar.sync and bar.arrive, of which some threads have returned when others come.
#include "../corpus/device.cuh"

constexpr int ROUNDS = 7;

__device__ void wait_at(int barrier, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory"); }
__device__ void arrive_at(int barrier, int threads) { asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory"); }

__global__ void producers_leave(int* out) {
    __shared__ int tile[64];
    const int t = threadIdx.x;
    if (t < 64) {
        tile[t] = t;
        arrive_at(1, 96);
        return;
    }
    wait_at(1, 96);
    out[t - 64] = tile[t - 64] + tile[127 - t];
}

__global__ void ring(int* out) {
    __shared__ int slots[2][32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int i = 0; i < ROUNDS; ++i) {
            if (i >= 2) wait_at(3 + i % 2, 64);
            slots[i % 2][lane] = i;
            arrive_at(1 + i % 2, 64);
        }
        return;
    }
    int sum = 0;
    for (int i = 0; i < ROUNDS; ++i) {
        wait_at(1 + i % 2, 64);
        sum += slots[i % 2][31 - lane];
        if (i + 2 < ROUNDS) arrive_at(3 + i % 2, 64);
    }
    out[lane] = sum;
}

__global__ void one_lane_stays(int* out) {
    __shared__ int value;
    if (threadIdx.x < 32) {
        if (threadIdx.x != 5) return;
        value = 21;
        wait_at(1, 64);
        return;
    }
    wait_at(1, 64);
    out[threadIdx.x - 32] = value;
}

__global__ void lanes_leave_one_by_one(int* out) {
    __shared__ int rounds[4];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x >= 32) {
        for (int i = 0; i < 4; ++i) {
            wait_at(1, 64);
            out[lane] = i > 0 ? out[lane] + rounds[i] : rounds[i];
        }
        return;
    }
    for (int i = 0; i < 4; ++i) {
        if (lane < 8 * i) return; // fewer lanes come in each round
        if (lane == 31) rounds[i] = i;
        wait_at(1, 64);
    }
}

__global__ void last_warp_has_few_lanes(int* out) {
    __shared__ int tile[40];
    const int t = threadIdx.x;
    if (t >= 32) {
        tile[t] = t;
        arrive_at(2, 64);
        return;
    }
    wait_at(2, 64);
    out[t] = tile[32 + t % 8];
}

__global__ void two_producers_take_turns(int* out) {
    __shared__ int slot[32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp < 2) {
        for (int i = warp; i < 4; i += 2) {
            if (i > 0) wait_at(2 + i, 64);
            slot[lane] = 10 * i;
            arrive_at(1, 64);
        }
        return;
    }
    int sum = 0;
    for (int i = 0; i < 4; ++i) {
        wait_at(1, 64);
        sum += slot[31 - lane];
        if (i < 3) arrive_at(3 + i, 64);
    }
    out[lane] = sum;
}

__global__ void all_but_the_producers(int* out) {
    __shared__ int tile[32], sums[64];
    const int t = threadIdx.x;
    if (t < 32) {
        tile[t] = t;
        arrive_at(1, 96);
        return;
    }
    wait_at(1, 96);
    sums[t - 32] = tile[t % 32];
    wait_at(2, 64); // the others only
    if (t < 64) out[t - 32] = sums[t - 32] + sums[95 - t];
}

__global__ void every_block_anew(int* out) {
    __shared__ int value;
    if (threadIdx.x < 32) {
        if (threadIdx.x == 0) value = static_cast<int>(blockIdx.x);
        arrive_at(15, 64);
        return;
    }
    wait_at(15, 64);
    if (threadIdx.x == 32) atomicAdd(out, value);
}

template <class Expected>
bool gives(const DeviceArray<int>& out, Expected expected) {
    finish();
    return verdict(out, expected) == 0;
}

int main() {
    const DeviceArray<int> out(32);
    bool right = true;
    producers_leave<<<3, 96>>>(out.get());
    right &= gives(out, [](int) { return 63; });
    ring<<<1, 64>>>(out.get());
    right &= gives(out, [](int) { return ROUNDS * (ROUNDS - 1) / 2; });
    one_lane_stays<<<1, 64>>>(out.get());
    right &= gives(out, [](int) { return 21; });
    lanes_leave_one_by_one<<<1, 64>>>(out.get());
    right &= gives(out, [](int) { return 6; });
    last_warp_has_few_lanes<<<1, 40>>>(out.get());
    right &= gives(out, [](int i) { return 32 + i % 8; });
    two_producers_take_turns<<<1, 96>>>(out.get());
    right &= gives(out, [](int) { return 60; });
    all_but_the_producers<<<1, 96>>>(out.get());
    right &= gives(out, [](int) { return 31; });
    out.clear();
    every_block_anew<<<5, 64>>>(out.get());
    right &= gives(out, [](int i) { return i == 0 ? 10 : 0; });
    return right ? 0 : 1;
}
