/// \file
/// Numbers in a source that may be how large a program's work is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scanlab {

/// `#define N (1 << 20)`, `constexpr int n = 1024;`, `int n = 1024;`: a name that stands for a number.
struct Size {
    std::string name;
    int line;
    std::uint64_t value;
    std::size_t at, length; ///< where the number stands in the text
};

/// Those of a source, from its beginning on, that are large enough to make a difference.
std::vector<Size> sizes_in(const std::string& source);

/// The source, with other numbers in the place of some sizes, which are in the source's order. Lines
/// stay where they are.
std::string with_values(const std::string& source, const std::vector<Size>& sizes,
                        const std::vector<std::uint64_t>& values);

} // namespace scanlab
