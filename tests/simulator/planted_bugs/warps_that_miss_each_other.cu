// Warps with barriers of their own, bar.sync and bar.arrive, that do not order what they exchange.
// every marked place has to be found
#include "../corpus/device.cuh"

__device__ void wait_at(int barrier, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory"); }
__device__ void arrive_at(int barrier, int threads) { asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory"); }

__global__ void consumer_only_arrives(int* out) {
    __shared__ int tile[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        tile[lane] = lane; // finds: race-shared (1)
        arrive_at(1, 64);
        return;
    }
    arrive_at(1, 64);
    out[lane] = tile[31 - lane]; // finds: race-shared (1)
}

__global__ void producer_arrives_too_early(int* out) {
    __shared__ int tile[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        arrive_at(1, 64);
        tile[lane] = 2 * lane; // finds: race-shared (2)
    } else {
        wait_at(1, 64);
        out[lane] = tile[31 - lane]; // finds: race-shared (2)
    }
}

__global__ void one_of_two_producers_is_counted(int* out) {
    __shared__ int tile[64];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        tile[lane] = lane;
        arrive_at(1, 64);
    } else if (threadIdx.x < 64) {
        tile[32 + lane] = 3 * lane; // finds: race-shared (3)
        arrive_at(2, 64);
    } else {
        wait_at(1, 64);
        out[lane] = tile[lane] + tile[63 - lane]; // finds: race-shared (3)
    }
}

__global__ void slot_is_filled_again_too_early(int* out) {
    __shared__ int slot[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int round = 0; round < 4; ++round) {
            slot[lane] = round * 100 + lane; // finds: race-shared (4)
            wait_at(1, 64);
        }
        return;
    }
    int sum = 0;
    for (int round = 0; round < 4; ++round) {
        wait_at(1, 64);
        sum += slot[31 - lane]; // finds: race-shared (4)
    }
    out[lane] = sum;
}

__global__ void buffer_is_given_back_too_early(int* out) {
    __shared__ int buffer[2][32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int round = 0; round < 6; ++round) {
            if (round >= 2) wait_at(3 + round % 2, 64);
            buffer[round % 2][lane] = round + lane; // finds: race-shared (5)
            arrive_at(1 + round % 2, 64);
        }
        return;
    }
    int sum = 0;
    for (int round = 0; round < 6; ++round) {
        wait_at(1 + round % 2, 64);
        if (round + 2 < 6) arrive_at(3 + round % 2, 64); // before the buffer has been read
        sum += buffer[round % 2][31 - lane];             // finds: race-shared (5)
    }
    out[lane] = sum;
}

__global__ void halves_meet_apart(int* out) {
    __shared__ int tile[128];
    const int t = threadIdx.x;
    tile[t] = 5 * t; // finds: race-shared (6)
    wait_at(1 + t / 64, 64);
    out[t] = tile[127 - t]; // finds: race-shared (6)
}

int main() {
    const DeviceArray<int> out(128);
    consumer_only_arrives<<<1, 64>>>(out.get());
    producer_arrives_too_early<<<1, 64>>>(out.get());
    one_of_two_producers_is_counted<<<1, 96>>>(out.get());
    slot_is_filled_again_too_early<<<1, 64>>>(out.get());
    buffer_is_given_back_too_early<<<1, 64>>>(out.get());
    halves_meet_apart<<<1, 128>>>(out.get());
    finish();
}
