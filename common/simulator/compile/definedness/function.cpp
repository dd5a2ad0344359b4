#include "compile/definedness/function.hpp"

#include "compile/hooks/device_variables.hpp"

namespace scanlab::instrument {

bool is_observed(std::string_view definition, const Module& module) {
    if (module.is_judged && !module.is_of_kit(definition)) return true; // whatever its attributes are
    // What SCANLAB_KERNEL makes of a launch: Clang forgets the attributes of generic lambdas.
    if (definition.substr(0, definition.find('(')).find("scanlab3sim11ReadyLaunch") !=
        std::string_view::npos)
        return false;
    for (std::size_t at = definition.find(" #"); at != std::string_view::npos;
         at = definition.find(" #", at + 1)) {
        const std::string_view attribute =
            definition.substr(at + 1, definition.find(' ', at + 1) - at - 1);
        if (module.unobserved_attributes.contains(attribute)) return false;
    }
    return true;
}

namespace {

const Lines nothing;

} // namespace

Function::Function(std::string_view definition, Lines lines, const Module& module,
                   Interprocedural& interprocedural)
    : definition(definition), body(std::move(lines)),
      is_observed(instrument::is_observed(definition, module)),
      variables(is_observed || module.is_judged ? body : nothing, module.types),
      uses(is_observed ? body : nothing), exchanged(uses), quotients(uses, variables) {
    if (!is_observed) return;
    selections.emplace(body, variables, module.types);
    propagation.emplace(definition, uses, variables, *selections, exchanged, interprocedural);
    for (const std::string_view line : body)
        if (const auto result = result_of(line); !result.empty()) made_by_.emplace(result, line);
}

Functions::Functions(const Lines& lines, const Module& module)
    : interprocedural_(lines, module.is_judged) {
    for_functions(
        lines,
        [&](std::string_view definition, const Lines& body) {
            all_.emplace_back(definition, body, module, interprocedural_);
        },
        [](std::string_view) {});
    std::set<std::string_view> kernels;
    for (const Annotation& annotation : annotations_of(lines))
        if (annotation.qualifier == "global") kernels.insert(annotation.symbol);
    for (Function& function : all_)
        if (function.propagation && kernels.contains(name_of_function(function.definition)))
            function.propagation->note_arguments_of_host();
    const auto propagate = [&](Function& function) {
        return function.propagation && function.propagation->propagate();
    };
    for (bool changes = true; changes;) {
        changes = false;
        for (Function& function : all_) changes |= propagate(function);
    }
    for (Function& function : all_)
        if (function.propagation) function.propagation->finish();
}

} // namespace scanlab::instrument
