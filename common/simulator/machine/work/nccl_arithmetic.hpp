/// \file
/// What NCCL's operations do with elements.
#pragma once

#include <nccl.h>

#include <cstddef>
#include <vector>

namespace scanlab::sim::nccl {

using Bytes = std::vector<std::byte>;

std::size_t bytes_of(ncclDataType_t type);
/// Combines `count` elements of each rank from the element `first` on. In which order NCCL does that is
/// open; here it is that of the ranks.
Bytes reduce(const std::vector<const Bytes*>& of_ranks, std::size_t first, std::size_t count,
             ncclDataType_t type, ncclRedOp_t op);

} // namespace scanlab::sim::nccl
