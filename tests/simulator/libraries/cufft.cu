// cuFFT's results against sums by the definition, and there and back in place.
#include <cufft.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

namespace {

using Complex = std::complex<double>;
int failures = 0;

void expect(bool right, const char* what, int line) {
    if (right) return;
    std::printf("line %d: %s\n", line, what);
    ++failures;
}
#define EXPECT(...) expect(__VA_ARGS__, #__VA_ARGS__, __LINE__)
#define DONE(...) EXPECT((__VA_ARGS__) == CUFFT_SUCCESS)

template <class T>
T* on_device(const std::vector<T>& values) {
    T* data;
    cudaMalloc(&data, values.size() * sizeof(T));
    cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return data;
}
template <class T>
std::vector<T> on_host(const T* data, std::size_t n) {
    std::vector<T> values(n);
    cudaMemcpy(values.data(), data, n * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
}
double number(int i) { return (i * 7 + 3) % 11 - 5; }

/// Two transforms of 6 numbers, of which every second element takes part.
void test_many() {
    int n[] = {6}, embed[] = {6};
    std::vector<cufftDoubleComplex> in(24), out(12);
    for (int i = 0; i < 24; ++i) in[i] = {number(i), number(i + 5)};
    auto *from = on_device(in), *to = on_device(out);
    cufftHandle plan;
    DONE(cufftPlanMany(&plan, 1, n, embed, 2, 12, embed, 1, 6, CUFFT_Z2Z, 2));
    DONE(cufftExecZ2Z(plan, from, to, CUFFT_FORWARD));
    out = on_host(to, 12);
    for (int b = 0; b < 2; ++b)
        for (int f = 0; f < 6; ++f) {
            Complex sum;
            for (int i = 0; i < 6; ++i) sum += Complex(in[b * 12 + i * 2].x, in[b * 12 + i * 2].y) * std::polar(1.0, -2 * M_PI * i * f / 6);
            EXPECT(std::abs(sum - Complex(out[b * 6 + f].x, out[b * 6 + f].y)) < 1e-9);
        }
    DONE(cufftDestroy(plan));
    EXPECT(cufftExecZ2Z(plan, from, to, CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
    cudaFree(from);
    cudaFree(to);
}

/// 4 × 6 real numbers in place, whose rows are padded to 8; in a stream.
void test_in_place() {
    std::vector<float> in(32);
    for (int i = 0; i < 32; ++i) in[i] = i % 8 < 6 ? static_cast<float>(number(i)) : 99.0f;
    float* data = on_device(in);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cufftHandle there, back;
    DONE(cufftPlan2d(&there, 4, 6, CUFFT_R2C));
    DONE(cufftPlan2d(&back, 4, 6, CUFFT_C2R));
    DONE(cufftSetStream(there, stream));
    DONE(cufftSetStream(back, stream));
    DONE(cufftExecR2C(there, data, reinterpret_cast<cufftComplex*>(data)));
    cudaStreamSynchronize(stream);
    double sum = 0;
    for (int i = 0; i < 32; ++i) sum += i % 8 < 6 ? in[i] : 0;
    EXPECT(std::abs(on_host(data, 1)[0] - sum) < 1e-4);
    DONE(cufftExecC2R(back, reinterpret_cast<cufftComplex*>(data), data));
    cudaStreamSynchronize(stream);
    const auto result = on_host(data, 32);
    for (int i = 0; i < 32; ++i)
        if (i % 8 < 6) EXPECT(std::abs(result[i] / 24 - in[i]) < 1e-4);
    DONE(cufftDestroy(there));
    DONE(cufftDestroy(back));
    cudaStreamDestroy(stream);
    cudaFree(data);
}

/// 3 dimensions, there and back.
void test_3d() {
    std::vector<cufftComplex> in(2 * 3 * 4);
    for (int i = 0; i < 24; ++i) in[i] = {static_cast<float>(number(i)), static_cast<float>(number(i + 1))};
    auto* data = on_device(in);
    cufftHandle plan;
    DONE(cufftPlan3d(&plan, 2, 3, 4, CUFFT_C2C));
    DONE(cufftExecC2C(plan, data, data, CUFFT_FORWARD));
    DONE(cufftExecC2C(plan, data, data, CUFFT_INVERSE));
    const auto result = on_host(data, 24);
    for (int i = 0; i < 24; ++i) EXPECT(std::abs(result[i].x / 24 - in[i].x) + std::abs(result[i].y / 24 - in[i].y) < 1e-4);
    DONE(cufftDestroy(plan));
    cudaFree(data);
}

} // namespace

int main() {
    test_many();
    test_in_place();
    test_3d();
    std::puts(failures == 0 ? "ok" : "wrong");
    return failures != 0;
}
