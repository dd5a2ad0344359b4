/// \file
/// The least that translated code needs: a launch calls the kernel once, for one thread.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(...)
#define __align__(n) alignas(n)

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

namespace scanlab::sim {

struct LaunchConfig {
    dim3 grid, block;
    std::size_t bytes;
    void* stream;
    int line;
    LaunchConfig(dim3 grid_, dim3 block_, std::size_t bytes_ = 0, void* stream_ = nullptr, int line_ = __builtin_LINE())
        : grid(grid_), block(block_), bytes(bytes_), stream(stream_), line(line_) {}
};

inline std::string last_kernel;
inline LaunchConfig last_config{1, 1};

template <class Kernel, class... Args>
void launch(const char* name, const LaunchConfig& config, Kernel kernel, Args... args) {
    last_kernel = name;
    last_config = config;
    kernel(args...);
}

template <std::size_t ALIGNMENT, class T>
struct Aligned {};
template <class T>
struct SharedType {
    using type = T;
    static constexpr std::size_t alignment = alignof(T);
};
template <std::size_t ALIGNMENT, class T>
struct SharedType<Aligned<ALIGNMENT, T>> {
    using type = T;
    static constexpr std::size_t alignment = ALIGNMENT;
};

} // namespace scanlab::sim

#define SCANLAB_KERNEL(...) [=](auto... scanlab_args) { __VA_ARGS__(scanlab_args...); }
#define SCANLAB_SHARED(name, ...)                                                                                                          \
    alignas(::scanlab::sim::SharedType<__VA_ARGS__>::alignment) static typename ::scanlab::sim::SharedType<__VA_ARGS__>::type name
#define SCANLAB_DYNAMIC_SHARED(name, ...)                                                                                                  \
    alignas(::scanlab::sim::SharedType<__VA_ARGS__>::alignment) static typename ::scanlab::sim::SharedType<__VA_ARGS__>::type name[64]
#define SCANLAB_FILE_SHARED(name, ...) SCANLAB_SHARED(name, __VA_ARGS__)
#define SCANLAB_FILE_DYNAMIC_SHARED(name, ...) SCANLAB_DYNAMIC_SHARED(name, __VA_ARGS__)
