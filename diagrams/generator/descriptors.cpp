#include "descriptors.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace scanlab::diagrams {
namespace {

using EventKind = Event::Kind;

/// How a word is divided: status above value, or (shift 0) a status alone.
struct Format {
    int bytes = 8;
    int shift = 32;

    int status(std::uint64_t word) const {
        const std::uint64_t status = word >> shift;
        return status <= 3 ? static_cast<int>(status) : -1;
    }
    std::int64_t number(std::uint64_t word) const {
        if (shift == 32) return static_cast<std::int32_t>(word);
        return static_cast<std::int64_t>(word & ((std::uint64_t{1} << shift) - 1));
    }
};

/// What happened to one word of global memory in a launch.
struct Word {
    int variable = -1;
    std::set<int> writers, readers; ///< blocks
    std::vector<std::uint64_t> written;
};

class Search {
public:
    Search(const Recording& recording, int launch) : events_(recording.events), recording_(recording) {
        for (std::size_t i = 0; i < events_.size(); ++i)
            if (events_[i].launch == launch && is_global(events_[i])) accesses_.push_back(i);
    }

    std::optional<Descriptors> run() {
        for (const Format format : formats()) {
            if (!find_addresses(format)) continue;
            Descriptors found = describe(format);
            if (!found.windows.empty()) return found;
        }
        return std::nullopt;
    }

private:
    static std::vector<Format> formats() {
        std::vector<Format> result;
        for (int shift = 62; shift >= 32; --shift) result.push_back({8, shift});
        result.push_back({4, 31});
        result.push_back({4, 30});
        result.push_back({4, 0});
        result.push_back({8, 0});
        return result;
    }

    bool is_global(const Event& e) const {
        return (e.kind == EventKind::read || e.kind == EventKind::write) && e.variable >= 0 &&
               !recording_.variables[e.variable].in_shared_memory();
    }

    /// An atomic update that leaves its word as it was is a way to read.
    bool changes(std::size_t write) const {
        if (write == 0) return true;
        const Event &old = events_[write - 1], &e = events_[write];
        return !(e.is_atomic && old.kind == EventKind::read && old.address == e.address &&
                 old.thread == e.thread && old.block == e.block && old.words == e.words);
    }

    /// Fills in where the descriptors of this format lie; false if there are none.
    bool find_addresses(const Format& format) {
        std::map<std::uint64_t, Word> words;
        for (const std::size_t i : accesses_) {
            const Event& e = events_[i];
            if (e.bytes != format.bytes) continue;
            Word& word = words[e.address];
            word.variable = e.variable;
            if (e.kind == EventKind::read) word.readers.insert(e.block);
            if (e.kind == EventKind::write && changes(i)) {
                word.writers.insert(e.block);
                word.written.push_back(e.bits());
            }
        }
        const auto is_descriptor = [&](const Word& word) {
            return word.writers.size() == 1 &&
                   std::all_of(word.written.begin(), word.written.end(),
                               [&](std::uint64_t w) { return format.status(w) > 0; });
        };
        const auto is_read_by_others = [](const Word& word) {
            return word.readers.size() > 1 || (!word.readers.empty() && word.readers != word.writers);
        };
        const auto shared = std::find_if(words.begin(), words.end(), [&](const auto& entry) {
            return is_descriptor(entry.second) && is_read_by_others(entry.second);
        });
        if (shared == words.end()) return false;

        // All are divided alike. (A status alone may stand beside its value.)
        if (format.shift != 0)
            for (const auto& [address, word] : words)
                if (word.variable == shared->second.variable && word.writers.size() == 1 &&
                    !is_descriptor(word))
                    return false;

        // Its neighbours in the array: nobody reads the last tile's, and one may never be written.
        std::vector<std::uint64_t> addresses;
        for (const auto& [address, word] : words)
            if (word.variable == shared->second.variable &&
                (word.written.empty() || is_descriptor(word)))
                addresses.push_back(address);
        first_ = addresses.front();
        stride_ = addresses.size() > 1 ? addresses[1] - addresses[0] : format.bytes;
        for (std::size_t i = 1; i < addresses.size(); ++i)
            stride_ = std::min(stride_, addresses[i] - addresses[i - 1]);
        end_ = addresses.back() + stride_;
        return true;
    }

    bool is_descriptor(const Event& e, const Format& format) const {
        return e.bytes == format.bytes && e.address >= first_ && e.address < end_ &&
               (e.address - first_) % stride_ == 0;
    }
    int tile(const Event& e) const { return static_cast<int>((e.address - first_) / stride_); }

    Descriptors describe(const Format& format) {
        Descriptors result;
        result.launch = events_[accesses_.front()].launch;
        result.tiles = static_cast<int>((end_ - first_) / stride_);

        int prefix_status = 0; // the status that tells most
        for (const std::size_t i : accesses_)
            if (is_descriptor(events_[i], format))
                prefix_status = std::max(prefix_status, format.status(events_[i].bits()));
        const auto state = [&](std::uint64_t word) {
            const int status = format.status(word);
            return status <= 0               ? State::empty
                   : status == prefix_status ? State::prefix
                                             : State::aggregate;
        };

        std::map<std::pair<int, int>, std::size_t> last_value; // of each thread, for a status alone
        for (const std::size_t i : accesses_) {
            const Event& e = events_[i];
            if (e.kind != EventKind::write) continue;
            if (!is_descriptor(e, format)) {
                last_value[{e.block, e.thread}] = i;
            } else if (changes(i)) {
                Publication p{tile(e), e.block, state(e.bits()), format.number(e.bits()), i, i};
                const auto value = last_value.find({e.block, e.thread});
                if (format.shift == 0 && value != last_value.end()) {
                    const Event& write = events_[value->second];
                    p.value_event = value->second;
                    p.number = write.bytes == 8 ? static_cast<std::int64_t>(write.bits())
                                                : static_cast<std::int32_t>(write.bits());
                }
                result.publications.push_back(p);
            }
        }
        find_windows(result, format, state);
        return result;
    }

    /// What the block works on: the tile that it publishes next, or else the one it has published last.
    /// A block that publishes nothing looks back from after the last tile it reads.
    int tile_of_reader(const Descriptors& descriptors, std::size_t read, const Format& format) const {
        const int block = events_[read].block;
        int result = -1;
        for (const Publication& p : descriptors.publications) {
            if (p.block != block) continue;
            result = p.tile;
            if (p.event > read) break;
        }
        if (result >= 0) return result;
        for (const std::size_t i : accesses_)
            if (events_[i].block == block && is_descriptor(events_[i], format))
                result = std::max(result, tile(events_[i]) + 1);
        return result;
    }

    template <typename StateOf>
    void find_windows(Descriptors& descriptors, const Format& format, StateOf state) const {
        struct Reader {
            Window window;
            std::set<int> threads; // that have read in this round
        };
        std::map<std::pair<int, int>, Reader> readers; // by block and warp
        const auto close = [&](Reader& reader, bool at_end) {
            Window& window = reader.window;
            std::stable_sort(window.looks.begin(), window.looks.end(),
                             [](const Look& a, const Look& b) { return a.tile > b.tile; });
            const std::size_t counted = window.counted();
            window.counts = std::none_of(window.looks.begin(), window.looks.begin() + counted,
                                         [](const Look& look) { return look.state == State::empty; });
            const int polls = window.counts ? 0 : window.polls + 1;
            if (!window.looks.empty() && (window.counts || at_end))
                descriptors.windows.push_back(window);
            reader = {};
            reader.window.polls = polls;
        };

        for (const std::size_t i : accesses_) {
            const Event& e = events_[i];
            if (e.kind != EventKind::read || !is_descriptor(e, format)) continue;
            const int reading = tile_of_reader(descriptors, i, format);
            if (reading == tile(e)) continue;
            Reader& reader = readers[{e.block, e.thread / recording_.warp_size}];
            if (reader.threads.count(e.thread) ||
                (!reader.threads.empty() && reader.window.tile != reading))
                close(reader, false);
            reader.threads.insert(e.thread);
            reader.window.tile = reading;
            reader.window.block = e.block;
            std::int64_t number = format.number(e.bits());
            const State found = state(e.bits());
            if (format.shift == 0)
                if (const Publication* p = descriptors.find(tile(e), found)) number = p->number;
            reader.window.looks.push_back({tile(e), found, number, i});
        }
        for (auto& [warp, reader] : readers) close(reader, true);
        std::sort(descriptors.windows.begin(), descriptors.windows.end(),
                  [](const Window& a, const Window& b) { return a.event() < b.event(); });
    }

    const std::vector<Event>& events_;
    const Recording& recording_;
    std::vector<std::size_t> accesses_; ///< of the launch to global memory
    std::uint64_t first_ = 0, end_ = 0, stride_ = 8;
};

} // namespace

std::size_t Window::event() const {
    std::size_t last = 0;
    for (const Look& look : looks) last = std::max(last, look.event);
    return last;
}

std::size_t Window::counted() const {
    const auto prefix = std::find_if(looks.begin(), looks.end(),
                                     [](const Look& look) { return look.state == State::prefix; });
    return prefix == looks.end() ? looks.size() : prefix - looks.begin() + 1;
}

const Publication* Descriptors::find(int tile, State state) const {
    const auto found =
        std::find_if(publications.rbegin(), publications.rend(),
                     [&](const Publication& p) { return p.tile == tile && p.state == state; });
    return found == publications.rend() ? nullptr : &*found;
}

std::optional<Descriptors> find_descriptors(const Recording& recording) {
    for (std::size_t launch = 0; launch < recording.launches.size(); ++launch)
        if (auto found = Search(recording, static_cast<int>(launch)).run()) return found;
    return std::nullopt;
}

} // namespace scanlab::diagrams
