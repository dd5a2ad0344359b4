/// \file
/// The errors of CUDA as Thrust throws them.
#pragma once

#include <thrust/system_error.h>

#include <cuda_runtime.h>

namespace thrust {
namespace system {

namespace cuda::errc {
enum errc_t {
    success = cudaSuccess,
    memory_allocation = cudaErrorMemoryAllocation,
    invalid_value = cudaErrorInvalidValue
};
}
template <>
struct is_error_code_enum<cuda::errc::errc_t> : thrust::detail::true_type {};

class cuda_error_category : public error_category {
public:
    const char* name() const override { return "cuda"; }
    std::string message(int error) const override {
        const auto code = static_cast<cudaError_t>(error);
        return std::string(cudaGetErrorName(code)) + ": " + cudaGetErrorString(code);
    }
};
inline const error_category& cuda_category() {
    static const cuda_error_category category;
    return category;
}
inline error_code make_error_code(cuda::errc::errc_t error) {
    return {static_cast<int>(error), cuda_category()};
}
inline error_condition make_error_condition(cuda::errc::errc_t error) {
    return {static_cast<int>(error), cuda_category()};
}

} // namespace system

namespace cuda {
namespace errc = system::cuda::errc;
}
using system::cuda_category;

namespace cuda_cub {
inline void throw_on_error(cudaError_t error, const char* what) {
    if (error != cudaSuccess) throw system_error(error, cuda_category(), what);
}
} // namespace cuda_cub

} // namespace thrust
