#include "sort.hpp"

#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace scanlab::diagrams {
namespace {

using EventKind = Event::Kind;

constexpr double pitch = 50, label_width = 118, circle = 33;
constexpr double box_width = 26, box_height = 20;
constexpr int bits = 2, digits = 1 << bits; // of a picture's sort
// From a row of a pass to the next one.
constexpr double to_digits = 40, to_counts = 38, to_places = 34, to_tile = 74, to_output = 96;

/// What one pass has done.
struct Pass {
    int launch = 0;                         ///< the one that moves the keys
    std::map<int, std::size_t> staged;      ///< of each key the write to shared memory
    std::map<int, std::size_t> moved;       ///< and the one to the array that the pass leaves
    std::map<int, int> place;               ///< where in that array
    std::vector<std::size_t> counts, scans; ///< writes of them, by digit, and for each digit by tile
};

class Drawing {
public:
    explicit Drawing(const Recording& recording)
        : recording_(recording), n_(static_cast<int>(recording.input->values.size())) {
        for (int i = 0; i < n_; ++i) keys_[static_cast<std::uint32_t>(value(i))] = i;
    }

    Picture draw() {
        find_passes();
        picture_.id = recording_.number > 0
                          ? fmt::format("{:02}_{}", recording_.number, recording_.program)
                          : recording_.program;
        for (const Finding& finding : recording_.findings)
            picture_.problems.push_back(sentence(finding));
        draw_input();
        for (std::size_t pass = 0; pass < passes_.size(); ++pass) draw_pass(static_cast<int>(pass));
        describe();
        return std::move(picture_);
    }

private:
    std::int64_t value(int key) const { return recording_.input->values[key]; }
    int digit(int key, int pass) const {
        return static_cast<int>(static_cast<std::uint32_t>(value(key)) >> (bits * pass)) % digits;
    }
    /// Its digits, the most important one first: "31".
    std::string name(int key) const {
        std::string text;
        for (int pass = static_cast<int>(passes_.size()); pass-- > 0;)
            text += std::to_string(digit(key, pass));
        return text;
    }
    int tile() const { return std::max(1, recording_.tile()); }
    int tiles() const { return (n_ + tile() - 1) / tile(); }
    const Event& event(std::size_t i) const { return recording_.events[i]; }
    static double x(int column) { return label_width + (column + 0.5) * pitch; }

    /// The key that a write moves, if it moves one.
    std::optional<int> key_of(const Event& e) const {
        if (e.words.size() != 1) return std::nullopt;
        const auto known = keys_.find(e.words.front());
        return known == keys_.end() ? std::nullopt : std::optional(known->second);
    }

    void find_passes() {
        std::map<int, Pass> passes; // by launch
        std::map<int, std::uint64_t> begin;
        for (std::size_t i = 0; i < recording_.events.size(); ++i) {
            const Event& e = event(i);
            if (e.kind != EventKind::write || e.variable < 0) continue;
            const auto key = key_of(e);
            if (!key) continue;
            if (recording_.variables[e.variable].in_shared_memory()) {
                passes[e.launch].staged[*key] = i;
            } else {
                passes[e.launch].moved[*key] = i;
                const auto [first, is_new] = begin.try_emplace(e.launch, e.address);
                first->second = std::min(first->second, e.address);
            }
        }
        for (auto& [launch, pass] : passes) {
            if (pass.moved.empty()) continue;
            pass.launch = launch;
            for (const auto& [key, write] : pass.moved)
                pass.place[key] = static_cast<int>((event(write).address - begin[launch]) / 4);
            find_counts(pass);
            passes_.push_back(pass);
        }
        if (passes_.empty())
            throw BadInput(fmt::format("{} moves no key as it is, so there is no sort to draw",
                                       recording_.program));
    }

    /// The scan of the counts is what the keys' launch reads besides keys; the counts are what the
    /// first launch since the pass before has left.
    void find_counts(Pass& pass) const {
        const int before = passes_.empty() ? -1 : passes_.back().launch;
        std::set<std::uint64_t> read;
        for (const Event& e : recording_.events)
            if (e.launch == pass.launch && is_global(e, EventKind::read) && e.bytes == 8)
                read.insert(e.address);
        std::map<std::uint64_t, std::size_t> counts, scans;
        for (std::size_t i = 0; i < recording_.events.size(); ++i) {
            const Event& e = event(i);
            if (!is_global(e, EventKind::write)) continue;
            if (e.launch == before + 1) counts[e.address] = i;
            if (e.launch < pass.launch && read.contains(e.address)) scans[e.address] = i;
        }
        const auto wanted = static_cast<std::size_t>(digits * tiles());
        if (counts.size() != wanted || scans.size() != wanted) return;
        for (const auto& [address, write] : counts) pass.counts.push_back(write);
        for (const auto& [address, write] : scans) pass.scans.push_back(write);
    }
    bool is_global(const Event& e, EventKind kind) const {
        return e.kind == kind && e.variable >= 0 &&
               !recording_.variables[e.variable].in_shared_memory();
    }

    int step(const std::string& label, const std::string& description,
             const std::vector<std::size_t>& events) {
        std::set<CodeLine> lines;
        for (const std::size_t i : events) lines.insert(event(i).at);
        picture_.steps.push_back({label, description, {}});
        for (const CodeLine& at : lines)
            if (at.file >= 0)
                picture_.steps.back().lines.push_back({recording_.files[at.file], at.line});
        return static_cast<int>(picture_.steps.size()) - 1;
    }
    static std::vector<std::size_t> writes(const std::map<int, std::size_t>& of_keys) {
        std::vector<std::size_t> result;
        for (const auto& [key, write] : of_keys) result.push_back(write);
        return result;
    }

    std::size_t node(const std::string& id, Point at, Role role, const std::string& label, int step,
                     const std::string& tooltip) {
        picture_.nodes.push_back({id, at, label, role, tooltip, step});
        return picture_.nodes.size() - 1;
    }
    std::size_t box(const std::string& id, Point at, Role role, const std::string& label, int step,
                    const std::string& tooltip) {
        const std::size_t index = node(id, at, role, label, step, tooltip);
        picture_.nodes[index].shape = Shape::box;
        picture_.nodes[index].width = box_width;
        picture_.nodes[index].height = box_height;
        return index;
    }
    void row_label(const std::string& text, int step) {
        picture_.texts.push_back({{0, y_}, text, true, false, step});
    }
    static Role role_of(int digit) {
        return static_cast<Role>(static_cast<int>(Role::digit_0) + digit);
    }

    void draw_input() {
        y_ = circle / 2;
        const int now = step("input", "Keys of four bits, written as two digits.", {});
        row_label("input", now);
        for (int key = 0; key < n_; ++key) {
            ends_[key] = node(fmt::format("x{}", key), {x(key), y_}, Role::input, name(key), now,
                              fmt::format("input {}: {}", key, name(key)));
            columns_[key] = key;
        }
    }

    void draw_pass(int number) {
        const Pass& pass = passes_[static_cast<std::size_t>(number)];
        const double from = y_;
        const std::string which = fmt::format("pass {}", number + 1);
        draw_digits(number, which);
        draw_counts(pass, number, which);
        if (!pass.staged.empty()) draw_tiles(pass, number, which);
        draw_moved(pass, number, which);
        for (int tile = 0; tile < tiles(); ++tile) {
            const int first = tile * this->tile(), end = std::min(n_, first + this->tile());
            picture_.bands.push_back({{x(first) - pitch / 2 + 2, from + circle / 2 + 6},
                                      {x(end - 1) + pitch / 2 - 2, tiles_end_},
                                      "",
                                      fmt::format("tile {} in {}", tile, which),
                                      0});
        }
    }

    /// The digit of this pass, below every key.
    void draw_digits(int number, const std::string& which) {
        const Pass& pass = passes_[static_cast<std::size_t>(number)];
        const int now = step(fmt::format("{}: digits", which),
                             number == 0 ? "The pass looks at the right digit."
                                         : "This pass looks at the next digit.",
                             {});
        y_ += to_digits;
        row_label(fmt::format("{}: digit", which), now);
        for (auto& [key, end] : ends_) {
            const std::size_t below =
                box(fmt::format("digit{}_{}", pass.launch, key), {x(columns_[key]), y_},
                    role_of(digit(key, number)), std::to_string(digit(key, number)), now,
                    fmt::format("digit of {}", name(key)));
            picture_.edges.push_back({end, below, Line::kept, "", now});
            end = below;
        }
    }

    void draw_counts(const Pass& pass, int number, const std::string& which) {
        if (pass.counts.empty()) return;
        y_ += to_counts;
        int now = step(fmt::format("{}: count", which), "Each tile counts its keys of each digit.",
                       pass.counts);
        row_label("count", now);
        draw_numbers(pass.counts, number, "count", now);
        y_ += to_places;
        now = step(fmt::format("{}: scan", which),
                   "The exclusive scan of the counts, digit by digit and for each digit tile by tile, "
                   "says where in the array a tile's first key of a digit goes.",
                   pass.scans);
        row_label("exclusive scan", now);
        draw_numbers(pass.scans, number, "scan", now);
    }
    void draw_numbers(const std::vector<std::size_t>& writes, int number, const char* what, int now) {
        for (std::size_t i = 0; i < writes.size(); ++i) {
            const int digit = static_cast<int>(i) / tiles(), tile = static_cast<int>(i) % tiles();
            const auto count = static_cast<long long>(event(writes[i]).bits());
            const double between =
                ((digit + 0.5) * this->tile() / digits - 0.5) * pitch; // the keys' lines
            box(fmt::format("{}{}_{}", what, number, i), {x(tile * this->tile()) + between, y_},
                role_of(digit), std::to_string(count), now,
                fmt::format("{} of digit {}, tile {}: {}", what, digit, tile, count));
        }
    }

    /// A row of keys at new places.
    void draw_keys(const std::map<int, std::size_t>& writes, const std::map<int, int>& columns,
                   int number, const std::string& row, double down, int now) {
        y_ += down;
        row_label(row, now);
        for (const auto& [key, write] : writes) {
            const int column = columns.at(key);
            const std::string tooltip =
                fmt::format("{}[{}] = {}", recording_.variables[event(write).variable].name,
                            event(write).index, name(key));
            const std::size_t below = node(fmt::format("k{}_{}", now, key), {x(column), y_},
                                           role_of(digit(key, number)), name(key), now, tooltip);
            const Node& above = picture_.nodes[ends_[key]];
            const double height = above.shape == Shape::box ? box_height : circle;
            std::vector<Point> corners;
            if (above.at.x != x(column))
                corners = {{above.at.x, std::max(above.at.y + height / 2 + 5, crossing_begins_)},
                           {x(column), y_ - circle / 2 - 10}};
            picture_.edges.push_back({ends_[key], below, Line::moved, tooltip, now, corners});
            ends_[key] = below;
            columns_[key] = column;
        }
    }

    void draw_tiles(const Pass& pass, int number, const std::string& which) {
        const int now = step(fmt::format("{}: in the tile", which),
                             "Each tile is sorted by this digit in shared memory. Keys with the same "
                             "digit stay in their order.",
                             writes(pass.staged));
        std::map<int, int> columns;
        for (const auto& [key, write] : pass.staged)
            columns[key] = event(write).block * tile() + static_cast<int>(event(write).index);
        crossing_begins_ = y_ + box_height / 2 + 4;
        draw_keys(pass.staged, columns, number, "shared memory", to_tile, now);
        crossing_begins_ = 0;
        tiles_end_ = y_ + circle / 2 + 6;
    }

    void draw_moved(const Pass& pass, int number, const std::string& which) {
        const int now = step(
            fmt::format("{}: scatter", which),
            "Each tile writes its runs, one for each digit, to the places that the scan has given.",
            writes(pass.moved));
        const bool is_last = number + 1 == static_cast<int>(passes_.size());
        draw_keys(pass.moved, pass.place, number, is_last ? "output" : fmt::format("after {}", which),
                  to_output, now);
        if (is_last) check_output(pass, now);
    }

    void check_output(const Pass& pass, int now) {
        std::set<int> written;
        for (const auto& [key, place] : pass.place) {
            written.insert(place);
            const auto& expected = recording_.output->expected;
            if (place < n_ && expected[static_cast<std::size_t>(place)] == value(key)) continue;
            picture_.nodes[ends_[key]].role = Role::wrong;
            wrong_.push_back(
                fmt::format("output[{}] holds {}, which does not belong there.", place, name(key)));
        }
        for (int place = 0; place < n_; ++place) {
            if (written.contains(place)) continue;
            node(fmt::format("missing{}", place), {x(place), y_}, Role::missing, "", now,
                 fmt::format("output {} is not written", place));
            wrong_.push_back(fmt::format("output[{}] is not written.", place));
        }
    }

    void describe() {
        const std::string name = recording_.title.empty() ? recording_.program : recording_.title;
        picture_.title =
            fmt::format("{}: {} in {}, {}", name, counted(n_, "key"), counted(tiles(), "tile"),
                        counted(static_cast<long long>(passes_.size()), "pass"));
        picture_.description = "For each pass: below the keys their digit, below each tile how many "
                               "keys it has of each digit "
                               "and the scan of these counts, then the tile sorted in shared memory, "
                               "then the whole array.";
        picture_.caption.push_back(
            fmt::format("{} of two digits; {} of {}; {} of a digit each, {} in all.",
                        counted(n_, "key"), counted(tiles(), "tile"), counted(tile(), "key"),
                        counted(static_cast<long long>(passes_.size()), "pass"),
                        counted(static_cast<long long>(recording_.launches.size()), "launch")));
        constexpr std::size_t most = 2;
        picture_.problems.insert(picture_.problems.end(), wrong_.begin(),
                                 wrong_.begin() + static_cast<long>(std::min(most, wrong_.size())));
        if (picture_.problems.empty())
            picture_.caption.push_back("Every key stands where the CPU puts it.");

        using Sample = LegendEntry::Sample;
        for (int digit = 0; digit < digits; ++digit)
            picture_.legend.push_back(
                {Sample::role, role_of(digit), {}, fmt::format("digit {}", digit)});
        picture_.legend.push_back({Sample::line, {}, Line::moved, "the key moves"});
        if (!picture_.problems.empty())
            picture_.legend.push_back({Sample::role, Role::wrong, {}, "wrong or missing"});
    }

    const Recording& recording_;
    int n_;
    std::map<std::uint32_t, int> keys_; ///< by value: which element of the input
    std::vector<Pass> passes_;
    Picture picture_;
    double y_ = 0, tiles_end_ = 0, crossing_begins_ = 0;
    std::map<int, std::size_t> ends_; ///< of each key its lowest node so far
    std::map<int, int> columns_;      ///< and where that stands
    std::vector<std::string> wrong_;  ///< a sentence for each wrong element of the output
};

} // namespace

Picture sort(const Recording& recording) {
    if (!recording.input || !recording.output)
        throw BadInput(fmt::format("{} does not use Scanlab's harness", recording.program));
    return Drawing(recording).draw();
}

} // namespace scanlab::diagrams
