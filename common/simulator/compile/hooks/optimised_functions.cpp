#include "compile/hooks/optimised_functions.hpp"

#include "compile/ir/ir.hpp"
#include "compile/ir/module.hpp"

namespace scanlab::instrument {

namespace {

/// Behind the numbers of the compiler's own groups.
constexpr std::string_view optimised_group = "90000";

/// Where the attributes stand in a definition: the group, "#5", or if there is none the end of the
/// parameters.
std::string_view attributes_in(std::string_view definition) {
    const std::size_t name = definition.find('@');
    const std::size_t open = definition.find('(', name + name_at(definition, name).size());
    const std::size_t end = open + bracketed(definition, open).size();
    const std::size_t group = definition.find(" #", end);
    if (group == std::string_view::npos) return definition.substr(end, 0);
    return definition.substr(group + 1,
                             definition.find_first_not_of("0123456789", group + 2) - group - 1);
}

std::string with(std::string_view definition, std::string_view piece, const std::string& by) {
    std::string result(definition);
    return result.replace(static_cast<std::size_t>(piece.data() - definition.data()), piece.size(), by);
}

std::string without(std::string text, std::string_view word) {
    const std::size_t at = text.find(word);
    return at == std::string::npos ? text : text.erase(at, word.size());
}

} // namespace

std::string OptimisedFunctions::definition(std::string_view original, bool may_be_inlined) {
    const std::string_view group = attributes_in(original);
    const auto known = groups_.find(group);
    const auto has = [&](std::string_view word) {
        return known->second.find(word) != std::string_view::npos;
    };
    if (known == groups_.end() || has(" alwaysinline ") || has(" optnone "))
        return std::string(original); // it becomes a part of others, or has to be left as it is
    // A null pointer leads to a crash that is told. What the C library does is the simulator's to
    // decide, calls do not get lost on the stack, and fresh memory has no value that may be anything.
    std::string attributes = without(std::string(known->second), " noinline");
    attributes.insert(
        attributes.find('{') + 1,
        std::string(" null_pointer_is_valid \"no-builtins\" \"disable-tail-calls\"=\"true\"") +
            (may_be_inlined ? "" : " noinline"));
    attributes = attributes_with_calls_kept(std::move(attributes));
    const std::string name = "#" + std::string(optimised_group) + (may_be_inlined ? "1" : "2") +
                             std::string(group.substr(1));
    new_groups_.insert("attributes " + name + " = " + attributes + "\n");
    return with(original, group, name);
}

std::string OptimisedFunctions::text() const {
    std::string text;
    for (const std::string& group : new_groups_) text += group;
    return text;
}

std::string attributes_with_calls_kept(std::string attributes) {
    attributes = without(std::move(attributes), " readonly");
    return attributes.insert(attributes.find('{') + 1, " nomerge");
}

std::string with_calls_kept(std::string_view body) {
    std::string kept;
    for (const std::string_view line : lines_of(body)) {
        const auto call = read_call(line);
        if (call && !call->callee.starts_with("@llvm.")) {
            const char* const end = call->arguments.data() + call->arguments.size() + 1;
            kept += std::string(line.data(), end) + " noduplicate" +
                    std::string(end, line.data() + line.size());
        } else {
            kept += line;
        }
        kept += '\n';
    }
    return kept;
}

} // namespace scanlab::instrument
