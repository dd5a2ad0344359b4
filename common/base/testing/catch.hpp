// Catch2 under the name it has in 2.x or 3.x, with 3.x's names.
#pragma once

#if SCANLAB_CATCH2_MAJOR >= 3
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>

#include <string>

namespace Catch::Matchers {
inline auto ContainsSubstring(const std::string& part) { return Contains(part); }
} // namespace Catch::Matchers
#endif
