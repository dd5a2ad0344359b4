#include "machine/api/graphs.hpp"
#include "machine/api/launch_arguments.hpp"
#include "machine/base/events.hpp"
#include "machine/base/host_lock.hpp"
#include "machine/work/streams.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace scanlab::sim {

namespace {

using Nodes = std::set<cudaGraphNode_t>;

/// What becomes a graph; several streams may contribute.
struct Capture {
    cudaStream_t origin;
    CUgraph_st graph{};
    bool is_invalid = false; ///< the default stream was used meanwhile
};
/// A stream's part: on what its next node will depend.
struct Strand {
    std::shared_ptr<Capture> capture;
    Nodes last;
};

std::map<cudaStream_t, Strand>& strands() {
    static auto& all = *new std::map<cudaStream_t, Strand>;
    return all;
}
/// By the event that was recorded in a stream that is captured.
std::map<cudaEvent_t, Strand>& recorded() {
    static auto& all = *new std::map<cudaEvent_t, Strand>;
    return all;
}

Strand* strand_of(cudaStream_t stream) {
    if (strands().empty()) return nullptr;
    const auto found = strands().find(stream);
    return found == strands().end() ? nullptr : &found->second;
}

/// Whether the stream is the default one, on which one that is captured would have to wait.
bool disturbs_capture(cudaStream_t stream) {
    return (!stream || stream == cudaStreamLegacy) &&
           std::ranges::any_of(strands(),
                               [](const auto& entry) { return stream_of(entry.first).is_blocking; });
}

/// The error of such a use, which no capture that is under way outlives.
cudaError_t disturbed() {
    for (const auto& [stream, strand] : strands()) strand.capture->is_invalid = true;
    return remember(cudaErrorStreamCaptureImplicit);
}

/// Whether the work of some other stream is left that the origin does not wait for.
bool is_unjoined(const Capture& capture, const Nodes& joined) {
    Nodes ends;
    for (const auto& node : capture.graph.nodes) ends.insert(node.get());
    for (const auto& node : capture.graph.nodes)
        for (const cudaGraphNode_t dependency : node->dependencies) ends.erase(dependency);
    return !std::ranges::includes(joined, ends);
}

cudaError_t end_capture(cudaStream_t stream, cudaGraph_t* graph) {
    const Strand* const strand = strand_of(stream);
    if (!strand) return cudaErrorIllegalState;
    if (strand->capture->origin != stream) return cudaErrorStreamCaptureUnmatched;
    const Strand ended = *strand;
    std::erase_if(strands(), [&](const auto& entry) { return entry.second.capture == ended.capture; });
    std::erase_if(recorded(), [&](const auto& entry) { return entry.second.capture == ended.capture; });
    if (ended.capture->is_invalid) return cudaErrorStreamCaptureInvalidated;
    if (is_unjoined(*ended.capture, ended.last)) return cudaErrorStreamCaptureUnjoined;
    *graph = adopted(std::move(ended.capture->graph));
    return cudaSuccess;
}

} // namespace

std::optional<cudaError_t> captured(cudaStream_t stream, cudaGraphNodeType type, NodeWork work,
                                    const void* site, const void* frame) {
    const HostLock lock;
    if (disturbs_capture(stream)) return disturbed();
    Strand* const strand = strand_of(stream);
    if (!strand) return std::nullopt;
    const Nodes& last = strand->last;
    strand->last = {strand->capture->graph.add(
        {type, {last.begin(), last.end()}, std::move(work), nullptr, site, frame})};
    return cudaSuccess;
}

namespace {
/// Whether the launch has been captured, or refused for that; otherwise it runs now.
[[gnu::noinline]] bool is_captured(const void* kernel, const KernelSignature& signature,
                                   const LaunchConfig& config, void** arguments, const void* site,
                                   const void* frame) {
    const HostLock lock;
    if (disturbs_capture(config.stream)) {
        set_error(disturbed(), config.file, config.line);
        return true;
    }
    Strand* const strand = strand_of(config.stream);
    if (!strand) return false;
    const auto work = std::make_shared<KernelWork>(kernel, signature, config, arguments);
    captured(
        config.stream, cudaGraphNodeTypeKernel,
        [work](cudaStream_t stream) { return work->run(stream); }, site, frame);
    (*strand->last.begin())->kernel = work;
    return true;
}
} // namespace

void submit(const char* name, const void* kernel, const KernelSignature& signature,
            const LaunchConfig& config, void** arguments) {
    if (is_captured(kernel, signature, config, arguments, __builtin_return_address(0),
                    __builtin_frame_address(0)))
        return;
    if (host_is_observed && !in_kernel()) mark_unset(name, signature, config, arguments);
    // Nothing comes after it, so that it returns to who launches: findings name that
    // (library_calls.hpp).
    signature.launch(name, kernel, config, arguments);
}

std::optional<cudaError_t> captured_record(cudaStream_t stream, cudaEvent_t event) {
    const HostLock lock;
    const Strand* const strand = strand_of(stream);
    if (!recorded().empty()) recorded().erase(event);
    if (!strand) return std::nullopt;
    recorded()[event] = *strand;
    return cudaSuccess;
}

std::optional<cudaError_t> captured_wait(cudaStream_t stream, cudaEvent_t event) {
    const HostLock lock;
    if (strands().empty()) return std::nullopt;
    const auto of_event = recorded().find(event);
    if (of_event == recorded().end())
        return strand_of(stream) ? std::optional(cudaErrorStreamCaptureIsolation) : std::nullopt;
    Strand& strand = strands()[stream];
    if (strand.capture && strand.capture != of_event->second.capture)
        return cudaErrorStreamCaptureMerge;
    strand.capture = of_event->second.capture;
    strand.last.insert(of_event->second.last.begin(), of_event->second.last.end());
    return cudaSuccess;
}

std::optional<cudaError_t> refused_in_capture(cudaStream_t stream) {
    const HostLock lock;
    if (!strand_of(stream)) return std::nullopt;
    return remember(cudaErrorStreamCaptureUnsupported);
}

} // namespace scanlab::sim

using namespace scanlab::sim;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
    return api_call_in(stream, [&] {
        if (!stream || stream == cudaStreamLegacy) return cudaErrorStreamCaptureUnsupported;
        if (strand_of(stream)) return cudaErrorIllegalState;
        const auto capture = std::make_shared<Capture>();
        capture->origin = stream;
        strands()[stream].capture = capture;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    return api_call_in(stream, [&] {
        if (!graph) return cudaErrorInvalidValue;
        *graph = nullptr;
        return end_capture(stream, graph);
    });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return api_call_in(stream, [&] {
        if (!status) return cudaErrorInvalidValue;
        *status = strand_of(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
        return cudaSuccess;
    });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    static cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
    return api_call([&] {
        if (!mode) return cudaErrorInvalidValue;
        std::swap(*mode, current);
        return cudaSuccess;
    });
}
