/// \file
/// What is remembered of memory: who wrote and read each word last, and which bytes hold a value.
#pragma once

#include "machine/base/watched.hpp"
#include "machine/memory/memory.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scanlab::sim::shadow {

/// The accesses to four bytes of memory that a later one may conflict with: the last write, and the
/// reads since then that nothing has ordered among themselves: mostly one. (Flanagan and Freund,
/// "FastTrack", PLDI 2009.)
struct Word {
    /// Kept small: all device memory has one per word.
    struct [[gnu::packed]] Access {
        Epoch epoch = 0;
        constexpr Access() = default;
        constexpr Access(Epoch e, std::uint32_t access)
            : epoch(e), low_(access & 0xFFFF), high_(access >> 16 & 0xFF) {}
        /// 24 bits: see below.
        std::uint32_t access() const { return low_ | std::uint32_t{high_} << 16; }

    private:
        std::uint16_t low_ = 0;
        std::uint8_t high_ = 0;
    };
    Access write;
    Access read; ///< of several the latest epoch of any, and in access() where they are

    /// Marks a `read` that stands for several: the other bits number them.
    static constexpr std::uint32_t several = 1u << 23;
    bool has_several_readers() const { return (read.access() & several) != 0; }

    /// Stands in write.epoch of a word whose bytes have histories of their own, numbered by read.epoch.
    static constexpr Epoch split = ~Epoch{0};
};
static_assert(sizeof(Word) == 14);

/// What an access is remembered by: a place in the program, by its number (places.hpp), and a lane.
constexpr unsigned lane_shift = 16;
constexpr std::uint32_t place_mask = (1u << lane_shift) - 1;
inline unsigned lane_in(std::uint32_t access) { return access >> lane_shift & 31; }
inline LaneMask lane_bit(std::uint32_t access) { return LaneMask{1} << lane_in(access); }
inline std::uint32_t place_in(std::uint32_t access) { return access & place_mask; }

/// One of several reads of a word, by lanes of one warp.
struct RememberedRead {
    Epoch epoch;
    LaneMask lanes;
    std::uint32_t access;
};
/// Those of a word, in the order in which they came. The last ones lie together with where the others
/// are, in one line of the cache: what a word is read by next is mostly what it was read by last.
class alignas(64) RememberedReads {
public:
    std::size_t size() const { return older_.size() + last_count_; }
    RememberedRead& operator[](std::size_t i) {
        return i < older_.size() ? older_[i] : last_[i - older_.size()];
    }
    const RememberedRead& operator[](std::size_t i) const {
        return i < older_.size() ? older_[i] : last_[i - older_.size()];
    }
    void push_back(const RememberedRead& read) {
        if (last_count_ == last_.size()) {
            older_.insert(older_.end(), last_.begin(), last_.end());
            last_count_ = 0;
        }
        last_[last_count_++] = read;
        are_of_two_blocks = false;
    }
    void assign(std::span<const RememberedRead> reads) {
        older_.clear();
        last_count_ = 0;
        for (const RememberedRead& read : reads) push_back(read);
    }
    const RememberedRead& front() const { return (*this)[0]; }
    const RememberedRead& back() const { return last_[last_count_ - 1]; }

private:
    std::vector<RememberedRead> older_;
    std::array<RememberedRead, 3> last_;
    std::uint8_t last_count_ = 0; ///< one at least, if there are any

public:
    bool are_of_two_blocks = false; ///< the first and the last one are known to be
};
static_assert(sizeof(void*) < 8 || sizeof(RememberedReads) == 64);
/// Whether there is room for one more word with several reads.
bool has_room_for_several();
/// Has the word remember several reads from now on, at first the one that it has.
RememberedReads& remember_several(Word& word);
/// Those of a word that has several.
RememberedReads& readers_of(const Word& word);
/// The word's several reads need not be remembered any more.
void forget_readers(const Word& word);
/// No word's: all reads in epochs before these, of threads and of bulk copies, have become earlier than
/// everything to come.
void forget_all_readers(Epoch first, Epoch first_copy);
/// Whether the word's several reads were forgotten so.
bool is_forgotten(const Word& word);

constexpr std::size_t word_bytes = 4;

/// The history of the word that holds this address of device memory, or of a device variable.
inline Word* device_word(std::uintptr_t address);
Word* variable_word(std::uintptr_t address);

/// The histories of the four bytes of a word; makes them the first time.
Word* bytes_of(Word& word);
/// Those of a word that has them: it is split.
std::span<const Word, 4> bytes_of(const Word& word);

/// The histories of the shared memory that begins there: always the same.
Word* shared_words(std::uintptr_t begin, std::size_t bytes);

/// Reserves the histories of all device memory; false if the addresses are not to be had.
bool reserve(const memory::Range& device_range);
/// Forgets accesses and values: the memory was given back.
void forget(std::uintptr_t begin, std::size_t bytes);
/// Device memory has been allocated, most of which will be accessed.
void expect(std::uintptr_t begin, std::size_t bytes);
/// Forgets all accesses to all memory: epochs are counted anew.
void forget_accesses();

// --- which bytes hold a value -----------------------------------------------------------------------

void mark_initialized(std::uintptr_t begin, std::size_t bytes);
/// The host does something to device memory; other addresses are let be.
void host_fills(const void* begin, std::size_t bytes);
void host_copies(const void* to, const void* from, std::size_t bytes);
/// Where the marks of device memory lie: a bit per byte.
std::span<unsigned char> marks_of(std::uintptr_t begin, std::size_t bytes);
/// Whether some of the bytes hold a value.
inline bool any_initialized(std::uintptr_t begin, std::size_t bytes);

// --- implementation ---------------------------------------------------------------------------------

extern Word* device_words;
extern unsigned char* device_initialized; ///< a bit a byte

inline Word* device_word(std::uintptr_t address) {
    return device_words + (address - memory::device_range.begin) / word_bytes;
}

bool any_initialized_bytewise(std::uintptr_t begin, std::size_t bytes);

inline bool any_initialized(std::uintptr_t begin, std::size_t bytes) {
    const std::uintptr_t offset = begin - memory::device_range.begin;
    if (offset % 8 + bytes <= 8) [[likely]]
        return device_initialized[offset / 8] >> offset % 8 & ((1u << bytes) - 1);
    return any_initialized_bytewise(begin, bytes);
}

/// The same as mark_initialized(), for few bytes.
inline void mark_written(std::uintptr_t begin, std::size_t bytes) {
    const std::uintptr_t offset = begin - memory::device_range.begin;
    if (offset % 8 + bytes <= 8) [[likely]]
        device_initialized[offset / 8] |= static_cast<unsigned char>(((1u << bytes) - 1) << offset % 8);
    else
        mark_initialized(begin, bytes);
}

} // namespace scanlab::sim::shadow
