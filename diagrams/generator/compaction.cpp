#include "compaction.hpp"

#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace scanlab::diagrams {
namespace {

using EventKind = Event::Kind;

constexpr double pitch = 50, stage_label_width = 118, circle = 33;
constexpr double small_width = 26, small_height = 20;
constexpr double count_y = 30, input_y = 62, flag_y = 106, position_y = 140, staged_y = 222;

/// The way of an output's element, from its end to its beginning.
struct Way {
    std::size_t write = 0;             ///< into the output
    std::optional<int> element;        ///< of the input; empty if it does not come from there
    std::size_t first_read = 0;        ///< that of the input
    std::optional<std::size_t> staged; ///< the write to shared memory on the way
    std::size_t staged_read = 0;       ///< and what reads it again
};

/// Follows values backwards through memory: the one that a thread writes is the one it has read last
/// among those that are equal. The elements of the input are all different, save the dropped ones.
class Tracker {
public:
    explicit Tracker(const Recording& recording) : recording_(recording) {}

    Way follow(std::size_t write, std::uint32_t value) const {
        Way way;
        way.write = write;
        for (std::size_t at = write;;) {
            const Event& e = recording_.events[at];
            const auto read = last(at, value, [&](const Event& other) {
                return (other.kind == EventKind::receive ||
                        (other.kind == EventKind::read && other.variable >= 0)) &&
                       is_by(other, e.block, e.thread);
            });
            if (!read) return way;
            const auto [event, word] = *read;
            const Event& source = recording_.events[event];
            const std::uint64_t address = source.address + 4 * word;
            if (const auto element = input_element(source, address)) {
                way.element = element;
                way.first_read = event;
                return way;
            }
            const auto origin = last(event, value, [&](const Event& other) {
                return source.kind == EventKind::receive
                           ? other.kind == EventKind::publish && is_by(other, source.block, source.from)
                           : other.kind == EventKind::write && other.address <= address &&
                                 address < other.address + other.bytes;
            });
            if (!origin) return way;
            at = origin->first;
            const Event& made = recording_.events[at];
            if (made.kind == EventKind::write &&
                recording_.variables[made.variable].in_shared_memory()) {
                way.staged = at;
                way.staged_read = event;
            }
        }
    }

private:
    bool is_by(const Event& e, int block, int thread) const {
        return e.block == block && e.thread == thread;
    }

    /// The last event before `end` that is as wanted and has the value, and which of its words has it.
    template <typename Wanted>
    std::optional<std::pair<std::size_t, std::size_t>> last(std::size_t end, std::uint32_t value,
                                                            Wanted is_wanted) const {
        for (std::size_t i = end; i-- > 0;) {
            const Event& e = recording_.events[i];
            if (e.launch != recording_.events[end].launch && e.kind != EventKind::write) continue;
            if (!is_wanted(e)) continue;
            const auto word = std::find(e.words.begin(), e.words.end(), value);
            if (word != e.words.end()) return std::pair(i, word - e.words.begin());
        }
        return std::nullopt;
    }

    std::optional<int> input_element(const Event& e, std::uint64_t address) const {
        const std::uint64_t first = recording_.input->address,
                            end = first + 4 * recording_.input->values.size();
        if (e.kind != EventKind::read || address < first || address >= end) return std::nullopt;
        return static_cast<int>((address - first) / 4);
    }

    const Recording& recording_;
};

class Drawing {
public:
    Drawing(const Recording& recording, const Descriptors* descriptors)
        : recording_(recording), descriptors_(descriptors), tracker_(recording),
          n_(static_cast<int>(recording.input->values.size())) {}

    Picture draw() {
        for (int i = 0; i < n_; ++i)
            if (is_kept(i)) sorted_.push_back(i);
        kept_ = static_cast<int>(sorted_.size());
        for (int i = 0; is_split() && i < n_; ++i)
            if (!is_kept(i)) sorted_.push_back(i);
        follow_outputs();
        is_staged_ = std::any_of(ways_.begin(), ways_.end(),
                                 [](const auto& way) { return way.second.staged.has_value(); });
        picture_.id = recording_.number > 0
                          ? fmt::format("{:02}_{}", recording_.number, recording_.program)
                          : recording_.program;
        for (const Finding& finding : recording_.findings)
            picture_.problems.push_back(sentence(finding));
        draw_input();
        draw_positions();
        draw_tiles();
        if (is_staged_) draw_staged();
        draw_output();
        describe();
        return std::move(picture_);
    }

private:
    static double x(int column) { return stage_label_width + (column + 0.5) * pitch; }
    double tiles_end() const { return is_staged_ ? staged_y + 28 : position_y + 20; }
    /// The farther elements move, the more room they need, so that their lines keep apart.
    double output_y() const {
        double farthest = 0;
        for (const auto& [at, source] : sources_)
            farthest = std::max(farthest, std::abs(picture_.nodes[source].at.x - x(at)));
        return tiles_end() + std::clamp(0.14 * farthest, 92.0, 220.0);
    }
    std::int64_t value(int i) const { return recording_.input->values[i]; }
    bool is_split() const { return recording_.task == Recording::Task::split; }
    bool is_kept(int i) const { return is_split() ? value(i) % 2 == 0 : value(i) != 0; }
    int tile_of(int element) const { return element / std::max(1, recording_.tile()); }
    const Event& event(std::size_t i) const { return recording_.events[i]; }
    const Recording::Output& output() const { return *recording_.output; }

    /// Which element belongs there, if any does.
    std::optional<int> expected(int position) const {
        if (position >= static_cast<int>(sorted_.size())) return std::nullopt;
        return sorted_[position];
    }

    void follow_outputs() {
        const std::uint64_t first = output().address;
        for (std::size_t i = 0; i < recording_.events.size(); ++i) {
            const Event& e = event(i);
            if (e.kind != EventKind::write || e.variable < 0) continue;
            for (std::size_t word = 0; word < e.words.size(); ++word) {
                const std::uint64_t address = e.address + 4 * word;
                if (address < first || address >= first + 4 * output().values.size()) continue;
                const auto position = static_cast<int>((address - first) / 4);
                ways_[position] = tracker_.follow(i, e.words[word]);
            }
        }
    }

    /// Where an element is looked at for the first time once it has been loaded.
    CodeLine first_look(const Way& way) const {
        const Event& load = event(way.first_read);
        const auto value = static_cast<std::uint32_t>(this->value(*way.element));
        for (std::size_t i = way.first_read + 1; i < way.write; ++i) {
            const Event& e = event(i);
            if (e.kind == EventKind::read && e.block == load.block && e.thread == load.thread &&
                std::find(e.words.begin(), e.words.end(), value) != e.words.end())
                return e.at;
        }
        return load.at;
    }

    int step(const std::string& label, const std::string& description,
             const std::set<CodeLine>& lines) {
        picture_.steps.push_back({label, description, {}});
        for (const CodeLine& at : lines)
            if (at.file >= 0)
                picture_.steps.back().lines.push_back({recording_.files[at.file], at.line});
        return static_cast<int>(picture_.steps.size()) - 1;
    }

    std::size_t node(const std::string& id, Point at, Role role, const std::string& label, int step,
                     const std::string& tooltip) {
        Node n{id, at, label, role, tooltip, step};
        if (role == Role::flag) {
            n.shape = Shape::box;
            n.width = small_width;
            n.height = small_height;
        }
        picture_.nodes.push_back(n);
        return picture_.nodes.size() - 1;
    }
    /// Edges that move an element leave downwards and arrive from above: they cross no other node.
    void edge(std::size_t from, std::size_t to, Line line, const std::string& tooltip, int step) {
        const Node &above = picture_.nodes[from], &below = picture_.nodes[to];
        std::vector<Point> corners;
        if (above.at.x != below.at.x)
            corners = {{above.at.x, above.at.y + above.height / 2 + 5},
                       {below.at.x, below.at.y - circle / 2 - 10}};
        picture_.edges.push_back({from, to, line, tooltip, step, corners});
    }
    void row_label(double y, const std::string& text, int step) {
        picture_.texts.push_back({{0, y}, text, true, false, step});
    }

    void draw_input() {
        std::set<CodeLine> reads;
        for (const auto& [position, way] : ways_)
            if (way.element) reads.insert(event(way.first_read).at);
        const int now = step(
            "input",
            is_split()
                ? "Even elements are to stand before odd ones, both in their order."
                : "Elements that are zero are to be dropped, the others to be kept in their order.",
            reads);
        row_label(input_y, "input", now);
        for (int i = 0; i < n_; ++i) {
            const char* what = is_split()   ? is_kept(i) ? "even" : "odd"
                               : is_kept(i) ? "kept"
                                            : "zero, dropped";
            columns_.push_back(node(fmt::format("x{}", i), {x(i), input_y},
                                    is_kept(i) ? Role::input : Role::dropped,
                                    is_kept(i) || is_split() ? fmt::format("x{}", i) : "0", now,
                                    fmt::format("input {}: {}", i, what)));
        }
        std::set<CodeLine> looks;
        for (const auto& [position, way] : ways_)
            if (way.element) looks.insert(first_look(way));
        const int flags = step(
            "flags", fmt::format("Each element that is {} counts as 1, the others as 0.", kept_word()),
            looks);
        row_label(flag_y, "flag", flags);
        for (int i = 0; i < n_; ++i) {
            const std::size_t flag =
                node(fmt::format("flag{}", i), {x(i), flag_y}, Role::flag, is_kept(i) ? "1" : "0",
                     flags, fmt::format("flag of element {}", i));
            edge(columns_[i], flag, Line::kept, "", flags);
            columns_[i] = flag;
        }
    }

    /// Where in its tile, or in the output, an element goes.
    long long position(int output_position, const Way& way) const {
        return way.staged ? event(*way.staged).index : output_position;
    }

    void draw_positions() {
        std::set<CodeLine> writes;
        for (const auto& [position, way] : ways_)
            writes.insert(event(way.staged.value_or(way.write)).at);
        const int now =
            step("positions",
                 fmt::format("The exclusive scan of the flags is the position of {} element{}.{}",
                             is_split() ? "an even" : "a kept", is_staged_ ? " in its tile" : "",
                             is_split() ? " Odd ones go after all of these." : ""),
                 writes);
        row_label(position_y, is_staged_ ? "position in tile" : "position", now);
        for (const auto& [at, way] : ways_) {
            if (!way.element) continue;
            const int i = *way.element;
            const std::size_t box =
                node(fmt::format("position{}", at), {x(i), position_y}, Role::flag,
                     std::to_string(position(at, way)), now, fmt::format("where element {} goes", i));
            edge(columns_[i], box, Line::kept, "", now);
            sources_[at] = box;
        }
    }

    /// The tiles as bands, and what their descriptors say.
    void draw_tiles() {
        const int tiles = n_ == 0 ? 0 : tile_of(n_ - 1) + 1;
        for (int tile = 0; tile < tiles; ++tile) {
            const int first = tile * recording_.tile(), end = std::min(n_, first + recording_.tile());
            picture_.bands.push_back({{x(first) - pitch / 2 + 2, 0},
                                      {x(end - 1) + pitch / 2 - 2, tiles_end()},
                                      fmt::format("tile {}", tile),
                                      "",
                                      0});
        }
        if (!descriptors_) return;
        const char* have =
            is_split() ? "even ones the tiles before it have" : "the tiles before it keep";
        draw_counts(State::aggregate, "counts",
                    fmt::format("Each tile publishes how many {}.",
                                is_split() ? "even ones it has" : "it keeps"));
        draw_counts(
            State::prefix, "look-back",
            fmt::format("By a look-back each tile learns how many {}: its own elements go after "
                        "them.",
                        have));
    }

    void draw_counts(State state, const char* label, const std::string& description) {
        std::set<CodeLine> lines;
        for (const Publication& p : descriptors_->publications)
            if (p.state == state) lines.insert(event(p.event).at);
        if (lines.empty()) return;
        const int now = step(label, description, lines);
        for (const Publication& p : descriptors_->publications) {
            if (p.state != state) continue;
            const Publication* own = descriptors_->find(p.tile, State::aggregate);
            std::string text = fmt::format("{} {}", is_split() ? "even" : "keeps", p.number);
            if (state == State::prefix)
                text = own ? fmt::format("before it {}", p.number - own->number)
                           : fmt::format("up to its end {}", p.number);
            const double left =
                x(p.tile * recording_.tile()) - pitch / 2 + (state == State::prefix ? 60 : 10);
            picture_.texts.push_back({{left, count_y}, text, true, true, now});
        }
    }

    void draw_staged() {
        std::set<CodeLine> lines;
        for (const auto& [at, way] : ways_)
            if (way.staged) lines.insert(event(*way.staged).at);
        const int now = step(
            "in shared memory",
            is_split() ? "Each tile is split in shared memory."
                       : "Each tile is compacted in shared memory: what it keeps stands side by side.",
            lines);
        row_label(staged_y, "shared memory", now);
        for (const auto& [at, way] : ways_) {
            if (!way.staged || !way.element) continue;
            const int column =
                tile_of(*way.element) * recording_.tile() + static_cast<int>(event(*way.staged).index);
            const std::string tooltip = fmt::format("{}[{}] = x{}", variable(*way.staged),
                                                    event(*way.staged).index, *way.element);
            const std::size_t place =
                node(fmt::format("staged{}", at), {x(column), staged_y}, Role::copied,
                     fmt::format("x{}", *way.element), now, tooltip);
            edge(sources_[at], place, Line::moved, tooltip, now);
            sources_[at] = place;
        }
    }
    const std::string& variable(std::size_t write) const {
        return recording_.variables[event(write).variable].name;
    }

    void draw_output() {
        std::set<CodeLine> lines;
        for (const auto& [at, way] : ways_) lines.insert(event(way.write).at);
        const int now =
            step("output",
                 is_split()
                     ? "Each tile writes its even elements after those of the tiles before it, and its "
                       "odd ones likewise, after all even ones."
                     : "Each tile writes what it keeps after what the tiles before it keep.",
                 lines);
        row_label(output_y(), "output", now);
        const int last = ways_.empty() ? 0 : ways_.rbegin()->first + 1;
        for (int at = 0; at < std::max(last, static_cast<int>(sorted_.size())); ++at)
            draw_output(at, now);
    }

    void draw_output(int at, int now) {
        const auto way = ways_.find(at);
        const auto wanted = expected(at);
        const std::string should = wanted ? fmt::format("x{}", *wanted) : "nothing";
        const Point place{x(at), output_y()};
        const std::string id = fmt::format("output{}", at);
        picture_.texts.push_back({{x(at), output_y() + 27}, std::to_string(at), false, true, now});
        if (way == ways_.end()) {
            if (wanted) {
                node(id, place, Role::missing, should, now,
                     fmt::format("output {} is not written", at));
                wrong_.push_back(
                    fmt::format("output[{}] is not written; {} belongs there.", at, should));
            }
            return;
        }
        const auto& element = way->second.element;
        const std::string is = element ? fmt::format("x{}", *element) : "?";
        const bool is_right = wanted && element == wanted && output().values[at] == value(*wanted);
        const std::string tooltip = fmt::format("output[{}] = {}", at, is);
        const std::size_t end =
            node(id, place, is_right ? Role::complete : Role::wrong, is, now, tooltip);
        if (!is_right)
            wrong_.push_back(fmt::format("output[{}] holds {}; {} belongs there.", at,
                                         element ? is : "what is no element of the input", should));
        const bool is_doubtful = !is_right || races(way->second);
        if (element) edge(sources_[at], end, is_doubtful ? Line::racing : Line::moved, tooltip, now);
    }

    /// Whether nothing orders the read of what was staged after its write.
    bool races(const Way& way) const {
        if (!way.staged) return false;
        const std::pair lines(event(*way.staged).at.line, event(way.staged_read).at.line);
        return std::any_of(recording_.findings.begin(), recording_.findings.end(),
                           [&](const Finding& f) {
                               return is_race(f) && f.variable == variable(*way.staged) &&
                                      (lines == std::pair(f.at.line, f.other.line) ||
                                       lines == std::pair(f.other.line, f.at.line));
                           });
    }

    /// The number of kept elements that the kernels have left, if they have.
    std::optional<std::int64_t> reported_count() const {
        std::optional<std::int64_t> result;
        for (const Event& e : recording_.events)
            if (recording_.kept && e.kind == EventKind::write && e.address == *recording_.kept &&
                e.variable >= 0)
                result = static_cast<std::int64_t>(e.bits());
        return result;
    }

    const char* kept_word() const { return is_split() ? "even" : "kept"; }
    const char* dropped_word() const { return is_split() ? "odd" : "dropped"; }

    void describe() {
        const int tiles = static_cast<int>(picture_.bands.size());
        const std::string name = recording_.title.empty() ? recording_.program : recording_.title;
        picture_.title =
            fmt::format("{}: {} in {}", name, counted(n_, "element"), counted(tiles, "tile"));
        picture_.description = fmt::format("{} of {} are {}. Below each element stand its flag and "
                                           "its position; arrows lead from there {}to the output.",
                                           kept_, counted(n_, "element"), kept_word(),
                                           is_staged_ ? "to its place in shared memory and " : "");
        picture_.caption.push_back(fmt::format(
            "{}: {} {}, {} {}; {} of {}.", counted(n_, "element"), kept_, kept_word(), n_ - kept_,
            dropped_word(), counted(tiles, "tile"), counted(recording_.tile(), "element")));
        constexpr std::size_t most = 2;
        picture_.problems.insert(picture_.problems.end(), wrong_.begin(),
                                 wrong_.begin() + std::min(most, wrong_.size()));
        if (wrong_.size() > most)
            picture_.problems.push_back(fmt::format("{} more of the output are wrong.",
                                                    counted(wrong_.size() - most, "element")));
        const auto reported = reported_count();
        if (reported && *reported != kept_)
            picture_.problems.push_back(fmt::format("The kernel says that {}; it should be {}.",
                                                    is_split() ? fmt::format("{} are even", *reported)
                                                               : fmt::format("it keeps {}", *reported),
                                                    kept_));
        if (picture_.problems.empty())
            picture_.caption.push_back(
                fmt::format("Every {}element stands where the CPU puts it, and the count is right.",
                            is_split() ? "" : "kept "));

        using Sample = LegendEntry::Sample;
        picture_.legend = {{Sample::role, Role::input, {}, kept_word()},
                           {Sample::role, Role::dropped, {}, dropped_word()},
                           {Sample::role, Role::flag, {}, "flag, position"},
                           {Sample::line, {}, Line::moved, "the element moves"}};
        if (!picture_.problems.empty())
            picture_.legend.push_back(
                {Sample::role, Role::wrong, {}, "wrong or missing, or read while it is written"});
    }

    const Recording& recording_;
    const Descriptors* descriptors_;
    Tracker tracker_;
    int n_;
    Picture picture_;
    std::vector<int> sorted_;            ///< elements, as the output should have them
    int kept_ = 0;                       ///< how many are kept or, by a split, even
    std::map<int, Way> ways_;            ///< of the output's elements
    std::vector<std::size_t> columns_;   ///< of each element the lowest node so far
    std::map<int, std::size_t> sources_; ///< of each output's element the node it comes from
    bool is_staged_ = false;
    std::vector<std::string> wrong_; ///< a sentence for each wrong element of the output
};

} // namespace

Picture compaction(const Recording& recording, const Descriptors* descriptors) {
    if (!recording.moves_elements() || !recording.input || !recording.output)
        throw BadInput(
            fmt::format("{} is no compaction; draw it with --view network", recording.program));
    return Drawing(recording, descriptors).draw();
}

} // namespace scanlab::diagrams
