#include "watch/races/shadow.hpp"

#include "machine/memory/device_variables.hpp"
#include "machine/memory/devices.hpp"
#include "platform/platform.hpp"
#include "watch/races/happens_before.hpp"

#include <cstring>
#include <deque>
#include <map>
#include <new>
#include <utility>
#include <vector>

namespace scanlab::sim::shadow {

Word* device_words = nullptr;
unsigned char* device_initialized = nullptr;

namespace {

/// Addresses whose pages appear, zeroed, when they are touched; null if there are none left.
template <class T>
T* reserve_pages(std::size_t bytes) {
    return static_cast<T*>(platform::reserve(bytes, platform::Protection::open));
}

/// The histories of a piece of memory other than the device's.
struct Arena {
    std::uintptr_t begin;
    Word* words;
    std::size_t count;
};
constexpr std::size_t most_arenas = 4096;
Arena arenas[most_arenas];
std::size_t arena_count = 0;

/// The histories of single bytes, four in a row.
Word* split_words = nullptr;
std::size_t split_count = 0;

void reserve_split_words() {
    if (!split_words) split_words = reserve_pages<Word>(4 * platform::most_split_words * sizeof(Word));
}

constexpr std::size_t used_bytes(std::size_t bytes) { return bytes / word_bytes * sizeof(Word); }

} // namespace

bool reserve(const memory::Range& range) {
    reserve_split_words();
    device_words = reserve_pages<Word>(used_bytes(range.bytes));
    device_initialized = reserve_pages<unsigned char>(range.bytes / 8);
    if (device_words && device_initialized) return true;
    if (device_words) platform::give_back(device_words, used_bytes(range.bytes));
    if (device_initialized) platform::give_back(device_initialized, range.bytes / 8);
    return false;
}

namespace {

Word* new_arena(std::uintptr_t begin, std::size_t bytes) {
    Word* const words = reserve_pages<Word>(used_bytes(bytes));
    if (!words || arena_count == most_arenas) throw std::bad_alloc();
    arenas[arena_count++] = {begin, words, bytes / word_bytes};
    return words;
}

std::uintptr_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

} // namespace

namespace {

/// Of registered memory that lies elsewhere than the program's variables: by where it begins.
std::map<std::uintptr_t, Arena>& of_registered() {
    static auto& instance = *new std::map<std::uintptr_t, Arena>;
    return instance;
}

Word* registered_word(std::uintptr_t at) {
    const DeviceVariable& memory = *device_variable_at(at, 1);
    const std::uintptr_t begin = memory.begin & ~std::uintptr_t{word_bytes - 1};
    Arena& arena = of_registered()[memory.begin];
    if (!arena.words) {
        const std::size_t count = (memory.begin - begin + memory.bytes) / word_bytes + 1;
        arena = {begin, reserve_pages<Word>(count * sizeof(Word)), count};
        if (!arena.words) throw std::bad_alloc();
    }
    return arena.words + (at - begin) / word_bytes;
}

void forget_registered(std::uintptr_t begin) {
    const auto at = of_registered().find(begin);
    if (at == of_registered().end()) return;
    platform::give_back(at->second.words, at->second.count * sizeof(Word));
    of_registered().erase(at);
}

} // namespace

Word* variable_word(std::uintptr_t at) {
    const platform::Image* const image = platform::image_of(reinterpret_cast<const void*>(at));
    if (!image) return registered_word(at);
    const std::uintptr_t begin = address(image->begin) & ~std::uintptr_t{3};
    static auto& of_images = *new std::map<const platform::Image*, std::vector<Word*>>;
    static const platform::Image* last_image = nullptr;
    static std::vector<Word*>* of_devices = nullptr;
    if (image != std::exchange(last_image, image)) {
        of_devices = &of_images[image];
        of_devices->resize(static_cast<std::size_t>(devices::count()));
    }
    Word*& words = (*of_devices)[static_cast<std::size_t>(owner_of_variable(at))];
    if (!words) words = new_arena(begin, address(image->end) + 64 - begin);
    return words + (at - begin) / word_bytes;
}

Word* shared_words(std::uintptr_t begin, std::size_t bytes) {
    for (std::size_t i = 0; i < arena_count; ++i)
        if (arenas[i].begin == begin) return arenas[i].words;
    return new_arena(begin, bytes);
}

// --- several readers ---------------------------------------------------------------------------------

namespace {

std::deque<RememberedReads> sets; ///< those not used any more keep their storage
std::uint32_t sets_used = 0;
std::vector<std::uint32_t> free_sets;
Epoch kept_from = 0, copies_kept_from = 0;

std::uint32_t new_set() {
    if (free_sets.empty()) {
        if (sets_used == Word::several) throw std::bad_alloc();
        if (sets_used == sets.size()) sets.emplace_back();
        return sets_used++;
    }
    const std::uint32_t number = free_sets.back();
    free_sets.pop_back();
    return number;
}

std::uint32_t set_of(const Word& word) { return word.read.access() & ~Word::several; }

/// A copy of the word's history gets its own copy of the readers.
void share_readers(const Word& word, Word& copy) {
    const std::uint32_t number = new_set();
    sets[number] = readers_of(word);
    copy.read = {word.read.epoch, Word::several | number};
}

} // namespace

bool has_room_for_several() { return !free_sets.empty() || sets_used < Word::several; }

bool is_forgotten(const Word& word) {
    return word.read.epoch < (word.read.epoch >= order::first_of_copies ? copies_kept_from : kept_from);
}

RememberedReads& remember_several(Word& word) {
    const Word::Access only = word.read;
    const std::uint32_t number = new_set();
    word.read = {only.epoch, Word::several | number};
    sets[number].assign({{{only.epoch, lane_bit(only.access()), only.access()}}});
    return sets[number];
}

RememberedReads& readers_of(const Word& word) { return sets[set_of(word)]; }

void forget_readers(const Word& word) {
    if (is_forgotten(word)) return;
    free_sets.push_back(set_of(word));
}

void forget_all_readers(Epoch first, Epoch first_copy) {
    kept_from = first;
    copies_kept_from = first_copy;
    sets_used = 0;
    free_sets.clear();
}

Word* bytes_of(Word& word) {
    if (word.write.epoch != Word::split) {
        reserve_split_words();
        if (!split_words || split_count == platform::most_split_words) throw std::bad_alloc();
        Word* bytes = split_words + 4 * split_count;
        const bool several = word.has_several_readers() && !is_forgotten(word);
        for (int i = 0; i < 4; ++i) {
            bytes[i] = word;
            if (several) share_readers(word, bytes[i]);
        }
        if (several) forget_readers(word);
        word = {};
        word.write.epoch = Word::split;
        word.read.epoch = static_cast<Epoch>(split_count++);
    }
    return split_words + 4 * std::size_t{word.read.epoch};
}

std::span<const Word, 4> bytes_of(const Word& word) {
    return std::span<const Word, 4>(split_words + 4 * std::size_t{word.read.epoch}, 4);
}

std::span<unsigned char> marks_of(std::uintptr_t begin, std::size_t bytes) {
    return {device_initialized + (begin - memory::device_range.begin) / 8, (bytes + 7) / 8};
}

void forget(std::uintptr_t begin, std::size_t bytes) {
    if (!memory::device_range.contains(reinterpret_cast<const void*>(begin)))
        return forget_registered(begin);
    const std::span<unsigned char> marks = marks_of(begin, bytes);
    platform::zero(device_word(begin), used_bytes(8 * marks.size()));
    platform::zero(marks.data(), marks.size());
}

void expect(std::uintptr_t begin, std::size_t bytes) {
    platform::use_large_pages(device_word(begin), used_bytes(bytes));
}

void forget_accesses() {
    for (std::size_t i = 0; i < arena_count; ++i)
        platform::zero(arenas[i].words, arenas[i].count * sizeof(Word));
    for (const auto& [begin, arena] : of_registered())
        platform::zero(arena.words, arena.count * sizeof(Word));
    platform::zero(device_words, used_bytes(memory::device_range.bytes));
    split_count = 0;
}

namespace {
/// Sets or clears the bits of these bytes.
void set_initialized(std::uintptr_t begin, std::size_t bytes, bool value) {
    std::uintptr_t offset = begin - memory::device_range.begin;
    const std::uintptr_t end = offset + bytes;
    const auto set = [value](std::uintptr_t at) {
        const auto bit = static_cast<unsigned char>(1u << at % 8);
        unsigned char& bits = device_initialized[at / 8];
        bits = static_cast<unsigned char>(value ? bits | bit : bits & ~bit);
    };
    while (offset < end && offset % 8 != 0) set(offset++);
    const std::size_t whole = (end - offset) / 8;
    std::memset(device_initialized + offset / 8, value ? 0xFF : 0, whole);
    for (offset += whole * 8; offset < end; ++offset) set(offset);
}
} // namespace

void mark_initialized(std::uintptr_t begin, std::size_t bytes) { set_initialized(begin, bytes, true); }

namespace {
/// The bytes at `to` hold a value where those at `from` do.
void copy_initialized(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
    const std::uintptr_t start = memory::device_range.begin;
    const std::size_t whole = (to - start) % 8 == 0 && (from - start) % 8 == 0 ? bytes / 8 : 0;
    std::memmove(device_initialized + (to - start) / 8, device_initialized + (from - start) / 8, whole);
    for (std::size_t i = whole * 8; i < bytes; ++i)
        set_initialized(to + i, 1, any_initialized(from + i, 1));
}
} // namespace

void host_fills(const void* begin, std::size_t bytes) {
    if (memory::is_device_address(begin)) set_initialized(address(begin), bytes, true);
}
void host_copies(const void* to, const void* from, std::size_t bytes) {
    if (!memory::is_device_address(to)) return;
    if (memory::is_device_address(from))
        copy_initialized(address(to), address(from), bytes);
    else
        set_initialized(address(to), bytes, true);
}
bool any_initialized_bytewise(std::uintptr_t begin, std::size_t bytes) {
    for (std::uintptr_t a = begin; a < begin + bytes; ++a)
        if (any_initialized(a, 1)) return true;
    return false;
}

} // namespace scanlab::sim::shadow
