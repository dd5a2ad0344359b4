#include "compile/judge/allowed.hpp"

#include "compile/ir/names.hpp"

#include <driver_types.h>

#include <algorithm>
#include <array>
#include <map>
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

/// All that a judged program may call although it does not define it, by the names that the source has.
/// Those of C++ have their parameters' types, as a demangler writes them, but for functions that end
/// the program: of these the name is enough, and a star stands for the rest of it. The templates of the
/// C++ library are not here: the program defines what it needs of them (_GLIBCXX_EXTERN_TEMPLATE).
const std::vector<Allowed>& functions() {
    static const std::vector<Allowed> all{
        // --- CUDA's runtime
        given("cudaMalloc(void**, unsigned long)", {written(0, pointer_bytes)}),
        given("cudaMallocAsync(void**, unsigned long, CUstream_st*)", {written(0, pointer_bytes)}),
        plain("cudaFree(void*)"),
        plain("cudaFreeAsync(void*, CUstream_st*)"),
        given("cudaMemset(void*, int, unsigned long)", {{0, Kind::device, 0, 2}}),
        given("cudaMemsetAsync(void*, int, unsigned long, CUstream_st*)", {{0, Kind::device, 0, 2}}),
        given("cudaMemcpy(void*, void const*, unsigned long, cudaMemcpyKind)",
              {{0, Kind::device, 0, 2}, {1, Kind::readable, 0, 2}}),
        given("cudaMemcpyAsync(void*, void const*, unsigned long, cudaMemcpyKind, CUstream_st*)",
              {{0, Kind::device, 0, 2}, {1, Kind::readable, 0, 2}}),
        plain("cudaGetLastError()"),
        plain("cudaPeekAtLastError()"),
        plain("cudaGetErrorString(cudaError)"),
        plain("cudaGetErrorName(cudaError)"),
        plain("cudaStreamSynchronize(CUstream_st*)"),
        plain("cudaStreamQuery(CUstream_st*)"),
        plain("cudaDeviceSynchronize()"),
        given("cudaStreamCreate(CUstream_st**)", {written(0, pointer_bytes)}),
        given("cudaStreamCreateWithFlags(CUstream_st**, unsigned int)", {written(0, pointer_bytes)}),
        given("cudaStreamCreateWithPriority(CUstream_st**, unsigned int, int)",
              {written(0, pointer_bytes)}),
        given("cudaDeviceGetStreamPriorityRange(int*, int*)",
              {written(0, sizeof(int)), written(1, sizeof(int))}),
        plain("cudaStreamDestroy(CUstream_st*)"),
        plain("cudaStreamWaitEvent(CUstream_st*, CUevent_st*, unsigned int)"),
        given("cudaEventCreate(CUevent_st**)", {written(0, pointer_bytes)}),
        given("cudaEventCreate(CUevent_st**, unsigned int)", {written(0, pointer_bytes)}),
        given("cudaEventCreateWithFlags(CUevent_st**, unsigned int)", {written(0, pointer_bytes)}),
        plain("cudaEventDestroy(CUevent_st*)"),
        plain("cudaEventRecord(CUevent_st*, CUstream_st*)"),
        plain("cudaEventSynchronize(CUevent_st*)"),
        plain("cudaEventQuery(CUevent_st*)"),
        given("cudaEventElapsedTime(float*, CUevent_st*, CUevent_st*)", {written(0, sizeof(float))}),
        given("cudaGetDevice(int*)", {written(0, sizeof(int))}),
        plain("cudaSetDevice(int)"),
        given("cudaDeviceCanAccessPeer(int*, int, int)", {written(0, sizeof(int))}),
        plain("cudaDeviceEnablePeerAccess(int, unsigned int)"),
        given("cudaMemcpyPeer(void*, int, void const*, int, unsigned long)",
              {{0, Kind::device, 0, 4}, {2, Kind::readable, 0, 4}}),
        given("cudaMemcpyPeerAsync(void*, int, void const*, int, unsigned long, CUstream_st*)",
              {{0, Kind::device, 0, 4}, {2, Kind::readable, 0, 4}}),
        given("cudaGetDeviceCount(int*)", {written(0, sizeof(int))}),
        given("cudaDeviceGetAttribute(int*, cudaDeviceAttr, int)", {written(0, sizeof(int))}),
        given("cudaGetDeviceProperties(cudaDeviceProp*, int)", {written(0, sizeof(cudaDeviceProp))}),
        given("cudaDeviceGetLimit(unsigned long*, cudaLimit)", {written(0, sizeof(std::size_t))}),
        given("cudaDriverGetVersion(int*)", {written(0, sizeof(int))}),
        given("cudaRuntimeGetVersion(int*)", {written(0, sizeof(int))}),
        plain("cudaDeviceSetCacheConfig(cudaFuncCache)"),
        given("cudaMemGetInfo(unsigned long*, unsigned long*)",
              {written(0, sizeof(std::size_t)), written(1, sizeof(std::size_t))}),
        plain("cudaFuncSetAttribute(void const*, cudaFuncAttribute, int)"),
        plain("cudaFuncSetCacheConfig(void const*, cudaFuncCache)"),
        given("cudaFuncGetAttributes(cudaFuncAttributes*, void const*)",
              {written(0, sizeof(cudaFuncAttributes))}),
        given("cudaOccupancyMaxActiveBlocksPerMultiprocessor(int*, void const*, int, unsigned long)",
              {written(0, sizeof(int))}),
        // --- NCCL: what moves numbers. What computes with them would be work that is not counted.
        replaced("ncclCommInitAll(ncclComm**, int, int const*)"),
        plain("ncclCommDestroy(ncclComm*)"),
        plain("ncclGetErrorString(ncclResult_t)"),
        plain("ncclGroupStart()"),
        plain("ncclGroupEnd()"),
        given("ncclAllGather(void const*, void*, unsigned long, ncclDataType_t, ncclComm*, "
              "CUstream_st*)",
              {{0, Kind::device, 1}, {1, Kind::device, 1}}),
        given("ncclBroadcast(void const*, void*, unsigned long, ncclDataType_t, int, ncclComm*, "
              "CUstream_st*)",
              {{0, Kind::device, 1}, {1, Kind::device, 1}}),
        given("ncclSend(void const*, unsigned long, ncclDataType_t, int, ncclComm*, "
              "CUstream_st*)",
              {{0, Kind::device, 1}}),
        given("ncclRecv(void*, unsigned long, ncclDataType_t, int, ncclComm*, CUstream_st*)",
              {{0, Kind::device, 1}}),
        // --- the simulator, which only its own headers call
        kit("scanlab::sim::shared_storage(scanlab::sim::SharedDeclaration&, unsigned long, unsigned "
            "long)",
            {{0, Kind::declaration}}),
        kit("scanlab::sim::dynamic_shared_storage(scanlab::sim::SharedDeclaration&)",
            {{0, Kind::declaration}}),
        kit("scanlab::sim::symbol_address(void**, void const*, unsigned long)",
            {written(0, pointer_bytes), {1, Kind::device_variable, 0, 2}}),
        kit("scanlab::sim::copy_to_symbol(void const*, unsigned long, void const*, unsigned long, "
            "unsigned long, cudaMemcpyKind, CUstream_st*, bool)",
            {{0, Kind::device_variable, 0, 1}, {2, Kind::readable, 0, 3}}),
        kit("scanlab::sim::run_grid(scanlab::sim::Launch const&, void (*)(void*), void*, unsigned "
            "long)"),
        kit("scanlab::sim::submit(char const*, void const*, scanlab::sim::KernelSignature const&, "
            "scanlab::sim::LaunchConfig const&, void**)"),
        kit("scanlab::sim::kernel_name(void const*)"),
        kit("scanlab::sim::bound_threads(void const*, int)"),
        kit("scanlab::sim::in_kernel()"),
        kit("scanlab::sim::lane()"),
        kit("scanlab::sim::is_shared_address(void const volatile*)"),
        kit("scanlab::sim::exited_lanes()"),
        kit("scanlab::sim::clock_ticks()"),
        kit("scanlab::sim::yield()"),
        kit("scanlab::sim::maybe_yield()"),
        kit("scanlab::sim::block_barrier()"),
        kit("scanlab::sim::block_barrier(scanlab::sim::BarrierVote, bool)"),
        kit("scanlab::sim::grid_is_cooperative()"),
        kit("scanlab::sim::grid_barrier()"),
        kit("scanlab::sim::tile_barrier(unsigned int, unsigned int)"),
        kit("scanlab::sim::mbarrier_init(void*, unsigned int)"),
        kit("scanlab::sim::mbarrier_arrive(void*, unsigned int, unsigned int)"),
        kit("scanlab::sim::mbarrier_expect(void*, unsigned int)"),
        kit("scanlab::sim::mbarrier_wait(void const*, bool, bool, unsigned long)"),
        kit("scanlab::sim::bulk_load(void*, void const*, unsigned int, void*)"),
        kit("scanlab::sim::bulk_store(void*, void const*, unsigned int)"),
        kit("scanlab::sim::bulk_commit()"),
        kit("scanlab::sim::bulk_wait(unsigned int, bool)"),
        kit("scanlab::sim::copy_fence()"),
        kit("scanlab::sim::tile_show(unsigned int, unsigned int, void const*, unsigned long)",
            {{2, Kind::own, 0, 3}}),
        kit("scanlab::sim::tile_look(unsigned int, unsigned int, unsigned int, void*, unsigned long)",
            {{3, Kind::own, 0, 4}}),
        kit("scanlab::sim::warp_collective(scanlab::sim::Collective, unsigned int, unsigned long, "
            "unsigned int, unsigned int)"),
        kit("scanlab::sim::active_mask()"),
        kit("scanlab::sim::before_atomic(void const volatile*, unsigned long, "
            "scanlab::sim::AtomicKind, scanlab::sim::MemoryOrder, scanlab::sim::Scope)"),
        kit("scanlab::sim::after_atomic_load(void const volatile*, unsigned long)"),
        kit("scanlab::sim::after_atomic_store(void const volatile*, scanlab::sim::MemoryOrder, "
            "scanlab::sim::Scope, scanlab::sim::Left)"),
        kit("scanlab::sim::note_read_only_load(void const volatile*, unsigned long)"),
        kit("scanlab::sim::use_storage(void const*, unsigned long, bool)"),
        kit("scanlab::sim::note_change()"),
        kit("scanlab::sim::fence(scanlab::sim::MemoryOrder, scanlab::sim::Scope)"),
        kit("scanlab::sim::await_earlier_work()"),
        kit("scanlab::sim::trap(int, char const*)"),
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
        replaced("operator new(unsigned long)"),
        replaced("operator new[](unsigned long)"),
        replaced("operator new(unsigned long, std::nothrow_t const&)"),
        replaced("operator new[](unsigned long, std::nothrow_t const&)"),
        replaced("operator new(unsigned long, std::align_val_t)"),
        replaced("operator new[](unsigned long, std::align_val_t)"),
        replaced("operator delete(void*)"),
        replaced("operator delete[](void*)"),
        replaced("operator delete(void*, unsigned long)"),
        replaced("operator delete[](void*, unsigned long)"),
        replaced("operator delete(void*, std::align_val_t)"),
        replaced("operator delete[](void*, std::align_val_t)"),
        replaced("operator delete(void*, unsigned long, std::align_val_t)"),
        replaced("operator delete[](void*, unsigned long, std::align_val_t)"),
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
        ends("std::terminate"),
        ends("std::rethrow_exception"),
        ends("std::__throw_*"),
        ends("std::__glibcxx_assert_fail"),
        // These follow a pointer that the program may have forged.
        ends("std::runtime_error::runtime_error"),
        ends("std::logic_error::logic_error"),
        ends("std::runtime_error::~runtime_error"),
        ends("std::logic_error::~logic_error"),
        given("std::exception::~exception()", {written(0, 8)}),
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

/// `row`: a name, or with a star at its end how one begins.
bool is_so_called(std::string_view name, std::string_view row) {
    return row.ends_with('*') ? name.starts_with(row.substr(0, row.size() - 1)) : name == row;
}

/// Whether the row means the function that the source calls so.
bool is_meant(const Allowed& row, std::string_view name) {
    return is_so_called(row.how == How::ends ? name.substr(0, name.find('(')) : name, row.name);
}

const Allowed* row_for(std::string_view callee) {
    static const Allowed number_function = plain("");
    const bool is_of_cpp = callee.starts_with("@_Z");
    const std::string name = is_of_cpp ? demangled(callee) : std::string(name_in_c(callee));
    // What is named like a function and is another one: a destructor that frees memory besides, a
    // function of C that is given lengths, too, and a variable.
    if (is_of_cpp ? callee.ends_with("D0Ev") || !name.ends_with(')') : callee.ends_with("_chk"))
        return nullptr;
    if (!is_of_cpp && is_mathematics(name)) return &number_function;
    const auto found =
        std::ranges::find_if(functions(), [&](const Allowed& row) { return is_meant(row, name); });
    return found == functions().end() ? nullptr : &*found;
}

} // namespace

std::string instead_of(std::string_view callee) {
    const std::string_view name = callee.starts_with("@_Z") ? callee.substr(1) : name_in_c(callee);
    return "@__scanlab_" + std::string(name.substr(name.find_first_not_of('_')));
}

const Allowed* allowed_function(std::string_view callee) {
    static std::map<std::string, const Allowed*, std::less<>> known;
    const auto at = known.find(callee);
    return at != known.end() ? at->second : known.emplace(callee, row_for(callee)).first->second;
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

bool is_readable_variable(std::string_view symbol) {
    constexpr std::array symbols{"@threadIdx",
                                 "@blockIdx",
                                 "@blockDim",
                                 "@gridDim",
                                 "@stderr",
                                 "@stdout",
                                 "@__libc_single_threaded"}; // the last: std::shared_ptr
    return std::ranges::find(symbols, symbol) != symbols.end();
}

bool is_known_variable(std::string_view symbol) {
    // Placeholders and nothrow have no members: std::bind and std::stable_sort name them.
    constexpr std::array names{"typeinfo for *",
                               "vtable for __cxxabiv1::*",
                               "vtable for std::exception",
                               "vtable for std::bad_weak_ptr",
                               "std::placeholders::*",
                               "std::nothrow",
                               "__dso_handle"};
    const std::string name = demangled(symbol);
    return is_readable_variable(symbol) ||
           std::ranges::any_of(names, [&](std::string_view n) { return is_so_called(name, n); });
}

Advice advice_on(std::string_view function) {
    struct Refusal {
        std::string_view functions, instead, known_as;
    };
    constexpr std::string_view no_results = "cudaMalloc(): the host may not fetch results";
    constexpr std::array all{
        Refusal{"cudaMemcpy2D", "one cudaMemcpyAsync() on the device per row, or a kernel", {}},
        Refusal{"scanlab::sim::copy_from_symbol",
                "let a kernel read the variable: the host may not fetch results",
                "cudaMemcpyFromSymbol()"},
        Refusal{"scanlab::sim::know_kernel scanlab::sim::launch_known",
                "kernel<<<blocks, threads>>>(…)", "cudaLaunchKernel() or one of its kind"},
        Refusal{"cudaMallocManaged cudaMallocHost cudaHostAlloc cudaHostRegister", no_results, {}},
        Refusal{"cudaLaunchHostFunc cudaStreamAddCallback",
                "do it on the host before or after the launch",
                {}},
        Refusal{"cudaStreamBeginCapture cudaStreamEndCapture cudaGraph",
                "the launches themselves, one after the other",
                {}},
        Refusal{"cudaMallocPitch cudaMalloc3D", "cudaMalloc()", {}},
        Refusal{"cudaMemset2D cudaMemset3D", "cudaMemset()", {}},
        Refusal{"ncclAllReduce ncclReduce",
                "ncclAllGather(), and a kernel that adds up, which is counted",
                {}},
        Refusal{"clock cudaProfilerStart cudaProfilerStop", "nothing: cost is counted, not timed", {}},
        Refusal{"__dynamic_cast", "a virtual function, or a template", {}},
        Refusal{"std::ios_base std::basic_ostream std::ostream", "fprintf(stderr, …)", {}},
        Refusal{"realloc calloc", "new, or a std::vector", {}},
        Refusal{"snprintf sprintf vsnprintf", "printf() itself", {}},
        Refusal{"scanlab::run scanlab::exercise scanlab::sim",
                "the functions of CUDA and of scanlab/*.cuh",
                {}}};
    for (const Refusal& refusal : all)
        for (std::string_view rest = refusal.functions; !rest.empty();) {
            const std::string_view name = rest.substr(0, rest.find(' '));
            if (function.starts_with(name))
                return {refusal.known_as.empty() ? function : refusal.known_as, refusal.instead};
            rest.remove_prefix(std::min(name.size() + 1, rest.size()));
        }
    return {function, "what the page of the rules allows"};
}

} // namespace scanlab::instrument
