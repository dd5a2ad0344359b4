#include "machine/work/streams.hpp"

#include "machine/base/call_site.hpp"
#include "machine/base/events.hpp"
#include "machine/base/host_lock.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/work/pending.hpp"
#include "scanlab_sim/core.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <map>
#include <utility>

namespace scanlab::sim {

namespace {

/// The default stream of a device, that everybody shares.
Stream& legacy_stream(int device) {
    static auto& of_all = *new std::vector<Stream>(static_cast<std::size_t>(devices::count()));
    return of_all[static_cast<std::size_t>(device)];
}

void set_up(Stream& stream, std::size_t place, int device, bool is_blocking) {
    stream = {.timeline = static_cast<unsigned>(place), .device = device, .is_blocking = is_blocking};
}

/// All streams: that with the number i has the timeline i + 1.
std::vector<Stream*>& streams() {
    static auto& instance = []() -> std::vector<Stream*>& {
        auto& all = *new std::vector<Stream*>;
        for (int device = 0; device < devices::count(); ++device) {
            all.push_back(&legacy_stream(device));
            set_up(legacy_stream(device), all.size(), device, false);
        }
        return all;
    }();
    return instance;
}

/// That of the calling host thread, on the current device.
Stream& per_thread_stream() {
    thread_local std::map<int, Stream*> own;
    Stream*& stream = own[devices::current()];
    if (!stream) {
        stream = new Stream; // what was done in it is known for ever
        streams().push_back(stream);
        set_up(*stream, streams().size(), devices::current(), true);
    }
    return *stream;
}

bool null_is_per_thread = false;

bool is_legacy(const Stream& stream) { return &stream == &legacy_stream(stream.device); }

Clock& host() {
    static Clock& instance = []() -> Clock& {
        auto& clock = *new Clock;
        clock.learn(host_timeline, 1); // 0 is what everybody knows
        return clock;
    }();
    return instance;
}
Clock& submitted() { ///< all work, but what the host does itself
    static Clock& instance = *new Clock;
    return instance;
}
/// Each access of device memory asks for it: so there is no guard around its first use.
Work& current() {
    static Work* instance = nullptr;
    if (!instance) [[unlikely]]
        instance = new Work;
    return *instance;
}
const Work* host_function = nullptr;
const void* thread_of_host_function = nullptr;
unsigned launches_in = 0; ///< a timeline
bool several_launch = false;
unsigned streams_in_use = 0; ///< that the program has made

/// What the host does from now on comes after what it has done before.
void host_goes_on() { host().learn(host_timeline, host().at(host_timeline) + 1); }

} // namespace

void Clock::learn(unsigned timeline, std::uint32_t number) {
    if (timeline >= known_.size()) known_.resize(timeline + 1);
    known_[timeline] = std::max(known_[timeline], number);
}

void Clock::learn(const Clock& other) {
    if (other.known_.size() > known_.size()) known_.resize(other.known_.size());
    for (std::size_t i = 0; i < other.known_.size(); ++i)
        known_[i] = std::max(known_[i], other.known_[i]);
}

void Clock::forget(unsigned timeline, std::uint32_t from) {
    if (timeline < known_.size()) known_[timeline] = std::min(known_[timeline], from - 1);
}

bool Clock::covers(const Clock& other) const {
    for (unsigned i = 0; i < other.known_.size(); ++i)
        if (at(i) < other.known_[i]) return false;
    return true;
}

Stream& stream_of(Stream* handle) {
    streams(); // makes the default ones
    if (handle == cudaStreamPerThread || (!handle && null_is_per_thread)) return per_thread_stream();
    return handle && handle != cudaStreamLegacy ? *handle : legacy_stream(devices::current());
}

[[gnu::visibility("default")]] bool use_per_thread_default_stream() {
    return null_is_per_thread = true;
}

void add_stream(Stream& stream) {
    streams().push_back(&stream);
    stream.timeline = static_cast<unsigned>(streams().size());
    stream.device = devices::current();
    ++streams_in_use;
}

void leave_stream() { --streams_in_use; }

const Work& submit(Work::Kind kind, Stream& stream) {
    Work& work = current();
    work = {kind,
            stream.device,
            stream.timeline,
            submitted().at(stream.timeline) + 1,
            end_of_work(stream),
            host_knows_all()};
    work.is_of_graph = graph_runs;
    work.knows.learn(work.timeline, work.number);
    work.site = call_site();
    submitted().learn(work.timeline, work.number);
    stream.last = work.knows;
    return work;
}

const Work& submit_launch(Stream& stream, const char* kernel, const LaunchConfig& config) {
    Clock all = awaited_by(stream);
    all.learn(host());
    const bool begins_early = config.begins_early && stream.launch_knew.has_value();
    const std::uint32_t known = begins_early ? std::max(*stream.launch_knew, host().at(stream.timeline))
                                             : all.at(stream.timeline);
    submit(Work::Kind::launch, stream);
    stream.launch_knew = known;
    Work& work = current();
    work.name = kernel;
    work.grid = config.grid;
    work.block = config.block;
    if (begins_early) {
        work.begins_early = true;
        work.knows = work.awaits = all;
        work.knows.forget(work.timeline, known + 1);
    }
    several_launch |= launches_in != 0 && launches_in != work.timeline;
    launches_in = work.timeline;
    return work;
}

const Work& submit_collective(Stream& stream, const std::string& name, const void* site) {
    submit(Work::Kind::collective, stream);
    current().name = name;
    current().site = site;
    return current();
}

const Work& current_work() { return current(); }
void resume(const Work& work) {
    current() = work;
    show_variables_of(work.device);
}

const Work& submit_between(Work::Kind kind, Stream& stream, int device, int other) {
    const auto is_concerned = [=](const Stream* s) {
        return s->device == device || s->device == other;
    };
    for (const Stream* s : streams())
        if (is_concerned(s)) stream.last.learn(s->last);
    const Work& work = submit(kind, stream);
    for (Stream* s : streams())
        if (is_concerned(s)) s->last.learn(work.knows);
    return work;
}

Clock awaited_by(const Stream& stream) {
    Clock all = stream.last;
    if (is_legacy(stream)) {
        for (const Stream* other : streams())
            if (other->is_blocking && other->device == stream.device) all.learn(other->last);
    } else if (stream.is_blocking) {
        all.learn(legacy_stream(stream.device).last);
    }
    return all;
}

Clock end_of_work(Stream& stream) {
    stream.launch_knew.reset();
    stream.last = awaited_by(stream);
    stream.last.learn(host());
    host_goes_on();
    return stream.last;
}

void make_wait(Stream& stream, const Clock& clock) {
    stream.launch_knew.reset();
    stream.last.learn(clock);
}

void host_learns(const Clock& clock) {
    announce<&Watcher::host_waits>();
    pending::finish(clock);
    host().learn(clock);
    host_goes_on();
}
void host_waits_for(Stream& stream) { host_learns(awaited_by(stream)); }
void host_waits_for_device(int device) {
    Clock all;
    for (const Stream* stream : streams())
        if (stream->device == device) all.learn(stream->last);
    host_learns(all);
}
void host_waits_for_all() { host_learns(submitted()); }
void host_outlives_all() {
    host().learn(submitted());
    host_goes_on();
}
bool host_knows_all() { return host().covers(submitted()); }
bool host_knows(const Work& work) { return host().at(work.timeline) >= work.number; }

Work host_work() {
    if (host_function) return *host_function;
    Work work;
    work.number = host().at(host_timeline);
    work.knows = host();
    return work;
}

HostFunction::HostFunction() {
    host_function = new Work(current());
    thread_of_host_function = this_thread();
}
HostFunction::~HostFunction() { delete std::exchange(host_function, nullptr); }
bool is_host_function() { return host_function && thread_of_host_function == this_thread(); }

bool launches_are_in_several_streams() { return several_launch; }
bool several_streams_exist() { return streams_in_use > 1 || devices::several_are_used(); }

} // namespace scanlab::sim
