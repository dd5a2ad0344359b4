/// \file
/// Graphs of work, and how they run: each node through the same functions that a program calls, in a
/// stream of its own, after the events of those that it depends on.
#pragma once

#include "findings/finding.hpp"
#include "machine/api/api.hpp"
#include "scanlab_sim/graph_api.hpp"
#include "scanlab_sim/known_kernels.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanlab::sim {

/// A launch that waits, with copies of its arguments.
class KernelWork {
public:
    KernelWork(const void* kernel, const KernelSignature& signature, const LaunchConfig& config,
               void** arguments);

    const void* kernel() const { return kernel_; }
    LaunchConfig& config() { return config_; }
    void** arguments() { return pointers_.data(); }
    cudaError_t run(cudaStream_t stream);

private:
    using Bits = std::vector<std::max_align_t>;

    const void* kernel_;
    KernelSignature signature_;
    LaunchConfig config_;
    std::vector<std::shared_ptr<Bits>> bits_;
    std::vector<void*> pointers_;
};

/// Submits a node's work to a stream.
using NodeWork = std::function<cudaError_t(cudaStream_t)>;

} // namespace scanlab::sim

struct CUgraphNode_st {
    cudaGraphNodeType type;
    std::vector<CUgraphNode_st*> dependencies;
    scanlab::sim::NodeWork work;
    std::shared_ptr<scanlab::sim::KernelWork> kernel; ///< null if it is none
    const void* site;                                 ///< where it was added or captured
    const void* frame;
    CUgraphNode_st* original = nullptr; ///< of which a clone was made
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes; ///< in the order in which they were added

    CUgraphNode_st* add(CUgraphNode_st node);
    CUgraph_st clone() const;
};

struct CUgraphExec_st {
    CUgraph_st graph;
    std::vector<CUgraphNode_st*> order; ///< each after those that it depends on
};

namespace scanlab::sim {

/// Nothing if some nodes depend on each other in a circle.
std::optional<std::vector<cudaGraphNode_t>> in_order(const CUgraph_st& graph);

cudaError_t run_graph(const CUgraphExec_st& exec, cudaStream_t stream);

/// The handle under which the program will know the graph.
cudaGraph_t adopted(CUgraph_st graph);

/// Of a kernel that the program has a pointer to; null, and told to the user, if it is not known.
const KernelSignature* signature_of_known(const void* kernel, const SourceLine& at);

// --- capture ---------------------------------------------------------------------------------------

/// If the stream is being captured, adds the work to its graph instead of doing it, and says what the
/// call returns.
std::optional<cudaError_t> captured(cudaStream_t stream, cudaGraphNodeType type, NodeWork work,
                                    const void* site = __builtin_return_address(0),
                                    const void* frame = __builtin_frame_address(0));
/// The same for what orders streams, and for what cannot be done in a capture.
std::optional<cudaError_t> captured_record(cudaStream_t stream, cudaEvent_t event);
std::optional<cudaError_t> captured_wait(cudaStream_t stream, cudaEvent_t event);
std::optional<cudaError_t> refused_in_capture(cudaStream_t stream);

} // namespace scanlab::sim
