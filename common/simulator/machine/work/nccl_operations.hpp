/// \file
/// NCCL's operations: work in a stream of each rank, which begins by reading what the rank gives, and
/// ends when all others have come that it depends on, by writing what the rank gets. Between the
/// streams nothing is ordered by that: NCCL promises no more.
#pragma once

#include "machine/base/host_lock.hpp"
#include "machine/work/nccl_arithmetic.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scanlab::sim::nccl {

struct Clique;

} // namespace scanlab::sim::nccl

/// A rank of a clique.
struct ncclComm {
    std::shared_ptr<scanlab::sim::nccl::Clique> clique;
    int rank, device;
    std::uint64_t calls = 0; ///< of collective operations
};

namespace scanlab::sim::nccl {

enum class Kind { all_reduce, reduce, broadcast, all_gather, reduce_scatter, send, receive };

/// What a rank has asked for, at which line.
struct Call {
    Kind kind;
    const void* from;
    void* to;
    std::size_t count;
    ncclDataType_t type;
    ncclRedOp_t op;
    int peer; ///< or root
    ncclComm* communicator;
    cudaStream_t stream;
    const void* site;
    bool is_in_group;

    bool is_collective() const { return kind < Kind::send; }
    std::size_t bytes() const { return count * bytes_of(type); }
    /// How much the rank gives and gets.
    std::size_t bytes_given() const;
    std::size_t bytes_got() const;
};
/// "ncclAllReduce()"
std::string name(const Call& call);

/// A collective operation: the calls of those ranks that have come to it.
struct CollectiveState {
    struct Part {
        Call call;
        Bytes given{};
        bool has_given = false;
        const void* thread = this_thread();
    };
    std::map<int, Part> parts;
    bool is_told_about = false;
};

/// From one rank to another. NCCL need not keep anything for a receiver that has not come: both wait.
struct Message {
    Call sent;
    Bytes given;
    bool is_taken = false;
};

struct Clique {
    std::vector<ncclComm*> ranks; ///< null: has not come yet
    std::map<int, std::pair<const void*, const void*>>
        made_alone{}; ///< at which line which thread has made a rank outside of a group
    std::map<std::uint64_t, std::shared_ptr<CollectiveState>>
        collectives{}; ///< by the number of the call
    std::map<std::pair<int, int>, std::deque<std::shared_ptr<Message>>>
        messages{}; ///< from whom to whom
    std::size_t size() const { return ranks.size(); }
};

/// Submits what one thread has asked for in one group, or alone.
void submit_calls(const std::vector<Call>& calls);

} // namespace scanlab::sim::nccl
