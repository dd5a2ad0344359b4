/// \file
/// `__CUDA_ARCH__`, which nvcc defines while it compiles for a GPU: here one compilation serves both.
#pragma once

#include <string>
#include <string_view>

namespace scanlab::translate {

/// The source with every `__CUDA_ARCH__` decided.
///
/// - In `__global__` and `__device__` functions it is 900.
/// - The body of a `__host__ __device__` function that asks for it is there twice, with and without it,
/// and
///   which of the two runs is decided then. A `#line` says where the second begins.
/// - Elsewhere, a question for its value alone, as in `#if __CUDA_ARCH__ >= 600`, is which GPU it is:
/// 900.
///   One whether it is defined stays as it is: the host's code, for which it is not.
std::string decide_architecture(std::string_view text);

bool asks_for_architecture(std::string_view text);

} // namespace scanlab::translate
