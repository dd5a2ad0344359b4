#include "machine/api/graphs.hpp"
#include "machine/api/handles.hpp"
#include "machine/api/nested_launches.hpp"
#include "machine/base/events.hpp"
#include "machine/work/pending.hpp"
#include "machine/work/streams.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

struct CUevent_st {
    bool keeps_time;
    std::optional<std::chrono::steady_clock::time_point> recorded;
    scanlab::sim::Clock waits_for{}; ///< what has ended when it is over
    int device = scanlab::sim::devices::current();
};

namespace scanlab::sim {

namespace {

Handles<Stream>& streams() {
    static Handles<Stream> instance("stream");
    return instance;
}

Handles<CUevent_st>& events() {
    static Handles<CUevent_st> instance("event");
    return instance;
}

bool is_special(cudaStream_t stream) {
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

template <class Body>
cudaError_t api_call_on(cudaEvent_t event, Body body) {
    return api_call([&] { return events().is_alive(event) ? body() : cudaErrorInvalidResourceHandle; });
}

cudaError_t learn_if_ended(const Clock& clock) {
    if (pending::holds(clock)) return cudaErrorNotReady;
    host_learns(clock);
    return cudaSuccess;
}

template <class Function>
void run_in_stream(cudaStream_t stream, const void* data, Function function) {
    const Work work = submit(Work::Kind::host_function, stream_of(stream));
    announce<&Watcher::host_function_gets>(data);
    pending::add(work, [function] {
        const HostFunction runs;
        const HostLockReleased others_may;
        function();
    });
}

} // namespace

bool is_stream(cudaStream_t stream) { return is_special(stream) || streams().is_alive(stream); }
bool is_in_stream(const LaunchConfig& launch) {
    return is_special(launch.stream) || streams().is_alive(launch.stream, &launch);
}

} // namespace scanlab::sim

using namespace scanlab::sim;

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    if (in_kernel()) return nested::create_stream(stream, flags);
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
    return api_call([&] {
        if (!stream || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
        constexpr int greatest_priority = -5;
        *stream = streams().add({.is_blocking = flags != cudaStreamNonBlocking,
                                 .priority = std::clamp(priority, greatest_priority, 0)});
        add_stream(**stream);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (in_kernel()) return cudaSuccess;
    return api_call([&] {
        const cudaError_t error = streams().destroy(stream);
        if (error == cudaSuccess) leave_stream();
        return error;
    });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    if (const auto refused = refused_in_capture(stream)) return *refused;
    return api_call_in(stream, [&] {
        host_waits_for(stream_of(stream));
        return cudaSuccess;
    });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    if (const auto refused = refused_in_capture(stream)) return *refused;
    return api_call_in(stream, [&] { return learn_if_ended(awaited_by(stream_of(stream))); });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    if (const auto result = captured_wait(stream, event)) return remember(*result);
    return api_call_in(stream, [&] {
        if (!events().is_alive(event)) return cudaErrorInvalidResourceHandle;
        make_wait(stream_of(stream), event->waits_for);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    return api_call_in(stream, [&] {
        if (!flags) return cudaErrorInvalidValue;
        *flags = is_special(stream) || stream->is_blocking ? cudaStreamDefault : cudaStreamNonBlocking;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    return api_call_in(stream, [&] {
        if (!priority) return cudaErrorInvalidValue;
        *priority = stream_of(stream).priority;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned flags) {
    if (const auto refused = refused_in_capture(stream)) return *refused;
    return api_call_in(stream, [&] {
        if (!callback || flags != 0) return cudaErrorInvalidValue;
        run_in_stream(stream, user_data, [=] { callback(stream, cudaSuccess, user_data); });
        return cudaSuccess;
    });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
    const auto again = [=](cudaStream_t later) {
        return cudaLaunchHostFunc(later, function, user_data);
    };
    if (const auto result = captured(stream, cudaGraphNodeTypeHost, again)) return *result;
    return api_call_in(stream, [&] {
        if (!function) return cudaErrorInvalidValue;
        run_in_stream(stream, user_data, [=] { function(user_data); });
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return api_call([&] {
        if (least) *least = 0;
        if (greatest) *greatest = -5;
        return cudaSuccess;
    });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
    return cudaEventCreateWithFlags(event, flags);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    return api_call([&] {
        if (!event || flags > (cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess))
            return cudaErrorInvalidValue;
        *event = events().add({(flags & cudaEventDisableTiming) == 0, std::nullopt});
        return cudaSuccess;
    });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return api_call([&] { return events().destroy(event); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (const auto result = captured_record(stream, event)) return *result;
    return api_call_on(event, [&] {
        if (!is_stream(stream) || stream_of(stream).device != event->device)
            return cudaErrorInvalidResourceHandle;
        event->recorded = std::chrono::steady_clock::now();
        event->waits_for = end_of_work(stream_of(stream));
        return cudaSuccess;
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return api_call_on(event, [&] {
        host_learns(event->waits_for);
        return cudaSuccess;
    });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return api_call_on(event, [&] { return learn_if_ended(event->waits_for); });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return api_call_on(start, [&] {
        if (!milliseconds) return cudaErrorInvalidValue;
        if (!events().is_alive(end) || !start->keeps_time || !end->keeps_time || !start->recorded ||
            !end->recorded || start->device != end->device)
            return cudaErrorInvalidResourceHandle;
        if (pending::holds(start->waits_for) || pending::holds(end->waits_for))
            return cudaErrorNotReady;
        *milliseconds =
            std::chrono::duration<float, std::milli>(*end->recorded - *start->recorded).count();
        return cudaSuccess;
    });
}
