#include "machine/api/handles.hpp"
#include "scanlab_sim/pool_api.hpp"

#include <cstdint>
#include <cstring>
#include <map>

struct CUmemPoolHandle_st {
    std::map<cudaMemPoolAttr, std::uint64_t> attributes;
};

namespace scanlab::sim {

namespace {

Handles<CUmemPoolHandle_st>& pools() {
    static auto& instance = *new Handles<CUmemPoolHandle_st>("memory pool");
    return instance;
}

cudaMemPool_t default_pool() {
    static const cudaMemPool_t pool = pools().add({});
    return pool;
}
cudaMemPool_t current_pool = nullptr; ///< null: the default one

template <class Body>
cudaError_t api_call_on(cudaMemPool_t pool, Body body, const void* site = __builtin_return_address(0),
                        const void* frame = __builtin_frame_address(0)) {
    return api_call([&] { return pools().is_alive(pool) ? body() : cudaErrorInvalidValue; }, site,
                    frame);
}

cudaError_t give_pool(cudaMemPool_t* to, int device, cudaMemPool_t pool) {
    if (!to) return cudaErrorInvalidValue;
    if (!devices::is_one(device)) return cudaErrorInvalidDevice;
    *to = pool;
    return cudaSuccess;
}

/// The first three are int, as CUDA has it.
std::size_t bytes_of(cudaMemPoolAttr attribute) {
    return attribute <= cudaMemPoolReuseAllowInternalDependencies ? sizeof(int) : sizeof(std::uint64_t);
}

} // namespace

} // namespace scanlab::sim

using namespace scanlab::sim;

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return api_call([&] { return give_pool(pool, device, default_pool()); });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return api_call(
        [&] { return give_pool(pool, device, current_pool ? current_pool : default_pool()); });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    return api_call_on(pool, [&] { return give_pool(&current_pool, device, pool); });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    return api_call([&] {
        if (!pool || !properties) return cudaErrorInvalidValue;
        if (properties->handleTypes != cudaMemHandleTypeNone) return cudaErrorNotSupported;
        *pool = pools().add({});
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return api_call([&] {
        if (pool == current_pool) current_pool = nullptr;
        return pool == default_pool() ? cudaErrorInvalidValue : pools().destroy(pool);
    });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return api_call_on(pool, [&] {
        if (!value) return cudaErrorInvalidValue;
        std::memcpy(&pool->attributes[attribute], value, bytes_of(attribute));
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return api_call_on(pool, [&] {
        if (!value) return cudaErrorInvalidValue;
        const std::uint64_t in_use = memory::capacity() - memory::free_bytes(devices::current());
        const std::uint64_t known =
            attribute >= cudaMemPoolAttrReservedMemCurrent ? in_use : pool->attributes[attribute];
        std::memcpy(value, &known, bytes_of(attribute));
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
    return api_call_on(pool, [] { return cudaSuccess; });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* access, size_t count) {
    return api_call_on(pool, [&] {
        for (std::size_t i = 0; i < count; ++i)
            if (access[i].location.id != 0) return cudaErrorInvalidDevice;
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation*) {
    return api_call_on(pool, [&] {
        if (!flags) return cudaErrorInvalidValue;
        *flags = cudaMemAccessFlagsProtReadWrite;
        return cudaSuccess;
    });
}
