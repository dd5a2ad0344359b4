/// \file
/// Reads LLVM's intermediate representation as text: as much of its grammar as instrumenting needs
/// (https://llvm.org/docs/LangRef.html). Pointers may be typed (LLVM 14) or opaque (since LLVM 15).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::instrument {

/// The parts of a list, cut at the commas that are in no bracket and no quotes.
std::vector<std::string_view> split(std::string_view list);

/// "17" as a number; nothing if the text is no such.
std::optional<std::size_t> number_in(std::string_view text);

/// From the bracket at `open` to behind the one that closes it.
std::string_view bracketed(std::string_view text, std::size_t open);

/// A value with its type: "i32* noundef %5" has the type "i32*" and the value "%5". Both lie in the
/// text.
struct Operand {
    std::string_view type, value;
};
std::optional<Operand> read_operand(std::string_view text);

/// Takes a type from where the text starts, and returns it: "[4 x i32]*", "%struct.pair", "void
/// (i8*)*".
std::string_view take_type(std::string_view& text);

/// "i32*", or "ptr" where pointers are opaque.
bool is_pointer(std::string_view type);

/// The name that begins with the % or @ at `at`, with its quotes if it has any.
std::string_view name_at(std::string_view text, std::size_t at);

/// "%x = add …" without "%x = "; and "%x", empty if there is no result.
std::string_view without_result(std::string_view instruction);
std::string_view result_of(std::string_view instruction);

/// The type, the pointer and the indices of "getelementptr inbounds T, ptr %p, i64 %i"; empty if the
/// instruction calculates no address.
std::vector<std::string_view> parts_of_address(std::string_view instruction);
/// Where the operands of a constant expression begin, at or behind `from`: at the last bracket of
/// "getelementptr inbounds inrange(-8, 4) (", as newer Clangs write it.
std::size_t operands_of_expression(std::string_view text, std::size_t from = 0);

/// "17" of the line "17: …", which others may jump to; empty if it is no such.
std::string_view label_of(std::string_view line);
/// The labels that an instruction may jump to.
std::vector<std::string_view> targets_of(std::string_view line);

/// Whether the text uses the value, and not one whose name only begins like its.
bool uses(std::string_view text, std::string_view value);

/// What a `call` or an `invoke` calls and gives it.
struct Call {
    std::string_view callee; ///< "@memcpy", "%5"
    std::string_view arguments;
};
std::optional<Call> read_call(std::string_view instruction);

/// The module's named types, and how large a type is.
class Types {
public:
    /// "e-m:e-p:32:32-…": the size of pointers is all that is read.
    void set_data_layout(std::string_view layout);
    /// `%struct.pair = type { i32, i64 }`
    void define(std::string_view name, std::string_view definition);

    /// std::size_t: "i64"
    std::string size_type() const { return pointer_bytes_ == 4 ? "i32" : "i64"; }
    /// Bytes that a load or a store of the type touches; nothing if the type is unknown or has no size.
    std::optional<std::size_t> store_bytes(std::string_view type) const;
    /// Bytes from a pointer to the part of what it points to that constant indices lead to, "i64 0" and
    /// "i32 1".
    std::optional<std::size_t> offset(std::string_view type,
                                      const std::vector<std::string_view>& indices) const;
    /// The array of two elements or more that these indices lead to, if it is a member of a struct and
    /// not its last one, behind which programs may have allocated more of it.
    std::optional<std::string_view> inner_array(std::string_view type,
                                                const std::vector<std::string_view>& indices) const;

private:
    struct Layout {
        std::size_t bytes, alignment;
    };
    std::optional<Layout> layout(std::string_view type) const;
    std::optional<Layout> layout_of_members(std::string_view list, bool packed) const;
    std::optional<std::size_t> member_offset(std::string_view list, std::size_t index,
                                             bool packed) const;
    /// A named type's definition, any other type as it is.
    std::string_view definition(std::string_view type) const;

    std::map<std::string, std::string, std::less<>> definitions_;
    std::size_t pointer_bytes_ = 8;
};

} // namespace scanlab::instrument
