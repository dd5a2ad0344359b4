#include "memories.hpp"

#include "access_table.hpp"
#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace scanlab::diagrams {
namespace {

constexpr double pitch = 46, box = 32, circle = 23;
constexpr double aside = 11; ///< a circle is that far to the left, and lines pass it to the right
constexpr double row_gap = 54, gap_per_element = 7, barrier_gap = 20;
constexpr double band_top = 38, band_bottom = 24, band_gap = 12;
constexpr double label_left = -150;
constexpr int most_elements = 16;

class Layout {
public:
    Layout(const Recording& recording, const Dataflow& flow)
        : recording_(recording), flow_(flow), table_(access_table(recording, flow)) {
        if (recording.launches.size() != 1 || recording.launches.front().blocks() != 1)
            throw BadInput(
                "--view memories: this view is for a kernel that is launched once, with one block");
        threads_ = recording.launches.front().threads();
        for (const Event& e : recording.events)
            if (e.variable >= 0) last_ = std::max(last_, element(e));
        if (last_ >= most_elements)
            throw BadInput(fmt::format(
                "--view memories: this view has room for {} elements of an array", most_elements));
        held_.resize(static_cast<std::size_t>(threads_));
    }

    Picture draw() {
        for (std::size_t i = 0; i < table_.size(); ++i) {
            if (table_[i].kind == Event::Kind::receive)
                throw BadInput("--view memories: values move by shuffles here; try --view network");
            if (table_[i].kind == Event::Kind::write)
                add_written(table_[i]);
            else
                add_read(i);
        }
        add_bands();
        describe();
        return std::move(picture_);
    }

private:
    struct Row {
        std::string memory;
        double y;
    };

    /// Counted in its array or, if that has two dimensions, in its part.
    int element(const Event& e) const {
        const long long row = recording_.variables[static_cast<std::size_t>(e.variable)].row;
        return static_cast<int>(row > 0 ? e.index % row : e.index);
    }

    static double x(int column) { return column * pitch; }
    double right() const { return x(std::max(threads_ - 1, last_)) + box / 2; }

    std::string name(const AccessRow& row) const {
        const Variable& variable = recording_.variables[static_cast<std::size_t>(row.variable)];
        return variable.row > 0 ? fmt::format("{}[{}]", variable.name, row.part) : variable.name;
    }
    /// What a band behind rows says.
    std::string memory(const AccessRow& row) const {
        const Variable& variable = recording_.variables[static_cast<std::size_t>(row.variable)];
        if (!variable.in_shared_memory()) return "global memory";
        return variable.row > 0 ? "shared memory, " + name(row) : "shared memory";
    }

    // --- rows ------------------------------------------------------------------------------

    int step() const { return static_cast<int>(rows_.size()) - 1; }

    /// Begins a row below the barriers that the threads have passed by then. `farthest`: how many
    /// columns a line to it crosses.
    void begin_row(const AccessRow& accesses, const std::vector<std::string>& label, int farthest) {
        const int barriers = accesses.barriers - barriers_;
        const bool is_first = rows_.empty();
        const bool leaves = !is_first && rows_.back().memory != memory(accesses);
        const double above = is_first ? 0 : rows_.back().y;
        const double gap = (leaves ? band_bottom + band_gap + band_top : row_gap) +
                           gap_per_element * farthest + barrier_gap * barriers;
        const double y = is_first ? 0 : above + gap;
        rows_.push_back({memory(accesses), y});
        for (int k = 1; k <= barriers; ++k)
            picture_.barriers.push_back({.y = above + gap * k / (barriers + 1),
                                         .left = -box / 2 - 6,
                                         .right = right() + 6,
                                         .label = fmt::format("barrier {}", ++barriers_),
                                         .step = step()});
        constexpr double line_height = 15;
        double text_y = y - line_height * (static_cast<double>(label.size()) - 1) / 2;
        for (const std::string& text : label) {
            picture_.texts.push_back(
                {.at = {label_left, text_y}, .text = text, .left_aligned = true, .step = step()});
            text_y += line_height;
        }
        std::string words;
        for (const std::string& text : label) words += (words.empty() ? "" : " ") + text;
        picture_.steps.push_back({.label = words, .description = words + ".", .launch = 0});
    }

    /// A value in an element of memory or, as a circle, with a thread.
    std::size_t add_node(const AccessRow::Cell& cell, Shape shape, Role role) {
        const bool is_circle = shape == Shape::circle;
        const Event& e = recording_.events[cell.event];
        const int column = is_circle ? e.thread : element(e);
        picture_.nodes.push_back(
            {.id = fmt::format("r{}_{}", step(), column),
             .at = {x(column) - (is_circle ? aside : 0), rows_.back().y},
             .label = cell.value,
             .role = role,
             .tooltip = fmt::format("thread {}: {} (line {})", e.thread, cell.value, e.at.line),
             .step = step(),
             .shape = shape,
             .width = is_circle ? circle : box,
             .height = is_circle ? circle : box});
        return picture_.nodes.size() - 1;
    }

    void add_edge(std::size_t from, std::size_t to, Line line) {
        Edge edge{.from = from, .to = to, .line = line, .step = step()};
        const Node &a = picture_.nodes[from], &b = picture_.nodes[to];
        if (a.at.x == b.at.x && b.step > a.step + 1) {
            edge.via = {{a.at.x + aside, a.at.y + box / 2 + 1}, {b.at.x + aside, b.at.y - box / 2 - 1}};
            edge.via_is_all = true;
        }
        picture_.edges.push_back(edge);
    }

    // --- what threads read -----------------------------------------------------------------

    /// Global memory that nobody has written holds the input.
    void add_sources(const AccessRow& row) {
        const auto is_new = [&](const std::optional<AccessRow::Cell>& cell) {
            return cell && !latest_.contains(recording_.events[cell->event].address);
        };
        const Variable& variable = recording_.variables[static_cast<std::size_t>(row.variable)];
        if (variable.in_shared_memory() || std::ranges::none_of(row.threads, is_new)) return;
        begin_row(row, {name(row)}, 0);
        for (int t = 0; t < threads_; ++t)
            if (const auto& cell = row.threads[static_cast<std::size_t>(t)]; is_new(cell))
                latest_[recording_.events[cell->event].address] =
                    add_node(*cell, Shape::box, Role::input);
    }

    /// Whether threads wait at a barrier before they write what they make of it.
    bool is_held(std::size_t i) const {
        for (std::size_t next = i + 1; next < table_.size(); ++next)
            if (table_[next].kind == Event::Kind::write)
                return table_[next].barriers > table_[i].barriers;
        return false;
    }

    void add_read(std::size_t i) {
        const AccessRow& row = table_[i];
        add_sources(row);
        std::vector<std::pair<int, std::size_t>> sources; // of each thread that reads
        int farthest = 0;
        for (int t = 0; t < threads_; ++t)
            if (const auto& cell = row.threads[static_cast<std::size_t>(t)])
                if (const auto found = latest_.find(recording_.events[cell->event].address);
                    found != latest_.end()) {
                    sources.emplace_back(t, found->second);
                    farthest = std::max(farthest, distance(t, found->second));
                }
        const bool held = is_held(i);
        if (held) begin_row(row, {"each thread reads", row.element}, farthest);
        if (!held && farthest > 0) added_ = row.element;
        for (auto [thread, value] : sources) {
            if (held) {
                const std::size_t source = value;
                value = add_node(*row.threads[static_cast<std::size_t>(thread)], Shape::circle,
                                 Role::copied);
                add_edge(source, value, Line::moved);
            }
            held_[static_cast<std::size_t>(thread)].push_back(value);
        }
    }

    /// How many columns a line from there to a thread crosses.
    int distance(int thread, std::size_t node) const {
        return std::abs(thread - static_cast<int>(std::lround(picture_.nodes[node].at.x / pitch)));
    }

    // --- what they write -------------------------------------------------------------------

    Role role(const AccessRow& row, const AccessRow::Cell& cell, std::size_t terms) const {
        const std::vector<std::size_t>& values = flow_.at_event[cell.event];
        const auto column = static_cast<std::size_t>(element(recording_.events[cell.event]));
        if (recording_.output && column < recording_.output->expected.size() && values.size() == 1 &&
            flow_.values[values.front()].inputs == expected_inputs(recording_, column))
            return Role::complete;
        if (memory(row) == "global memory" && recording_.output) return Role::wrong;
        return terms > 1 ? Role::sum : Role::copied;
    }

    void add_written(const AccessRow& row) {
        int farthest = 0;
        for (int t = 0; t < threads_; ++t)
            for (const std::size_t source : held_[static_cast<std::size_t>(t)])
                farthest = std::max(farthest, distance(t, source));
        std::vector<std::string> label{name(row)};
        const bool adds =
            std::ranges::any_of(held_, [](const auto& values) { return values.size() > 1; });
        if (adds && !added_.empty()) label.push_back("adds " + added_);
        added_.clear();
        begin_row(row, label, farthest);
        std::map<std::uint64_t, std::size_t> written;
        for (int t = 0; t < threads_; ++t) {
            std::vector<std::size_t>& sources = held_[static_cast<std::size_t>(t)];
            const auto& cell = row.threads[static_cast<std::size_t>(t)];
            if (!cell) continue;
            const std::size_t node = add_node(*cell, Shape::box, role(row, *cell, sources.size()));
            for (const std::size_t source : sources) {
                const bool is_own = picture_.nodes[source].at.x == picture_.nodes[node].at.x;
                add_edge(source, node, is_own ? Line::own : Line::partner);
            }
            sources.clear();
            written[recording_.events[cell->event].address] = node;
        }
        for (const auto& [address, node] : written) latest_[address] = node;
    }

    // --- around them -----------------------------------------------------------------------

    void add_bands() {
        for (std::size_t first = 0, end; first < rows_.size(); first = end) {
            for (end = first + 1; end < rows_.size() && rows_[end].memory == rows_[first].memory;)
                ++end;
            const std::string& memory = rows_[first].memory;
            picture_.bands.push_back({.top_left = {label_left - 8, rows_[first].y - band_top},
                                      .bottom_right = {right() + 74, rows_[end - 1].y + band_bottom},
                                      .label = memory,
                                      .tooltip = memory,
                                      .tint = memory == "global memory" ? 3 : memory.ends_with("[1]")});
        }
    }

    void describe() {
        picture_.id = recording_.number > 0
                          ? fmt::format("{:02}_{}_memories", recording_.number, recording_.program)
                          : recording_.program + "_memories";
        picture_.title = fmt::format("{}: {} of a block",
                                     recording_.title.empty() ? recording_.program : recording_.title,
                                     counted(threads_, "thread"));
        const bool has_circles =
            std::ranges::any_of(picture_.nodes, [](const Node& n) { return n.shape == Shape::circle; });
        picture_.caption = {
            fmt::format("A box is an element of an array in memory.{} There {} {}.",
                        has_circles ? " A circle is a value that a thread holds while it waits." : "",
                        barriers_ == 1 ? "is" : "are", counted(barriers_, "barrier")),
            "Drawn from a run of the kernel."};
        picture_.description = fmt::format("{}. {}", picture_.title, picture_.caption.front());
        for (const Finding& finding : recording_.findings)
            picture_.problems.push_back(diagrams::sentence(finding));
        using Sample = LegendEntry::Sample;
        picture_.legend = {{.sample = Sample::role, .role = Role::sum, .text = "sum"},
                           {.sample = Sample::role, .role = Role::complete, .text = "final value"},
                           {.sample = Sample::line, .line = Line::own, .text = "own value"},
                           {.sample = Sample::line, .line = Line::partner, .text = "added"}};
        if (has_circles)
            picture_.legend.push_back({.sample = Sample::line, .line = Line::moved, .text = "read"});
    }

    const Recording& recording_;
    const Dataflow& flow_;
    std::vector<AccessRow> table_;
    int threads_ = 0, barriers_ = 0;
    int last_ = 0; ///< element of an array
    std::vector<Row> rows_;
    std::map<std::uint64_t, std::size_t> latest_; ///< the box of what stands at an address
    std::vector<std::vector<std::size_t>> held_;  ///< what a thread has read since it last wrote
    std::string added_;                           ///< what threads have read of others, as in the code
    Picture picture_;
};

} // namespace

Picture memories(const Recording& recording, const Dataflow& flow) {
    return Layout(recording, flow).draw();
}

} // namespace scanlab::diagrams
