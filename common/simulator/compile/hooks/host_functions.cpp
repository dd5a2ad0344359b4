#include "compile/hooks/host_functions.hpp"

#include "compile/ir/ir.hpp"
#include "scanlab_sim/hooks.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace scanlab::instrument {

namespace {

constexpr std::size_t largest_word = 8;

/// Behind the numbers of the compiler's own groups, and of optimised_functions.cpp.
constexpr std::string_view group_of_checks = "#900000";

std::string bits(std::size_t bytes) { return "i" + std::to_string(8 * bytes); }

std::string is_word(const std::string& result, std::uint32_t word) {
    return "  " + result + " = icmp eq i32 %word, " + std::to_string(static_cast<std::int32_t>(word)) +
           "\n";
}

} // namespace

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
    return text;
}

} // namespace scanlab::instrument
