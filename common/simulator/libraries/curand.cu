// cuRAND's functions for the host: each writes what curand_kernel.h's Philox generator gives, one
// number after the other.
#include "library_call.hpp"

#include <curand.h>
#include <curand_kernel.h>

#include <cmath>

/// The numbers that it gives next are those of `seed`, from number `offset` on.
struct curandGenerator_st {
    bool is_for_host;
    cudaStream_t stream = nullptr;
    unsigned long long seed = 0, offset = 0;
};

namespace scanlab::library {
namespace {

using namespace sim::random;

/// Numbers of 32 bits that a value takes.
template <class T>
constexpr unsigned words = sizeof(T) / sizeof(unsigned);

/// Writes draw(state) n times.
template <class T, class Draw>
void fill(T* out, std::size_t n, Philox state, const Draw& draw) {
    const auto next = [&]() SCANLAB_UNOBSERVED -> T { return draw(state); };
    for (std::size_t i = 0; i < n; ++i) out[i] = next();
}

template <class T, class Draw>
curandStatus_t generate_from(std::uint64_t subsequence, const char* call, curandGenerator_t generator,
                             T* out, std::size_t n, const Draw& draw) {
    const std::uint64_t offset = subsequence == 0 ? generator->offset : 0;
    const auto state = begun<Philox>(generator->seed, subsequence, offset);
    generator->offset += n * words<T>;
    if (generator->is_for_host)
        fill(out, n, state, draw);
    else if (submit(call, generator->stream, [=] { fill(out, n, state, draw); }) != cudaSuccess)
        return CURAND_STATUS_LAUNCH_FAILURE;
    return CURAND_STATUS_SUCCESS;
}

template <class T, class Draw>
curandStatus_t generate(const char* call, curandGenerator_t generator, T* out, std::size_t n,
                        const Draw& draw) {
    return generator ? generate_from(0, call, generator, out, n, draw) : CURAND_STATUS_NOT_INITIALIZED;
}
template <class T, class Draw>
curandStatus_t generate_pairs(const char* call, curandGenerator_t generator, T* out, std::size_t n,
                              const Draw& draw) {
    return n % 2 != 0 ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : generate(call, generator, out, n, draw);
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool is_for_host) {
    if (!generator) return CURAND_STATUS_INITIALIZATION_FAILED;
    if (type >= CURAND_RNG_QUASI_DEFAULT)
        std::fprintf(stderr, "scanlab: cuRAND's quasi-random generators are not simulated; the "
                             "pseudo-random ones are\n");
    if (type < CURAND_RNG_PSEUDO_DEFAULT || type >= CURAND_RNG_QUASI_DEFAULT)
        return CURAND_STATUS_TYPE_ERROR;
    *generator = new curandGenerator_st{is_for_host};
    return CURAND_STATUS_SUCCESS;
}

template <class Member, class Value>
curandStatus_t set(curandGenerator_t generator, Member member, Value value) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    generator->*member = value;
    return CURAND_STATUS_SUCCESS;
}

} // namespace
} // namespace scanlab::library

using namespace scanlab::library;

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
    return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
    return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    delete generator;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int* version) {
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
    *value = type == MAJOR_VERSION   ? CURAND_VERSION / 1000
             : type == MINOR_VERSION ? CURAND_VERSION % 1000 / 100
                                     : 0;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    return set(generator, &curandGenerator_st::stream, stream);
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
    const curandStatus_t status = set(generator, &curandGenerator_st::offset, 0);
    return status == CURAND_STATUS_SUCCESS ? set(generator, &curandGenerator_st::seed, seed) : status;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    return set(generator, &curandGenerator_st::offset, offset);
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t) {
    return generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned) {
    return generator ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_NOT_INITIALIZED;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    return generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* out, size_t n) {
    return generate("curandGenerate()", generator, out, n,
                    [](Philox& s) SCANLAB_UNOBSERVED { return s.next(); });
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* out, size_t n) {
    return generate("curandGenerateUniform()", generator, out, n,
                    [](Philox& s) SCANLAB_UNOBSERVED { return uniform(s.next()); });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* out, size_t n) {
    return generate("curandGenerateUniformDouble()", generator, out, n,
                    [](Philox& s) SCANLAB_UNOBSERVED { return draw_double(s); });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* out, size_t n, float mean,
                                    float deviation) {
    return generate_pairs("curandGenerateNormal()", generator, out, n,
                          [=](Philox& s)
                              SCANLAB_UNOBSERVED { return mean + deviation * draw_normal(s); });
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* out, size_t n,
                                          double mean, double deviation) {
    return generate_pairs("curandGenerateNormalDouble()", generator, out, n,
                          [=](Philox& s)
                              SCANLAB_UNOBSERVED { return mean + deviation * draw_normal_double(s); });
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* out, size_t n, float mean,
                                       float deviation) {
    return generate_pairs(
        "curandGenerateLogNormal()", generator, out, n,
        [=](Philox& s) SCANLAB_UNOBSERVED { return std::exp(mean + deviation * draw_normal(s)); });
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* out, size_t n,
                                             double mean, double deviation) {
    return generate_pairs("curandGenerateLogNormalDouble()", generator, out, n,
                          [=](Philox& s) SCANLAB_UNOBSERVED {
                              return std::exp(mean + deviation * draw_normal_double(s));
                          });
}
/// How many numbers a value takes is not known before: each call has a subsequence of its own.
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* out, size_t n,
                                     double lambda) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    if (!(lambda > 0)) return CURAND_STATUS_OUT_OF_RANGE;
    return generate_from(generator->offset + 1, "curandGeneratePoisson()", generator, out, n,
                         [=](Philox& s) SCANLAB_UNOBSERVED { return draw_poisson(s, lambda); });
}

} // extern "C"
