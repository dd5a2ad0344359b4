#include "machine/api/launch_arguments.hpp"

#include "findings/findings.hpp"
#include "findings/source_text.hpp"
#include "findings/wording.hpp"
#include "machine/base/errors.hpp"
#include "machine/base/sentinel.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/variables.hpp"

#include <string>

namespace scanlab::sim {

namespace {
void report_unset(const char* kernel, std::size_t i, const LaunchConfig& config) {
    const std::string name = parameter_name(kernel, i, {config.file});
    report({.kind = FindingKind::uninitialized,
            .at = {config.file, config.line},
            .variable = name,
            .message = "The host launches " + quoted(std::string(kernel)) + " with a value for " +
                       quoted(name) + " that it has not set.",
            .hint = "Initialise the variable, or check the branch that should have set it."});
}
} // namespace

void mark_unset(const char* kernel, const KernelSignature& signature, const LaunchConfig& config,
                void** arguments) {
    // After an error that stays, nothing is launched, and cudaMalloc() has set no pointer: that some
    // are unset says nothing new.
    if (has_sticky_error()) return;
    for (std::size_t i = 0; i < signature.count; ++i) {
        const std::size_t bytes = signature.sizes[i];
        const bool may_be_number = bytes == sizeof(int) || bytes == sizeof(void*);
        if (may_be_number && UnsetMemory::holds(reinterpret_cast<std::uintptr_t>(arguments[i]), bytes))
            report_unset(kernel, i, config);
        UnsetMemory::replace_by<UndefinedBits>(arguments[i], bytes);
    }
}

} // namespace scanlab::sim
