#include "scanlab_sim/known_kernels.hpp"

#include "findings/findings.hpp"
#include "findings/source_lines.hpp"
#include "findings/symbols.hpp"
#include "machine/api/graphs.hpp"
#include "machine/base/host_lock.hpp"
#include "platform/platform.hpp"

#include <map>
#include <string>

namespace scanlab::sim {

namespace {

/// By the address of the kernel.
std::map<const void*, KernelSignature>& signatures() {
    static auto& all = *new std::map<const void*, KernelSignature>;
    return all;
}

} // namespace

void know_kernel(const void* kernel, const KernelSignature& signature) {
    const HostLock lock;
    signatures()[kernel] = signature;
}

const KernelSignature* signature_of_known(const void* kernel, const SourceLine& at) {
    const HostLock lock;
    const auto found = signatures().find(kernel);
    if (found != signatures().end()) return &found->second;
    report(
        {.kind = FindingKind::invalid_launch,
         .at = at,
         .message =
             "This launch is by a pointer to `void`, and the simulator does not know its kernel.",
         .hint = "Write `(void*)kernel`, with the kernel's own name, in the file that launches it."});
    return nullptr;
}

const char* kernel_name(const void* kernel) {
    const HostLock lock;
    static std::map<const void*, std::string> names; // their characters stay where they are
    const auto [entry, is_new] = names.try_emplace(kernel, "kernel");
    if (is_new)
        if (const auto symbol = platform::symbol_at(reinterpret_cast<std::uintptr_t>(kernel)))
            entry->second = function_name(symbol->name);
    return entry->second.c_str();
}

cudaError_t launch_known(const void* kernel, const LaunchConfig& config, void** arguments) {
    const KernelSignature* const signature = signature_of_known(kernel, {config.file, config.line});
    if (!signature) return remember(cudaErrorInvalidDeviceFunction);
    if (signature->count != 0 && !arguments) return remember(cudaErrorInvalidValue);
    submit(kernel_name(kernel), kernel, *signature, config, arguments);
    return cudaPeekAtLastError();
}

} // namespace scanlab::sim
