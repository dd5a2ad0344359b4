#include "streams.hpp"

#include "api.hpp"
#include "pending.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <utility>

namespace scanlab::sim {

namespace {

constexpr unsigned legacy_timeline = 1, per_thread_timeline = 2;

Stream& legacy() {
    static Stream& instance = *new Stream{legacy_timeline, false};
    return instance;
}
Stream& per_thread() {
    static Stream& instance = *new Stream{per_thread_timeline};
    return instance;
}

/// All but the legacy default stream.
std::vector<Stream*>& others() {
    static auto& instance = *new std::vector<Stream*>{&per_thread()};
    return instance;
}

Clock& host() {
    static Clock& instance = [] () -> Clock& {
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
Work& current() {
    static Work& instance = *new Work;
    return instance;
}
const Work* host_function = nullptr;
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
    for (std::size_t i = 0; i < other.known_.size(); ++i) known_[i] = std::max(known_[i], other.known_[i]);
}

bool Clock::covers(const Clock& other) const {
    for (unsigned i = 0; i < other.known_.size(); ++i)
        if (at(i) < other.known_[i]) return false;
    return true;
}

Stream& stream_of(Stream* handle) {
    if (!handle || handle == cudaStreamLegacy) return legacy();
    return handle == cudaStreamPerThread ? per_thread() : *handle;
}

void add_stream(Stream& stream) {
    others().push_back(&stream);
    stream.timeline = per_thread_timeline + static_cast<unsigned>(others().size()) - 1;
    ++streams_in_use;
}

void leave_stream() { --streams_in_use; }

const Work& submit(Work::Kind kind, Stream& stream) {
    Work& work = current();
    work = {kind, stream.timeline, submitted().at(stream.timeline) + 1, end_of_work(stream), host_knows_all()};
    work.knows.learn(work.timeline, work.number);
    work.site = call_site();
    submitted().learn(work.timeline, work.number);
    stream.last = work.knows;
    return work;
}

const Work& submit_launch(Stream& stream, const char* kernel, const dim3& grid, const dim3& block) {
    submit(Work::Kind::launch, stream);
    Work& work = current();
    work.name = kernel;
    work.grid = grid;
    work.block = block;
    several_launch |= launches_in != 0 && launches_in != work.timeline;
    launches_in = work.timeline;
    return work;
}

const Work& current_work() { return current(); }
void resume(const Work& work) { current() = work; }

Clock awaited_by(const Stream& stream) {
    Clock all = stream.last;
    if (&stream == &legacy()) {
        for (const Stream* other : others())
            if (other->is_blocking) all.learn(other->last);
    } else if (stream.is_blocking) {
        all.learn(legacy().last);
    }
    return all;
}

Clock end_of_work(Stream& stream) {
    stream.last = awaited_by(stream);
    stream.last.learn(host());
    host_goes_on();
    return stream.last;
}

void make_wait(Stream& stream, const Clock& clock) { stream.last.learn(clock); }

void host_learns(const Clock& clock) {
    pending::finish(clock);
    host().learn(clock);
    host_goes_on();
}
void host_waits_for(Stream& stream) { host_learns(awaited_by(stream)); }
void host_waits_for_all() { host_learns(submitted()); }
bool host_knows_all() { return host().covers(submitted()); }
bool host_knows(const Work& work) { return host().at(work.timeline) >= work.number; }

Work host_work() {
    if (host_function) return *host_function;
    Work work;
    work.number = host().at(host_timeline);
    work.knows = host();
    return work;
}

HostFunction::HostFunction() { host_function = new Work(current()); }
HostFunction::~HostFunction() { delete std::exchange(host_function, nullptr); }

bool launches_are_in_several_streams() { return several_launch; }
bool several_streams_exist() { return streams_in_use > 1; }

bool host_is_observed = false;

} // namespace scanlab::sim
