#include "findings/findings.hpp"
#include "machine/api/api.hpp"
#include "machine/api/handles.hpp"
#include "machine/memory/registry.hpp"
#include "machine/work/nccl_operations.hpp"
#include "machine/work/streams.hpp"

#include <cstring>
#include <set>

namespace scanlab::sim::nccl {

namespace {

Handles<ncclComm>& communicators() {
    static auto& instance = *new Handles<ncclComm>("communicator");
    return instance;
}

/// By the unique id.
std::map<std::uint64_t, std::shared_ptr<Clique>>& cliques() {
    static auto& instance = *new std::map<std::uint64_t, std::shared_ptr<Clique>>;
    return instance;
}

std::uint64_t number_of(const ncclUniqueId& id) {
    std::uint64_t number;
    std::memcpy(&number, id.internal, sizeof number);
    return number;
}

// --- groups, of which each thread has its own

thread_local int group_depth = 0;
thread_local std::vector<Call> calls_of_group;

template <class Body>
ncclResult_t nccl_call(Body body, const void* site = __builtin_return_address(0),
                       const void* frame = __builtin_frame_address(0)) {
    ncclResult_t result = ncclSuccess;
    const auto as_cuda = [&] {
        result = body();
        return cudaSuccess;
    };
    return api_call(as_cuda, site, frame) ? ncclUnhandledCudaError : result;
}

bool is_alive(ncclComm_t communicator) {
    return communicator && communicators().is_alive(communicator);
}

template <class Body>
ncclResult_t call_on(ncclComm_t communicator, Body body, const void* site = __builtin_return_address(0),
                     const void* frame = __builtin_frame_address(0)) {
    return nccl_call([&] { return is_alive(communicator) ? body() : ncclInvalidArgument; }, site,
                     frame);
}

/// Whether so many bytes are there that the rank's device reaches; tells the user if not.
bool is_buffer(Role role, const void* pointer, std::size_t bytes) {
    if (bytes == 0) return true;
    if (pointer && registry().bytes_from(pointer) >= bytes) return true;
    if (pointer && registry().type_of(pointer) == cudaMemoryTypeUnregistered &&
        !memory::is_device_address(pointer))
        report_bad_copy(std::string("The ") + (role == Role::source ? "source" : "destination") +
                            " is host memory, which NCCL cannot use.",
                        "Use memory of the rank's device, as `cudaMalloc()` gives it.");
    else
        report_inaccessible(role, pointer, bytes);
    return false;
}

/// Whether the stream is one of the rank's device; tells the user if not.
bool is_stream_of(const Call& call) {
    if (!is_stream(call.stream)) return false;
    const devices::Used used(call.communicator->device);
    const int device = stream_of(call.stream).device;
    if (device == call.communicator->device) return true;
    report({.kind = FindingKind::invalid_launch,
            .at = source_line(call_site()),
            .message = name(call) + " for rank " + std::to_string(call.communicator->rank) +
                       ", on device " + std::to_string(call.communicator->device) +
                       ", is given a stream of device " + std::to_string(device) + ".",
            .hint = "Use a stream that was created while the rank's device was the current one."});
    return false;
}

ncclResult_t operate(Call call) {
    const auto size = static_cast<int>(call.communicator->clique->size());
    if (call.type < 0 || call.type >= ncclNumTypes || call.op < 0 || call.op >= ncclNumOps ||
        call.peer < 0 || call.peer >= size)
        return ncclInvalidArgument;
    if (!is_stream_of(call)) return ncclInvalidUsage;
    if (!is_buffer(Role::source, call.from, call.bytes_given()) ||
        !is_buffer(Role::destination, call.to, call.bytes_got()))
        return ncclInvalidArgument;
    memory::host_cost.bytes_copied += static_cast<long long>(call.bytes_got());
    call.site = call_site();
    call.is_in_group = group_depth > 0;
    if (call.is_in_group)
        calls_of_group.push_back(call);
    else
        submit_calls({call});
    return ncclSuccess;
}

// --- communicators

/// Adds the rank to its clique.
ncclComm_t add_rank(const std::shared_ptr<Clique>& clique, int rank, int device) {
    ncclComm* const communicator = communicators().add({clique, rank, device});
    clique->ranks[static_cast<std::size_t>(rank)] = communicator;
    return communicator;
}

bool has_device(const Clique& clique, int device) {
    return std::ranges::any_of(clique.ranks,
                               [=](const ncclComm* rank) { return rank && rank->device == device; });
}

/// A thread that makes one rank waits until all others have been made.
void check_thread(Clique& clique, int rank) {
    if (group_depth > 0) return;
    for (const auto& [other, made] : clique.made_alone)
        if (made.second == this_thread()) {
            report({.kind = FindingKind::deadlock,
                    .at = source_line(made.first),
                    .other = source_line(call_site()),
                    .message = "One thread calls `ncclCommInitRank()` for rank " +
                               std::to_string(other) + " and then for rank " + std::to_string(rank) +
                               ", outside of a group. The first call waits for the second for ever.",
                    .hint =
                        "Call `ncclGroupStart()` before the calls and `ncclGroupEnd()` after them, or "
                        "use `ncclCommInitAll()`."});
            return;
        }
    clique.made_alone[rank] = {call_site(), this_thread()};
}

/// It may have forgotten whom it waits for: nobody is told, as the program wants it so.
ncclResult_t destroy(ncclComm_t communicator) {
    return nccl_call(
        [&] {
            return communicator && communicators().destroy(communicator) == cudaSuccess
                       ? ncclSuccess
                       : ncclInvalidArgument;
        },
        __builtin_return_address(0), __builtin_frame_address(0));
}

} // namespace

} // namespace scanlab::sim::nccl

using namespace scanlab::sim;
using namespace scanlab::sim::nccl;

ncclResult_t ncclGetVersion(int* version) {
    if (!version) return ncclInvalidArgument;
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

const char* ncclGetErrorString(ncclResult_t result) {
    switch (result) {
    case ncclSuccess:
        return "no error";
    case ncclUnhandledCudaError:
        return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
    case ncclSystemError:
        return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
    case ncclInternalError:
        return "internal error - please report this issue to the NCCL developers";
    case ncclInvalidArgument:
        return "invalid argument (run with NCCL_DEBUG=WARN for details)";
    case ncclInvalidUsage:
        return "invalid usage (run with NCCL_DEBUG=WARN for details)";
    case ncclRemoteError:
        return "remote process exited or there was a network error";
    case ncclInProgress:
        return "NCCL operation in progress";
    default:
        return "unknown result code";
    }
}

const char* ncclGetLastError(ncclComm_t) { return ""; }

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
    return nccl_call([&] {
        if (!id) return ncclInvalidArgument;
        static std::uint64_t ids = 0;
        *id = {};
        const std::uint64_t number = ++ids;
        std::memcpy(id->internal, &number, sizeof number);
        return ncclSuccess;
    });
}

ncclResult_t ncclCommInitRank(ncclComm_t* communicator, int ranks, ncclUniqueId id, int rank) {
    return nccl_call([&] {
        if (!communicator || ranks < 1 || rank < 0 || rank >= ranks) return ncclInvalidArgument;
        auto& clique = cliques()[number_of(id)];
        if (!clique)
            clique = std::make_shared<Clique>(
                Clique{std::vector<ncclComm*>(static_cast<std::size_t>(ranks))});
        const bool is_taken = clique->size() != static_cast<std::size_t>(ranks) ||
                              clique->ranks[static_cast<std::size_t>(rank)];
        if (is_taken || has_device(*clique, devices::current())) return ncclInvalidUsage;
        check_thread(*clique, rank);
        *communicator = add_rank(clique, rank, devices::current());
        return ncclSuccess;
    });
}

ncclResult_t ncclCommInitAll(ncclComm_t* made, int ranks, const int* which) {
    return nccl_call([&] {
        if (!made || ranks < 1 || ranks > devices::count()) return ncclInvalidArgument;
        const auto clique =
            std::make_shared<Clique>(Clique{std::vector<ncclComm*>(static_cast<std::size_t>(ranks))});
        for (int rank = 0; rank < ranks; ++rank) {
            const int device = which ? which[rank] : rank;
            if (!devices::is_one(device)) return ncclUnhandledCudaError;
            if (has_device(*clique, device)) return ncclInvalidUsage;
            made[rank] = add_rank(clique, rank, device);
        }
        return ncclSuccess;
    });
}

ncclResult_t ncclCommFinalize(ncclComm_t communicator) {
    return call_on(communicator, [] { return ncclSuccess; });
}
ncclResult_t ncclCommDestroy(ncclComm_t communicator) { return destroy(communicator); }
ncclResult_t ncclCommAbort(ncclComm_t communicator) { return destroy(communicator); }

ncclResult_t ncclCommGetAsyncError(ncclComm_t communicator, ncclResult_t* error) {
    return call_on(communicator, [&] {
        if (!error) return ncclInvalidArgument;
        *error = ncclSuccess;
        return ncclSuccess;
    });
}

namespace {
ncclResult_t give(ncclComm_t communicator, int* to, int (*value)(const ncclComm&)) {
    return call_on(communicator, [&] {
        if (!to) return ncclInvalidArgument;
        *to = value(*communicator);
        return ncclSuccess;
    });
}
} // namespace

ncclResult_t ncclCommCount(ncclComm_t communicator, int* ranks) {
    return give(communicator, ranks,
                [](const ncclComm& c) { return static_cast<int>(c.clique->size()); });
}
ncclResult_t ncclCommCuDevice(ncclComm_t communicator, int* device) {
    return give(communicator, device, [](const ncclComm& c) { return c.device; });
}
ncclResult_t ncclCommUserRank(ncclComm_t communicator, int* rank) {
    return give(communicator, rank, [](const ncclComm& c) { return c.rank; });
}

ncclResult_t ncclMemAlloc(void** pointer, size_t bytes) {
    return cudaMalloc(pointer, bytes) ? ncclUnhandledCudaError : ncclSuccess;
}
ncclResult_t ncclMemFree(void* pointer) {
    return cudaFree(pointer) ? ncclUnhandledCudaError : ncclSuccess;
}

// --- group calls ---------------------------------------------------------------------------------

ncclResult_t ncclGroupStart() {
    ++group_depth;
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd() {
    return nccl_call([] {
        if (group_depth == 0) return ncclInvalidUsage;
        if (--group_depth == 0) submit_calls(std::exchange(calls_of_group, {}));
        return ncclSuccess;
    });
}

// --- operations ----------------------------------------------------------------------------------

ncclResult_t ncclAllReduce(const void* from, void* to, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t communicator, cudaStream_t stream) {
    return call_on(communicator, [&] {
        return operate(
            {Kind::all_reduce, from, to, count, type, op, 0, communicator, stream, nullptr, false});
    });
}

ncclResult_t ncclReduce(const void* from, void* to, size_t count, ncclDataType_t type, ncclRedOp_t op,
                        int root, ncclComm_t communicator, cudaStream_t stream) {
    return call_on(communicator, [&] {
        return operate(
            {Kind::reduce, from, to, count, type, op, root, communicator, stream, nullptr, false});
    });
}

ncclResult_t ncclBroadcast(const void* from, void* to, size_t count, ncclDataType_t type, int root,
                           ncclComm_t communicator, cudaStream_t stream) {
    return call_on(communicator, [&] {
        return operate({Kind::broadcast, from, to, count, type, ncclSum, root, communicator, stream,
                        nullptr, false});
    });
}

ncclResult_t ncclBcast(void* buffer, size_t count, ncclDataType_t type, int root,
                       ncclComm_t communicator, cudaStream_t stream) {
    return call_on(communicator, [&] {
        return operate({Kind::broadcast, buffer, buffer, count, type, ncclSum, root, communicator,
                        stream, nullptr, false});
    });
}

ncclResult_t ncclAllGather(const void* from, void* to, size_t count, ncclDataType_t type,
                           ncclComm_t communicator, cudaStream_t stream) {
    return call_on(communicator, [&] {
        return operate({Kind::all_gather, from, to, count, type, ncclSum, 0, communicator, stream,
                        nullptr, false});
    });
}

ncclResult_t ncclReduceScatter(const void* from, void* to, size_t count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t communicator, cudaStream_t stream) {
    return call_on(communicator, [&] {
        return operate(
            {Kind::reduce_scatter, from, to, count, type, op, 0, communicator, stream, nullptr, false});
    });
}

ncclResult_t ncclSend(const void* from, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t communicator, cudaStream_t stream) {
    return call_on(communicator, [&] {
        return operate({Kind::send, from, nullptr, count, type, ncclSum, peer, communicator, stream,
                        nullptr, false});
    });
}

ncclResult_t ncclRecv(void* to, size_t count, ncclDataType_t type, int peer, ncclComm_t communicator,
                      cudaStream_t stream) {
    return call_on(communicator, [&] {
        return operate({Kind::receive, nullptr, to, count, type, ncclSum, peer, communicator, stream,
                        nullptr, false});
    });
}
