// Tables with an entry for each value of an enumeration count on the compiler to know how many there
// are.
#include "catch.hpp"

#include <scanlab_sim/enumerators.hpp>

#include <array>
#include <cstdint>

namespace {

enum class Three { first, second, third };
enum class Small : std::uint8_t { only };
enum class None {};
struct Holder {
    enum class Two { one, other };
};

template <class Table, class Enum>
concept HasAnEntryForEach = std::tuple_size_v<Table>
== scanlab::enumerators<Enum>;

} // namespace

TEST_CASE("values are counted wherever the enumeration stands, and whatever its type") {
    STATIC_REQUIRE(scanlab::enumerators<Three> == 3);
    STATIC_REQUIRE(scanlab::enumerators<Small> == 1);
    STATIC_REQUIRE(scanlab::enumerators<None> == 0);
    STATIC_REQUIRE(scanlab::enumerators<Holder::Two> == 2);
}

TEST_CASE("a table with one entry too few, or too many, is noticed") {
    STATIC_REQUIRE(HasAnEntryForEach<std::array<const char*, 3>, Three>);
    STATIC_REQUIRE_FALSE(HasAnEntryForEach<std::array<const char*, 2>, Three>);
    STATIC_REQUIRE_FALSE(HasAnEntryForEach<std::array<const char*, 4>, Three>);
}
