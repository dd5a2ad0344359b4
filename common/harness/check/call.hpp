/// \file
/// One call of a lesson's kernels: its arrays on the device, and whether it did what it should.
#pragma once

#include "device.hpp"
#include "fault.hpp"
#include "scanlab/lesson.hpp"
#include "shares.hpp"
#include "task/host_array.hpp"
#include "task/inputs.hpp"
#include "task/recipe.hpp"

#include <memory>
#include <optional>
#include <span>

namespace scanlab {

/// Bytes of device memory that a call on n elements takes, guards included.
double device_bytes(const Lesson& lesson, const Variant& variant, long long n);

/// What a call's kernels are given besides the workspace, on the device.
struct CallArrays {
    /// Without an input yet. Throws CudaError if there is no memory.
    CallArrays(const Lesson& lesson, long long n);
    /// Puts the input in its place.
    void fill(const Input& host) const;

    long long n;
    DeviceBuffer input, heads;
    GuardedBuffer output, kept;
};

/// The arrays of a call, ready to be launched as often as one likes.
class Call {
public:
    /// The input's arrays have to live as long as the call. `workspace` is that of an earlier call, to
    /// be used again if the lesson keeps it. Throws CudaError if there is no memory.
    Call(const Lesson& lesson, const Variant& variant, const Input& input,
         std::shared_ptr<Workspace> workspace = nullptr);
    /// The same on arrays that there are already and have their input, with a workspace of so many
    /// bytes; verify() has nothing to compare that with.
    Call(const Lesson& lesson, const Variant& variant, CallArrays arrays, std::size_t workspace_bytes);

    /// The same with an input that is made on the device. Only with SCANLAB_GPU_KERNELS.
    Call(const Lesson& lesson, const Variant& variant, const Recipe& recipe,
         std::shared_ptr<Workspace> workspace = nullptr);

    /// What the kernels are given.
    Problem problem() const;

    /// Fills the output with poison_byte, so that an element that is never written shows.
    void poison_output();
    /// Starts the kernels on the stream, and does not wait for them.
    void launch();
    /// Copies the input to the output on the device: the yardstick for a launch.
    void copy();

    const Stream& stream() const { return stream_; }
    const CallArrays& arrays() const { return arrays_; }
    /// If the lesson deals its arrays to several devices.
    const std::optional<Shares>& shares() const { return shares_; }
    std::shared_ptr<Workspace> workspace() const { return workspace_; }

    /// Waits for what was launched; then the arrays of several devices are in one piece again.
    cudaError_t finish() const;
    /// How many elements the input has.
    long long n() const { return arrays_.n; }

    /// Waits for what was launched and compares its result with `expected`.
    std::optional<Fault> verify(std::span<const int> expected);

    /// The same where the input was made by a recipe: on the device, without fetching an array, unless
    /// something is wrong, which the CPU then explains. Short arrays are compared by both, which have
    /// to agree. Only with SCANLAB_GPU_KERNELS.
    std::optional<Fault> verify(const Recipe& recipe);
    /// How many ints the right result has. Only with SCANLAB_GPU_KERNELS.
    long long result_size();

    /// The result that verify() has fetched.
    HostArray take_result() { return std::move(got_); }

private:
    /// Without an input yet.
    Call(const Lesson& lesson, const Variant& variant, long long n,
         std::shared_ptr<Workspace> workspace);

    bool is_right(const Recipe& recipe);
    std::optional<Fault> check_guards() const;
    std::optional<Fault> check_inputs() const;
    std::optional<Fault> check_result(std::span<const int> expected);

    const Lesson& lesson_;
    const Variant& variant_;
    Input host_input_;
    Stream stream_;
    CallArrays arrays_;
    std::shared_ptr<Workspace> workspace_;
    std::optional<Shares> shares_; ///< of a lesson for several devices
    HostArray got_;
};

/// Launches the kernels once and compares the result with the CPU's. On the simulator, `order` is
/// that of the threads. `workspace` goes from call to call, and begins anew after one that failed.
std::optional<Fault> check_once(const Lesson& lesson, const Variant& variant, const Input& input,
                                std::uint64_t order, std::shared_ptr<Workspace>& workspace);

/// The same with an input that is made: on the device, if that can be.
std::optional<Fault> check_once(const Lesson& lesson, const Variant& variant, const Recipe& recipe,
                                std::uint64_t order, std::shared_ptr<Workspace>& workspace);

} // namespace scanlab
