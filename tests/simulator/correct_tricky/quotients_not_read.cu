// Divisions by zero whose results nobody reads: a GPU goes on after one, with some value.
#include "../corpus/device.cuh"

constexpr int N = 64;

__global__ void mean_before_the_question(const int* sums, const int* counts, int* means) {
    const unsigned i = threadIdx.x;
    const int mean = sums[i] / counts[i];
    if (counts[i] > 0) means[i] = mean;
}

__global__ void rest_before_the_question(const unsigned* counts, float* rests) {
    const unsigned i = threadIdx.x;
    const float rest = static_cast<float>(100u % counts[i]);
    rests[i] = counts[i] == 0 ? -1.0f : rest;
}

__global__ void quotient_replaced(const int* counts, long long* out) {
    const unsigned i = threadIdx.x;
    long long quotient = 1000000000000 / static_cast<long long>(counts[i]);
    if (counts[i] == 0) quotient = 7;
    out[i] = quotient;
}

__global__ void quotient_of_another_round(const int* counts, int* out) {
    int share = 0, sum = 0;
    for (int i = 0; i < N; ++i) {
        share = 5040 / counts[i];
        if (counts[i] != 0) sum += share;
    }
    out[threadIdx.x] = sum;
}

__global__ void quotient_dropped(const int* counts, int* out) {
    const unsigned i = threadIdx.x;
    static_cast<void>(100 / counts[i]);
    out[i] = counts[i];
}

int main() {
    int numbers[N], sum = 0;
    for (int i = 0; i < N; ++i) numbers[i] = i % 8;
    for (int i = 0; i < N; ++i) sum += numbers[i] == 0 ? 0 : 5040 / numbers[i];
    const DeviceArray<int> counts(N), out(N);
    const DeviceArray<float> rests(N);
    const DeviceArray<long long> quotients(N);
    check(cudaMemcpy(counts.get(), numbers, sizeof numbers, cudaMemcpyHostToDevice));
    out.clear();
    mean_before_the_question<<<1, N>>>(counts.get(), counts.get(), out.get());
    finish();
    int wrong = verdict(out, [](int i) { return i % 8 == 0 ? 0 : 1; });
    rest_before_the_question<<<1, N>>>(reinterpret_cast<const unsigned*>(counts.get()), rests.get());
    quotient_replaced<<<1, N>>>(counts.get(), quotients.get());
    finish();
    wrong += verdict(rests, [](int i) { return i % 8 == 0 ? -1.0f : static_cast<float>(100 % (i % 8)); });
    wrong += verdict(quotients, [](int i) { return i % 8 == 0 ? 7 : 1000000000000 / (i % 8); });
    quotient_of_another_round<<<1, N>>>(counts.get(), out.get());
    finish();
    wrong += verdict(out, [=](int) { return sum; });
    quotient_dropped<<<1, N>>>(counts.get(), out.get());
    finish();
    wrong += verdict(out, [](int i) { return i % 8; });
    return wrong;
}
