#include "device.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "scanlab/lesson.hpp"
#include "task/poison.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <thread>

#ifdef SCANLAB_SIMULATOR
#include <scanlab_sim/cost.hpp>
#endif

namespace scanlab {
namespace {

constexpr unsigned char guard_byte = 0xC3;

std::string version(int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); }

/// What an error means to somebody who has just changed a kernel.
std::string_view advice(std::string_view error) {
    if (error == "cudaErrorInvalidConfiguration") {
        return " (a block has 1 to 1024 threads and a grid at least one block: is n = 0 handled?)";
    }
    if (error == "cudaErrorInvalidValue")
        return " (more than 1024 threads per block, or more shared memory than the GPU has for a "
               "block?)";
    if (error == "cudaErrorIllegalAddress") {
        return on_simulator
                   ? " (a kernel read or wrote outside of its arrays: see the simulator's message)"
                   : " (a kernel read or wrote outside of its arrays: the simulator, or "
                     "compute-sanitizer, "
                     "says where)";
    }
    if (error == "cudaErrorLaunchTimeout") {
        return " (the kernel has not ended: an endless loop, or threads that wait for each other)";
    }
    if (error == "cudaErrorInvalidDeviceFunction" || error == "cudaErrorNoKernelImageForDevice") {
        return " (the program was compiled for another GPU: build it with -arch=native)";
    }
    return {};
}

double peak_gbps() {
#ifdef SCANLAB_SIMULATOR
    return 0;
#else
    int kilohertz = 0, bits = 0;
    require(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, 0),
            "cudaDeviceGetAttribute");
    require(cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, 0),
            "cudaDeviceGetAttribute");
    return 2e3 * kilohertz * (bits / 8.0) / 1e9;
#endif
}

} // namespace

CudaError::CudaError(cudaError_t code, const std::string& what_failed)
    : runtime_error(fmt::format("{}: {}: {}{}", what_failed, cudaGetErrorName(code),
                                cudaGetErrorString(code), advice(cudaGetErrorName(code)))),
      code_(code) {}

void require(cudaError_t code, const char* what) {
    if (code != cudaSuccess) throw CudaError(code, what);
}

long long Device::resident_blocks(int threads) const {
    const int per_multiprocessor =
        std::clamp(threads_per_multiprocessor / threads, 1, std::max(1, blocks_per_multiprocessor));
    return static_cast<long long>(multiprocessors) * per_multiprocessor;
}

Device open_device() {
    int devices = 0;
    const cudaError_t found = cudaGetDeviceCount(&devices);
    if (found == cudaErrorInsufficientDriver) {
        int driver = 0, toolkit = 0;
        require(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
        require(cudaRuntimeGetVersion(&toolkit), "cudaRuntimeGetVersion");
        if (driver == 0)
            throw Skipped("no NVIDIA driver is installed here, so there is no GPU to run on");
        throw UsageError("the NVIDIA driver is too old for this CUDA toolkit: it knows CUDA {}, the "
                         "toolkit is {}; update the driver or build with an older toolkit",
                         version(driver), version(toolkit));
    }
    if (found == cudaErrorNoDevice || (found == cudaSuccess && devices == 0))
        throw Skipped("no GPU found");
    require(found, "cudaGetDeviceCount");
    require(cudaSetDevice(0), "cudaSetDevice");
    cudaDeviceProp properties{};
    require(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
    return {properties.name,
            properties.multiProcessorCount,
            properties.maxThreadsPerMultiProcessor,
            properties.maxBlocksPerMultiProcessor,
            static_cast<std::size_t>(properties.l2CacheSize),
            properties.major,
            peak_gbps()};
}

void join_devices(Device& device, std::optional<int> wanted) {
    int found = 0;
    require(cudaGetDeviceCount(&found), "cudaGetDeviceCount");
    device.count = wanted.value_or(std::min(found, most_devices));
    if (device.count > found)
        throw UsageError("--gpus {}: there {} {} here; leave the option out to use all", device.count,
                         found == 1 ? "is" : "are", found);
    for (int from = 0; from < device.count; ++from) {
        const OnDevice on(from);
        for (int to = 0; to < device.count; ++to) {
            int can = 0;
            if (from == to) continue;
            require(cudaDeviceCanAccessPeer(&can, from, to), "cudaDeviceCanAccessPeer");
            if (can == 0)
                throw UsageError(
                    "GPU {} cannot reach the memory of GPU {} directly, which this lesson needs; "
                    "choose "
                    "GPUs that can by CUDA_VISIBLE_DEVICES ('nvidia-smi topo -p2p r' shows which), or "
                    "give --gpus 1",
                    from, to);
            const cudaError_t enabled = cudaDeviceEnablePeerAccess(to, 0);
            if (enabled == cudaErrorPeerAccessAlreadyEnabled)
                static_cast<void>(cudaGetLastError()); // so that no later check takes it for its own
            else
                require(enabled, "cudaDeviceEnablePeerAccess");
        }
    }
    if (device.count > 1) device.name = fmt::format("{} x {}", device.count, device.name);
    if (found == 1) device.name += " (the only GPU here: one does it all)";
    device.peak_gbps *= device.count;
}

void require_capability(const Device& device, int compute_capability) {
    if (device.compute_capability < compute_capability)
        throw Skipped(
            fmt::format("it needs a GPU of compute capability {}.0 or later", compute_capability));
}

std::size_t free_device_bytes() {
    std::size_t free = 0, total = 0;
    require(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    return free;
}

bool accesses_are_watched() {
#ifdef SCANLAB_SIMULATOR
    return sim::cost().observed;
#else
    return false;
#endif
}

void set_order([[maybe_unused]] std::uint64_t order) {
#ifdef SCANLAB_SIMULATOR
    sim::set_order(order);
#endif
}

OnDevice::OnDevice(int device) {
    require(cudaGetDevice(&before_), "cudaGetDevice");
    require(cudaSetDevice(device), "cudaSetDevice");
}
OnDevice::~OnDevice() { cudaSetDevice(before_); }

Stream::Stream() {
    require(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate");
}
Stream::~Stream() {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
}

cudaError_t Stream::wait() const {
    const cudaError_t launched = cudaGetLastError();
    if (launched != cudaSuccess) return launched;
    if constexpr (on_simulator) return cudaStreamSynchronize(stream_); // which notices by itself

    using namespace std::chrono_literals;
    const auto start = std::chrono::steady_clock::now();
    for (;;) {
        const cudaError_t state = cudaStreamQuery(stream_);
        if (state != cudaErrorNotReady) return state;
        const auto waited = std::chrono::steady_clock::now() - start;
        if (waited > 60s) return cudaErrorLaunchTimeout;
        if (waited > 1ms) std::this_thread::sleep_for(100us);
    }
}

Event::Event() { require(cudaEventCreate(&event_), "cudaEventCreate"); }
Event::~Event() {
    if (event_ != nullptr) cudaEventDestroy(event_);
}
void Event::record(cudaStream_t stream) { require(cudaEventRecord(event_, stream), "cudaEventRecord"); }
void Event::hold(cudaStream_t stream) const {
    require(cudaStreamWaitEvent(stream, event_, 0), "cudaStreamWaitEvent");
}

double Event::milliseconds(const Event& from, const Event& to) {
    float elapsed = 0;
    require(cudaEventElapsedTime(&elapsed, from.event_, to.event_), "cudaEventElapsedTime");
    return static_cast<double>(elapsed);
}

DeviceBuffer::DeviceBuffer(std::size_t bytes) {
    require(cudaMalloc(&data_, std::max<std::size_t>(bytes, 1)), "cudaMalloc");
    // The simulator's fresh memory is poisoned, and known to be uninitialised only while nobody sets
    // it.
    if constexpr (!on_simulator) require(cudaMemset(data_, poison_byte, bytes), "cudaMemset");
}
DeviceBuffer::~DeviceBuffer() { cudaFree(data_); }

GuardedBuffer::GuardedBuffer(std::size_t bytes)
    : bytes_(bytes), guard_(accesses_are_watched() ? 0 : guard_bytes), buffer_(bytes + 2 * guard_) {
    require(cudaMemset(buffer_.data(), guard_byte, guard_), "cudaMemset");
    require(cudaMemset(buffer_.data() + guard_ + bytes, guard_byte, guard_), "cudaMemset");
}

void GuardedBuffer::poison(cudaStream_t stream) {
    require(cudaMemsetAsync(data(), poison_byte, bytes_, stream), "cudaMemset");
}

void GuardedBuffer::clear() { require(cudaMemset(data(), 0, bytes_), "cudaMemset"); }

std::optional<long long> GuardedBuffer::damage() const {
    if (guard_ == 0) return std::nullopt;
    std::array<unsigned char, guard_bytes> before, after;
    unsigned char* const end = buffer_.data() + guard_ + bytes_;
    require(cudaMemcpy(before.data(), buffer_.data(), guard_bytes, cudaMemcpyDeviceToHost),
            "cudaMemcpy");
    require(cudaMemcpy(after.data(), end, guard_bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");

    const auto damaged = [](unsigned char byte) { return byte != guard_byte; };
    const auto past = std::find_if(after.begin(), after.end(), damaged);
    if (past != after.end()) return static_cast<long long>(bytes_) + (past - after.begin());
    const auto ahead = std::find_if(before.rbegin(), before.rend(), damaged);
    if (ahead != before.rend()) return -1 - (ahead - before.rbegin());
    return std::nullopt;
}

} // namespace scanlab
