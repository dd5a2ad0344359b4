/// \file
/// Gives values to the host's arrays whose length is no constant
/// (compile/translator/unsized_arrays.hpp).
#pragma once

#include <cstddef>
#include <initializer_list>
#include <new>
#include <type_traits>

#include "core.hpp"

namespace scanlab::sim {

/// The array of so many bytes that begins with `first` gets these values, and then zeros. (If there are
/// too many, GCC's programs write beyond it.)
template <class T>
std::remove_all_extents_t<T>* give_values(T* first, std::size_t bytes, const NotDeduced<T>* values,
                                          std::size_t given) {
    using Element = std::remove_all_extents_t<T>;
    auto* const to = reinterpret_cast<Element*>(first);
    const auto* const from = reinterpret_cast<const Element*>(values);
    given *= sizeof(T) / sizeof(Element);
    const std::size_t count = bytes / sizeof(Element);
    if (given > count) throw std::bad_array_new_length();
    for (std::size_t i = 0; i < count; ++i) to[i] = i < given ? from[i] : Element();
    return to;
}
template <class T>
auto give_values(T* first, std::size_t bytes, std::initializer_list<NotDeduced<T>> values) {
    return give_values(first, bytes, values.begin(), values.size());
}
template <class T, std::size_t COUNT>
auto give_values(T* first, std::size_t bytes, const T (&text)[COUNT]) {
    return give_values(first, bytes, text, COUNT);
}

} // namespace scanlab::sim
