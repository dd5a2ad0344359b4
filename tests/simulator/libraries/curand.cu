// cuRAND's functions for the host: the numbers of curand_kernel.h, in device memory in a stream's order and in the host's at once.
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>
#include <vector>

namespace {

int failures = 0;

void expect(bool right, const char* what, int line) {
    if (right) return;
    std::printf("line %d: %s\n", line, what);
    ++failures;
}
#define EXPECT(...) expect(__VA_ARGS__, #__VA_ARGS__, __LINE__)
#define DONE(...) EXPECT((__VA_ARGS__) == CURAND_STATUS_SUCCESS)

__global__ void draw(unsigned long long seed, unsigned long long offset, unsigned* out, int n) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, 0, offset, &state);
    for (int i = 0; i < n; ++i) out[i] = curand(&state);
}
__global__ void scale(double* values, int n, double factor) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] *= factor;
}

template <class T>
std::vector<T> on_host(const T* data, int n) {
    std::vector<T> values(n);
    cudaMemcpy(values.data(), data, n * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
}

/// A second call goes on where the first has ended, an offset leaves numbers out, and the host's generator gives the same.
void test_sequence() {
    constexpr int n = 10;
    unsigned *drawn, *generated, host[n];
    cudaMalloc(&drawn, 2 * n * sizeof(unsigned));
    cudaMalloc(&generated, 2 * n * sizeof(unsigned));
    draw<<<1, 1>>>(77, 0, drawn, 2 * n);
    curandGenerator_t on_device, at_once;
    DONE(curandCreateGenerator(&on_device, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    DONE(curandSetPseudoRandomGeneratorSeed(on_device, 77));
    DONE(curandGenerate(on_device, generated, n));
    DONE(curandGenerate(on_device, generated + n, n));
    const auto wanted = on_host(drawn, 2 * n);
    EXPECT(on_host(generated, 2 * n) == wanted);
    DONE(curandCreateGeneratorHost(&at_once, CURAND_RNG_PSEUDO_DEFAULT));
    DONE(curandSetPseudoRandomGeneratorSeed(at_once, 77));
    DONE(curandSetGeneratorOffset(at_once, 3));
    DONE(curandGenerate(at_once, host, n));
    EXPECT(std::vector<unsigned>(host, host + n) == std::vector<unsigned>(wanted.begin() + 3, wanted.begin() + 3 + n));
    DONE(curandDestroyGenerator(at_once));
    DONE(curandDestroyGenerator(on_device));
    cudaFree(drawn);
    cudaFree(generated);
}

/// Mean and variance of 20,000 numbers, which are within 5 standard errors of what the distribution has.
template <class T, class Generate>
void expect_moments(const Generate& generate, double mean, double variance, double fourth_moment) {
    constexpr int n = 20000;
    T* data;
    cudaMalloc(&data, n * sizeof(T));
    curandGenerator_t generator;
    DONE(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
    DONE(curandSetPseudoRandomGeneratorSeed(generator, 5));
    DONE(generate(generator, data, n));
    double sum = 0, squares = 0;
    for (const T value : on_host(data, n)) {
        sum += value;
        squares += (value - mean) * (value - mean);
    }
    EXPECT(std::abs(sum / n - mean) < 5 * std::sqrt(variance / n));
    EXPECT(std::abs(squares / n - variance) < 5 * std::sqrt((fourth_moment - variance * variance) / n));
    DONE(curandDestroyGenerator(generator));
    cudaFree(data);
}
void test_distributions() {
    const double e = std::exp(1);
    expect_moments<float>(curandGenerateUniform, .5, 1. / 12, 1. / 80);
    expect_moments<double>(curandGenerateUniformDouble, .5, 1. / 12, 1. / 80);
    expect_moments<float>([](auto... a) { return curandGenerateNormal(a..., 3, 2); }, 3, 4, 48);
    expect_moments<double>([](auto... a) { return curandGenerateNormalDouble(a..., -1, .5); }, -1, .25, .1875);
    expect_moments<float>([](auto... a) { return curandGenerateLogNormal(a..., 0, 1); }, std::sqrt(e), e * (e - 1),
                          e * e * std::pow(e - 1, 2) * 113.94);
    expect_moments<unsigned>([](auto... a) { return curandGeneratePoisson(a..., 6); }, 6, 6, 114);
    expect_moments<unsigned>([](auto... a) { return curandGeneratePoisson(a..., 900); }, 900, 900, 900 + 3. * 900 * 900);
}

/// A kernel of the same stream finds the numbers.
void test_stream() {
    constexpr int n = 64;
    double *values, plain[n];
    cudaMalloc(&values, n * sizeof(double));
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    curandGenerator_t generator, at_once;
    DONE(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MT19937));
    DONE(curandSetStream(generator, stream));
    DONE(curandGenerateUniformDouble(generator, values, n));
    scale<<<1, 32, 0, stream>>>(values, n, 2);
    cudaStreamSynchronize(stream);
    DONE(curandCreateGeneratorHost(&at_once, CURAND_RNG_PSEUDO_MT19937));
    DONE(curandGenerateUniformDouble(at_once, plain, n));
    const auto scaled = on_host(values, n);
    for (int i = 0; i < n; ++i) EXPECT(scaled[i] == 2 * plain[i] && plain[i] > 0 && plain[i] <= 1);
    DONE(curandDestroyGenerator(generator));
    DONE(curandDestroyGenerator(at_once));
    cudaStreamDestroy(stream);
    cudaFree(values);
}

void test_refusals() {
    curandGenerator_t generator = nullptr;
    float values[3];
    EXPECT(curandGenerateUniform(generator, values, 3) == CURAND_STATUS_NOT_INITIALIZED);
    EXPECT(curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32) == CURAND_STATUS_TYPE_ERROR);
    EXPECT(curandCreateGenerator(&generator, CURAND_RNG_TEST) == CURAND_STATUS_TYPE_ERROR);
    DONE(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_XORWOW));
    EXPECT(curandGenerateNormal(generator, values, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    unsigned count;
    EXPECT(curandGeneratePoisson(generator, &count, 1, 0) == CURAND_STATUS_OUT_OF_RANGE);
    EXPECT(curandSetQuasiRandomGeneratorDimensions(generator, 2) == CURAND_STATUS_TYPE_ERROR);
    DONE(curandDestroyGenerator(generator));
}

} // namespace

int main() {
    test_sequence();
    test_distributions();
    test_stream();
    test_refusals();
    return failures == 0 ? 0 : 1;
}
