/// \file
/// A call's arrays, dealt to several devices.
#pragma once

#include "device.hpp"
#include "scanlab/lesson.hpp"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace scanlab {

/// How many devices a variant's calls are dealt to, one for most lessons.
inline int devices_of(const Variant& variant) { return variant.piece ? variant.devices : 1; }

/// Memory that calls keep for each other, on each of the devices.
using Workspace = std::vector<GuardedBuffer>;

/// Devices 0, 1, …, each with a stream.
class DeviceGroup {
public:
    explicit DeviceGroup(int count);
    cudaStream_t stream(int device) const { return lanes_[at(device)].stream; }

    /// Lets the devices work side by side: what `start` puts on their streams comes after what is on
    /// `stream` now, a stream of device 0, which then waits for all of them.
    void side_by_side(cudaStream_t stream, const std::function<void()>& start);

    /// Waits for all streams; the first failure.
    cudaError_t wait() const;

private:
    struct Lane {
        Stream stream;
        Event done;
    };
    static std::size_t at(int device) { return static_cast<std::size_t>(device); }

    std::vector<Lane> lanes_;
    Event before_;
};

/// What each device has of a call, in memory of its own.
class Shares {
public:
    /// Without an input yet. Throws CudaError if there is no memory.
    Shares(const Variant& variant, long long n, const Workspace& workspace,
           std::shared_ptr<DeviceGroup> group);

    std::span<const Share> all() const { return shares_; }
    DeviceGroup& group() const { return *group_; }
    long long n() const { return n_; }

    /// Starts copying the pieces of an array on device 0 to where they belong.
    void deal(const int* input, cudaStream_t stream) const;
    /// Starts copying all pieces back to arrays on device 0.
    void collect(int* input, int* output, cudaStream_t stream) const;
    void poison_output();

    /// `place`: of the piece in its share; `first`: in the whole array.
    using PieceAct = std::function<void(const Share&, long long place, long long first, long long n)>;
    /// Calls `act` for each piece, in the array's order.
    void each_piece(const PieceAct& act) const;

    /// Calls `act` for each share, whose device is current meanwhile.
    void each(const std::function<void(const Share&)>& act) const;
    /// Starts a copy of each share's input to its output.
    void copy() const;

    const GuardedBuffer& output(int device) const {
        return memory_[static_cast<std::size_t>(device)].output;
    }

private:
    struct Memory {
        DeviceBuffer input;
        GuardedBuffer output;
    };

    const Variant& variant_;
    long long n_;
    std::shared_ptr<DeviceGroup> group_;
    std::vector<Memory> memory_; ///< of each device
    std::vector<Share> shares_;
};

} // namespace scanlab
