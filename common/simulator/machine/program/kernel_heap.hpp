/// \file
/// malloc(), free(), new and delete in kernels: they share a heap of the device, whose memory stays
/// from one launch to the next, and which the host cannot reach.
#pragma once

#include <cstddef>

namespace scanlab::sim {

/// Whether the call that returns to `site` is one of the running kernel's, rather than of the host's,
/// of the runtime's own, or of a library's.
bool is_called_by_kernel(const void* site) noexcept;

/// What malloc() gives to a kernel; null beyond cudaLimitMallocHeapSize.
void* kernel_malloc(std::size_t bytes, std::size_t alignment, const void* site) noexcept;
/// Tells the user if the pointer is none of what it gave, or was freed before.
void kernel_free(void* pointer, const void* site) noexcept;

bool is_in_device_memory(const void* pointer) noexcept;
/// The host frees device memory by free() or delete; tells the user.
void report_host_free(const void* pointer, const void* site) noexcept;

} // namespace scanlab::sim
