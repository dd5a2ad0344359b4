#include "compile/hooks/accesses.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace scanlab::instrument {

namespace {

/// Takes the word from where the text starts, if it does.
bool take(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
}

std::size_t alignment_in(const std::vector<std::string_view>& parts) {
    for (const std::string_view part : parts)
        if (part.starts_with("align ")) {
            std::size_t alignment = 1;
            std::from_chars(part.data() + 6, part.data() + part.size(), alignment);
            return alignment;
        }
    return 1;
}

Access access(Access::Kind kind, std::string_view pointer, std::string_view type, std::size_t alignment,
              bool is_volatile, const Types& types) {
    const auto operand = read_operand(pointer);
    const auto bytes = types.store_bytes(type);
    if (!operand || !bytes) throw Unreadable{};
    return {kind, *operand, *bytes, alignment, is_volatile};
}

std::string_view type_of(std::string_view operand) { return take_type(operand); }

Access load(std::string_view text, const Types& types) {
    const bool is_atomic = take(text, "atomic "), is_volatile = take(text, "volatile ");
    const auto parts = split(text);
    if (parts.size() < 2) throw Unreadable{};
    return access(is_atomic ? Access::Kind::atomic_load : Access::Kind::read, parts[1], parts[0],
                  alignment_in(parts), is_volatile, types);
}

Access store(std::string_view text, const Types& types) {
    const bool is_atomic = take(text, "atomic "), is_volatile = take(text, "volatile ");
    const auto parts = split(text);
    if (parts.size() < 2) throw Unreadable{};
    return access(is_atomic ? Access::Kind::atomic_store : Access::Kind::write, parts[1],
                  type_of(parts[0]), alignment_in(parts), is_volatile, types);
}

/// atomicrmw and cmpxchg: the pointer comes first, then a value of the type that it points to.
Access update(std::string_view text, bool names_operation, const Types& types) {
    take(text, "weak ");
    const bool is_volatile = take(text, "volatile ");
    if (names_operation) text.remove_prefix(std::min(text.size(), text.find(' ') + 1));
    const auto parts = split(text);
    if (parts.size() < 2) throw Unreadable{};
    return access(Access::Kind::atomic_update, parts[0], type_of(parts[1]), alignment_in(parts),
                  is_volatile, types);
}

/// What the caller copies for a callee that takes it by value.
std::vector<Access> values_passed(std::string_view instruction, const Types& types) {
    std::vector<Access> accesses;
    const auto call = read_call(instruction);
    if (!call) return accesses;
    for (const std::string_view argument : split(call->arguments)) {
        const std::size_t by_value = argument.find("byval(");
        if (by_value == std::string_view::npos) continue;
        const std::string_view type = bracketed(argument, by_value + 5);
        accesses.push_back(
            access(Access::Kind::read, argument, type.substr(1, type.size() - 2), 1, false, types));
    }
    return accesses;
}

constexpr std::array block_functions{
    BlockFunction{"@llvm.memcpy.", {}, 2},           BlockFunction{"@llvm.memmove.", {}, 2},
    BlockFunction{"@llvm.memset.", {}, 1},           BlockFunction{"@memcpy", "@__scanlab_memmove"},
    BlockFunction{"@memmove", "@__scanlab_memmove"}, BlockFunction{"@memset", "@__scanlab_memset"},
    BlockFunction{"@memcmp", "@__scanlab_memcmp"},   BlockFunction{"@bcmp", "@__scanlab_memcmp"},
    BlockFunction{"@memchr", "@__scanlab_memchr"},   BlockFunction{"@strlen", "@__scanlab_strlen"},
    BlockFunction{"@strcmp", "@__scanlab_strcmp"},   BlockFunction{"@strncmp", "@__scanlab_strncmp"},
    BlockFunction{"@strcpy", "@__scanlab_strcpy"},
};

} // namespace

const BlockFunction* block_function(std::string_view callee) {
    const auto is_meant = [&](const BlockFunction& f) {
        return f.callee.ends_with('.') ? callee.starts_with(f.callee) : callee == f.callee;
    };
    const auto found = std::find_if(block_functions.begin(), block_functions.end(), is_meant);
    return found == block_functions.end() ? nullptr : &*found;
}

bool is_harmless_intrinsic(std::string_view callee) {
    constexpr std::array touching{"@llvm.mem", "@llvm.masked.", "@llvm.vp.", "@llvm.matrix.",
                                  "@llvm.gc"};
    return std::none_of(touching.begin(), touching.end(),
                        [&](std::string_view prefix) { return callee.starts_with(prefix); });
}

std::vector<Access> accesses_of(std::string_view instruction, const Types& types) {
    std::string_view text = without_result(instruction);
    if (take(text, "load ")) return {load(text, types)};
    if (take(text, "store ")) return {store(text, types)};
    if (take(text, "atomicrmw ")) return {update(text, true, types)};
    if (take(text, "cmpxchg ")) return {update(text, false, types)};
    return values_passed(instruction, types);
}

} // namespace scanlab::instrument
