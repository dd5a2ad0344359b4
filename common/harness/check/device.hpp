/// \file
/// The device that the kernels run on, a GPU or the simulator, with an owner for each of its resources.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace scanlab {

#ifdef SCANLAB_SIMULATOR
constexpr bool on_simulator = true;
#else
constexpr bool on_simulator = false;
#endif

/// A CUDA call failed.
class CudaError : public std::runtime_error {
public:
    /// `what_failed` names the call, for the message.
    CudaError(cudaError_t code, const std::string& what_failed);
    cudaError_t code() const { return code_; }

private:
    cudaError_t code_;
};

/// Throws CudaError unless `code` is cudaSuccess. `what` names the call for the message.
void require(cudaError_t code, const char* what);

/// What a kernel runs on: a GPU, or the simulator.
struct Device {
    std::string name; ///< as in "NVIDIA H200"
    int multiprocessors;
    int threads_per_multiprocessor;
    int blocks_per_multiprocessor;
    std::size_t l2_bytes;   ///< of the L2 cache
    int compute_capability; ///< 9 for 9.0
    double peak_gbps; ///< what its memory would give: its clock, twice a cycle, times its width; 0 if
                      ///< not known
    int count = 1;    ///< so many devices, side by side; the speed and the name are of all together

    /// An upper bound of the blocks of `threads` threads that run at the same time.
    long long resident_blocks(int threads) const;
};

/// Makes the first device current. Throws Skipped if there is none, UsageError if its driver is too
/// old.
Device open_device();

/// Makes a device stand for several that work on one call: `wanted` of them, or as many as there are.
/// Each gets access to the others' memory. Throws UsageError if there are not so many, or if one cannot
/// reach another's memory.
void join_devices(Device& device, std::optional<int> wanted);

/// Throws Skipped if the device is older than of this compute capability, as in 8.
void require_capability(const Device& device, int compute_capability);

/// Bytes of device memory that can be allocated now.
std::size_t free_device_bytes();

/// Whether the simulator watches every access of a kernel; its fast mode does not, and no GPU does.
bool accesses_are_watched();

/// Chooses the order in which the simulator runs blocks and threads. A GPU cannot be told.
void set_order(std::uint64_t order);

/// Makes a device current for as long as it lives.
class OnDevice {
public:
    explicit OnDevice(int device);
    ~OnDevice();
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

private:
    int before_ = 0;
};

class Stream {
public:
    Stream();
    ~Stream();
    Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
    Stream& operator=(Stream&&) = delete;
    operator cudaStream_t() const { return stream_; }

    /// Waits for all work on the stream; a failure of the launches since the last wait comes back, too.
    /// A GPU that is busy for longer than a minute will never end: cudaErrorLaunchTimeout.
    cudaError_t wait() const;

private:
    cudaStream_t stream_{};
};

class Event {
public:
    Event();
    ~Event();
    Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
    Event& operator=(Event&&) = delete;
    void record(cudaStream_t stream);
    /// Holds back what comes next on the stream, of any device, until it has happened.
    void hold(cudaStream_t stream) const;

    /// Milliseconds between two events that have happened.
    static double milliseconds(const Event& from, const Event& to);

private:
    cudaEvent_t event_{};
};

/// Device memory, poisoned.
class DeviceBuffer {
public:
    /// Throws CudaError if there is no memory.
    explicit DeviceBuffer(std::size_t bytes);
    ~DeviceBuffer();
    DeviceBuffer(DeviceBuffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
    DeviceBuffer& operator=(DeviceBuffer&&) = delete;
    unsigned char* data() const { return static_cast<unsigned char*>(data_); }

private:
    void* data_ = nullptr;
};

/// Poisoned device memory between two guards, which show afterwards whether anybody wrote past an end.
/// Where the simulator watches every access there are none: it stops at the access itself, and names
/// its line.
class GuardedBuffer {
public:
    /// Throws CudaError if there is no memory.
    explicit GuardedBuffer(std::size_t bytes);
    void* data() const { return buffer_.data() + guard_; }
    std::size_t bytes() const { return bytes_; }

    /// Poisons the memory again.
    void poison(cudaStream_t stream);
    /// Sets the memory to zero.
    void clear();

    /// Where the damaged byte of a guard nearest to the memory is, counted from the memory's start
    /// (negative: before it); none if the guards are intact.
    std::optional<long long> damage() const;

    static constexpr std::size_t guard_bytes = 1024; ///< keeps the alignment of 256
private:
    std::size_t bytes_, guard_; ///< guard_: bytes of each guard, guard_bytes or 0
    DeviceBuffer buffer_;
};

} // namespace scanlab
