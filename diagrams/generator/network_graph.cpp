#include "network_graph.hpp"

#include "races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace scanlab::diagrams {
namespace {

using Origin = Value::Origin;
using NodeKind = Shown::Kind;

constexpr int no_column = -1;
constexpr std::size_t no_node = static_cast<std::size_t>(-1);

class Builder {
public:
    Builder(const Recording& recording, const Dataflow& flow)
        : recording_(recording), flow_(flow), races_(recording, flow) {}

    NetworkGraph build() {
        find_element_columns();
        find_columns();
        find_epochs();
        find_stored_sums();
        for (const std::size_t i : wrong_outputs(recording_)) is_wrong_output_.insert(i);
        choose_shown();

        for (std::size_t i = 0; i < flow_.inputs.size(); ++i)
            input_node(static_cast<int>(i), first_launch);
        for (std::size_t v = 0; v < flow_.values.size(); ++v)
            if (stands_for_[v] == v && is_shown_at_once(v)) node_of_[v] = make_node(v);
        align_rows();
        finish_outputs();
        keep_apart();
        count_barriers();
        for (const Shown& node : graph_.nodes)
            graph_.columns = std::max(graph_.columns, node.column + 1);
        check_nodes();
        return std::move(graph_);
    }

private:
    static constexpr int first_launch = -1;

    const Value& value(std::size_t v) const { return flow_.values[v]; }
    const Event& event(std::size_t e) const { return recording_.events[e]; }
    bool is_shared(const Value& v) const { return recording_.variables[v.variable].in_shared_memory(); }
    static bool same_thread(const Value& a, const Value& b) {
        return a.launch == b.launch && a.block == b.block && a.thread == b.thread;
    }

    // --- columns -------------------------------------------------------------------------

    /// The column of every value that stands in an array with an element for each column.
    void find_element_columns() {
        element_column_.assign(flow_.values.size(), no_column);
        std::map<std::pair<int, int>, int> highest_input; // that a block has read
        for (std::size_t i = 0; i < recording_.events.size(); ++i)
            for (const std::size_t v : flow_.at_event[i]) {
                const Event& e = event(i);
                if (e.kind == Event::Kind::read && value(v).origin == Origin::input) {
                    int& highest = highest_input.try_emplace({e.launch, e.block}, -1).first->second;
                    highest = std::max(highest, value(v).inputs.front().first);
                } else if (e.kind == Event::Kind::write && e.variable >= 0) {
                    const auto found = highest_input.find({e.launch, e.block});
                    element_column_[v] =
                        column_of_element(e, v, found == highest_input.end() ? -1 : found->second);
                }
            }
    }

    int column_of_element(const Event& e, std::size_t v, int highest_input) {
        const Value& stored = value(v);
        const Variable& variable = recording_.variables[e.variable];
        const auto address = e.address + static_cast<std::uint64_t>(stored.index - e.index) *
                                             static_cast<std::uint64_t>(variable.element_bytes);
        if (const auto& out = recording_.output;
            out && address >= out->address &&
            address < out->address + static_cast<std::size_t>(out->element_bytes) * out->values.size())
            return static_cast<int>((address - out->address) /
                                    static_cast<std::size_t>(out->element_bytes));

        const bool is_shared = variable.in_shared_memory();
        const long long span = variable.row > 0 ? variable.row : variable.elements;
        const Launch& launch = recording_.launches[static_cast<std::size_t>(e.launch)];
        const int tile = recording_.tile() > 0 ? recording_.tile() : launch.threads();
        if (span < std::min<long long>(tile, static_cast<long long>(flow_.inputs.size())))
            return no_column; // totals, and the like
        if (is_shared && span == recording_.tile()) {
            const int first = highest_input < 0 ? e.block * tile : highest_input / tile * tile;
            return first + static_cast<int>(stored.index % span);
        }
        if (!is_shared && recording_.input && span == static_cast<long long>(flow_.inputs.size()))
            return static_cast<int>(stored.index);
        // An element belongs to the column of the first input that is stored there; its neighbours
        // follow.
        const std::tuple array(is_shared ? e.launch : -1, is_shared ? e.block : -1, e.variable);
        if (const std::size_t source = flow_.original(v); value(source).origin == Origin::input) {
            const int first_input = value(source).inputs.front().first;
            column_of_.try_emplace({array, stored.index}, first_input);
            first_column_.try_emplace(array, first_input - stored.index);
        }
        // With gaps between them, neighbours don't follow: a first sum stands where its last input
        // does.
        if (is_shared && span > recording_.tile() && recording_.tile() > 0 && !stored.inputs.empty())
            column_of_.try_emplace({array, stored.index}, stored.inputs.back().first);
        if (const auto known = column_of_.find({array, stored.index}); known != column_of_.end())
            return known->second;
        if (const auto first = first_column_.find(array); first != first_column_.end())
            return std::max(no_column, static_cast<int>(first->second + stored.index));
        return no_column;
    }

    /// The column of every value: its element's, or, in a register, that of the last input it sums.
    void find_columns() {
        columns_ = element_column_;
        adopt_columns_of_stores();
        for (std::size_t v = 0; v < flow_.values.size(); ++v) {
            if (columns_[v] != no_column) continue;
            const Value& made = value(v);
            int& column = columns_[v];
            // What is left after a subtraction stays where it was made: it belongs to what comes after
            // the inputs that it sums.
            const bool subtracts = std::any_of(made.terms.begin(), made.terms.end(),
                                               [](const Term& t) { return t.sign < 0; });
            if (made.origin == Origin::copy) {
                column = columns_[made.terms.front().value];
            } else if (!made.inputs.empty() && !subtracts) {
                column = made.inputs.back().first;
            } else {
                for (const Term& term : made.terms) column = std::max(column, columns_[term.value]);
            }
            if (column == no_column) column = column_of_thread(made);
        }
    }

    /// A sum in a register that its thread stores in an array stands where it is going to.
    void adopt_columns_of_stores() {
        for (std::size_t v = 0; v < flow_.values.size(); ++v) {
            if (element_column_[v] == no_column || value(v).origin != Origin::copy) continue;
            const std::size_t source = head(v);
            if (value(source).origin == Origin::sum && !value(source).in_memory() &&
                columns_[source] == no_column)
                columns_[source] = element_column_[v];
        }
    }

    int column_of_thread(const Value& v) const {
        const int column = v.block * recording_.tile() + v.thread * recording_.items_per_thread;
        return std::clamp(column, 0, std::max(0, static_cast<int>(flow_.inputs.size()) - 1));
    }

    // --- rows ----------------------------------------------------------------------------

    /// Where the thread that stored a value got it from: the sum that it made itself, or the first copy
    /// that it made of what it had read.
    std::size_t head(std::size_t v) const {
        while (value(v).origin == Origin::copy) {
            const std::size_t source = value(v).terms.front().value;
            if (value(source).in_memory() || value(source).origin == Origin::input ||
                !same_thread(value(source), value(v)))
                break;
            v = source;
        }
        return v;
    }

    std::tuple<int, int, int, int> warp_between_barriers(const Value& v) const {
        return {v.launch, v.block, v.barriers, v.thread / recording_.warp_size};
    }

    void find_epochs() {
        for (const Value& v : flow_.values)
            if (v.origin == Origin::sum) collectives_[warp_between_barriers(v)].insert(v.collectives);
    }

    Row time_of(const Value& v) const {
        Row row{.launch = v.launch, .barriers = v.barriers};
        if (const auto known = collectives_.find(warp_between_barriers(v)); known != collectives_.end())
            row.epoch = static_cast<int>(
                std::distance(known->second.begin(), known->second.lower_bound(v.collectives)));
        return row;
    }

    Row row_of(const Value& v, const std::vector<Shown::Term>& terms) const {
        Row row = time_of(v);
        for (const Shown::Term& term : terms) {
            Row after = graph_.nodes[term.node].row;
            ++after.depth;
            row = std::max(row, after);
        }
        return row;
    }

    int distance_of(const Value& made) const {
        std::set<std::pair<int, long long>> elements;
        std::set<std::size_t> reads; // what one vector brings is nobody's partner
        for (const Term& part : made.terms) {
            const Term term = arrival(recording_, flow_, part);
            const Event& e = event(term.event);
            if (e.kind == Event::Kind::receive && e.from >= 0 && e.from != made.thread)
                return std::abs(e.from - made.thread);
            const Value& source = value(term.value);
            if (!source.in_memory()) continue;
            const long long row = recording_.variables[source.variable].row;
            elements.insert({source.variable, row > 0 ? source.index % row : source.index});
            reads.insert(term.event);
        }
        if (elements.size() != 2 || reads.size() != 2 ||
            elements.begin()->first != elements.rbegin()->first)
            return 0;
        return static_cast<int>(elements.rbegin()->second - elements.begin()->second);
    }

    /// What threads do by the same line, each for the same time since they last met, is one step, even
    /// if some of them had less to add before. Moves nodes down to where all of their step can be.
    void align_rows() {
        const std::vector<std::size_t> steps = find_steps();
        const auto interval = [&](std::size_t node) {
            const Row& row = graph_.nodes[node].row;
            return std::tuple(row.launch, row.barriers, row.epoch);
        };
        std::vector<int> depths(graph_.nodes.size()); // of steps
        bool changes = true;
        for (std::size_t pass = 0; changes; ++pass) {
            if (pass > graph_.nodes.size())
                return; // two steps wait for each other: all stays as it was
            changes = false;
            for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
                for (const Shown::Term& term : graph_.nodes[i].terms) {
                    if (interval(term.node) != interval(i)) continue;
                    const int after = depths[steps[term.node]] + 1;
                    changes |= after > depths[steps[i]];
                    depths[steps[i]] = std::max(depths[steps[i]], after);
                }
        }
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (!graph_.nodes[i].terms.empty()) graph_.nodes[i].row.depth = depths[steps[i]];
    }

    /// For each node the first one of its step. Elements that keep their values go with the sums beside
    /// them, if these belong to one step.
    std::vector<std::size_t> find_steps() const {
        using Thread = std::tuple<int, int, int, int, int, CodeLine>;
        std::map<Thread, int> times; // that it has been at this line
        std::vector<int> time(flow_.values.size());
        for (std::size_t v = 0; v < flow_.values.size(); ++v) {
            const Value& made = value(v);
            if (made.origin != Origin::sum) continue;
            const Row when = time_of(made);
            time[v] =
                times[{when.launch, made.block, made.thread, when.barriers, when.epoch, made.at}]++;
        }
        std::map<std::tuple<int, int, int, CodeLine, int>, std::size_t> first;
        std::map<Row, std::set<std::size_t>> of_row;
        std::vector<std::size_t> steps;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const Shown& node = graph_.nodes[i];
            steps.push_back(i);
            if (node.kind != NodeKind::sum) continue;
            const std::size_t v = node.values.front();
            const Row& row = node.row;
            steps[i] = first.try_emplace({row.launch, row.barriers, row.epoch, value(v).at, time[v]}, i)
                           .first->second;
            of_row[row].insert(steps[i]);
        }
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const Shown& node = graph_.nodes[i];
            if (node.kind == NodeKind::kept && of_row[node.row].size() == 1)
                steps[i] = *of_row[node.row].begin();
        }
        return steps;
    }

    // --- what is shown -------------------------------------------------------------------

    /// An array that gets sums between two barriers, which were made between the same or earlier ones.
    using StoredSums = std::tuple<int, int, int, int, int>;
    StoredSums stored_sums(std::size_t v) const {
        const Value& stored = value(v);
        const int block = is_shared(stored) ? stored.block : -1;
        return {stored.launch, block, stored.variable, stored.barriers, value(head(v)).barriers};
    }

    void find_stored_sums() {
        std::map<std::tuple<int, int, int, int, long long>, std::size_t> latest;
        is_passing_.assign(flow_.values.size(), false);
        for (std::size_t v = 0; v < flow_.values.size(); ++v)
            if (const Value& stored = value(v); stored.in_memory() && stored.origin != Origin::input) {
                if (value(head(v)).origin == Origin::sum) stored_sums_.insert(stored_sums(v));
                const auto [before, is_first] = latest.try_emplace(
                    {stored.launch, stored.block, stored.barriers, stored.variable, stored.index}, v);
                if (!is_first) is_passing_[std::exchange(before->second, v)] = true;
            }
    }

    /// Whether an element gets its old value where others get sums.
    bool keeps(std::size_t v) const {
        return value(head(v)).origin == Origin::copy && stored_sums_.contains(stored_sums(v)) &&
               !is_passing_[v];
    }

    /// For every value the one that the network shows for it: itself, or what it is a copy of.
    void choose_shown() {
        std::set<std::size_t> wrong;
        for (const std::size_t i : is_wrong_output_)
            if (i < flow_.outputs.size()) wrong.insert(flow_.outputs[i]);
        node_of_.assign(flow_.values.size(), no_node);
        is_count_.assign(flow_.values.size(), false);
        for (std::size_t v = 0; v < flow_.values.size(); ++v) {
            stands_for_.push_back(v);
            const Value& made = value(v);
            is_count_[v] = made.origin == Origin::derived ||
                           std::any_of(made.terms.begin(), made.terms.end(),
                                       [&](const Term& term) { return is_count_[term.value]; });
            if (made.origin != Origin::copy) continue;
            const std::size_t source = stands_for_[made.terms.front().value];
            const bool is_moved = element_column_[v] != no_column && columns_[v] != columns_[source];
            const bool is_kept = element_column_[v] != no_column && keeps(v);
            const bool races = made.in_memory() && races_.of(made.terms.front()) != nullptr;
            const bool is_unscanned = wrong.contains(v) && value(source).origin == Origin::input;
            if (is_count_[v] || !(is_moved || is_kept || races || is_unscanned))
                stands_for_[v] = source;
        }
    }

    /// Inputs, constants and the like come with what is made from them, and counts are no sums.
    bool is_shown_at_once(std::size_t v) const {
        const Origin origin = value(v).origin;
        return (origin == Origin::sum && !is_count_[v]) || origin == Origin::copy;
    }

    Shown::Term follow(Term term) {
        Shown::Term result{.node = no_node, .sign = term.sign};
        for (;;) {
            if (result.race == nullptr) result.race = races_.of(term);
            if (result.place.empty()) result.place = place(recording_, value(term.value));
            if (stands_for_[term.value] == term.value) break;
            term = value(term.value).terms.front();
        }
        result.node = node(term.value, event(term.event).launch);
        return result;
    }

    /// What reads an element that is written back unchanged between the same barriers might as well
    /// have read it before.
    Shown::Term before_kept(Shown::Term term, const Value& reader) const {
        const auto interval = [](const Row& row) {
            return std::tuple(row.launch, row.barriers, row.epoch);
        };
        for (const Shown* from = &graph_.nodes[term.node];
             from->kind == NodeKind::kept && interval(from->row) == interval(time_of(reader));
             from = &graph_.nodes[term.node])
            term.node = from->terms.front().node;
        return term;
    }

    std::size_t node(std::size_t v, int launch) {
        if (value(v).origin == Origin::input) return input_node(value(v).inputs.front().first, launch);
        if (node_of_[v] == no_node) node_of_[v] = make_node(v);
        return node_of_[v];
    }

    /// Every launch that reads the input begins with a row of it.
    std::size_t input_node(int i, int launch) {
        if (launch != first_launch && launch <= first_input_launch()) launch = first_launch;
        const auto [known, is_new] = input_nodes_.try_emplace({launch, i}, graph_.nodes.size());
        if (is_new) {
            Shown shown{.kind = NodeKind::input, .row = {launch, -1}, .column = i, .inputs = {{i, 1}}};
            const std::size_t v = flow_.inputs[static_cast<std::size_t>(i)];
            if (v != no_value) shown.values.push_back(v);
            graph_.nodes.push_back(std::move(shown));
        }
        return known->second;
    }

    int first_input_launch() const {
        int first = static_cast<int>(recording_.launches.size());
        for (const std::size_t v : flow_.inputs)
            if (v != no_value) first = std::min(first, value(v).launch);
        return first;
    }

    std::size_t make_node(std::size_t v) {
        const Value& made = value(v);
        Shown shown;
        for (const Term& term : made.terms) shown.terms.push_back(before_kept(follow(term), made));
        shown.column = columns_[v];
        shown.inputs = made.inputs;
        shown.values = {v};
        switch (made.origin) {
        case Origin::sum:
            shown.kind = NodeKind::sum;
            shown.distance = distance_of(made);
            break;
        case Origin::copy: {
            const Shown& source = graph_.nodes[shown.terms.front().node];
            shown.kind = source.column == shown.column ? NodeKind::kept : NodeKind::moved;
            break;
        }
        case Origin::constant:
            shown.kind = NodeKind::constant;
            break;
        case Origin::derived:
            shown.kind = NodeKind::derived;
            break;
        default:
            shown.kind = NodeKind::garbage;
            break;
        }
        // An element that keeps its value belongs to the row of those that change.
        const bool is_kept = shown.kind == NodeKind::kept && keeps(v);
        shown.row = row_of(is_kept ? value(head(v)) : made, shown.terms);
        const bool is_padding =
            shown.kind == NodeKind::constant && shown.column >= static_cast<int>(flow_.inputs.size());
        if (is_padding) shown.row = {first_launch, -1};
        return merged(std::move(shown));
    }

    /// Adds the node, unless there is one of the same value made from the same in the same place.
    std::size_t merged(Shown shown) {
        std::vector<std::pair<std::size_t, int>> terms;
        for (const Shown::Term& term : shown.terms) terms.emplace_back(term.node, term.sign);
        std::sort(terms.begin(), terms.end());
        const int additions = shown.kind == NodeKind::sum ? static_cast<int>(terms.size()) - 1 : 0;
        const auto number = value(shown.values.front()).number;
        const auto [known, is_new] = same_.try_emplace(
            {shown.row, shown.column, shown.kind, number, shown.inputs, terms}, graph_.nodes.size());
        if (!is_new) {
            graph_.repeated += additions;
            graph_.nodes[known->second].values.push_back(shown.values.front());
            return known->second;
        }
        graph_.additions += additions;
        if (shown.kind == NodeKind::sum)
            graph_.subtractions +=
                static_cast<int>(std::count_if(shown.terms.begin(), shown.terms.end(),
                                               [](const Shown::Term& t) { return t.sign < 0; }));
        graph_.nodes.push_back(std::move(shown));
        return known->second;
    }

    // --- the end -------------------------------------------------------------------------

    void finish_outputs() {
        Row last{};
        for (std::size_t i = 0; i < flow_.outputs.size(); ++i) {
            if (flow_.outputs[i] == no_value) continue;
            const std::size_t end = follow({flow_.outputs[i], 1, value(flow_.outputs[i]).event}).node;
            last = std::max(last, graph_.nodes[end].row);
            if (is_wrong_output_.contains(i)) {
                graph_.nodes[end].is_wrong = true;
                continue;
            }
            std::size_t final = end;
            for (; graph_.nodes[final].kind == NodeKind::kept;
                 final = graph_.nodes[final].terms.front().node)
                graph_.nodes[final].is_complete = true;
            // An input becomes final when it is kept, or at once if nobody touches it.
            graph_.nodes[final].is_complete =
                final == end || graph_.nodes[final].kind != NodeKind::input;
        }
        if (!is_wrong_output_.empty()) mark_odd_sums();
        for (const std::size_t i : is_wrong_output_)
            if (i >= flow_.outputs.size() || flow_.outputs[i] == no_value)
                graph_.nodes.push_back({.kind = NodeKind::missing,
                                        .row = last,
                                        .column = static_cast<int>(i),
                                        .is_wrong = true});
    }

    /// If the result is wrong, so is whatever is no sum of neighbours, each once, and whatever a race
    /// has kept from being the sum that was meant.
    void mark_odd_sums() {
        const std::vector<Provenance> intended = races_.intended();
        for (Shown& node : graph_.nodes) {
            node.is_wrong |=
                node.kind == NodeKind::garbage || (!node.inputs.empty() && !is_range(node.inputs));
            if (intended.empty() || node.values.empty()) continue;
            const Provenance& meant = intended[node.values.front()];
            if (meant == node.inputs) continue;
            node.is_wrong = true;
            node.intended = meant;
        }
    }

    /// Different values in the same place get rows of their own.
    void keep_apart() {
        std::map<std::pair<Row, int>, int> taken;
        for (Shown& node : graph_.nodes) node.row.spare = taken[{node.row, node.column}]++;
    }

    void count_barriers() {
        std::map<std::pair<int, int>, int> of_block;
        for (const Event& e : recording_.events)
            if (e.kind == Event::Kind::barrier) ++of_block[{e.launch, e.block}];
        graph_.barriers.assign(recording_.launches.size(), 0);
        for (const auto& [launch_and_block, count] : of_block) {
            int& most = graph_.barriers[static_cast<std::size_t>(launch_and_block.first)];
            most = std::max(most, count);
        }
    }

    void check_nodes() const {
        for (const Shown& node : graph_.nodes) {
            if (node.kind != NodeKind::sum && node.kind != NodeKind::kept &&
                node.kind != NodeKind::moved)
                continue;
            std::map<int, int> times;
            for (const Shown::Term& term : node.terms)
                for (const auto& [input, count] : graph_.nodes[term.node].inputs)
                    times[input] += term.sign * count;
            std::erase_if(times, [](const auto& entry) { return entry.second == 0; });
            if (Provenance(times.begin(), times.end()) != node.inputs)
                throw std::logic_error(
                    fmt::format("the picture would not be true: {} is not what its arrows bring",
                                flow_.label(node.inputs)));
        }
    }

    const Recording& recording_;
    const Dataflow& flow_;
    Races races_;
    NetworkGraph graph_;
    std::set<std::size_t> is_wrong_output_;

    using Array = std::tuple<int, int, int>; ///< launch and block of a shared one, and the variable
    std::map<std::pair<Array, long long>, int> column_of_; ///< elements
    std::map<Array, long long> first_column_;              ///< of an array's element 0
    std::vector<int> element_column_, columns_;            ///< of values

    std::map<std::tuple<int, int, int, int>, std::set<int>>
        collectives_; ///< after which sums were made
    std::set<StoredSums> stored_sums_;
    std::vector<bool> is_passing_; ///< values that are overwritten before the next barrier

    std::vector<std::size_t> stands_for_; ///< the value that is shown for a value
    std::vector<bool> is_count_;          ///< values that are, or are made from, flags and the like
    std::vector<std::size_t> node_of_;    ///< a value's node
    std::map<std::pair<int, int>, std::size_t> input_nodes_; ///< by launch and input
    std::map<std::tuple<Row, int, NodeKind, std::int64_t, Provenance,
                        std::vector<std::pair<std::size_t, int>>>,
             std::size_t>
        same_;
};

} // namespace

std::string place(const Variable& variable, long long index) {
    if (index < 0 || variable.elements == 1) return variable.name;
    return variable.row > 0
               ? fmt::format("{}[{}][{}]", variable.name, index / variable.row, index % variable.row)
               : fmt::format("{}[{}]", variable.name, index);
}

std::string place(const Recording& recording, const Value& value) {
    return value.in_memory() ? place(recording.variables[value.variable], value.index) : "";
}

Term arrival(const Recording& recording, const Dataflow& flow, Term term) {
    const auto value = [&](const Term& t) -> const Value& { return flow.values[t.value]; };
    while (recording.events[term.event].kind != Event::Kind::receive && !value(term).in_memory() &&
           value(term).origin == Value::Origin::copy)
        term = value(term).terms.front();
    return term;
}

NetworkGraph network_graph(const Recording& recording, const Dataflow& flow) {
    return Builder(recording, flow).build();
}

} // namespace scanlab::diagrams
