#include "watch/counting/warp_access.hpp"

#include <algorithm>
#include <bit>

namespace scanlab::sim {

namespace {

/// Up to 64 different numbers.
class SmallSet {
public:
    /// The position of the number, which is put in if it is new.
    std::size_t insert(std::uintptr_t number) {
        // The number of the lane before comes up again most often.
        for (std::size_t i = size_; i-- > 0;)
            if (numbers_[i] == number) return i;
        numbers_[size_] = number;
        return size_++;
    }
    std::size_t size() const { return size_; }

private:
    std::array<std::uintptr_t, 64> numbers_;
    std::size_t size_ = 0;
};

/// Whether every lane that takes part wants the same as lane ^ distance, if that takes part, too.
bool neighbours_agree(const WarpAccess& access, unsigned distance) {
    for (unsigned lane = 0; lane < 32; ++lane) {
        const unsigned other = lane ^ distance;
        const bool both = (access.lanes >> lane & 1) && (access.lanes >> other & 1);
        if (both && access.addresses[lane] != access.addresses[other]) return false;
    }
    return true;
}

/// How often the busiest bank is needed by `lanes` of the access.
int busiest_bank(const WarpAccess& access, LaneMask lanes, bool share_words) {
    // What each bank has to serve. Not on the stack: every simulated thread has one, of which each page
    // costs a fault.
    static std::array<std::array<std::uintptr_t, 64>, 32> words;
    std::array<int, 32> uses{};
    int most = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        const std::uintptr_t first =
            access.addresses[static_cast<std::size_t>(std::countr_zero(lanes))];
        for (std::uintptr_t word = first / 4; word <= (first + access.bytes - 1) / 4; ++word) {
            auto& others = words[word % 32];
            int& count = uses[word % 32];
            const auto end = others.begin() + count;
            if (share_words && std::find(others.begin(), end, word) != end) continue;
            others[static_cast<std::size_t>(count)] = word;
            most = std::max(most, ++count);
        }
    }
    return most;
}

} // namespace

GlobalAccesses global_request(const WarpAccess& access) {
    SmallSet sectors;
    std::array<std::uint32_t, 64> asked_for{}; // one bit a byte of the sector
    for (LaneMask lanes = access.lanes; lanes != 0; lanes &= lanes - 1) {
        const std::uintptr_t first =
            access.addresses[static_cast<std::size_t>(std::countr_zero(lanes))];
        for (std::uintptr_t byte = first; byte < first + access.bytes;) {
            const std::uintptr_t end = std::min((byte / 32 + 1) * 32, first + access.bytes);
            const std::uint32_t bits = (std::uint32_t{1} << (end - byte)) - 1;
            asked_for[sectors.insert(byte / 32)] |= bits << (byte % 32);
            byte = end;
        }
    }
    GlobalAccesses cost{.requests = 1, .sectors = static_cast<long long>(sectors.size())};
    for (std::size_t i = 0; i < sectors.size(); ++i) cost.useful_bytes += std::popcount(asked_for[i]);
    return cost;
}

SharedAccesses shared_request(const WarpAccess& access, SharedRequest kind) {
    const unsigned words = std::max(access.bytes / 4, 1u);
    unsigned lanes_a_pass = 32 / words;
    if (kind == SharedRequest::load && words > 1 &&
        (neighbours_agree(access, 1) || neighbours_agree(access, 2)))
        lanes_a_pass *= 2;

    SharedAccesses cost{.requests = 1};
    const LaneMask all = lanes_a_pass == 32 ? ~LaneMask{0} : (LaneMask{1} << lanes_a_pass) - 1;
    for (unsigned first = 0; first < 32; first += lanes_a_pass) {
        const LaneMask lanes = access.lanes & all << first;
        if (lanes == 0) continue;
        const int wavefronts = busiest_bank(access, lanes, kind != SharedRequest::atomic);
        cost.wavefronts += wavefronts;
        cost.bank_conflicts += wavefronts - 1;
    }
    return cost;
}

} // namespace scanlab::sim
