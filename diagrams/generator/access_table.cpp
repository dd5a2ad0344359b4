#include "access_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <tuple>

namespace scanlab::diagrams {
namespace {

constexpr std::array numbers{3, 1, 7, 0, 4, 1, 6, 3, 2, 5, 1, 8, 0, 2, 4, 1};

class Table {
public:
    Table(const Recording& recording, const Dataflow& flow) : recording_(recording), flow_(flow) {}

    std::vector<AccessRow> rows() {
        find_places();
        // Where the thread that makes most accesses between two barriers makes this one: the order.
        std::vector<std::pair<Key, const Place*>> in_order;
        for (const auto& [key, place] : places_) in_order.emplace_back(key, &place);
        std::ranges::stable_sort(in_order, {}, [](const auto& entry) {
            const auto& [launch, barriers, instruction, time] = entry.first;
            return std::tuple(launch, barriers, entry.second->order);
        });
        for (const auto& [key, place] : in_order) add(*place, row_of(key, *place));
        name_single_elements();
        return std::move(rows_);
    }

private:
    /// A launch, the barriers that the block has passed, an instruction, and how often the thread has
    /// come to it since the last barrier.
    using Key = std::tuple<int, int, int, int>;
    struct Place {
        int order = 0;
        std::map<int, std::size_t> events{}; ///< by thread
    };

    const Event& event(std::size_t i) const { return recording_.events[i]; }

    int column(const Event& e) const {
        return e.block * recording_.launches[static_cast<std::size_t>(e.launch)].threads() + e.thread;
    }

    void find_places() {
        if (recording_.input && recording_.input->values.size() > numbers.size())
            throw BadInput(
                fmt::format("this view has room for {} elements; try --n 8", numbers.size()));
        std::map<std::pair<int, int>, int> passed;         // by launch and block
        std::map<std::tuple<int, int, int>, int> accesses; // by launch, barriers and thread
        std::map<std::tuple<int, int, int, int>, int> times;
        for (std::size_t i = 0; i < recording_.events.size(); ++i) {
            const Event& e = event(i);
            int& barriers = passed[{e.launch, e.block}];
            barriers += e.kind == Event::Kind::barrier;
            if (!is_shown(e)) continue;
            if (column(e) >= static_cast<int>(numbers.size()))
                throw BadInput(
                    fmt::format("this view has room for {} threads; try --n 8", numbers.size()));
            const int time = times[{e.launch, barriers, column(e), e.instruction}]++;
            Place& place = places_[{e.launch, barriers, e.instruction, time}];
            place.order = std::max(place.order, accesses[{e.launch, barriers, column(e)}]++);
            place.events.emplace(column(e), i);
            columns_ = std::max(columns_, column(e) + 1);
        }
    }

    /// What several threads hand to one has no place of its own.
    static bool is_shown(const Event& e) {
        if (e.kind == Event::Kind::receive) return e.from >= 0 && e.from != e.thread;
        return (e.kind == Event::Kind::read || e.kind == Event::Kind::write) && e.variable >= 0;
    }

    const Variable* variable(const Event& e) const {
        return e.variable < 0 ? nullptr : &recording_.variables[static_cast<std::size_t>(e.variable)];
    }
    long long part(const Event& e) const {
        return variable(e) && variable(e)->row > 0 ? e.index / variable(e)->row : 0;
    }
    /// The element that it accesses, or the thread that it receives from.
    long long index(const Event& e) const {
        return variable(e) ? e.index - part(e) * variable(e)->row : e.from;
    }
    /// How far that is from the thread's own.
    long long distance(const Event& e) const {
        const bool is_global = variable(e) && !variable(e)->in_shared_memory();
        return index(e) - (is_global ? column(e) : e.thread);
    }

    /// Whether all threads access elements at the same distance.
    bool is_regular(const Place& place) const {
        const Event& first = event(place.events.begin()->second);
        return std::ranges::all_of(place.events, [&](const auto& entry) {
            const Event& e = event(entry.second);
            return e.variable == first.variable && part(e) == part(first) &&
                   distance(e) == distance(first);
        });
    }

    std::string element(const Place& place) const {
        const Event& first = event(place.events.begin()->second);
        std::string index = "…";
        if (is_regular(place)) {
            const long long d = distance(first);
            index = variable(first) && !variable(first)->in_shared_memory() ? "i" : "t";
            if (d != 0) index += fmt::format(" {} {}", d < 0 ? '-' : '+', std::abs(d));
        }
        return element(first, index);
    }

    std::string element(const Event& e, const std::string& index) const {
        if (!variable(e)) return index;
        return fmt::format("{}{}[{}]", variable(e)->name,
                           variable(e)->row > 0 ? fmt::format("[{}]", part(e)) : "", index);
    }

    /// One thread alone goes by no rule.
    void name_single_elements() {
        for (AccessRow& row : rows_) {
            const auto is_there = [](const auto& cell) { return cell.has_value(); };
            if (std::ranges::count_if(row.threads, is_there) > 1) continue;
            const Event& e = event((*std::ranges::find_if(row.threads, is_there))->event);
            row.element = element(e, std::to_string(index(e)));
            row.is_regular = true;
        }
    }

    AccessRow row_of(const Key& key, const Place& place) const {
        const Event& first = event(place.events.begin()->second);
        return {.launch = std::get<0>(key),
                .barriers = std::get<1>(key),
                .kind = first.kind,
                .variable = first.variable,
                .part = part(first),
                .is_regular = is_regular(place),
                .element = element(place),
                .threads = {}};
    }

    /// Both ways of a condition may access the same element: one row, whose threads go either way.
    bool continues(const AccessRow& last, const AccessRow& row, const Place& place) const {
        return std::tie(last.launch, last.barriers, last.kind, last.element) ==
                   std::tie(row.launch, row.barriers, row.kind, row.element) &&
               std::ranges::none_of(place.events, [&](const auto& entry) {
                   return last.threads[static_cast<std::size_t>(entry.first)].has_value();
               });
    }

    void add(const Place& place, AccessRow row) {
        if (rows_.empty() || !continues(rows_.back(), row, place)) {
            row.threads.resize(static_cast<std::size_t>(columns_));
            rows_.push_back(std::move(row));
        }
        for (const auto& [thread, i] : place.events)
            rows_.back().threads[static_cast<std::size_t>(thread)] = {i, index(event(i)), text(i)};
    }

    /// The values that it has moved, several of a vector.
    std::string text(std::size_t i) const {
        if (flow_.at_event[i].empty())
            return std::to_string(static_cast<std::int32_t>(event(i).bits()));
        std::vector<long long> shown;
        for (const std::size_t v : flow_.at_event[i]) shown.push_back(number(flow_.values[v]));
        return fmt::format("{}", fmt::join(shown, " "));
    }

    long long number(const Value& value) const {
        if (!recording_.input || value.inputs.empty()) return value.number;
        long long sum = 0;
        for (const auto& [input, times] : value.inputs)
            sum += times * numbers.at(static_cast<std::size_t>(input));
        return sum;
    }

    const Recording& recording_;
    const Dataflow& flow_;
    std::map<Key, Place> places_;
    int columns_ = 0;
    std::vector<AccessRow> rows_;
};

} // namespace

std::vector<AccessRow> access_table(const Recording& recording, const Dataflow& flow) {
    return Table(recording, flow).rows();
}

std::string sentence(const AccessRow& row) {
    if (row.kind == Event::Kind::receive) return fmt::format("gets from thread `{}`", row.element);
    return fmt::format("{} `{}`", row.kind == Event::Kind::write ? "writes" : "reads", row.element);
}

std::string in_markdown(const Recording& recording, const std::vector<AccessRow>& table) {
    std::string text = "| thread |", rule = "|---|", empty;
    const std::size_t columns = table.empty() ? 0 : table.front().threads.size();
    for (std::size_t thread = 0; thread < columns; ++thread) {
        text += fmt::format(" {} |", thread);
        rule += "---:|";
        empty += " |";
    }
    text += "\n" + rule + "\n";
    int launch = recording.launches.size() > 1 ? -1 : 0, barriers = 0;
    for (const AccessRow& row : table) {
        if (row.launch != launch) {
            text += fmt::format("| *launch {}* |{}\n", row.launch + 1, empty);
            barriers = 0;
        }
        for (launch = row.launch; barriers < row.barriers; ++barriers)
            text += fmt::format("| *barrier: all wait* |{}\n", empty);
        text += fmt::format("| {} |", sentence(row));
        for (const auto& cell : row.threads) {
            if (!cell)
                text += " – |";
            else if (row.is_regular)
                text += fmt::format(" {} |", cell->value);
            else
                text += fmt::format(" [{}] {} |", cell->index, cell->value);
        }
        text += "\n";
    }
    return text;
}

} // namespace scanlab::diagrams
