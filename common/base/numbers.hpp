/// \file
/// Numbers as users type them.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace scanlab {

/// The whole of `text` as a number from 0 up; none if it is anything else or too large for T.
template <class T>
std::optional<T> parse_digits(std::string_view text) {
    T value{};
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stop != text.data() + text.size() || text.starts_with('-'))
        return std::nullopt;
    return value;
}

/// The same, but none if it begins with a 0: some would read 010 as 8.
template <class T>
std::optional<T> parse_natural(std::string_view text) {
    return text.size() > 1 && text.starts_with('0') ? std::nullopt : parse_digits<T>(text);
}

/// No array has more elements: 4 of them are 2^50 bytes, and every size in bytes fits a long long.
constexpr long long largest_count = 1LL << 48;

/// The number of elements that `text` means: 1000000, 1e6 or 2^20. `option` starts the message of the
/// UsageError that is thrown if it means none.
long long parse_count(std::string_view option, std::string_view text);

} // namespace scanlab
