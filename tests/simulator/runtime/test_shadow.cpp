// What is remembered of each byte of memory must be what happened to it, and not to its neighbours.
#include "catch.hpp"

#include "machine/memory/memory.hpp"
#include "watch/races/happens_before.hpp"
#include "watch/races/shadow.hpp"

#include <cstdint>
#include <string>

using namespace scanlab::sim;

namespace {

/// Device memory, gone with its owner.
class Memory {
public:
    explicit Memory(std::size_t bytes) : begin_(memory::allocate(bytes, nullptr, 0)) {}
    ~Memory() { memory::release(begin_, nullptr); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    std::uintptr_t at(std::size_t byte) const { return reinterpret_cast<std::uintptr_t>(begin_) + byte; }
    const void* pointer(std::size_t byte) const { return reinterpret_cast<const void*>(at(byte)); }
    /// Which of the first bytes hold a value: "0110".
    std::string values(std::size_t bytes) const {
        std::string text;
        for (std::size_t i = 0; i < bytes; ++i) text += shadow::any_initialized(at(i), 1) ? '1' : '0';
        return text;
    }

private:
    void* begin_;
};

} // namespace

TEST_CASE("fresh memory holds no value, and a write gives one to its bytes only") {
    const Memory m(64);
    CHECK(m.values(8) == "00000000");
    shadow::mark_written(m.at(1), 2);
    CHECK(m.values(8) == "01100000");
    CHECK(shadow::any_initialized(m.at(0), 4));
    CHECK_FALSE(shadow::any_initialized(m.at(4), 4));
}

TEST_CASE("writes that cross a byte of the map mark all of their bytes, and no others") {
    const Memory m(64);
    shadow::mark_written(m.at(6), 4);
    CHECK(m.values(12) == "000000111100");
    const Memory large(64);
    shadow::mark_initialized(large.at(3), 20);
    CHECK(large.values(26) == "00011111111111111111111000");
    CHECK(shadow::any_initialized(large.at(22), 4));
}

TEST_CASE("a copy carries over which bytes hold a value") {
    const Memory from(64), to(64);
    shadow::mark_written(from.at(2), 1);
    shadow::mark_written(from.at(9), 1);
    shadow::host_fills(to.pointer(0), 16);
    shadow::host_copies(to.pointer(0), from.pointer(0), 12);
    CHECK(to.values(16) == "0010000001001111");
    const int on_the_host = 0;
    shadow::host_copies(to.pointer(4), &on_the_host, 4);
    CHECK(to.values(8) == "00101111");
}

TEST_CASE("memory that is freed is forgotten") {
    std::uintptr_t address = 0;
    {
        const Memory m(64);
        address = m.at(0);
        shadow::mark_initialized(address, 64);
        shadow::device_word(address)->write.epoch = 7;
    }
    CHECK_FALSE(shadow::any_initialized(address, 8));
    CHECK(shadow::device_word(address)->write.epoch == 0);
}

TEST_CASE("a word that is split gives its history to each of its bytes, which then go their own ways") {
    const Memory histories_need_device_memory(4);
    shadow::Word word{};
    word.write = {7, 70};
    word.read = {8, 80};
    shadow::Word* const bytes = shadow::bytes_of(word);
    for (int i = 0; i < 4; ++i) {
        CHECK(bytes[i].write.epoch == 7);
        CHECK(bytes[i].read.access() == 80);
    }
    CHECK(word.write.epoch == shadow::Word::split);
    bytes[2].write.epoch = 9;
    CHECK(shadow::bytes_of(word) == bytes);
    CHECK(bytes[1].write.epoch == 7);
    CHECK(bytes[2].write.epoch == 9);
    shadow::Word other{};
    CHECK(shadow::bytes_of(other) != bytes);
}

TEST_CASE("a block's shared memory has one history, and forgets it when epochs are counted anew") {
    constexpr std::uintptr_t here = 0x10000, there = 0x20000;
    shadow::Word* const words = shadow::shared_words(here, 4096);
    CHECK(shadow::shared_words(here, 4096) == words);
    CHECK(shadow::shared_words(there, 4096) != words);
    words[5].write.epoch = 7;
    shadow::forget_accesses();
    CHECK(words[5].write.epoch == 0);
}

TEST_CASE("a word remembers any number of readers, until it forgets them") {
    shadow::Word word{};
    constexpr std::uint32_t in_lane_3 = 70 | 3u << shadow::lane_shift;
    word.read = {8, in_lane_3};
    CHECK_FALSE(word.has_several_readers());
    shadow::RememberedReads& readers = shadow::remember_several(word);
    REQUIRE(word.has_several_readers());
    REQUIRE(readers.size() == 1);
    CHECK(readers[0].lanes == 0b1000);
    for (Epoch epoch = 9; epoch < 109; ++epoch) readers.push_back({epoch, 1, 70});
    CHECK(shadow::readers_of(word).size() == 101);

    shadow::Word* const bytes = shadow::bytes_of(word);
    for (int i = 0; i < 4; ++i) CHECK(shadow::readers_of(bytes[i]).size() == 101);
    shadow::forget_readers(bytes[0]);
    CHECK(shadow::readers_of(bytes[1]).size() == 101);
    shadow::forget_all_readers(109, 0);
}

TEST_CASE("readers of an earlier launch are not taken for those of a later one") {
    shadow::Word early{}, early_copy{};
    early.read = {4, 70};
    early_copy.read = {order::first_of_copies + 4, 70};
    shadow::remember_several(early).push_back({5, 1, 70});
    shadow::remember_several(early_copy).push_back({5, 1, 70});
    CHECK_FALSE(shadow::is_forgotten(early));
    shadow::forget_all_readers(6, order::first_of_copies + 5);
    shadow::Word late{}, late_copy{};
    late.read = {8, 70};
    late_copy.read = {order::first_of_copies + 5, 70};
    shadow::remember_several(late).push_back({9, 1, 70});
    shadow::remember_several(late_copy).push_back({9, 1, 70});
    CHECK(shadow::is_forgotten(early));
    CHECK(shadow::is_forgotten(early_copy));
    CHECK_FALSE(shadow::is_forgotten(late));
    CHECK_FALSE(shadow::is_forgotten(late_copy));
    shadow::forget_readers(early);
    CHECK(shadow::readers_of(late).size() == 2);
    CHECK(shadow::bytes_of(early)[0].write.epoch == 0);
    shadow::forget_all_readers(10, order::first_of_copies + 6);
}

TEST_CASE("an access is remembered whole: its place, its lane and the number of its readers") {
    constexpr std::uint32_t last_place = shadow::place_mask, in_lane_31 = last_place | 31u << shadow::lane_shift;
    const shadow::Word::Access a{~Epoch{0}, in_lane_31}, readers{7, shadow::Word::several | (shadow::Word::several - 1)};
    CHECK(shadow::place_in(a.access()) == last_place);
    CHECK(shadow::lane_in(a.access()) == 31);
    CHECK(readers.access() == (shadow::Word::several | (shadow::Word::several - 1)));
}
