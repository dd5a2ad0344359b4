#include "network.hpp"

#include "barrier_reasons.hpp"
#include "memory.hpp"
#include "network_graph.hpp"
#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace scanlab::diagrams {
namespace {

using NodeKind = Shown::Kind;

constexpr double label_center = -74; ///< where the steps' labels stand
constexpr double label_left = -128;
constexpr int lines_of_their_own = 2; ///< barriers between two rows that are drawn apart
constexpr double barrier_gap = 11;

/// "x2 + … + x5"
std::string written_out(const Dataflow& flow, const Provenance& inputs) {
    if (!is_range(inputs) || inputs.size() == 1) return flow.label(inputs);
    const auto& first = flow.names[static_cast<std::size_t>(inputs.front().first)];
    const auto& last = flow.names[static_cast<std::size_t>(inputs.back().first)];
    return first + (inputs.size() == 2 ? " + " : " + … + ") + last;
}

class Layout {
public:
    Layout(const Recording& recording, const Dataflow& flow)
        : recording_(recording), flow_(flow), graph_(network_graph(recording, flow)),
          barrier_reasons_(barrier_reasons(recording)) {
        find_readers();
    }

    Picture draw() {
        place_columns();
        find_rows();
        end_with_first_wrong_step();
        find_phases();
        place_rows();
        add_nodes();
        add_edges();
        add_row_labels();
        add_barriers();
        add_bands();
        add_brackets();
        describe();
        describe_threads();
        add_problems();
        add_legend();
        return std::move(picture_);
    }

private:
    struct RowOfNodes {
        Row row;
        std::vector<std::size_t> nodes;
        int step = 0;         ///< counted from 1; 0: nothing is added here
        bool goes_on = false; ///< with the step of the row above
        int distance = 0;     ///< in columns, of all partners; 0 if they differ, or if there are none
        int farthest = 0;     ///< the largest distance
        int apart = 0;        ///< the same as `distance`, as the program counts it
        int barriers = 0;     ///< between this row and the one before
        int phase = -1;       ///< index into phases_
        double y = 0;
    };

    const Shown& node(std::size_t i) const { return graph_.nodes[i]; }
    int elements() const { return static_cast<int>(flow_.inputs.size()); }
    double x(int column) const { return columns_[static_cast<std::size_t>(column)]; }
    double right() const { return columns_.back() + diameter_ / 2; }

    // --- where things stand --------------------------------------------------------------

    void place_columns() {
        pitch_ = graph_.columns <= 16 ? 54 : graph_.columns <= 32 ? 42 : 37;
        diameter_ = graph_.columns <= 16 ? 33 : 29;
        has_warps_ = std::any_of(recording_.events.begin(), recording_.events.end(),
                                 [](const Event& e) { return e.kind == Event::Kind::receive; });
        const int of_warp = recording_.warp_size * recording_.items_per_thread;
        const int of_tile = recording_.tile();
        double next = 0;
        for (int c = 0; c < graph_.columns; ++c) {
            if (c > 0 && of_tile > 0 && c % of_tile == 0)
                next += 30;
            else if (c > 0 && has_warps_ && c % of_warp == 0)
                next += 8;
            columns_.push_back(next);
            next += pitch_;
        }
    }

    void find_rows() {
        std::map<Row, std::vector<std::size_t>> rows;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) rows[node(i).row].push_back(i);
        int step = 0;
        for (auto& [row, nodes] : rows) {
            RowOfNodes r{.row = row, .nodes = std::move(nodes)};
            std::set<int> distances, apart;
            bool adds = false;
            for (const std::size_t i : r.nodes) {
                row_of_[i] = rows_.size();
                adds |= node(i).kind == NodeKind::sum;
                if (node(i).kind == NodeKind::sum && !subtracts(node(i)))
                    apart.insert(node(i).distance);
                for (const Shown::Term& term : node(i).terms)
                    if (const int d = std::abs(node(term.node).column - node(i).column); d > 0)
                        distances.insert(d);
            }
            if (!distances.empty()) r.farthest = *distances.rbegin();
            if (distances.size() == 1) r.distance = r.farthest;
            if (apart.size() == 1) r.apart = *apart.begin();
            if (adds) {
                const int before = step_that_goes_on(r);
                r.goes_on = before > 0;
                r.step = r.goes_on ? before : ++step;
            }
            // A row of inputs says -1, and no barrier precedes it either.
            const bool goes_on = !rows_.empty() && rows_.back().row.launch == row.launch;
            const int passed_before = goes_on ? std::max(0, rows_.back().row.barriers) : 0;
            r.barriers = std::max(0, row.barriers - passed_before);
            rows_.push_back(std::move(r));
        }
    }

    /// A thread that races may read what another makes in the same step. Then the rest of that step is
    /// drawn in rows below it. The step that a row belongs to in this way, or 0.
    int step_that_goes_on(const RowOfNodes& r) const {
        if (r.apart == 0 || !races(r)) return 0;
        const auto interval = [](const Row& row) {
            return std::tuple(row.launch, row.barriers, row.epoch);
        };
        const auto above = std::find_if(rows_.begin(), rows_.end(), [&](const RowOfNodes& a) {
            return a.step > 0 && a.apart == r.apart && interval(a.row) == interval(r.row);
        });
        if (above == rows_.end()) return 0;
        const Threads adding = adding_threads(r);
        const bool adds_again = std::any_of(above, rows_.end(), [&](const RowOfNodes& a) {
            const Threads others = a.step == above->step ? adding_threads(a) : Threads{};
            return std::any_of(others.begin(), others.end(),
                               [&](const auto& thread) { return adding.contains(thread); });
        });
        return adds_again ? 0 : above->step;
    }

    bool races(const RowOfNodes& r) const {
        return std::any_of(r.nodes.begin(), r.nodes.end(), [&](std::size_t i) {
            return std::any_of(node(i).terms.begin(), node(i).terms.end(),
                               [](const Shown::Term& term) { return term.race != nullptr; });
        });
    }

    using Threads = std::set<std::pair<int, int>>; ///< by block

    Threads adding_threads(const RowOfNodes& r) const {
        Threads threads;
        for (const std::size_t i : r.nodes)
            if (node(i).kind == NodeKind::sum)
                for (const Maker& maker : makers(node(i))) threads.insert({maker.block, maker.thread});
        return threads;
    }

    /// What follows from a wrong value shows nothing new, and hides where it began.
    void end_with_first_wrong_step() {
        const auto is_wrong = [&](const RowOfNodes& r) {
            return std::any_of(r.nodes.begin(), r.nodes.end(),
                               [&](std::size_t i) { return node(i).is_wrong; });
        };
        const auto first = std::find_if(rows_.begin(), rows_.end(), is_wrong);
        if (first == rows_.end()) return;
        const auto end = std::find_if(std::next(first), rows_.end(), [&](const RowOfNodes& r) {
            return !r.goes_on || r.step != first->step;
        });
        if (end == rows_.end()) return;
        steps_in_all_ = steps();
        const Row last = std::prev(end)->row;
        std::map<std::size_t, std::size_t> places;
        std::vector<Shown> kept;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            if (last < node(i).row) continue;
            places[i] = kept.size();
            kept.push_back(node(i));
        }
        for (Shown& n : kept) {
            std::erase_if(n.terms,
                          [&](const Shown::Term& term) { return !places.contains(term.node); });
            for (Shown::Term& term : n.terms) term.node = places.at(term.node);
        }
        graph_.nodes = std::move(kept);
        rows_.clear();
        row_of_.clear();
        find_rows();
    }

    /// How many nodes of a row are sums.
    long sums(const RowOfNodes& r) const {
        return std::count_if(r.nodes.begin(), r.nodes.end(), [&](std::size_t i) {
            return node(i).kind == NodeKind::sum && !subtracts(node(i));
        });
    }

    /// How many steps are drawn.
    int steps() const {
        int steps = 0;
        for (const RowOfNodes& r : rows_) steps = std::max(steps, r.step);
        return steps;
    }

    bool races() const {
        return std::any_of(recording_.findings.begin(), recording_.findings.end(),
                           [](const Finding& finding) { return is_race(finding); });
    }

    static bool subtracts(const Shown& n) {
        return std::any_of(n.terms.begin(), n.terms.end(),
                           [](const Shown::Term& term) { return term.sign < 0; });
    }

    /// A tree is gone up while distances double and sums become fewer, and down while distances halve
    /// and sums become more. Where threads race, rows are the order of one run, and make no tree.
    void find_phases() {
        if (races()) return;
        std::size_t i = 0;
        while (i < rows_.size()) {
            std::size_t end = i + 1;
            const auto follows = [&](bool up) {
                return rows_[i].distance > 0 && end < rows_.size() &&
                       rows_[end].row.launch == rows_[i].row.launch && rows_[end].distance > 0 &&
                       (up ? rows_[end].distance == 2 * rows_[end - 1].distance &&
                                 sums(rows_[end]) < sums(rows_[end - 1])
                           : 2 * rows_[end].distance == rows_[end - 1].distance &&
                                 sums(rows_[end]) > sums(rows_[end - 1]));
            };
            const bool up = follows(true);
            while (follows(up)) ++end;
            if (end > i + 1) phases_.push_back({up, i, end});
            i = end;
        }
        const auto goes = [&](bool up) {
            return std::any_of(phases_.begin(), phases_.end(),
                               [&](const Phase& p) { return p.up == up; });
        };
        if (!goes(true) || !goes(false)) phases_.clear();
        for (std::size_t p = 0; p < phases_.size(); ++p)
            for (std::size_t r = phases_[p].begin; r < phases_[p].end; ++r)
                rows_[r].phase = static_cast<int>(p);
    }

    bool shows_launches() const { return recording_.launches.size() > 1; }

    void place_rows() {
        for (std::size_t i = 1; i < rows_.size(); ++i) {
            RowOfNodes& r = rows_[i];
            const RowOfNodes& above = rows_[i - 1];
            double gap = 50 + std::min(80.0, 5.5 * r.farthest * pitch_ / 54);
            if (r.barriers > 0) gap += r.barriers == 2 ? 6 + barrier_gap : 6;
            if (shows_launches() && above.row.launch != r.row.launch) gap += 32;
            if (above.phase != r.phase) gap += r.phase < 0 ? 12 : 48;
            if (has_block_bands(r.row.launch) && above.row.launch != r.row.launch) gap += 18;
            r.y = above.y + gap;
        }
    }

    // --- nodes and edges -----------------------------------------------------------------

    Role role(const Shown& n) const {
        if (n.kind == NodeKind::missing) return Role::missing;
        if (n.is_wrong) return Role::wrong;
        if (n.kind == NodeKind::input && is_head(n.column)) return Role::flag;
        if (n.is_complete) return Role::complete;
        switch (n.kind) {
        case NodeKind::input:
            return Role::input;
        case NodeKind::constant:
            return Role::identity;
        case NodeKind::sum:
            return Role::sum;
        case NodeKind::kept:
            return Role::copied;
        case NodeKind::moved: {
            const bool is_prefix =
                n.inputs.empty() || (is_range(n.inputs) && n.inputs.front().first == 0);
            return is_prefix && recording_.task == Recording::Task::exclusive_scan ? Role::handed
                                                                                   : Role::copied;
        }
        default:
            return Role::flag;
        }
    }

    bool is_head(int i) const {
        return recording_.heads && recording_.heads->values[static_cast<std::size_t>(i)] != 0;
    }

    std::string label(const Shown& n) const {
        if (n.kind == NodeKind::missing || n.kind == NodeKind::garbage) return "?";
        if (n.inputs.empty()) return std::to_string(flow_.values[n.values.front()].number);
        // A line for each part, but no more than fit.
        constexpr int most_lines = 3;
        std::string text = flow_.label(n.inputs);
        std::size_t at = 0;
        for (int line = 1;; ++line) {
            at = std::min(text.find(" + ", at), text.find(" − ", at));
            if (at == std::string::npos) return text;
            text[at] = '\n';
            if (line == most_lines - 1 &&
                std::min(text.find(" + ", at), text.find(" − ", at)) != std::string::npos)
                return text.substr(0, at) + "\n+ …";
        }
    }

    std::string maker(const Shown& n) const {
        const Value& first = flow_.values[n.values.front()];
        const std::string block =
            recording_.launches[static_cast<std::size_t>(first.launch)].blocks() > 1
                ? fmt::format("block {}, ", first.block)
                : "";
        const std::string others =
            n.values.size() > 1 ? fmt::format(" (and {} more alike)", n.values.size() - 1) : "";
        return fmt::format("{}thread {}{}", block, first.thread, others);
    }

    std::string tooltip(const Shown& n, const RowOfNodes& r) const {
        if (n.kind == NodeKind::missing) return fmt::format("output[{}] is never written", n.column);
        if (n.kind == NodeKind::input)
            return n.values.empty() ? fmt::format("x{}, which nobody has read", n.column)
                                    : fmt::format("input {}", flow_.label(n.inputs));
        const Value& v = flow_.values[n.values.front()];
        const std::string where = place(recording_, v);
        const std::string what = n.kind == NodeKind::garbage ? "memory that nobody has written"
                                 : n.inputs.empty()          ? std::to_string(v.number)
                                                             : written_out(flow_, n.inputs);
        return fmt::format("{}{}: {}{}{}", r.step > 0 ? fmt::format("step {}, ", r.step) : "", maker(n),
                           where.empty() ? "" : where + " = ", what,
                           v.at.line > 0 ? fmt::format(" (line {})", v.at.line) : "");
    }

    void find_readers() {
        for (std::size_t i = 0; i < recording_.events.size(); ++i)
            for (const std::size_t v : flow_.at_event[i])
                if (const Event& e = recording_.events[i];
                    e.kind == Event::Kind::read && flow_.values[v].origin == Value::Origin::input)
                    readers_[{e.launch, flow_.values[v].inputs.front().first}].insert(
                        {e.block, e.thread});
    }

    /// The threads that have made a value; of an input, those that read it in that launch.
    std::vector<Maker> makers(const Shown& n) const {
        std::set<std::pair<int, int>> threads;
        if (n.kind == NodeKind::input) {
            const auto found = readers_.find({launch_of(n), n.column});
            if (found != readers_.end()) threads = found->second;
        } else {
            for (const std::size_t v : n.values)
                threads.insert({flow_.values[v].block, flow_.values[v].thread});
        }
        std::vector<Maker> result;
        for (const auto& [block, thread] : threads) result.push_back({block, thread});
        return result;
    }

    /// The launch that does it; the first row is what the first launch reads.
    int launch_of(const Shown& n) const {
        if (n.row.launch >= 0) return n.row.launch;
        return n.values.empty() ? 0 : flow_.values[n.values.front()].launch;
    }

    static std::string work(const Shown& n) {
        switch (n.kind) {
        case NodeKind::input:
            return "reads";
        case NodeKind::sum:
            return "adds";
        case NodeKind::kept:
            return "keeps";
        case NodeKind::moved:
            return "copies";
        case NodeKind::constant:
            return "puts";
        default:
            return "";
        }
    }

    SourceLine made_at(const Shown& n) const {
        if (n.values.empty()) return {};
        const CodeLine& at = flow_.values[n.values.front()].at;
        if (at.file < 0 || at.line == 0) return {};
        return {recording_.files[static_cast<std::size_t>(at.file)], at.line};
    }

    std::string place_of(const Shown& n) const {
        return n.values.empty() ? "" : place(recording_, flow_.values[n.values.front()]);
    }

    std::optional<long long> number(const Shown& n) const {
        if (n.kind != NodeKind::constant || n.values.empty()) return std::nullopt;
        return flow_.values[n.values.front()].number;
    }

    void add_nodes() {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const RowOfNodes& r = rows_[row_of_[i]];
            const Shown& n = node(i);
            picture_.nodes.push_back({.id = fmt::format("r{}_{}", row_of_[i], n.column),
                                      .at = {x(n.column), r.y},
                                      .label = label(n),
                                      .role = role(n),
                                      .tooltip = tooltip(n, r),
                                      .step = static_cast<int>(row_of_[i]),
                                      .width = diameter_,
                                      .height = diameter_,
                                      .makers = makers(n),
                                      .work = work(n),
                                      .made_at = made_at(n),
                                      .meaning = n.inputs.empty() ? "" : written_out(flow_, n.inputs),
                                      .place = place_of(n),
                                      .input = n.kind == NodeKind::input ? n.column : -1,
                                      .number = number(n)});
            taken_.insert({row_of_[i], n.column});
        }
    }

    /// Downwards, row by row, so that a line that leads to several rows is prolonged.
    void add_edges() {
        for (const RowOfNodes& r : rows_)
            for (const std::size_t i : r.nodes)
                for (const Shown::Term& term : node(i).terms) add_edge(term, i);
    }

    void describe_threads() {
        picture_.inputs = elements();
        picture_.warp_size = recording_.warp_size;
        for (const Launch& launch : recording_.launches)
            picture_.launches.push_back({launch.blocks(), launch.threads()});
        std::vector<MadeInStep> made;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            for (const std::size_t v : node(i).values)
                if (flow_.values[v].thread >= 0)
                    made.push_back({flow_.values[v].event, static_cast<int>(row_of_[i])});
        picture_.accesses = accesses_in_steps(recording_, made);
    }

    Line line(const Shown::Term& term, const Shown& to) const {
        const Shown& from = node(term.node);
        if (term.race != nullptr || (from.is_wrong && to.is_wrong)) return Line::racing;
        if (term.sign < 0) return Line::taken_off;
        const bool is_copy = to.kind == NodeKind::kept || to.kind == NodeKind::moved;
        if (from.column == to.column) return is_copy ? Line::kept : Line::own;
        return is_copy ? Line::moved : Line::partner;
    }

    std::string tooltip(const Shown::Term& term, const Shown& to) const {
        const Shown& from = node(term.node);
        const std::string what =
            from.kind == NodeKind::garbage ? "an unwritten value" : written_out(flow_, from.inputs);
        const char* how = term.sign < 0              ? "is subtracted"
                          : to.kind == NodeKind::sum ? "is added"
                                                     : "is copied";
        const std::string where = term.place.empty() ? "" : fmt::format(", read from {},", term.place);
        return fmt::format("{}{} {}{}", what, where, how,
                           term.race == nullptr ? "" : fmt::format(": a race, {}", term.race->message));
    }

    bool is_free(int column, std::size_t after, std::size_t before) const {
        for (std::size_t r = after + 1; r < before; ++r)
            if (taken_.contains({r, column})) return false;
        return true;
    }

    void add_edge(const Shown::Term& term, std::size_t to) {
        const std::size_t from = term.node;
        const std::size_t first = row_of_[from], last = row_of_[to];
        const int column = node(from).column, target = node(to).column;
        Edge edge{.from = from,
                  .to = to,
                  .line = line(term, node(to)),
                  .tooltip = tooltip(term, node(to)),
                  .step = static_cast<int>(last),
                  .via = {},
                  .via_is_all = false,
                  .sign = term.sign};
        if (last > first + 1) {
            const bool free = is_free(column, first, last);
            double side = target > column ? 0.5 : -0.5;
            if (column == target && edge.line != Line::taken_off) side = -0.4;
            if (column != target)
                edge.from = meeting_point(from, last, free ? 0 : side * pitch_);
            else if (!free)
                edge.via = around(from, rows_[first].y, rows_[last].y, side * pitch_);
        }
        picture_.edges.push_back(std::move(edge));
    }

    std::vector<Point> around(std::size_t from, double top, double bottom, double aside) const {
        const double beside = x(node(from).column) + aside;
        return {{beside, top + 0.75 * diameter_}, {beside, bottom - 0.75 * diameter_}};
    }

    /// A value that waits several rows until somebody needs it is led down to the row before, and all
    /// who need it there start from the same point. Returns that point.
    std::size_t meeting_point(std::size_t from, std::size_t row, double aside) {
        const auto known = meeting_points_.find({from, row});
        if (known != meeting_points_.end()) return known->second;
        const std::size_t point = picture_.nodes.size();
        meeting_points_[{from, row}] = point;
        // A little below its row, so that flat lines keep clear of the neighbours.
        const Point at{x(node(from).column) + aside, rows_[row - 1].y + 0.36 * diameter_};
        picture_.nodes.push_back({.id = fmt::format("p{}_{}_{}", row, row_of_[from], node(from).column),
                                  .at = at,
                                  .label = "",
                                  .role = Role::copied,
                                  .tooltip = "",
                                  .step = static_cast<int>(row),
                                  .shape = Shape::dot,
                                  .width = 3.5,
                                  .height = 3.5});
        Edge line{.from = from,
                  .to = point,
                  .line = Line::kept,
                  .tooltip = fmt::format("{} is kept", written_out(flow_, node(from).inputs)),
                  .step = static_cast<int>(row)};
        std::size_t& end = ends_.try_emplace({from, aside != 0}, from).first->second;
        if (end != from)
            line.from = end;
        else if (aside != 0)
            line.via = {around(from, rows_[row_of_[from]].y, 0, aside).front()};
        end = point;
        picture_.edges.push_back(std::move(line));
        return point;
    }

    // --- beside and behind them ----------------------------------------------------------

    std::vector<SourceLine> lines(const RowOfNodes& r) const {
        std::set<CodeLine> lines;
        for (const std::size_t i : r.nodes)
            if (node(i).kind != NodeKind::kept && !node(i).values.empty())
                lines.insert(flow_.values[node(i).values.front()].at);
        std::vector<SourceLine> result;
        for (const CodeLine& at : lines)
            if (at.line > 0 && at.file >= 0)
                result.push_back({recording_.files[static_cast<std::size_t>(at.file)], at.line});
        return result;
    }

    /// "line 31", "lines 18, 42", "lines 33–36"; in a header: "tile.cuh:12".
    std::string where(const std::vector<SourceLine>& lines) const {
        constexpr int farthest = 8;
        if (lines.empty() || lines.front().file != lines.back().file) return {};
        const int first = lines.front().line, last = lines.back().line;
        if (lines.size() > 2 && last - first > farthest) return {};
        const int main = std::max(0, recording_.launches.front().at.file);
        std::string text = first == last ? "line " : "lines ";
        if (lines.front().file != recording_.files[static_cast<std::size_t>(main)])
            text = std::filesystem::path(lines.front().file).filename().string() + ":";
        text += std::to_string(first);
        return first == last ? text : text + (lines.size() == 2 ? ", " : "–") + std::to_string(last);
    }

    /// What happens in a row, as in "step 2" or "input".
    std::string name(const RowOfNodes& r) const {
        if (r.step > 0) return fmt::format("step {}", r.step);
        const auto all = [&](NodeKind kind) {
            return std::all_of(r.nodes.begin(), r.nodes.end(),
                               [&](std::size_t i) { return node(i).kind == kind; });
        };
        if (r.row.barriers < 0) return r.row.launch < 0 ? "input" : "input again";
        if (all(NodeKind::constant)) return "set to 0";
        return all(NodeKind::missing) ? "" : "copy";
    }

    void add_row_labels() {
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const RowOfNodes& r = rows_[i];
            Step step{.label = name(r),
                      .description = description(r) + reasons(i),
                      .lines = lines(r),
                      .launch = launch_of(node(r.nodes.front()))};
            std::vector<std::pair<std::string, bool>> texts{{step.label, false}};
            if (r.goes_on) {
                texts.emplace_back("goes on", true);
                step.label += " goes on";
            } else if (r.step > 0 && r.apart > 0) {
                texts.emplace_back(fmt::format("d = {}", r.apart), false);
                step.label += fmt::format(", d = {}", r.apart);
            }
            if (const std::string at = where(step.lines); !at.empty() && i > 0 && !r.goes_on)
                texts.emplace_back(at, true);
            constexpr double line_height = 14;
            double y = r.y - line_height * (static_cast<double>(texts.size()) - 1) / 2;
            for (const auto& [text, is_small] : texts) {
                picture_.texts.push_back({.at = {label_center, y},
                                          .text = text,
                                          .is_small = is_small,
                                          .step = static_cast<int>(i)});
                y += line_height;
            }
            picture_.steps.push_back(std::move(step));
        }
    }

    /// "3 sums are made"
    static std::string made(int n, std::string_view what, std::string_view how) {
        return fmt::format("{} {} {}", counted(n, what), n == 1 ? "is" : "are", how);
    }

    /// " Elements 0–3 are complete."
    static std::string elements_are(const std::set<int>& columns, std::string_view what) {
        const bool is_one = columns.size() == 1;
        return fmt::format(" {} {} {} {}.", is_one ? "Element" : "Elements", ranges(columns),
                           is_one ? "is" : "are", what);
    }

    std::string description(const RowOfNodes& r) const {
        if (r.row.barriers < 0) return fmt::format("The input: {}.", counted(elements(), "element"));
        std::map<NodeKind, int> kinds;
        int differences = 0;
        for (const std::size_t i : r.nodes) {
            ++kinds[node(i).kind];
            differences += node(i).kind == NodeKind::sum && subtracts(node(i));
        }
        std::vector<std::string> parts;
        if (const int n = kinds[NodeKind::sum] - differences; n > 0)
            parts.push_back(
                made(n, "sum", "made") +
                (r.apart > 0 ? fmt::format(", with a partner at distance {}", r.apart) : ""));
        if (differences > 0) parts.push_back(made(differences, "difference", "made"));
        if (const int n = kinds[NodeKind::moved]; n > 0)
            parts.push_back(made(n, "value", "copied to another element"));
        if (const int n = kinds[NodeKind::kept]; n > 0) parts.push_back(made(n, "value", "kept"));
        if (const int n = kinds[NodeKind::constant]; n > 0)
            parts.push_back(made(n, "element", "set to 0"));
        if (const int n = kinds[NodeKind::missing]; n > 0)
            parts.push_back(made(n, "element", "never written"));
        std::set<int> complete, wrong;
        for (const std::size_t i : r.nodes) {
            if (node(i).is_complete) complete.insert(node(i).column);
            if (node(i).is_wrong) wrong.insert(node(i).column);
        }
        std::string text = fmt::format("{}.", fmt::join(parts, "; "));
        if (!complete.empty()) text += elements_are(complete, "complete");
        if (!wrong.empty()) text += elements_are(wrong, "wrong");
        return text;
    }

    /// Why a row is as it is, as far as the run shows.
    std::string reasons(std::size_t i) const {
        const RowOfNodes& r = rows_[i];
        std::string text;
        if (i > 0 && rows_[i - 1].row.launch < r.row.launch && rows_[i - 1].row.launch >= 0)
            text += " It is a launch of its own: all that the launch before has stored is there.";
        if (r.goes_on) text += " The threads that race are not all equally far in this step.";
        text += reason_of_growth(i) + reason_of_kept(r) + reason_of_shuffles(r);
        for (int k = r.barriers - 1; k >= 0 && r.barriers <= lines_of_their_own; --k) {
            const auto known = barrier_reasons_.find({r.row.launch, r.row.barriers - k});
            if (known == barrier_reasons_.end()) continue;
            text += fmt::format(" {} barrier before it: {}.",
                                r.barriers == 1       ? "The"
                                : k == r.barriers - 1 ? "The first"
                                                      : "The second",
                                known->second.sentence());
        }
        return text;
    }

    std::string reason_of_growth(std::size_t i) const {
        const auto widest = [&](std::size_t row) {
            std::size_t most = 0;
            for (const std::size_t n : rows_[row].nodes)
                if (is_range(node(n).inputs)) most = std::max(most, node(n).inputs.size());
            return most;
        };
        if (i == 0 || rows_[i].step == 0) return "";
        std::size_t before = 0;
        for (std::size_t row = 0; row < i; ++row) before = std::max(before, widest(row));
        const std::size_t now = widest(i);
        if (now == 2 * before)
            return fmt::format(" Sums now take in up to {} elements, twice as many as before.", now);
        return now > before ? fmt::format(" Sums now take in up to {} elements.", now) : "";
    }

    /// Elements without a partner that far to the left are sums of all that comes before them.
    std::string reason_of_kept(const RowOfNodes& r) const {
        std::set<int> kept;
        for (const std::size_t i : r.nodes) {
            const Shown& n = node(i);
            if (n.kind != NodeKind::kept) continue;
            if (r.distance == 0 || n.column >= r.distance || !is_range(n.inputs)) return "";
            kept.insert(n.column);
        }
        return kept.empty() ? ""
                            : fmt::format(" {} {} no partner {} to the left: {} complete.",
                                          ranges(kept), kept.size() == 1 ? "has" : "have", r.distance,
                                          kept.size() == 1 ? "its sum is" : "their sums are");
    }

    std::string reason_of_shuffles(const RowOfNodes& r) const {
        int shuffled = 0;
        for (const std::size_t i : r.nodes) {
            if (node(i).kind != NodeKind::sum) continue;
            const Value& sum = flow_.values[node(i).values.front()];
            for (const Term& term : sum.terms) {
                const Event& e = recording_.events[arrival(recording_, flow_, term).event];
                shuffled += e.kind == Event::Kind::receive && e.from != sum.thread;
            }
        }
        return shuffled == 0
                   ? ""
                   : fmt::format(" {} from another lane's register by a shuffle, which waits for "
                                 "the lanes of the warp: no barrier is needed.",
                                 shuffled == 1 ? "1 value comes"
                                               : fmt::format("{} values come", shuffled));
    }

    /// "0–3, 5"
    static std::string ranges(const std::set<int>& numbers) {
        std::vector<std::string> parts;
        for (auto first = numbers.begin(); first != numbers.end();) {
            auto last = first;
            while (std::next(last) != numbers.end() && *std::next(last) == *last + 1) ++last;
            parts.push_back(first == last ? std::to_string(*first)
                                          : fmt::format("{}–{}", *first, *last));
            first = std::next(last);
        }
        return fmt::format("{}", fmt::join(parts, ", "));
    }

    double right_of_rules() const { return right() + 10; }

    void add_barriers() {
        for (std::size_t i = 1; i < rows_.size(); ++i) {
            const int count = rows_[i].barriers;
            const double y = (rows_[i - 1].y + rows_[i].y) / 2;
            if (count <= lines_of_their_own)
                for (int k = 0; k < count; ++k) {
                    Row up_to = rows_[i].row;
                    up_to.barriers -= count - 1 - k;
                    add_barrier(i, y + barrier_gap * (k - (count - 1) / 2.0), diverges(up_to, 1),
                                "barrier");
                }
            else
                add_barrier(i, y, diverges(rows_[i].row, count), fmt::format("{} barriers", count));
        }
        for (std::size_t i = 0; i < rows_.size(); ++i) add_last_barriers(i);
    }

    /// Those that a block passes after its last row, before it stores what it has.
    void add_last_barriers(std::size_t i) {
        const Row& row = rows_[i].row;
        if (row.launch < 0 || row.barriers < 0) return;
        if (i + 1 < rows_.size() && rows_[i + 1].row.launch == row.launch) return;
        if (steps_in_all_ > 0) return; // more steps would follow
        const int count = graph_.barriers[static_cast<std::size_t>(row.launch)] - row.barriers;
        for (int k = 0; k < count; ++k) {
            Row up_to = row;
            up_to.barriers += k + 1;
            add_barrier(i, rows_[i].y + diameter_ / 2 + barrier_gap * (k + 1), diverges(up_to, 1),
                        "barrier");
        }
    }

    void add_barrier(std::size_t row, double y, bool is_wrong, const std::string& label) {
        picture_.barriers.push_back({.y = y,
                                     .left = -diameter_,
                                     .right = right_of_rules(),
                                     .label = is_wrong ? "not for all" : label,
                                     .is_wrong = is_wrong,
                                     .step = static_cast<int>(row)});
    }

    /// Whether one of the last `count` barriers before a row was one that not all threads came to.
    bool diverges(const Row& row, int count) const {
        int passed = 0; // by the block that meets a barrier first
        for (const Event& e : recording_.events) {
            if (e.kind != Event::Kind::barrier || e.launch != row.launch || e.block != 0) continue;
            ++passed;
            if (passed <= row.barriers - count || passed > row.barriers) continue;
            for (const Finding& finding : recording_.findings)
                if (finding.kind == sim::FindingKind::barrier_divergence &&
                    finding.at.line == e.at.line)
                    return true;
        }
        return false;
    }

    double band_right() const { return right_of_rules() + (picture_.barriers.empty() ? 4 : 66); }

    void add_bands() {
        if (shows_launches()) add_launch_bands();
        for (const Phase& phase : phases_)
            picture_.bands.push_back({.top_left = {label_left, rows_[phase.begin].y - 44},
                                      .bottom_right = {band_right(), rows_[phase.end - 1].y + 26},
                                      .label = phase.up ? "up-sweep" : "down-sweep",
                                      .tooltip = phase.up
                                                     ? "up-sweep: sums of ever larger parts"
                                                     : "down-sweep: what precedes ever smaller parts",
                                      .tint = phase.up ? 0 : 1});
        for (std::size_t l = 0; l < recording_.launches.size(); ++l)
            if (has_block_bands(static_cast<int>(l))) add_block_bands(static_cast<int>(l));
    }

    /// The first and last row of a launch, if it has any.
    std::optional<std::pair<std::size_t, std::size_t>> rows_of(int launch) const {
        std::optional<std::pair<std::size_t, std::size_t>> rows;
        for (std::size_t i = 0; i < rows_.size(); ++i)
            if (rows_[i].row.launch == launch) rows = {rows ? rows->first : i, i};
        return rows;
    }

    void add_launch_bands() {
        for (std::size_t l = 0; l < recording_.launches.size(); ++l) {
            const auto rows = rows_of(static_cast<int>(l));
            if (!rows) continue;
            const Launch& launch = recording_.launches[l];
            const std::string kernel = launch.kernel.substr(0, launch.kernel.find('<'));
            const bool one_kernel =
                std::all_of(recording_.launches.begin(), recording_.launches.end(),
                            [&](const Launch& other) { return other.kernel == launch.kernel; });
            picture_.bands.push_back(
                {.top_left = {label_left,
                              rows_[rows->first].y - (has_block_bands(static_cast<int>(l)) ? 58 : 46)},
                 .bottom_right = {band_right() + 8, rows_[rows->second].y + 30},
                 .label = fmt::format("launch {}{}", l + 1, one_kernel ? "" : ": " + kernel),
                 .tooltip = fmt::format("launch {}: {}, {} of {}", l + 1, launch.kernel,
                                        counted(launch.blocks(), "block"),
                                        counted(launch.threads(), "thread")),
                 .tint = 0});
        }
    }

    /// Blocks stand side by side where they have columns of their own and more than one step.
    bool has_block_bands(int launch) const {
        const int tile = recording_.tile();
        if (launch < 0 || tile == 0 ||
            recording_.launches[static_cast<std::size_t>(launch)].blocks() < 2)
            return false;
        int steps = 0;
        for (const RowOfNodes& r : rows_) {
            if (r.row.launch != launch) continue;
            steps += r.step > 0;
            for (const std::size_t i : r.nodes)
                for (const std::size_t v : node(i).values)
                    if (r.row.barriers >= 0 && node(i).column / tile != block_column(flow_.values[v]))
                        return false;
        }
        return steps > 1;
    }

    /// The tile that a block works on, in order of the columns.
    int block_column(const Value& v) const { return v.block; }

    void add_block_bands(int launch) {
        const auto rows = rows_of(launch);
        const int tile = recording_.tile();
        for (int first = 0; first < graph_.columns; first += tile) {
            const int last = std::min(first + tile, graph_.columns) - 1;
            picture_.bands.push_back(
                {.top_left = {x(first) - diameter_ / 2 - 8, rows_[rows->first].y - 34},
                 .bottom_right = {x(last) + diameter_ / 2 + 8, rows_[rows->second].y + 24},
                 .label = fmt::format("block {}", first / tile),
                 .tooltip = fmt::format("block {}", first / tile),
                 .tint = 2});
        }
    }

    /// The one thread that reads each input in the first launch that reads any; empty if several do.
    std::vector<Maker> readers_of_inputs() const {
        if (readers_.empty()) return {};
        const int launch = readers_.begin()->first.first;
        std::vector<Maker> readers;
        for (int c = 0; c < elements(); ++c) {
            const auto found = readers_.find({launch, c});
            if (found == readers_.end() || found->second.size() != 1) return {};
            readers.push_back({found->second.begin()->first, found->second.begin()->second});
        }
        return readers;
    }

    /// Over the inputs: which thread or lane reads them, and of which warp and block it is.
    void add_brackets() {
        const std::vector<Maker> readers = readers_of_inputs();
        const auto same_thread = [](const Maker& a, const Maker& b) {
            return a.block == b.block && a.thread == b.thread;
        };
        const int warp = recording_.warp_size;
        double y = -diameter_ / 2 - 9;
        if (std::adjacent_find(readers.begin(), readers.end(), same_thread) != readers.end())
            add_brackets(readers, y, same_thread,
                         [](const Maker& m) { return fmt::format("thread {}", m.thread); });
        else if (has_warps_)
            for (int c = 0; c < static_cast<int>(readers.size()); ++c)
                picture_.texts.push_back(
                    {.at = {x(c), y},
                     .text = fmt::format("lane {}", readers[static_cast<std::size_t>(c)].thread % warp),
                     .is_small = true});
        else
            return;
        const auto same_block = [](const Maker& a, const Maker& b) { return a.block == b.block; };
        if (has_warps_)
            add_brackets(
                readers, y -= 24,
                [&](const Maker& a, const Maker& b) {
                    return same_block(a, b) && a.thread / warp == b.thread / warp;
                },
                [&](const Maker& m) { return fmt::format("warp {}", m.thread / warp); });
        if (recording_.launches.front().blocks() > 1)
            add_brackets(readers, y - 24, same_block,
                         [](const Maker& m) { return fmt::format("block {}", m.block); });
    }

    /// A bracket for each run of columns whose readers belong together.
    template <class BelongTogether, class Name>
    void add_brackets(const std::vector<Maker>& readers, double y, BelongTogether belong_together,
                      Name name) {
        for (std::size_t first = 0, next = 0; first < readers.size(); first = next) {
            next = first + 1;
            while (next < readers.size() && belong_together(readers[next - 1], readers[next])) ++next;
            picture_.brackets.push_back({.y = y,
                                         .left = columns_[first] - diameter_ / 2,
                                         .right = columns_[next - 1] + diameter_ / 2,
                                         .label = name(readers[first])});
        }
    }

    // --- in words ------------------------------------------------------------------------

    std::string task() const {
        const std::string scan = recording_.task == Recording::Task::exclusive_scan ? "exclusive scan"
                                 : recording_.task == Recording::Task::segmented_scan
                                     ? "segmented scan"
                                     : "inclusive scan";
        return recording_.each_tile_by_itself && elements() > recording_.tile() ? scan + " of each tile"
                                                                                : scan;
    }

    void describe() {
        const Launch& launch = recording_.launches.front();
        picture_.id = recording_.number > 0
                          ? fmt::format("{:02}_{}", recording_.number, recording_.program)
                          : recording_.program;
        picture_.title = fmt::format("{}: {}, {} of {}",
                                     recording_.title.empty() ? recording_.program : recording_.title,
                                     counted(elements(), "element"), counted(launch.blocks(), "block"),
                                     counted(launch.threads(), "thread"));
        int barriers = 0;
        for (const int of_launch : graph_.barriers) barriers += of_launch;
        std::string additions = counted(graph_.additions, "addition");
        if (graph_.subtractions > 0)
            additions += fmt::format(" ({} of them subtract)", graph_.subtractions);
        if (graph_.repeated > 0)
            additions += fmt::format(", and {} that another thread does, too", graph_.repeated);
        const std::string shown = steps_in_all_ == 0 ? counted(steps(), "step")
                                  : steps() == 0     ? fmt::format("none of {} steps", steps_in_all_)
                                  : steps() == 1
                                      ? fmt::format("the first of {} steps", steps_in_all_)
                                      : fmt::format("the first {} of {} steps", steps(), steps_in_all_);
        if (steps_in_all_ > 0) additions = "in all " + additions;
        const std::string numbers =
            fmt::format("{} · {} · {} · {}", shown, additions,
                        barriers == 0 ? "no barrier" : counted(barriers, "barrier"),
                        counted(static_cast<long long>(recording_.launches.size()), "launch"));
        picture_.caption.push_back(numbers);
        const auto wrong = wrong_outputs(recording_);
        if (!recording_.output)
            picture_.caption.push_back(
                "Drawn from a run of the program, which does not say what its result should be.");
        else if (wrong.empty() && races())
            picture_.caption.push_back(
                "The result of this run is right by luck: nothing orders the accesses in red.");
        else if (wrong.empty())
            picture_.caption.push_back(
                fmt::format("Checked in a run: the result is the CPU's {} of the {} elements, and "
                            "every value is the sum of what its arrows bring.",
                            task(), elements()));
        picture_.description = fmt::format("{}. {}.", picture_.title, numbers);
    }

    void add_problem(const std::string& text) { picture_.problems.push_back(text); }

    void add_problems() {
        for (const Finding& finding : recording_.findings)
            add_problem(finding.at.line == 0
                            ? sentence(finding)
                            : fmt::format("{}:{}: {}",
                                          std::filesystem::path(finding.at.file).filename().string(),
                                          finding.at.line, sentence(finding)));
        if (steps_in_all_ > 0) add_problem(where_it_begins());
        const auto wrong = wrong_outputs(recording_);
        if (wrong.empty()) return;
        constexpr std::size_t most = 2;
        for (std::size_t k = 0; k < std::min(most, wrong.size()); ++k)
            add_problem(describe_wrong(recording_, flow_, wrong[k]));
        if (wrong.size() > most)
            add_problem(
                fmt::format("and {} more of {} elements are wrong", wrong.size() - most, elements()));
    }

    /// "the picture ends with step 1, the first with a wrong value: 2–4 should be 3–4"
    std::string where_it_begins() const {
        std::string text = rows_.back().step > 0
                               ? fmt::format("the picture ends with {}, the first with a wrong value",
                                             name(rows_.back()))
                               : "the picture ends with the first row that has a wrong value";
        const auto first = std::min_element(graph_.nodes.begin(), graph_.nodes.end(),
                                            [](const Shown& a, const Shown& b) {
                                                return std::tuple(a.intended.empty(), a.row, a.column) <
                                                       std::tuple(b.intended.empty(), b.row, b.column);
                                            });
        if (!first->intended.empty())
            text += fmt::format(": {} should be {}", flow_.label(first->inputs),
                                flow_.label(first->intended));
        return text;
    }

    void add_legend() {
        using Sample = LegendEntry::Sample;
        std::set<Role> roles;
        std::set<Line> lines;
        for (const Node& n : picture_.nodes)
            if (n.shape != Shape::dot) roles.insert(n.role);
        for (const Edge& e : picture_.edges)
            if (picture_.nodes[e.to].shape != Shape::dot) lines.insert(e.line);
        const auto add_role = [&](Role role, const char* text) {
            if (roles.contains(role))
                picture_.legend.push_back({.sample = Sample::role, .role = role, .text = text});
        };
        const auto add_line = [&](Line line, const char* text) {
            if (lines.contains(line))
                picture_.legend.push_back({.sample = Sample::line, .line = line, .text = text});
        };
        picture_.legend.push_back({.text = "a–b = xa + … + xb"});
        add_role(Role::sum, "sum");
        add_role(Role::complete, "final value");
        add_role(Role::handed, "prefix handed down");
        add_role(Role::copied, "copy");
        add_role(Role::identity, "zero put there");
        add_role(Role::flag, recording_.heads ? "begins a segment" : "made from data");
        add_role(Role::wrong, "wrong");
        add_role(Role::missing, "never written");
        add_line(Line::own, "own value");
        add_line(Line::partner, "added");
        add_line(Line::taken_off, "subtracted");
        add_line(Line::moved, "copied");
        add_line(Line::kept, "kept");
        add_line(Line::racing, "race, or wrong value");
    }

    struct Phase {
        bool up;
        std::size_t begin, end; ///< rows
    };

    const Recording& recording_;
    const Dataflow& flow_;
    NetworkGraph graph_;
    BarrierReasons barrier_reasons_;
    std::map<std::pair<int, int>, std::set<std::pair<int, int>>> readers_; ///< by launch and input
    Picture picture_;
    double pitch_ = 54, diameter_ = 33;
    bool has_warps_ = false; ///< whether lanes give each other values
    int steps_in_all_ = 0;   ///< if only the first of them are drawn; else 0
    std::vector<double> columns_;
    std::vector<RowOfNodes> rows_;
    std::map<std::size_t, std::size_t> row_of_; ///< of a node
    std::vector<Phase> phases_;
    std::set<std::pair<std::size_t, int>> taken_; ///< rows and columns with a node
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> meeting_points_;
    std::map<std::pair<std::size_t, bool>, std::size_t>
        ends_; ///< of the line that leads down from a node
};

} // namespace

Picture network(const Recording& recording, const Dataflow& flow) {
    constexpr std::size_t most = 256;
    if (flow.inputs.size() > most)
        throw BadInput(
            fmt::format("{} elements are too many for a picture of this size; there is room for {}",
                        flow.inputs.size(), most));
    return Layout(recording, flow).draw();
}

} // namespace scanlab::diagrams
