#include "machine/api/api.hpp"
#include "machine/api/graphs.hpp"
#include "machine/base/events.hpp"
#include "machine/memory/host_memory.hpp"
#include "machine/memory/memory_checks.hpp"
#include "machine/memory/memory_text.hpp"
#include "machine/memory/registry.hpp"
#include "machine/work/pending.hpp"
#include "machine/work/streams.hpp"
#include "platform/platform.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>

namespace scanlab::sim {

namespace {

bool is_device(const void* pointer) { return registry().type_of(pointer) == cudaMemoryTypeDevice; }
bool is_plain_host(const void* pointer) {
    return registry().type_of(pointer) == cudaMemoryTypeUnregistered;
}

/// Which of its variables are managed, a program that is not observed does not tell.
bool may_be_managed_variable(const void* pointer) {
    return !host_is_observed &&
           std::ranges::any_of(platform::variables_of_program(), [&](std::span<char> variables) {
               return pointer >= variables.data() && pointer < variables.data() + variables.size();
           });
}
bool is_surely_host(const void* pointer) {
    return is_plain_host(pointer) && !may_be_managed_variable(pointer);
}

bool is_accessible_on_host(Role role, const void* pointer, std::size_t bytes) {
    if (const auto freed = freed_host_memory(pointer)) {
        report_freed_on_host(role, *freed);
        return false;
    }
    const auto extent = host_extent(pointer);
    if (extent ? extent->bytes >= bytes : platform::is_mapped(pointer, bytes)) return true;
    report_too_short_on_host(role, extent, bytes);
    return false;
}

/// Whether so many bytes from here on may be touched; tells the user if not.
bool is_accessible(Role role, const void* pointer, std::size_t bytes) {
    const bool is_host = !memory::is_device_address(pointer) &&
                         (is_plain_host(pointer) || registry().type_of(pointer) == cudaMemoryTypeHost);
    if (pointer && is_host) return is_accessible_on_host(role, pointer, bytes);
    if (pointer && registry().bytes_from(pointer) >= bytes) return true;
    report_inaccessible(role, pointer, bytes);
    return false;
}

/// Whether the copy can be made in this direction; tells the user if the pointers do not lead where it
/// says. Pinned and managed memory may stand on either side.
bool direction_is(cudaMemcpyKind kind, const void* to, const void* from) {
    if (kind == cudaMemcpyDefault) return true;
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    const bool wrong_to = to_device ? is_surely_host(to) : is_device(to);
    const bool wrong_from = from_device ? is_surely_host(from) : is_device(from);
    if (!wrong_to && !wrong_from) return true;
    if (is_device(to) && is_device(from)) {
        report_odd_direction(kind);
        return true;
    }
    report_direction(kind, to, from, wrong_to, wrong_from);
    return false;
}

bool is_direction(cudaMemcpyKind kind) {
    if (kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault) return true;
    report_bad_copy("CUDA has no direction " + std::to_string(kind) + ".",
                    "Check the last argument. It should be, for example, `cudaMemcpyHostToDevice`.");
    return false;
}

bool fits_pitch(std::size_t width, std::size_t pitch) {
    if (width <= pitch) return true;
    report_bad_copy(
        "Rows of " + bytes_text(width) + " do not fit into a pitch of " + std::to_string(pitch) + ".",
        "Check the order of the arguments. A pitch follows each pointer, and width and pitch "
        "count bytes.");
    return false;
}

/// Bytes from the first byte of a pitched rectangle to just past its last.
std::size_t rectangle_span(std::size_t pitch, std::size_t width, std::size_t height) {
    return pitch * (height - 1) + width;
}

/// Whether two rectangles of one pitch have bytes in common.
bool overlap(const void* a, const void* b, std::size_t pitch, std::size_t width, std::size_t height) {
    const auto begin_a = reinterpret_cast<std::uintptr_t>(a),
               begin_b = reinterpret_cast<std::uintptr_t>(b);
    const std::size_t distance = begin_a > begin_b ? begin_a - begin_b : begin_b - begin_a;
    const std::size_t rows = distance / pitch, columns = distance % pitch;
    return (rows < height && columns < width) || (rows + 1 < height && pitch - columns < width);
}

/// In which stream, and whether the call may return before it has been done.
struct Submission {
    cudaStream_t stream = nullptr;
    bool is_asynchronous = false;
};

/// Work in a stream that reads or writes memory: `action(may_race)` does it, when the host waits for it
/// or copies through memory that is not pinned at once.
template <class Action>
void carry_out(const Work& work, bool host_waits, bool at_once, Action action) {
    if (!host_waits && !at_once) return pending::add(work, [action] { action(true); });
    pending::finish(work.knows);
    resume(work);
    action(!host_waits || !work.is_alone);
    if (host_waits) host_learns(work.knows);
}

void note_access(const void* begin, std::size_t bytes, bool is_write) {
    announce<&Watcher::work_accesses>(begin, bytes, is_write);
}

/// Whether so many bytes would fill memory that is to stay empty: see run_few_blocks().
bool is_left_out(std::size_t bytes) {
    constexpr std::size_t few = std::size_t{1} << 20;
    return memory::is_sparse && bytes > few;
}

/// In the default stream, a copy from device to device waits for both, and both wait for it
/// (Programming Guide, "Peer-to-Peer Memory Copy").
const Work& submit_copy(const Submission& where, const void* to, const void* from) {
    Stream& stream = stream_of(where.stream);
    const int receiver = registry().device_of(to), sender = registry().device_of(from);
    const bool is_between = is_device(to) && is_device(from) && receiver != sender &&
                            &stream == &stream_of(cudaStreamLegacy);
    return is_between ? submit_between(Work::Kind::copy, stream, receiver, sender)
                      : submit(Work::Kind::copy, stream);
}

/// Of a copy (CUDA Runtime API, "API synchronization behavior").
bool host_waits_for_copy(bool is_asynchronous, const void* to, const void* from) {
    const auto is_host = [](const void* p) {
        return is_plain_host(p) || registry().type_of(p) == cudaMemoryTypeHost;
    };
    if (is_host(to) && is_host(from)) return true;
    return !is_asynchronous && !(is_device(to) && is_device(from));
}
/// Of a fill: the same.
bool host_waits_for_fill(bool is_asynchronous, const void* to) {
    return !is_asynchronous && registry().type_of(to) == cudaMemoryTypeHost;
}

cudaError_t copy_rectangle(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                           std::size_t width, std::size_t height, cudaMemcpyKind kind,
                           const Submission& where) {
    if (!is_direction(kind)) return cudaErrorInvalidMemcpyDirection;
    if (width == 0 || height == 0) return cudaSuccess;
    if (!fits_pitch(width, to_pitch) || !fits_pitch(width, from_pitch))
        return cudaErrorInvalidPitchValue;
    if (!is_accessible(Role::destination, to, rectangle_span(to_pitch, width, height)) ||
        !is_accessible(Role::source, from, rectangle_span(from_pitch, width, height)) ||
        !direction_is(kind, to, from))
        return cudaErrorInvalidValue;
    if (to_pitch == from_pitch && overlap(to, from, to_pitch, width, height))
        report_bad_copy("Source and destination of this copy overlap, so the result is undefined.",
                        "Check the pointers. If they are right, copy by way of another array.");
    if (is_device(to) && is_device(from))
        memory::host_cost.bytes_copied += static_cast<long long>(width * height);
    const bool is_ordinary = is_plain_host(from) || is_plain_host(to),
               is_staged = is_plain_host(from) && !graph_runs;
    const Work work = submit_copy(where, to, from);
    carry_out(
        work, host_waits_for_copy(where.is_asynchronous, to, from), is_ordinary, [=](bool may_race) {
            if (is_left_out(width * height)) return;
            if (height == 1 && is_plain_host(to)) announce<&Watcher::host_gets>(from, width);
            for (std::size_t row = 0; row < height; ++row) {
                char* const to_row = static_cast<char*>(to) + row * to_pitch;
                const char* const from_row = static_cast<const char*>(from) + row * from_pitch;
                if (may_race && !is_staged)
                    note_access(from_row, width, false); // else it is read before the call returns
                if (may_race) note_access(to_row, width, true);
                std::memmove(to_row, from_row, width);
                announce<&Watcher::host_copies>(to_row, from_row, width);
            }
        });
    return cudaSuccess;
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                 const Submission& where) {
    return copy_rectangle(to, bytes, from, bytes, bytes, 1, kind, where);
}

/// Whether the pointer leads where the call says; warns if not: the pointers decide.
bool belongs_to(Role role, const void* pointer, int device) {
    if (!devices::is_one(device)) return false;
    if (is_device(pointer) && registry().device_of(pointer) != device)
        report_other_device(role, registry().device_of(pointer), device);
    return true;
}

cudaError_t copy_between(void* to, int receiver, const void* from, int sender, std::size_t bytes,
                         const Submission& where) {
    if (!belongs_to(Role::destination, to, receiver) || !belongs_to(Role::source, from, sender))
        return cudaErrorInvalidDevice;
    return copy(to, from, bytes, cudaMemcpyDefault, where);
}

cudaError_t fill_rectangle(void* to, std::size_t pitch, int value, std::size_t width,
                           std::size_t height, const Submission& where) {
    if (width == 0 || height == 0) return cudaSuccess;
    if (!fits_pitch(width, pitch)) return cudaErrorInvalidPitchValue;
    if (!is_accessible(Role::destination, to, rectangle_span(pitch, width, height)))
        return cudaErrorInvalidValue;
    if (is_surely_host(to)) {
        report_bad_copy("The destination is host memory, which `cudaMemset()` cannot set.",
                        "Use the device pointer, or `memset()`.");
        return cudaErrorInvalidValue;
    }
    const Work work = submit(Work::Kind::fill, stream_of(where.stream));
    carry_out(work, host_waits_for_fill(where.is_asynchronous, to), false, [=](bool may_race) {
        if (is_left_out(width * height)) return;
        for (std::size_t row = 0; row < height; ++row) {
            char* const to_row = static_cast<char*>(to) + row * pitch;
            if (may_race) note_access(to_row, width, true);
            std::memset(to_row, value, width);
            announce<&Watcher::host_fills>(to_row, width);
        }
    });
    return cudaSuccess;
}

cudaError_t fill(void* to, int value, std::size_t bytes, const Submission& where) {
    return fill_rectangle(to, bytes, value, bytes, 1, where);
}

/// The symbol's storage from `offset` on.
char* part_of_symbol(const void* symbol, std::size_t symbol_bytes, std::size_t offset) {
    if (registry().type_of(symbol) != cudaMemoryTypeManaged)
        registry().add(symbol, cudaMemoryTypeDevice, symbol_bytes, devices::current());
    return const_cast<char*>(static_cast<const char*>(symbol)) + offset;
}

bool lies_in_symbol(std::size_t symbol_bytes, std::size_t offset, std::size_t bytes) {
    if (offset <= symbol_bytes && bytes <= symbol_bytes - offset) return true;
    report_bad_copy("The variable has " + bytes_text(symbol_bytes) + ", but this call copies " +
                        std::to_string(bytes) + " from byte " + std::to_string(offset) + " on.",
                    "Check the number of bytes and the offset.");
    return false;
}

bool is_one_of(cudaMemcpyKind kind, cudaMemcpyKind a, cudaMemcpyKind b) {
    if (!is_direction(kind)) return false;
    if (kind == a || kind == b || kind == cudaMemcpyDefault) return true;
    report_bad_copy("This direction does not fit a copy to or from a variable of the device.",
                    "Check the last argument.");
    return false;
}

} // namespace

cudaError_t symbol_address(void** address, const void* symbol, std::size_t bytes) {
    return api_call([&] {
        *address = part_of_symbol(symbol, bytes, 0);
        return cudaSuccess;
    });
}

cudaError_t copy_to_symbol(const void* symbol, std::size_t symbol_bytes, const void* from,
                           std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                           cudaStream_t stream, bool is_asynchronous) {
    const auto again = [=](cudaStream_t later) {
        return copy_to_symbol(symbol, symbol_bytes, from, bytes, offset, kind, later, is_asynchronous);
    };
    if (const auto result = captured(stream, cudaGraphNodeTypeMemcpy, again)) return *result;
    return api_call_in(stream, [&] {
        if (!is_one_of(kind, cudaMemcpyHostToDevice, cudaMemcpyDeviceToDevice))
            return cudaErrorInvalidMemcpyDirection;
        if (!lies_in_symbol(symbol_bytes, offset, bytes)) return cudaErrorInvalidValue;
        return copy(part_of_symbol(symbol, symbol_bytes, offset), from, bytes, kind,
                    {stream, is_asynchronous});
    });
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t symbol_bytes, std::size_t bytes,
                             std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream,
                             bool is_asynchronous) {
    const auto again = [=](cudaStream_t later) {
        return copy_from_symbol(to, symbol, symbol_bytes, bytes, offset, kind, later, is_asynchronous);
    };
    if (const auto result = captured(stream, cudaGraphNodeTypeMemcpy, again)) return *result;
    return api_call_in(stream, [&] {
        if (!is_one_of(kind, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice))
            return cudaErrorInvalidMemcpyDirection;
        if (!lies_in_symbol(symbol_bytes, offset, bytes)) return cudaErrorInvalidValue;
        return copy(to, part_of_symbol(symbol, symbol_bytes, offset), bytes, kind,
                    {stream, is_asynchronous});
    });
}

} // namespace scanlab::sim

using namespace scanlab::sim;

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    return api_call([&] { return copy(to, from, bytes, kind, {}); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    const auto again = [=](cudaStream_t later) {
        return cudaMemcpyAsync(to, from, bytes, kind, later);
    };
    if (const auto result = captured(stream, cudaGraphNodeTypeMemcpy, again)) return *result;
    return api_call_in(stream, [&] { return copy(to, from, bytes, kind, {stream, true}); });
}

cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from, const size_t* bytes,
                                 size_t count, const cudaMemcpyAttributes* attributes,
                                 const size_t* first_copies, size_t attributes_count, size_t* failed,
                                 cudaStream_t stream) {
    return api_call_in(stream, [&] {
        if (!stream || !attributes || !first_copies || attributes_count == 0)
            return cudaErrorInvalidValue; // a stream of the program's own
        bool reads_later = true;
        for (size_t i = 0, attribute = 0; i < count; ++i) {
            if (attribute < attributes_count && first_copies[attribute] == i)
                reads_later =
                    attributes[attribute++].srcAccessOrder != cudaMemcpySrcAccessOrderDuringApiCall;
            const cudaError_t error =
                copy(to[i], from[i], bytes[i], cudaMemcpyDefault, {stream, reads_later});
            if (error != cudaSuccess && failed) *failed = i;
            if (error != cudaSuccess) return error;
        }
        return cudaSuccess;
    });
}

cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from, const size_t* bytes,
                                 size_t count, const cudaMemcpyAttributes* attributes,
                                 const size_t* first_copies, size_t attributes_count,
                                 cudaStream_t stream) {
    return cudaMemcpyBatchAsync(to, from, bytes, count, attributes, first_copies, attributes_count,
                                nullptr, stream);
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
    return api_call([&] {
        return copy_between(to, to_device, from, from_device, bytes, {nullptr, true});
    });
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t bytes, cudaStream_t stream) {
    const auto again = [=](cudaStream_t later) {
        return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, later);
    };
    if (const auto result = captured(stream, cudaGraphNodeTypeMemcpy, again)) return *result;
    return api_call_in(stream, [&] {
        return copy_between(to, to_device, from, from_device, bytes, {stream, true});
    });
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width_bytes, size_t height, cudaMemcpyKind kind) {
    return api_call(
        [&] { return copy_rectangle(to, to_pitch, from, from_pitch, width_bytes, height, kind, {}); });
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width_bytes, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
    const auto again = [=](cudaStream_t later) {
        return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width_bytes, height, kind, later);
    };
    if (const auto result = captured(stream, cudaGraphNodeTypeMemcpy, again)) return *result;
    return api_call_in(stream, [&] {
        return copy_rectangle(to, to_pitch, from, from_pitch, width_bytes, height, kind,
                              {stream, true});
    });
}

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
    return api_call([&] { return fill(to, value, bytes, {}); });
}

cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
    const auto again = [=](cudaStream_t later) { return cudaMemsetAsync(to, value, bytes, later); };
    if (const auto result = captured(stream, cudaGraphNodeTypeMemset, again)) return *result;
    return api_call_in(stream, [&] { return fill(to, value, bytes, {stream, true}); });
}

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width_bytes, size_t height) {
    return api_call([&] { return fill_rectangle(to, pitch, value, width_bytes, height, {}); });
}

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width_bytes, size_t height,
                              cudaStream_t stream) {
    const auto again = [=](cudaStream_t later) {
        return cudaMemset2DAsync(to, pitch, value, width_bytes, height, later);
    };
    if (const auto result = captured(stream, cudaGraphNodeTypeMemset, again)) return *result;
    return api_call_in(stream, [&] {
        return fill_rectangle(to, pitch, value, width_bytes, height, {stream, true});
    });
}
