#include "compile/hooks/host_functions.hpp"

#include "compile/ir/ir.hpp"
#include "scanlab_sim/hooks.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace scanlab::instrument {

namespace {

constexpr std::size_t largest_word = 8;

/// Behind the numbers of the compiler's own groups.
constexpr std::string_view group_of_host = "90000", group_of_checks = "#900000";

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

std::string bits(std::size_t bytes) { return "i" + std::to_string(8 * bytes); }

std::string without(std::string text, std::string_view word) {
    const std::size_t at = text.find(word);
    return at == std::string::npos ? text : text.erase(at, word.size());
}

std::string is_word(const std::string& result, std::uint32_t word) {
    return "  " + result + " = icmp eq i32 %word, " + std::to_string(static_cast<std::int32_t>(word)) +
           "\n";
}

} // namespace

std::string HostFunctions::as_unoptimised(std::string_view definition) const {
    const std::string_view group = attributes_in(definition);
    const auto known = groups_.find(group);
    if (known != groups_.end() && known->second.find(" alwaysinline ") != std::string_view::npos)
        return std::string(definition); // it becomes a part of others
    return with(definition, group, std::string(group) + " noinline optnone");
}

std::string HostFunctions::as_optimised(std::string_view definition, bool is_of_library) {
    const std::string_view group = attributes_in(definition);
    const auto known = groups_.find(group);
    if (known == groups_.end()) return as_unoptimised(definition);
    // A null pointer leads to a crash that is told. What the C library does is the simulator's to
    // decide, calls do not get lost on the stack, and fresh memory has no value that may be anything.
    std::string attributes = without(without(std::string(known->second), " noinline"), " optnone");
    attributes.insert(attributes.find('{') + 1,
                      std::string(" nomerge null_pointer_is_valid \"no-builtins\" "
                                  "\"disable-tail-calls\"=\"true\"") +
                          (is_of_library ? "" : " noinline"));
    const std::string name =
        "#" + std::string(group_of_host) + (is_of_library ? "1" : "2") + std::string(group.substr(1));
    groups_of_host_.insert("attributes " + name + " = " + attributes + "\n");
    return with(definition, group, name);
}

template <class Body>
std::string HostFunctions::in_place_of(const std::string& hook, const std::string& kind, Body body) {
    const std::size_t open = hook.find('(');
    const std::string callee = hook.substr(0, open);
    const std::string_view list = std::string_view(hook).substr(open + 1, hook.size() - open - 2);
    const auto [function, is_new] =
        functions_.try_emplace(callee + kind, "@scanlab.host." + std::to_string(functions_.size()));
    if (is_new) {
        std::string parameters, rest;
        for (std::string_view argument : split(list)) {
            const std::string type(take_type(argument));
            if (parameters.empty()) {
                parameters = type + " %pointer";
                continue;
            }
            const std::string parameter = ", " + type + " %argument" + std::to_string(rest.size());
            parameters += parameter;
            rest += parameter;
        }
        text_ += "define internal " + pointer_type_ + " " + function->second + "(" + parameters + ") " +
                 std::string(group_of_checks) + " {\n" +
                 body("  %found = call " + pointer_type_ + " " + callee + "(", rest + ") cold\n") +
                 "}\n";
    }
    return function->second + hook.substr(open);
}

/// %word: the first of the words that the bytes are parts of, four bytes at a multiple of four.
std::string HostFunctions::load_of_word(Looks looks, const std::string& pointer) const {
    const auto typed = [&](const std::string& type) {
        return pointer_type_ == "ptr" ? pointer_type_ : type + "*";
    };
    if (looks.is_aligned && looks.bytes >= 4) {
        const bool is_wide = looks.bytes == largest_word;
        const std::string type = bits(is_wide ? largest_word : 4), from = typed(type);
        return "  %words = bitcast " + pointer_type_ + " " + pointer + " to " + from + "\n  " +
               (is_wide ? "%wide" : "%word") + " = load " + type + ", " + from + " %words, align " +
               std::to_string(is_wide ? largest_word : 4) + "\n" +
               (is_wide ? "  %word = trunc i64 %wide to i32\n" : "");
    }
    // What the compiler knows of the object need not hold for all of the word.
    return "  %begin = and i64 %address, -4\n  %words = inttoptr i64 %begin to " + typed("i32") +
           "\n  %word = load volatile i32, " + typed("i32") + " %words, align 4\n";
}

std::string HostFunctions::access(const std::string& hook, Looks looks) {
    const std::string kind = std::to_string(looks.bytes) + (looks.bytes && looks.is_aligned ? "a" : "");
    return in_place_of(hook, kind, [&](const std::string& call, const std::string& rest) {
        const std::string p = pointer_type_;
        return "  %address = ptrtoint " + p + " %pointer to i64\n  %host = load i64, " +
               (p == "ptr" ? p : "i64*") + " @__scanlab_host_memory, align 8\n" +
               "  %is_other = icmp ult i64 %address, %host\n  br i1 %is_other, label %look, label %" +
               (looks.bytes ? "value" : "end") + "\n" +
               (looks.bytes ? "value:\n" + load_of_word(looks, "%pointer") +
                                  is_word("%is_unset", hooks::unset_word) +
                                  "  br i1 %is_unset, label %look, label %end\n"
                            : "") +
               "look:\n" + call + p + " %pointer" + rest + "  br label %end\nend:\n  %place = phi " +
               p + " [ %pointer, " + (looks.bytes ? "%value" : "%0") + " ], [ %found, %look ]\n  ret " +
               p + " %place\n";
    });
}

std::string HostFunctions::value(const std::string& hook, std::size_t bytes, bool escapes) {
    const std::string kind = "value" + std::to_string(bytes) + (escapes ? "" : "own");
    return in_place_of(hook, kind, [&](const std::string& call, const std::string& rest) {
        const std::string type = bits(bytes), p = pointer_type_, typed = p == "ptr" ? p : type + "*";
        std::string copy = p + " %pointer", making, keeping;
        if (!escapes) {
            making = "  %copy = alloca " + type + ", align 8\n";
            keeping = "  store " + type + " %" + (bytes == 8 ? "wide" : "word") + ", " + typed +
                      " %copy, align 8\n";
            copy = p + " %plain";
            keeping += "  %plain = bitcast " + typed + " %copy to " + p + "\n";
        }
        return making + load_of_word({bytes, true}, "%pointer") +
               is_word("%is_unset", hooks::unset_word) +
               is_word("%is_undefined", hooks::undefined_word) +
               "  %is_none = or i1 %is_unset, %is_undefined\n"
               "  br i1 %is_none, label %look, label %end\nlook:\n" +
               keeping + call + copy + rest + "  br label %end\nend:\n  ret " + p + " %pointer\n";
    });
}

std::string HostFunctions::text() const {
    std::string text = text_;
    text += "@__scanlab_host_memory = external global i64\nattributes " + std::string(group_of_checks) +
            " = { alwaysinline disable_sanitizer_instrumentation nounwind }\n";
    for (const std::string& group : groups_of_host_) text += group;
    return text;
}

} // namespace scanlab::instrument
