#include "machine/api/graphs.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_map>

CUgraphNode_st* CUgraph_st::add(CUgraphNode_st node) {
    nodes.push_back(std::make_unique<CUgraphNode_st>(std::move(node)));
    return nodes.back().get();
}

CUgraph_st CUgraph_st::clone() const {
    CUgraph_st copy;
    std::unordered_map<const CUgraphNode_st*, CUgraphNode_st*> clones;
    for (const auto& node : nodes) {
        CUgraphNode_st* const twin = clones[node.get()] = copy.add(*node);
        twin->original = node.get();
        if (!node->kernel) continue;
        twin->kernel = std::make_shared<scanlab::sim::KernelWork>(*node->kernel);
        twin->work = [kernel = twin->kernel](cudaStream_t stream) { return kernel->run(stream); };
    }
    for (const auto& twin : copy.nodes)
        for (CUgraphNode_st*& dependency : twin->dependencies) dependency = clones.at(dependency);
    return copy;
}

namespace scanlab::sim {

KernelWork::KernelWork(const void* kernel, const KernelSignature& signature, const LaunchConfig& config,
                       void** arguments)
    : kernel_(kernel), signature_(signature), config_(config) {
    for (std::size_t i = 0; i < signature.count; ++i) {
        const std::size_t bytes = signature.sizes[i];
        bits_.push_back(std::make_shared<Bits>(bytes / sizeof(std::max_align_t) + 1));
        std::memcpy(bits_.back()->data(), arguments[i], bytes);
        pointers_.push_back(bits_.back()->data());
    }
}

cudaError_t KernelWork::run(cudaStream_t stream) {
    LaunchConfig config = config_;
    config.stream = stream;
    signature_.launch(kernel_name(kernel_), kernel_, config, pointers_.data());
    return show_sticky_error();
}

std::optional<std::vector<cudaGraphNode_t>> in_order(const CUgraph_st& graph) {
    std::vector<cudaGraphNode_t> order;
    const auto is_in_order = [&](const CUgraphNode_st* node) {
        return std::ranges::find(order, node) != order.end();
    };
    for (std::size_t before = 0; order.size() < graph.nodes.size(); before = order.size()) {
        for (const auto& node : graph.nodes)
            if (!is_in_order(node.get()) && std::ranges::all_of(node->dependencies, is_in_order))
                order.push_back(node.get());
        if (order.size() == before) return std::nullopt;
    }
    return order;
}

namespace {

/// A stream and an event for each node that runs, used again by the next graph.
struct Lane {
    cudaStream_t stream;
    cudaEvent_t end;
};
Lane& lane_of(std::size_t node) {
    static auto& lanes = *new std::vector<Lane>;
    for (Lane lane{}; lanes.size() <= node; lanes.push_back(lane)) {
        cudaStreamCreateWithFlags(&lane.stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&lane.end, cudaEventDisableTiming);
    }
    return lanes[node];
}

} // namespace

cudaError_t run_graph(const CUgraphExec_st& exec, cudaStream_t stream) {
    const std::size_t count = exec.order.size();
    const cudaEvent_t begin = lane_of(count).end;
    cudaEventRecord(begin, stream);
    std::map<const CUgraphNode_st*, cudaEvent_t> ends;
    for (std::size_t i = 0; i < count; ++i) {
        const CUgraphNode_st& node = *exec.order[i];
        const Lane lane = lane_of(i);
        const CallSiteHeld held(call_by_user(node.site, node.frame), node.frame);
        cudaStreamWaitEvent(lane.stream, begin);
        for (const CUgraphNode_st* dependency : node.dependencies)
            cudaStreamWaitEvent(lane.stream, ends.at(dependency));
        if (node.work) {
            graph_runs = true;
            const cudaError_t error = node.work(lane.stream);
            graph_runs = false;
            if (error != cudaSuccess) return error;
        }
        cudaEventRecord(ends[&node] = lane.end, lane.stream);
    }
    for (const auto& [node, end] : ends) cudaStreamWaitEvent(stream, end);
    return cudaSuccess;
}

} // namespace scanlab::sim
