// All the ways by which the host sets memory before the device reads it, and what it leaves out because nobody reads it.
#include "../corpus/device.cuh"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

constexpr int N = 64;

__global__ void sum(const int* input, int n, int* output) {
    int all = 0;
    for (int i = 0; i < n; ++i) all += input[i];
    *output = all;
}

int sum_of(const int* host, int n = N) {
    const DeviceArray<int> input(N), output(1);
    check(cudaMemcpy(input.get(), host, input.bytes(), cudaMemcpyHostToDevice));
    sum<<<1, 1>>>(input.get(), n, output.get());
    finish();
    return output[0];
}

bool sums_are_right() {
    auto* zeroed = static_cast<int*>(std::calloc(N, sizeof(int)));
    zeroed[3] = 1;
    bool right = sum_of(zeroed) == 1;
    std::free(zeroed);

    int on_stack[N];
    std::memset(on_stack, 0, sizeof on_stack);
    on_stack[5] = 2;
    int listed[N] = {1, 2};
    static int of_the_program[N];
    std::array<int, N> array{};
    right &= sum_of(on_stack) == 2 && sum_of(listed) == 3 && sum_of(of_the_program) == 0 && sum_of(array.data()) == 0;

    const std::vector<int> vector(N);
    const auto unique = std::make_unique<int[]>(N);
    int* const by_new = new int[N]();
    right &= sum_of(vector.data()) == 0 && sum_of(unique.get()) == 0 && sum_of(by_new) == 0;
    delete[] by_new;

    auto* grown = static_cast<int*>(std::malloc(N / 2 * sizeof(int)));
    for (int i = 0; i < N / 2; ++i) grown[i] = 1;
    grown = static_cast<int*>(std::realloc(grown, N * sizeof(int)));
    for (int i = N / 2; i < N; ++i) grown[i] = 1;
    right &= sum_of(grown) == N;
    std::free(grown);

    int in_part[N]; // of which the device reads as much
    for (int i = 0; i < 20; ++i) in_part[i] = 1;
    return right && sum_of(in_part, 20) == 20;
}

bool file_is_read() {
    std::FILE* const file = std::tmpfile();
    const std::vector<int> ones(N, 1);
    auto* const read = static_cast<int*>(std::malloc(N * sizeof(int)));
    const bool is_there = file && std::fwrite(ones.data(), sizeof(int), N, file) == N && std::fseek(file, 0, SEEK_SET) == 0 &&
                          std::fread(read, sizeof(int), N, file) == N;
    const bool right = is_there && sum_of(read) == N;
    std::free(read);
    if (file) std::fclose(file);
    return right;
}

bool shared_memory_is_right() {
    int *managed, *pinned;
    check(cudaMallocManaged(&managed, N * sizeof(int)));
    check(cudaMallocHost(&pinned, N * sizeof(int)));
    check(cudaMemset(managed, 0, N * sizeof(int)));
    std::fill_n(pinned, N, 1);
    const DeviceArray<int> output(1);
    sum<<<1, 1>>>(managed, N, output.get());
    finish();
    const bool right = output[0] == 0 && sum_of(pinned) == N;
    check(cudaFree(managed));
    check(cudaFreeHost(pinned));
    return right;
}

struct Padded {
    char tag;
    int value;
    double weight;
    short count;
};
__global__ void copy_structs(const Padded* from, Padded* to) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void copy_words(const int* from, int* to, int n) {
    for (int i = static_cast<int>(threadIdx.x); i < n; i += N) to[i] = from[i];
}
__global__ void copy_by_tiles(const int* from, int* to, int n) {
    __shared__ int tile[N];
    for (int first = 0; first < n; first += N) {
        const int i = first + static_cast<int>(threadIdx.x);
        if (i < n) tile[threadIdx.x] = from[i];
        __syncthreads();
        if (i < n) to[i] = tile[threadIdx.x];
        __syncthreads();
    }
}

bool padding_is_carried_along() {
    auto* const host = static_cast<Padded*>(std::malloc(N * sizeof(Padded)));
    for (int i = 0; i < N; ++i) {
        host[i].tag = 'a';
        host[i].value = i;
        host[i].weight = i;
        host[i].count = 1;
    }
    std::swap(host[0], host[1]);
    std::vector<Padded> copied(host, host + N);
    copied.push_back(copied[3]);
    const DeviceArray<Padded> one(N), other(N);
    check(cudaMemcpy(one.get(), copied.data(), one.bytes(), cudaMemcpyHostToDevice));
    constexpr int words = N * sizeof(Padded) / sizeof(int);
    copy_structs<<<1, N>>>(one.get(), other.get());
    copy_words<<<1, N>>>(reinterpret_cast<int*>(other.get()), reinterpret_cast<int*>(one.get()), words);
    copy_by_tiles<<<1, N>>>(reinterpret_cast<int*>(one.get()), reinterpret_cast<int*>(other.get()), words);
    finish();
    check(cudaMemcpy(host, other.get(), other.bytes(), cudaMemcpyDeviceToHost));
    bool right = host[0].value == 1 && host[1].value == 0;
    for (int i = 2; i < N; ++i) right &= host[i].tag == 'a' && host[i].value == i && host[i].weight == i && host[i].count == 1;
    std::free(host);
    return right;
}

struct Arguments {
    int n;
    char tag;
    double scale;
    int* output;
    int left_out;
};
__global__ void scaled(Arguments a) {
    if (static_cast<int>(threadIdx.x) < a.n) a.output[threadIdx.x] = static_cast<int>(threadIdx.x * a.scale) + a.tag;
}

bool members_may_be_left_out() {
    const DeviceArray<int> output(N);
    Arguments arguments;
    arguments.n = N;
    arguments.tag = 1;
    arguments.scale = 2;
    arguments.output = output.get();
    scaled<<<1, N>>>(arguments);
    finish();
    return output[N - 1] == 2 * (N - 1) + 1;
}

/// Every number of a range is a number like any other.
bool ranges_are_right() {
    constexpr int n = 1 << 14;
    std::vector<int> host(n);
    bool right = true;
    for (const int first : {-160000, -151200, -478800, 2000000000}) {
        for (int i = 0; i < n; ++i) host[i] = first + i;
        const DeviceArray<int> one(n), other(n);
        check(cudaMemcpy(one.get(), host.data(), one.bytes(), cudaMemcpyHostToDevice));
        copy_words<<<1, N>>>(one.get(), other.get(), n);
        finish();
        check(cudaMemcpy(host.data(), other.get(), other.bytes(), cudaMemcpyDeviceToHost));
        for (int i = 0; i < n; ++i) right &= host[i] == first + i;
    }
    return right;
}

int main() {
    std::string text = "a text that is too long to lie in the object itself"; // whose own room is left as it is
    text += text;
    std::vector<std::string> texts{"b", "a", text};
    std::sort(texts.begin(), texts.end());
    const bool right = sums_are_right() && file_is_read() && shared_memory_is_right() && padding_is_carried_along() &&
                       members_may_be_left_out() && ranges_are_right() && texts[0] == "a";
    return right ? 0 : 1;
}
