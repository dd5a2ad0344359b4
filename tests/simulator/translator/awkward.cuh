#pragma once

__global__ inline void set_twelve(int* out) {
    __shared__ int twelve;
    twelve = 12;
    *out = twelve;
}

inline void launch_from_header(int* out) { set_twelve<<<1, 1>>>(out); }
