#include "allowed.hpp"

#include <driver_types.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace scanlab::instrument {

namespace {

using Kind = Given::Kind;

using How = Allowed::How;

Allowed plain(std::string_view name) { return {name}; }
Allowed given(std::string_view name, std::vector<Given> memory) {
    return {name, How::itself, false, std::move(memory)};
}
Allowed kit(std::string_view name, std::vector<Given> memory = {}) {
    return {name, How::itself, true, std::move(memory)};
}
Allowed replaced(std::string_view name) { return {name, How::replaced}; }
Allowed ends(std::string_view name) { return {name, How::ends}; }

constexpr int pointer_bytes = sizeof(void*);
constexpr Given written(int argument, std::size_t bytes) { return {argument, Kind::own, bytes}; }
constexpr Given text(int argument) { return {argument, Kind::string}; }

/// With their parameters' types, since they are C++ functions here; each ends where the next character
/// is none of a mangled name's length.
const std::vector<Allowed>& functions() {
    static const std::vector<Allowed> all{
        // --- CUDA's runtime
        given("_Z10cudaMallocPPvm", {written(0, pointer_bytes)}),
        given("_Z15cudaMallocAsyncPPvm", {written(0, pointer_bytes)}),
        plain("_Z8cudaFreePv"),
        plain("_Z13cudaFreeAsyncPv"),
        given("_Z10cudaMemsetPvim", {{0, Kind::device, 0, 2}}),
        given("_Z15cudaMemsetAsyncPvim", {{0, Kind::device, 0, 2}}),
        given("_Z10cudaMemcpyPvPKvm", {{0, Kind::device, 0, 2}, {1, Kind::readable, 0, 2}}),
        given("_Z15cudaMemcpyAsyncPvPKvm", {{0, Kind::device, 0, 2}, {1, Kind::readable, 0, 2}}),
        plain("_Z16cudaGetLastErrorv"),
        plain("_Z19cudaPeekAtLastErrorv"),
        plain("_Z18cudaGetErrorString"),
        plain("_Z16cudaGetErrorName"),
        plain("_Z21cudaStreamSynchronize"),
        plain("_Z15cudaStreamQuery"),
        plain("_Z21cudaDeviceSynchronizev"),
        given("_Z16cudaStreamCreatePP", {written(0, pointer_bytes)}),
        given("_Z25cudaStreamCreateWithFlagsPP", {written(0, pointer_bytes)}),
        given("_Z28cudaStreamCreateWithPriorityPP", {written(0, pointer_bytes)}),
        given("_Z32cudaDeviceGetStreamPriorityRangePiS_",
              {written(0, sizeof(int)), written(1, sizeof(int))}),
        plain("_Z17cudaStreamDestroy"),
        plain("_Z19cudaStreamWaitEvent"),
        given("_Z15cudaEventCreatePP", {written(0, pointer_bytes)}),
        given("_Z24cudaEventCreateWithFlagsPP", {written(0, pointer_bytes)}),
        plain("_Z16cudaEventDestroy"),
        plain("_Z15cudaEventRecord"),
        plain("_Z20cudaEventSynchronize"),
        plain("_Z14cudaEventQuery"),
        given("_Z20cudaEventElapsedTimePf", {written(0, sizeof(float))}),
        given("_Z13cudaGetDevicePi", {written(0, sizeof(int))}),
        plain("_Z13cudaSetDevicei"),
        given("_Z23cudaDeviceCanAccessPeerPi", {written(0, sizeof(int))}),
        plain("_Z26cudaDeviceEnablePeerAccessij"),
        given("_Z14cudaMemcpyPeerPviPKvim", {{0, Kind::device, 0, 4}, {2, Kind::readable, 0, 4}}),
        given("_Z19cudaMemcpyPeerAsyncPviPKvim", {{0, Kind::device, 0, 4}, {2, Kind::readable, 0, 4}}),
        given("_Z18cudaGetDeviceCountPi", {written(0, sizeof(int))}),
        given("_Z22cudaDeviceGetAttributePi", {written(0, sizeof(int))}),
        given("_Z23cudaGetDevicePropertiesP", {written(0, sizeof(cudaDeviceProp))}),
        given("_Z18cudaDeviceGetLimitPm", {written(0, sizeof(std::size_t))}),
        given("_Z20cudaDriverGetVersionPi", {written(0, sizeof(int))}),
        given("_Z21cudaRuntimeGetVersionPi", {written(0, sizeof(int))}),
        plain("_Z24cudaDeviceSetCacheConfig"),
        given("_Z14cudaMemGetInfoPmS_",
              {written(0, sizeof(std::size_t)), written(1, sizeof(std::size_t))}),
        plain("_Z20cudaFuncSetAttributePKv"),
        plain("_Z22cudaFuncSetCacheConfigPKv"),
        given("_Z21cudaFuncGetAttributesP", {written(0, sizeof(cudaFuncAttributes))}),
        given("_Z45cudaOccupancyMaxActiveBlocksPerMultiprocessorPi", {written(0, sizeof(int))}),
        // --- NCCL: what moves numbers. What computes with them would be work that is not counted.
        replaced("_Z15ncclCommInitAllPP8ncclCommiPKi"),
        plain("_Z15ncclCommDestroyP8ncclComm"),
        plain("_Z18ncclGetErrorString12ncclResult_t"),
        plain("_Z14ncclGroupStartv"),
        plain("_Z12ncclGroupEndv"),
        given("_Z13ncclAllGatherPKvPv", {{0, Kind::device, 1}, {1, Kind::device, 1}}),
        given("_Z13ncclBroadcastPKvPv", {{0, Kind::device, 1}, {1, Kind::device, 1}}),
        given("_Z8ncclSendPKv", {{0, Kind::device, 1}}),
        given("_Z8ncclRecvPv", {{0, Kind::device, 1}}),
        // --- the simulator, which only its own headers call
        kit("_ZN7scanlab3sim14shared_storage", {{0, Kind::declaration}}),
        kit("_ZN7scanlab3sim22dynamic_shared_storage", {{0, Kind::declaration}}),
        kit("_ZN7scanlab3sim14symbol_address",
            {written(0, pointer_bytes), {1, Kind::device_variable, 0, 2}}),
        kit("_ZN7scanlab3sim14copy_to_symbol",
            {{0, Kind::device_variable, 0, 1}, {2, Kind::readable, 0, 3}}),
        kit("_ZN7scanlab3sim8run_grid"),
        kit("_ZN7scanlab3sim6submit"),
        kit("_ZN7scanlab3sim11kernel_name"),
        kit("_ZN7scanlab3sim13bound_threads"),
        kit("_ZN7scanlab3sim9in_kernelEv"),
        kit("_ZN7scanlab3sim4laneEv"),
        kit("_ZN7scanlab3sim17is_shared_addressE"),
        kit("_ZN7scanlab3sim12exited_lanesEv"),
        kit("_ZN7scanlab3sim11clock_ticksEv"),
        kit("_ZN7scanlab3sim5yieldEv"),
        kit("_ZN7scanlab3sim11maybe_yieldEv"),
        kit("_ZN7scanlab3sim13block_barrierE"),
        kit("_ZN7scanlab3sim19grid_is_cooperativeEv"),
        kit("_ZN7scanlab3sim12grid_barrierEv"),
        kit("_ZN7scanlab3sim12tile_barrierE"),
        kit("_ZN7scanlab3sim9tile_showE"),
        kit("_ZN7scanlab3sim9tile_lookE"),
        kit("_ZN7scanlab3sim15warp_collectiveE"),
        kit("_ZN7scanlab3sim11active_maskEv"),
        kit("_ZN7scanlab3sim13before_atomicE"),
        kit("_ZN7scanlab3sim17after_atomic_loadE"),
        kit("_ZN7scanlab3sim18after_atomic_storeE"),
        kit("_ZN7scanlab3sim19note_read_only_loadE"),
        kit("_ZN7scanlab3sim11note_changeEv"),
        kit("_ZN7scanlab3sim5fenceE"),
        kit("_ZN7scanlab3sim18await_earlier_workEv"),
        kit("_ZN7scanlab3sim4trapE"),
        // --- the C library
        replaced("printf"),
        replaced("fprintf"),
        replaced("puts"),
        replaced("fputs"),
        replaced("fflush"),
        plain("putchar"),
        plain("exit"),
        plain("abort"),
        given("__assert_fail", {text(0), text(1), text(3)}),
        plain("abs"),
        plain("labs"),
        plain("llabs"),
        replaced("malloc"),
        replaced("free"),
        // --- the C++ library
        replaced("_Znwm"),
        replaced("_Znam"),
        replaced("_ZnwmRKSt9nothrow_t"),
        replaced("_ZnamRKSt9nothrow_t"),
        replaced("_ZnwmSt11align_val_t"),
        replaced("_ZnamSt11align_val_t"),
        replaced("_ZdlPv"),
        replaced("_ZdaPv"),
        replaced("_ZdlPvm"),
        replaced("_ZdaPvm"),
        replaced("_ZdlPvSt11align_val_t"),
        replaced("_ZdaPvSt11align_val_t"),
        replaced("_ZdlPvmSt11align_val_t"),
        replaced("_ZdaPvmSt11align_val_t"),
        plain("_ZNSaIcEC1"),
        plain("_ZNSaIcEC2"),
        plain("_ZNSaIcED1"),
        plain("_ZNSaIcED2"),
        given("__cxa_guard_acquire", {written(0, 8)}),
        given("__cxa_guard_release", {written(0, 8)}),
        given("__cxa_guard_abort", {written(0, 8)}),
        replaced("__cxa_atexit"), // it ends without
        // An exception ends the program: nothing is thrown where all goes well.
        ends("__cxa_allocate_exception"),
        ends("__cxa_free_exception"),
        ends("__cxa_throw"),
        ends("__cxa_rethrow"),
        ends("__cxa_begin_catch"),
        ends("__cxa_end_catch"),
        ends("__cxa_get_exception_ptr"),
        ends("__cxa_bad_cast"),
        ends("__cxa_throw_bad_array_new_length"),
        ends("_ZSt9terminatev"),
        ends("_ZSt17rethrow_exception"),
        ends("_ZNSt13runtime_errorC"), // they follow a pointer that the program may have forged
        ends("_ZNSt11logic_errorC"),
        ends("_ZNSt13runtime_errorD"),
        ends("_ZNSt11logic_errorD"),
        given("_ZNSt9exceptionD", {written(0, 8)}),
    };
    return all;
}

/// Functions of numbers alone, for double, and with an f for float.
bool is_mathematics(std::string_view name) {
    static const std::set<std::string_view> functions{
        "acos",      "acosh",     "asin", "asinh",     "atan",   "atan2", "atanh",   "cbrt",   "ceil",
        "copysign",  "cos",       "cosh", "erf",       "erfc",   "exp",   "exp2",    "expm1",  "fabs",
        "fdim",      "floor",     "fma",  "fmax",      "fmin",   "fmod",  "hypot",   "ldexp",  "lgamma",
        "llrint",    "llround",   "log",  "log10",     "log1p",  "log2",  "logb",    "lrint",  "lround",
        "nearbyint", "nextafter", "pow",  "remainder", "rint",   "round", "scalbln", "scalbn", "sin",
        "sinh",      "sqrt",      "tan",  "tanh",      "tgamma", "trunc", "ilogb",   "exp10"};
    if (functions.contains(name)) return true;
    return name.ends_with('f') && functions.contains(name.substr(0, name.size() - 1));
}

/// Whether the name is meant: wholly, or if it is mangled, as far as that says.
bool is_meant(const Allowed& function, std::string_view name) {
    if (!function.name.starts_with("_Z") || function.how == How::replaced) return name == function.name;
    return name.starts_with(function.name);
}

} // namespace

std::string Allowed::instead() const {
    return "@__scanlab_" + std::string(name.substr(name.find_first_not_of('_')));
}

const Allowed* allowed_function(std::string_view callee) {
    const std::string_view name = callee.substr(1);
    static const Allowed number_function = plain(""), throwing = ends("");
    if (is_mathematics(name)) return &number_function;
    if (name.starts_with("_ZSt") && name.find("__throw_") != std::string_view::npos) return &throwing;
    const auto found =
        std::ranges::find_if(functions(), [&](const Allowed& f) { return is_meant(f, name); });
    return found == functions().end() ? nullptr : &*found;
}

bool is_allowed_intrinsic(std::string_view callee) {
    static const std::set<std::string_view> names{
        "memcpy",    "memmove",    "memset", "dbg",      "lifetime", "ctpop",  "ctlz",    "cttz",
        "bswap",     "bitreverse", "fshl",   "fshr",     "abs",      "smax",   "smin",    "umax",
        "umin",      "fabs",       "sqrt",   "floor",    "ceil",     "trunc",  "rint",    "round",
        "roundeven", "nearbyint",  "minnum", "maxnum",   "copysign", "fma",    "fmuladd", "pow",
        "powi",      "exp",        "exp2",   "exp10",    "log",      "log2",   "log10",   "sin",
        "cos",       "sadd",       "uadd",   "ssub",     "usub",     "smul",   "umul",    "expect",
        "assume",    "is",         "trap",   "prefetch", "lrint",    "llrint", "lround",  "llround",
        "objectsize"};
    const std::string_view rest = callee.substr(std::string_view("@llvm.").size());
    if (rest.starts_with("eh.typeid.for") || rest.starts_with("var.annotation") ||
        rest.starts_with("experimental.noalias"))
        return true;
    return names.contains(rest.substr(0, rest.find('.')));
}

bool is_allowed_variable(std::string_view name) {
    constexpr std::array names{"@threadIdx",
                               "@blockIdx",
                               "@blockDim",
                               "@gridDim",
                               "@stderr",
                               "@stdout",
                               "@__libc_single_threaded"}; // the last: std::shared_ptr
    return std::ranges::find(names, name) != names.end();
}

Advice advice_on(std::string_view function) {
    struct Entry {
        std::string_view functions, instead, known_as;
    };
    constexpr std::string_view no_results = "cudaMalloc(): the host may not fetch results";
    constexpr std::array all{
        Entry{"cudaMemcpy2D", "one cudaMemcpyAsync() on the device per row, or a kernel", {}},
        Entry{"scanlab::sim::copy_from_symbol",
              "let a kernel read the variable: the host may not fetch results",
              "cudaMemcpyFromSymbol()"},
        Entry{"scanlab::sim::know_kernel scanlab::sim::launch_known", "kernel<<<blocks, threads>>>(…)",
              "cudaLaunchKernel() or one of its kind"},
        Entry{"cudaMallocManaged cudaMallocHost cudaHostAlloc cudaHostRegister", no_results, {}},
        Entry{"cudaLaunchHostFunc cudaStreamAddCallback",
              "do it on the host before or after the launch",
              {}},
        Entry{"cudaStreamBeginCapture cudaStreamEndCapture cudaGraph",
              "the launches themselves, one after the other",
              {}},
        Entry{"cudaMallocPitch cudaMalloc3D", "cudaMalloc()", {}},
        Entry{"cudaMemset2D cudaMemset3D", "cudaMemset()", {}},
        Entry{"ncclAllReduce ncclReduce",
              "ncclAllGather(), and a kernel that adds up, which is counted",
              {}},
        Entry{"clock cudaProfilerStart cudaProfilerStop", "nothing: cost is counted, not timed", {}},
        Entry{"__dynamic_cast", "a virtual function, or a template", {}},
        Entry{"std::ios_base std::basic_ostream std::ostream", "fprintf(stderr, …)", {}},
        Entry{"realloc calloc", "new, or a std::vector", {}},
        Entry{"snprintf sprintf vsnprintf", "printf() itself", {}},
        Entry{"scanlab::run scanlab::exercise scanlab::sim",
              "the functions of CUDA and of scanlab/*.cuh",
              {}}};
    for (const Entry& entry : all)
        for (std::string_view rest = entry.functions; !rest.empty();) {
            const std::string_view name = rest.substr(0, rest.find(' '));
            if (function.starts_with(name))
                return {entry.known_as.empty() ? function : entry.known_as, entry.instead};
            rest.remove_prefix(std::min(name.size() + 1, rest.size()));
        }
    return {function, "what the page of the rules allows"};
}

} // namespace scanlab::instrument
