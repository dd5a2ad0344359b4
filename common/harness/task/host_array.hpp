/// \file
/// Integers in host memory.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace scanlab {

/// `size` integers, not initialised: the threads that fill a large array are the first to touch it.
class HostArray {
public:
    explicit HostArray(long long size = 0)
        : data_(std::make_unique_for_overwrite<int[]>(static_cast<std::size_t>(size))), size_(size) {}

    int* data() { return data_.get(); }
    const int* data() const { return data_.get(); }
    long long size() const { return size_; }
    std::size_t bytes() const { return static_cast<std::size_t>(size_) * sizeof(int); }

    /// Forgets the elements from `size` on.
    void truncate(long long size) { size_ = size; }

    operator std::span<int>() { return {data(), static_cast<std::size_t>(size_)}; }
    operator std::span<const int>() const { return {data(), static_cast<std::size_t>(size_)}; }

private:
    std::unique_ptr<int[]> data_;
    long long size_;
};

/// Elements of a span as a signed count, which is how the harness counts.
inline long long count(std::span<const int> values) { return static_cast<long long>(values.size()); }

/// The elements from `begin` to `end`.
inline std::span<const int> part(std::span<const int> values, long long begin, long long end) {
    return values.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

} // namespace scanlab
