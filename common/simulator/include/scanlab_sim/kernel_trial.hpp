/// \file
/// What the host programs consist of that `scanlab kernel` writes (tools/commands/kernel_command.cpp):
/// arrays for a kernel, and what is expected in them.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>

namespace scanlab::trial {

/// How an array begins.
struct Unset {};
struct Zero {};
struct Iota {};
struct Random {
    unsigned seed;
};
struct File {
    const char* path;
};

[[noreturn]] inline void refuse(const std::string& why) {
    std::fprintf(stderr, "scanlab kernel: %s\n", why.c_str());
    std::exit(2);
}

/// The file's number `position`, of numbers with white space between them.
class Numbers {
public:
    explicit Numbers(const char* path) : path_(path), in_(path) {
        if (!in_) refuse(std::string(path) + " cannot be read");
    }
    template <class T>
    void next(T& number, std::size_t position) {
        std::conditional_t<std::is_integral_v<T>, long long, double> read{};
        if (!(in_ >> read)) {
            std::ostringstream why;
            why << path_ << " has " << position << " numbers, and the array has more elements";
            refuse(why.str());
        }
        number = T(read);
    }

private:
    const char* path_;
    std::ifstream in_;
};

/// `count` elements on the host, as they were before the kernel, and on the device.
template <class T>
class Array {
public:
    template <class Begin>
    Array(const char* name, std::size_t count, const Begin& begin)
        : name_(name), count_(count), host_(new T[count]()) {
        if (cudaMalloc(&device_, count * sizeof(T)) != cudaSuccess)
            refuse(std::string("there is no memory for `") + name + "`");
        if constexpr (std::is_same_v<Begin, Unset>) return;
        fill(begin);
        cudaMemcpy(device_, host_, count * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~Array() {
        delete[] host_;
        cudaFree(device_);
    }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;

    T* device() const { return device_; }
    const T& operator[](std::size_t i) const { return host_[i]; }

    /// Whether the device's elements are expected(0), expected(1), …; tells if they are not. Floats may
    /// differ by a hundred thousandth, doubles by 10⁻¹², of the expected number, or of 1 if that is
    /// more.
    template <class Expected>
    bool is(const Expected& expected) const {
        T* const now = new T[count_]();
        cudaMemcpy(now, device_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            const T wanted = T(expected(i));
            if (is_near(now[i], wanted)) continue;
            if (wrong++ == 0)
                std::printf("`%s[%zu]` is %.9g, but %.9g was expected.\n", name_, i, double(now[i]),
                            double(wanted));
        }
        if (wrong == 0)
            std::printf("All %zu elements of `%s` are as expected.\n", count_, name_);
        else
            std::printf("%zu of %zu elements of `%s` are wrong.\n", wrong, count_, name_);
        delete[] now;
        return wrong == 0;
    }
    bool is(const File& file) const {
        Numbers numbers(file.path);
        return is([&](std::size_t i) {
            T number{};
            numbers.next(number, i);
            return number;
        });
    }

private:
    void fill(Zero) {}
    void fill(Unset) {}
    void fill(Iota) {
        for (std::size_t i = 0; i < count_; ++i) host_[i] = T(static_cast<int>(i));
    }
    /// Whole numbers from -50 to 50, or to 100 without a sign; others from -1 to 1.
    void fill(Random random) {
        std::mt19937 numbers(random.seed);
        for (std::size_t i = 0; i < count_; ++i) {
            const int number = static_cast<int>(numbers() % 101);
            if constexpr (std::is_same_v<T, bool>)
                host_[i] = number % 2 != 0;
            else if constexpr (std::is_integral_v<T>)
                host_[i] = T(std::is_signed_v<T> ? number - 50 : number);
            else
                host_[i] = T(static_cast<float>(number - 50) / 50);
        }
    }
    void fill(const File& file) {
        Numbers numbers(file.path);
        for (std::size_t i = 0; i < count_; ++i) numbers.next(host_[i], i);
    }
    static bool is_near(const T& a, const T& b) {
        if constexpr (std::is_integral_v<T>) {
            return a == b;
        } else {
            const double x = double(a), y = double(b);
            const double tolerance = std::is_same_v<T, double> ? 1e-12 : 1e-5;
            return (std::isnan(x) && std::isnan(y)) || x == y ||
                   std::abs(x - y) <= tolerance * std::fmax(1, std::abs(y));
        }
    }

    const char* name_;
    std::size_t count_;
    T* host_;
    T* device_ = nullptr;
};

/// Waits for the kernel; false if it has failed, which the findings explain.
inline bool has_run() {
    const cudaError_t launched = cudaGetLastError(), ran = cudaDeviceSynchronize();
    const cudaError_t error = launched != cudaSuccess ? launched : ran;
    if (error != cudaSuccess) std::printf("The kernel has failed: %s.\n", cudaGetErrorString(error));
    return error == cudaSuccess;
}

} // namespace scanlab::trial
