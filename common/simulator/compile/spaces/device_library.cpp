#include "compile/spaces/device_library.hpp"

#include <set>
#include <string>

namespace scanlab::instrument {

namespace {

using Names = std::set<std::string_view>;

/// Of mathematics: for double; with an f, for float; and by the same name in std.
const Names& mathematics() {
    static const Names names{"abs",
                             "acos",
                             "acosh",
                             "asin",
                             "asinh",
                             "atan",
                             "atan2",
                             "atanh",
                             "cbrt",
                             "ceil",
                             "copysign",
                             "cos",
                             "cosh",
                             "erf",
                             "erfc",
                             "exp",
                             "exp10",
                             "exp2",
                             "expm1",
                             "fabs",
                             "fdim",
                             "floor",
                             "fma",
                             "fmax",
                             "fmin",
                             "fmod",
                             "frexp",
                             "hypot",
                             "ilogb",
                             "isfinite",
                             "isinf",
                             "isnan",
                             "isnormal",
                             "isgreater",
                             "isgreaterequal",
                             "isless",
                             "islessequal",
                             "islessgreater",
                             "isunordered",
                             "fpclassify",
                             "j0",
                             "j1",
                             "jn",
                             "labs",
                             "ldexp",
                             "lgamma",
                             "llabs",
                             "llrint",
                             "llround",
                             "log",
                             "log10",
                             "log1p",
                             "log2",
                             "logb",
                             "lrint",
                             "lround",
                             "modf",
                             "nan",
                             "nearbyint",
                             "nextafter",
                             "pow",
                             "remainder",
                             "remquo",
                             "rint",
                             "round",
                             "scalbln",
                             "scalbn",
                             "signbit",
                             "sin",
                             "sincos",
                             "sinh",
                             "sqrt",
                             "tan",
                             "tanh",
                             "tgamma",
                             "trunc",
                             "y0",
                             "y1",
                             "yn"};
    return names;
}

/// Of C and C++, and CUDA's runtime in device code (cuda_device_runtime_api.h).
const Names& others() {
    static const Names names{
        "printf", "vprintf", "malloc", "free", "memcpy", "memset", "clock", "__assert_fail",
        "operator new", "operator new[]", "operator delete", "operator delete[]",
        // Calls of these are casts, says nvcc.
        "std::move", "std::forward", "std::memcpy", "std::memset", "std::malloc", "std::free",
        "std::printf", "std::is_constant_evaluated", "std::initializer_list::begin",
        "std::initializer_list::end", "std::initializer_list::size",
        "std::initializer_list::initializer_list", "cudaDeviceGetAttribute", "cudaDeviceGetCacheConfig",
        "cudaDeviceGetLimit", "cudaDeviceGetSharedMemConfig", "cudaEventCreateWithFlags",
        "cudaEventDestroy", "cudaEventRecord", "cudaEventRecordWithFlags", "cudaFree",
        "cudaFuncGetAttributes", "cudaGetCurrentGraphExec", "cudaGetDevice", "cudaGetDeviceCount",
        "cudaGetErrorName", "cudaGetErrorString", "cudaGetLastError", "cudaGetParameterBuffer",
        "cudaGraphLaunch", "cudaGraphSetConditional", "cudaGridDependencySynchronize",
        "cudaLaunchDevice", "cudaMalloc", "cudaMemcpy2DAsync", "cudaMemcpy3DAsync", "cudaMemcpyAsync",
        "cudaMemset2DAsync", "cudaMemset3DAsync", "cudaMemsetAsync",
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
        "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", "cudaPeekAtLastError",
        "cudaRuntimeGetVersion", "cudaStreamCreateWithFlags", "cudaStreamDestroy",
        "cudaStreamWaitEvent", "cudaTriggerProgrammaticLaunchCompletion"};
    return names;
}

constexpr std::string_view of_std = "std::";

/// "std::frexp" of "std::__2::__math::frexp": LLVM's library has namespaces of its own in std.
std::string as_documented(std::string_view name) {
    if (!name.starts_with(of_std)) return std::string(name);
    name.remove_prefix(of_std.size());
    for (std::size_t end; name.starts_with("__") && (end = name.find("::")) != std::string_view::npos;)
        name.remove_prefix(end + 2);
    return std::string(of_std).append(name);
}

} // namespace

bool is_on_devices(std::string_view name) {
    const std::string documented = as_documented(name);
    if (others().contains(documented)) return true;
    name = documented;
    if (name.starts_with(of_std)) name.remove_prefix(of_std.size());
    return mathematics().contains(name) ||
           (name.ends_with('f') && mathematics().contains(name.substr(0, name.size() - 1)));
}

bool is_of_compiler(std::string_view symbol) {
    static const Names names{"__gxx_personality_v0",   "_Unwind_Resume",
                             "__clang_call_terminate", "__cxa_guard_acquire",
                             "__cxa_guard_release",    "__cxa_guard_abort",
                             "__cxa_pure_virtual",     "__cxa_throw_bad_array_new_length",
                             "__cxa_atexit",           "_ZSt9terminatev"};
    return names.contains(symbol) || symbol.starts_with("llvm.") || symbol.starts_with("__ubsan_") ||
           symbol.starts_with("__scanlab_");
}

} // namespace scanlab::instrument
