#include "numbers.hpp"

#include "errors.hpp"

#include <algorithm>

namespace scanlab {
namespace {

bool is_digits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

long long parse_count(std::string_view option, std::string_view text) {
    if (text.starts_with('-') && is_digits(text.substr(1))) {
        throw UsageError("{} {}: a number of elements cannot be negative; give 0 or more", option,
                         text);
    }
    const std::size_t mark = text.find_first_of("^eE");
    const std::string_view left = text.substr(0, mark);
    const std::string_view right = mark == std::string_view::npos ? "0" : text.substr(mark + 1);
    if (!is_digits(left) || !is_digits(right)) {
        throw UsageError("{} {}: not a number of elements; give one such as 1000000, 1e6 or 2^20",
                         option, text);
    }
    const auto too_large = [&] {
        return UsageError("{} {}: too many elements; no GPU's memory holds more than 2^48", option,
                          text);
    };
    const auto number = parse_digits<long long>(left);
    const auto exponent = parse_digits<long long>(right);
    if (!number || *number > largest_count || !exponent) throw too_large();
    if (mark == std::string_view::npos) return *number;

    const bool power = text[mark] == '^';
    const long long base = power ? *number : 10;
    long long result = power ? 1 : *number;
    // 0, and powers of 0 and 1, stay what they are however large the exponent.
    for (long long i = 0; i < *exponent && result != 0 && base != 1; ++i) {
        if (result > largest_count / std::max(base, 1LL)) throw too_large();
        result *= base;
    }
    return result;
}

} // namespace scanlab
