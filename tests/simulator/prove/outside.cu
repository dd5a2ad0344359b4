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

void launch_gathered(const int* indices, int* output, int n) { gathered<<<(n + 63) / 64, 64>>>(indices, output, n); }
void launch_counted(int* numbers, int n) { counted<<<1, 32>>>(numbers, n); }
