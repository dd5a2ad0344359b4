/// \file
/// cuRAND's functions for the host, which are not simulated: who includes them for `curand_kernel.h`
/// alone need not mind.
#pragma once

#include "scanlab_sim/attributes.hpp"

#include <cstddef>

enum curandStatus { CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_NOT_INITIALIZED = 101 };
using curandStatus_t = curandStatus;
enum curandRngType {
    CURAND_RNG_PSEUDO_DEFAULT = 100,
    CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141,
    CURAND_RNG_PSEUDO_MT19937 = 142,
    CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200,
    CURAND_RNG_QUASI_SOBOL32 = 201
};
using curandRngType_t = curandRngType;
using curandGenerator_t = struct curandGenerator_st*;

#define SCANLAB_NOT_ON_HOST(name)                                                                      \
    template <class... Arguments>                                                                      \
    SCANLAB_UNAVAILABLE("the simulator does not have cuRAND for the host: make the random numbers "    \
                        "on the host with <random>, or in a "                                          \
                        "kernel with curand_kernel.h, or run this program on a GPU")                   \
    curandStatus_t                                                                                     \
    name(Arguments...);
SCANLAB_NOT_ON_HOST(curandCreateGenerator)
SCANLAB_NOT_ON_HOST(curandCreateGeneratorHost)
SCANLAB_NOT_ON_HOST(curandDestroyGenerator)
SCANLAB_NOT_ON_HOST(curandSetPseudoRandomGeneratorSeed)
SCANLAB_NOT_ON_HOST(curandSetGeneratorOffset)
SCANLAB_NOT_ON_HOST(curandSetGeneratorOrdering)
SCANLAB_NOT_ON_HOST(curandSetQuasiRandomGeneratorDimensions)
SCANLAB_NOT_ON_HOST(curandSetStream)
SCANLAB_NOT_ON_HOST(curandGenerate)
SCANLAB_NOT_ON_HOST(curandGenerateUniform)
SCANLAB_NOT_ON_HOST(curandGenerateUniformDouble)
SCANLAB_NOT_ON_HOST(curandGenerateNormal)
SCANLAB_NOT_ON_HOST(curandGenerateNormalDouble)
SCANLAB_NOT_ON_HOST(curandGenerateLogNormal)
SCANLAB_NOT_ON_HOST(curandGeneratePoisson)
#undef SCANLAB_NOT_ON_HOST
