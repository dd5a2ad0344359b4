#include "machine/api/graphs.hpp"
#include "machine/api/handles.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <set>

namespace scanlab::sim {

namespace {

Handles<CUgraph_st>& graphs() {
    static auto& instance = *new Handles<CUgraph_st>("graph");
    return instance;
}
Handles<CUgraphExec_st>& execs() {
    static auto& instance = *new Handles<CUgraphExec_st>("executable graph");
    return instance;
}

/// Those that were captured are no handles yet.
bool is_graph(cudaGraph_t graph) { return graphs().is_alive(graph); }

struct Dependencies {
    const cudaGraphNode_t* nodes;
    std::size_t count;
};

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const Dependencies& on,
                cudaGraphNodeType type, NodeWork work, std::shared_ptr<KernelWork> kernel = nullptr) {
    if (!node || !is_graph(graph) || (on.count != 0 && !on.nodes)) return cudaErrorInvalidValue;
    *node = graph->add({type,
                        {on.nodes, on.nodes + on.count},
                        std::move(work),
                        std::move(kernel),
                        call_site(),
                        calling_frame()});
    return cudaSuccess;
}

cudaError_t waiting_kernel(std::shared_ptr<KernelWork>& work, const cudaKernelNodeParams* kernel) {
    if (!kernel || !kernel->func || kernel->extra) return cudaErrorInvalidValue;
    const SourceLine at = source_line(call_site());
    const KernelSignature* const signature = signature_of_known(kernel->func, at);
    if (!signature) return cudaErrorInvalidDeviceFunction;
    if (signature->count != 0 && !kernel->kernelParams) return cudaErrorInvalidValue;
    static auto& files = *new std::set<std::string>; // the launch keeps no name of its own
    const LaunchConfig config(kernel->gridDim, kernel->blockDim, kernel->sharedMemBytes, nullptr,
                              files.insert(at.file).first->c_str(), at.line);
    work = std::make_shared<KernelWork>(kernel->func, *signature, config, kernel->kernelParams);
    return cudaSuccess;
}

void set_kernel(CUgraphNode_st& node, const std::shared_ptr<KernelWork>& kernel) {
    node.kernel = kernel;
    node.work = [kernel](cudaStream_t stream) { return kernel->run(stream); };
}

cudaError_t replace_kernel(cudaGraphNode_t node, const cudaKernelNodeParams* kernel) {
    if (!node || !node->kernel) return cudaErrorInvalidValue;
    std::shared_ptr<KernelWork> work;
    if (const cudaError_t error = waiting_kernel(work, kernel)) return error;
    set_kernel(*node, work);
    return cudaSuccess;
}

/// The node of the executable graph that was made of this one.
cudaGraphNode_t twin(const CUgraph_st& graph, cudaGraphNode_t original) {
    const auto found =
        std::ranges::find(graph.nodes, original, [](const auto& node) { return node->original; });
    return found == graph.nodes.end() ? nullptr : found->get();
}

NodeWork copying(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return [=](cudaStream_t stream) { return cudaMemcpyAsync(to, from, bytes, kind, stream); };
}

cudaError_t fill(const cudaMemsetParams& p, cudaStream_t stream) {
    const std::size_t row = p.width * p.elementSize, pitch = p.height > 1 ? p.pitch : row;
    if (p.elementSize == 1 || p.value == 0)
        return cudaMemset2DAsync(p.dst, pitch, static_cast<int>(p.value), row, p.height, stream);
    std::vector<char> values(row);
    for (std::size_t i = 0; i < p.width; ++i)
        std::memcpy(&values[i * p.elementSize], &p.value, p.elementSize);
    for (std::size_t y = 0; y < p.height; ++y)
        if (const cudaError_t error =
                cudaMemcpyAsync(static_cast<char*>(p.dst) + y * pitch, values.data(), row,
                                cudaMemcpyHostToDevice, stream))
            return error;
    return cudaSuccess;
}

/// Gives out as many as there is room for; without room, says how many there are.
cudaError_t give(const std::vector<cudaGraphNode_t>& all, cudaGraphNode_t* nodes, std::size_t* count) {
    if (!count) return cudaErrorInvalidValue;
    if (nodes) std::copy_n(all.begin(), std::min(*count, all.size()), nodes);
    *count = nodes ? std::min(*count, all.size()) : all.size();
    return cudaSuccess;
}

cudaError_t instantiate(CUgraphExec_st& exec, cudaGraph_t graph) {
    exec.graph = graph->clone();
    auto order = in_order(exec.graph);
    if (!order) return cudaErrorInvalidValue;
    exec.order = std::move(*order);
    return cudaSuccess;
}

bool are_alike(const CUgraph_st& a, const CUgraph_st& b) {
    return std::ranges::equal(a.nodes, b.nodes, [](const auto& x, const auto& y) {
        return x->type == y->type && x->dependencies.size() == y->dependencies.size();
    });
}

} // namespace

cudaGraph_t adopted(CUgraph_st graph) { return graphs().add(std::move(graph)); }

} // namespace scanlab::sim

using namespace scanlab::sim;

// --- graphs --------------------------------------------------------------------------------------

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
    return api_call([&] {
        if (!graph || flags != 0) return cudaErrorInvalidValue;
        *graph = adopted({});
        return cudaSuccess;
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    return api_call([&] { return graphs().destroy(graph); });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
    return api_call([&] {
        if (!clone || !is_graph(graph)) return cudaErrorInvalidValue;
        *clone = adopted(graph->clone());
        return cudaSuccess;
    });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
    return api_call([&] {
        if (!node || !is_graph(clone)) return cudaErrorInvalidValue;
        *node = twin(*clone, original);
        return *node ? cudaSuccess : cudaErrorInvalidValue;
    });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, size_t count) {
    return api_call([&] {
        if (!is_graph(graph) || (count != 0 && (!from || !to))) return cudaErrorInvalidValue;
        for (std::size_t i = 0; i < count; ++i) to[i]->dependencies.push_back(from[i]);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                     size_t count) {
    const CallSiteHeld held(call_by_user(__builtin_return_address(0), __builtin_frame_address(0)),
                            __builtin_frame_address(0));
    return cudaGraphAddDependencies(graph, from, to, count);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
    return api_call([&] {
        if (!is_graph(graph)) return cudaErrorInvalidValue;
        std::vector<cudaGraphNode_t> all;
        for (const auto& node : graph->nodes) all.push_back(node.get());
        return give(all, nodes, count);
    });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
    return api_call([&] {
        if (!is_graph(graph)) return cudaErrorInvalidValue;
        std::vector<cudaGraphNode_t> roots;
        for (const auto& node : graph->nodes)
            if (node->dependencies.empty()) roots.push_back(node.get());
        return give(roots, nodes, count);
    });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              size_t* count) {
    return api_call([&] {
        if (!is_graph(graph) || !count) return cudaErrorInvalidValue;
        std::vector<cudaGraphNode_t> begins, ends;
        for (const auto& node : graph->nodes)
            for (const cudaGraphNode_t dependency : node->dependencies) {
                begins.push_back(dependency);
                ends.push_back(node.get());
            }
        std::size_t also = *count;
        if (const cudaError_t error = give(ends, to, &also)) return error;
        return give(begins, from, count);
    });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
    return api_call([&] {
        if (!node || !type) return cudaErrorInvalidValue;
        *type = node->type;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                         size_t* count) {
    return api_call(
        [&] { return node ? give(node->dependencies, dependencies, count) : cudaErrorInvalidValue; });
}

// --- nodes ---------------------------------------------------------------------------------------

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaKernelNodeParams* kernel) {
    return api_call([&] {
        std::shared_ptr<KernelWork> work;
        if (const cudaError_t error = waiting_kernel(work, kernel)) return error;
        if (const cudaError_t error =
                add(node, graph, {dependencies, count}, cudaGraphNodeTypeKernel, {}))
            return error;
        set_kernel(**node, work);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* kernel) {
    return api_call([&] {
        if (!node || !node->kernel || !kernel) return cudaErrorInvalidValue;
        const LaunchConfig& config = node->kernel->config();
        *kernel = {const_cast<void*>(node->kernel->kernel()),
                   config.grid,
                   config.block,
                   static_cast<unsigned>(config.dynamic_shared_bytes),
                   node->kernel->arguments(),
                   nullptr};
        return cudaSuccess;
    });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* kernel) {
    return api_call([&] { return replace_kernel(node, kernel); });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemcpy3DParms* copy) {
    return api_call([&] {
        if (!copy) return cudaErrorInvalidValue;
        return add(node, graph, {dependencies, count}, cudaGraphNodeTypeMemcpy,
                   [copy = *copy](cudaStream_t stream) { return cudaMemcpy3DAsync(&copy, stream); });
    });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count, void* to,
                                     const void* from, size_t bytes, cudaMemcpyKind kind) {
    return api_call([&] {
        return add(node, graph, {dependencies, count}, cudaGraphNodeTypeMemcpy,
                   copying(to, from, bytes, kind));
    });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemsetParams* parameters) {
    return api_call([&] {
        if (!parameters || !std::ranges::count(std::array{1u, 2u, 4u}, parameters->elementSize))
            return cudaErrorInvalidValue;
        return add(node, graph, {dependencies, count}, cudaGraphNodeTypeMemset,
                   [p = *parameters](cudaStream_t stream) { return fill(p, stream); });
    });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, size_t count,
                                 const cudaHostNodeParams* function) {
    return api_call([&] {
        if (!function || !function->fn) return cudaErrorInvalidValue;
        return add(node, graph, {dependencies, count}, cudaGraphNodeTypeHost,
                   [f = *function](cudaStream_t stream) {
                       return cudaLaunchHostFunc(stream, f.fn, f.userData);
                   });
    });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, size_t count) {
    return api_call([&] {
        return add(node, graph, {dependencies, count}, cudaGraphNodeTypeEmpty, {});
    });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, size_t count,
                                       cudaGraph_t child) {
    return api_call([&] {
        if (!is_graph(child)) return cudaErrorInvalidValue;
        const auto exec = std::make_shared<CUgraphExec_st>();
        if (const cudaError_t error = instantiate(*exec, child)) return error;
        return add(node, graph, {dependencies, count}, cudaGraphNodeTypeGraph,
                   [exec](cudaStream_t stream) { return run_graph(*exec, stream); });
    });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, size_t count,
                                        cudaEvent_t event) {
    return api_call([&] {
        return add(node, graph, {dependencies, count}, cudaGraphNodeTypeEventRecord,
                   [event](cudaStream_t stream) { return cudaEventRecord(event, stream); });
    });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, size_t count,
                                      cudaEvent_t event) {
    return api_call([&] {
        return add(node, graph, {dependencies, count}, cudaGraphNodeTypeWaitEvent,
                   [event](cudaStream_t stream) { return cudaStreamWaitEvent(stream, event); });
    });
}

// --- execution -----------------------------------------------------------------------------------

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
    return api_call([&] {
        if (!exec || !is_graph(graph)) return cudaErrorInvalidValue;
        CUgraphExec_st made;
        if (const cudaError_t error = instantiate(made, graph)) return error;
        *exec = execs().add(std::move(made));
        return cudaSuccess;
    });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    return api_call([&] { return execs().destroy(exec); });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    const auto is_usable = [&] { return execs().is_alive(exec) ? cudaSuccess : cudaErrorInvalidValue; };
    if (const cudaError_t error = api_call_in(stream, is_usable)) return error;
    const auto work = [exec](cudaStream_t where) { return run_graph(*exec, where); };
    if (const auto result = captured(stream, cudaGraphNodeTypeGraph, work)) return *result;
    return run_graph(*exec, stream);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    return api_call_in(stream,
                       [&] { return execs().is_alive(exec) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
    return api_call([&] {
        if (!execs().is_alive(exec) || !is_graph(graph)) return cudaErrorInvalidValue;
        const bool alike = are_alike(exec->graph, *graph);
        if (result)
            *result = {
                alike ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged, {}, {}};
        return alike ? instantiate(*exec, graph) : cudaErrorGraphExecUpdateFailure;
    });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* kernel) {
    return api_call([&] {
        if (!execs().is_alive(exec)) return cudaErrorInvalidValue;
        return replace_kernel(twin(exec->graph, node), kernel);
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, size_t bytes, cudaMemcpyKind kind) {
    return api_call([&] {
        const cudaGraphNode_t copy = execs().is_alive(exec) ? twin(exec->graph, node) : nullptr;
        if (!copy || copy->type != cudaGraphNodeTypeMemcpy) return cudaErrorInvalidValue;
        copy->work = copying(to, from, bytes, kind);
        return cudaSuccess;
    });
}
