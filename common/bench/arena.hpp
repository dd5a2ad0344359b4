/// \file
/// Device memory with room for many calls, each on data of its own.
#pragma once

#include "check/device.hpp"
#include "check/device_checks.hpp"
#include "device_load.hpp"
#include "scanlab/lesson.hpp"

namespace scanlab {

/// An input and an output from which every call takes a slice, so that none finds in the cache what the
/// one before has left there. Results are checked on the device.
class Arena {
public:
    static constexpr int most_calls = 192;

    /// Room for calls of up to `n` elements, and as many shorter ones as go into 2^29, which share a
    /// workspace of so many bytes. Allocates once and for all, and only ever uses one stream: a process
    /// that allocates or clears memory elsewhere between its measurements takes a third of a
    /// microsecond longer for each node of its graphs from some moment on (measured on an H200, driver
    /// 580).
    Arena(const Lesson& lesson, long long n, std::size_t workspace_bytes);

    /// The largest n whose arena fits into the device's memory, beside a workspace of so many bytes.
    static long long largest(const Lesson& lesson, std::size_t workspace_bytes);

    /// Makes the input anew.
    void fill(int kept_percent, Data data = Data::random);

    /// Makes the workspace what a first call of `variant` finds: zeros if it keeps one, else poison.
    void reset_workspace(const Variant& variant);

    /// How many calls on n elements find room, and are enough for a measurement.
    int calls(long long n) const;

    /// Call `i` of `calls`, spread over the arena.
    Problem problem(long long n, int i, int calls) const;

    /// A call whose input begins with that chunk.
    Problem problem_at(long long n, long long first_chunk, int i = 0) const;

    /// Poisons what a call writes, and a few elements past it.
    void poison(const Problem& call) const;

    /// Starts a kernel that writes a call's input, as it is already.
    void produce(const Problem& call, const Case& c) const;

    /// Starts a kernel that reads so many ints of a call's output.
    void consume(const Problem& call, long long ints) const;

    /// Starts checking a call's result. `tile`: the elements of a tile.
    void check(const Problem& call, long long tile) const;

    /// How many elements have been wrong since the last call of this function.
    unsigned long long take_wrong();

    const Stream& stream() const { return stream_; }
    long long elements() const { return elements_; }

    /// Starts emptying the device's second-level cache.
    void flush_cache() const;

private:
    const Lesson& lesson_;
    long long elements_;
    Stream stream_;
    DeviceBuffer input_, heads_, output_, kept_, ranks_, workspace_, verdict_, flush_;
    std::size_t workspace_bytes_;
};

/// How many ints a call on n elements writes.
long long written_ints(Task task, long long n, long long kept);

/// Useful bytes of a call on n elements: every input read once, every result written once.
double useful_bytes(Task task, long long n, long long kept);

} // namespace scanlab
