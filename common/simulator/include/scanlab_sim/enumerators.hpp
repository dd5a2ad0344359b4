/// \file
/// How many values an enumeration has, counted by the compiler. A table with an entry for each value
/// says so, and does not compile if an entry is missing:
///
///     static_assert(std::size(names) == enumerators<Task>);
///
/// Plain C++, which needs nothing else: programs for GPUs include it, too.
#pragma once

#include <cstddef>
#include <string_view>

namespace scanlab {

/// Whether the enumeration has a name for the value. Of one without a name compilers write a number:
/// "[VALUE = scanlab::Task::sort]", but "[VALUE = (scanlab::Task)14]".
template <auto VALUE>
consteval bool is_enumerator() {
    const std::string_view function = __PRETTY_FUNCTION__;
    const char after_cast = function[function.rfind(')') + 1];
    return after_cast < '0' || after_cast > '9';
}

template <class Enum, std::size_t FIRST = 0>
consteval std::size_t count_enumerators() {
    if constexpr (is_enumerator<static_cast<Enum>(FIRST)>())
        return count_enumerators<Enum, FIRST + 1>();
    else
        return FIRST;
}

/// Of an `enum class` whose values are 0, 1, 2, …
template <class Enum>
inline constexpr std::size_t enumerators = count_enumerators<Enum>();

} // namespace scanlab
