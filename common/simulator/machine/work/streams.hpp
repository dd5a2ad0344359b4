/// \file
/// Streams, the host, and which of the work that it has submitted comes before which, whatever order
/// the simulator runs it in. Each stream is a timeline, and so is the host; a clock says how far each
/// timeline is known. (Fidge, "Timestamps in Message-Passing Systems", 1988; Mattern, "Virtual Time and
/// Global States of Distributed Systems", 1989.)
#pragma once

#include "machine/base/watched.hpp"
#include "machine/memory/devices.hpp"
#include "scanlab_sim/dim3.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanlab::sim {

/// How far somebody knows each timeline.
class Clock {
public:
    std::uint32_t at(unsigned timeline) const {
        return timeline < known_.size() ? known_[timeline] : 0;
    }
    void learn(unsigned timeline, std::uint32_t number);
    void learn(const Clock& other);
    void forget(unsigned timeline, std::uint32_t from); ///< from this number on
    bool covers(const Clock& other) const;

private:
    std::vector<std::uint32_t> known_;
};

constexpr unsigned host_timeline = 0;

} // namespace scanlab::sim

/// A stream, by the name that programs know the type by.
struct CUstream_st {
    unsigned timeline = 0;
    int device = 0;
    bool is_blocking = true; ///< waits for its device's default stream, which waits for it
    int priority = 0;
    scanlab::sim::Clock last{}; ///< when the work has ended that was submitted last
    std::optional<std::uint32_t>
        launch_knew{}; ///< if that is a launch: how far it knew this timeline when it began
};

namespace scanlab::sim {

using Stream = CUstream_st;

/// Work in a stream; or what the host does itself between two calls of the API.
struct Work {
    enum class Kind { host, host_function, launch, copy, fill, allocation, release, collective };
    Kind kind = Kind::host;
    int device = devices::host;
    unsigned timeline = host_timeline;
    std::uint32_t number = 0; ///< on its timeline
    Clock knows{};            ///< what comes before its end: all that before its beginning, and itself
    bool is_alone = false;    ///< the host knew that all earlier work had ended
    bool is_of_graph = false;
    const void* site = nullptr; ///< where the call of the API that submitted it returns to
    std::string name{};         ///< of a launch, the kernel's; "rank 1's ncclAllGather()"
    dim3 grid{}, block{};       ///< of a launch
    bool begins_early = false;  ///< a launch, of which each thread has to wait by itself for
    Clock awaits{};             ///< this (programmatic dependent launch)
    WatchedLaunch launched{};
    bool is_known_in(const Clock& clock) const { return clock.at(timeline) >= number; }
    bool comes_before(const Work& other) const { return is_known_in(other.knows); }
    bool is_launch() const { return kind == Kind::launch; }
};

struct LaunchConfig;

/// The stream that a handle names, null and the two special ones of the current device among them.
Stream& stream_of(Stream* handle);
/// Makes it a stream like others, with a timeline of its own.
void add_stream(Stream& stream);
/// The program has destroyed one: its work goes on.
void leave_stream();

/// Work that begins after all earlier work in the stream, and after all that the host has done and
/// knows. It is the current work from now on.
const Work& submit(Work::Kind kind, Stream& stream);
const Work& submit_launch(Stream& stream, const char* kernel, const LaunchConfig& config);
/// A rank's part of an operation among devices.
const Work& submit_collective(Stream& stream, const std::string& name, const void* site);
const Work& current_work();
/// Makes it the current work again, and its device's variables those that kernels see.
void resume(const Work& work);
/// Work in a default stream that concerns two devices: begins after all earlier work of either, and
/// before all that comes later.
const Work& submit_between(Work::Kind kind, Stream& stream, int device, int other);

/// What is known once all work has ended that is in the stream now.
Clock end_of_work(Stream& stream);
/// What the host waits for that waits for the stream.
Clock awaited_by(const Stream& stream);
/// Work that is submitted to the stream later waits for this.
void make_wait(Stream& stream, const Clock& clock);

/// The host waits for this.
void host_learns(const Clock& clock);
void host_waits_for(Stream& stream);
void host_waits_for_device(int device);
void host_waits_for_all();
/// All work is over, since the context is lost: nothing can meet with what the host does now.
void host_outlives_all();
/// Whether it knows that all work has ended.
bool host_knows_all();
/// Whether it knows that this has ended.
bool host_knows(const Work& work);

/// What the host does now: a part of a stream's work while a function of its own runs there.
Work host_work();

/// While one lives, the host runs a function that was submitted as the current work.
class HostFunction {
public:
    HostFunction();
    ~HostFunction();
    HostFunction(const HostFunction&) = delete;
    HostFunction& operator=(const HostFunction&) = delete;
};
/// Whether that is what this thread does.
bool is_host_function();

/// While it is set, what is submitted is a graph's.
inline bool graph_runs = false;

/// Whether launches have been submitted to more than one stream.
bool launches_are_in_several_streams();
/// Whether the program has more than one of its own, or devices.
bool several_streams_exist();

} // namespace scanlab::sim
