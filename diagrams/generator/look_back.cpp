#include "look_back.hpp"

#include "text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace scanlab::diagrams {
namespace {

using EventKind = Event::Kind;

constexpr double column_pitch = 128, row_pitch = 34, fan = 9;
constexpr double tile_label_width = 178, bar_width = 11, header = 40;
constexpr double box_width = 84, box_height = 23, dot = 8;

Role role_of(State state) {
    switch (state) {
    case State::aggregate:
        return Role::aggregate;
    case State::prefix:
        return Role::prefix;
    default:
        return Role::dropped;
    }
}

/// In the life of a tile.
struct Moment {
    std::size_t event = 0;
    int tile = 0, block = -1;
    enum class What { starts, publishes, looks_back, is_done } what = What::starts;
    const Publication* publication = nullptr;
    const Window* window = nullptr;
    bool by_ticket = false; ///< starts: the block has taken the tile's number from a counter
};

class Chart {
public:
    Chart(const Recording& recording, const Dataflow& flow, const Descriptors& descriptors)
        : recording_(recording), flow_(flow), descriptors_(descriptors),
          wrong_(wrong_outputs(recording)) {}

    Picture draw() {
        picture_.id = recording_.number > 0
                          ? fmt::format("{:02}_{}", recording_.number, recording_.program)
                          : recording_.program;
        for (const Finding& finding : recording_.findings)
            picture_.problems.push_back(sentence(finding));
        step("start", "All descriptors are empty.", {});
        find_rows();
        double y = header + box_height;
        for (const Moment& row : rows_) {
            draw(row, y);
            y += row_pitch;
            if (row.window) y += fan * (row.window->counted() - 1);
        }
        bottom_ = y;
        for (const auto& [tile, bar] : bars_) draw_bar(tile, bar, bottom_);
        put_behind(finished_bars_);
        draw_columns();
        describe();
        return std::move(picture_);
    }

    std::string in_markdown() {
        find_rows();
        std::string text = "| |", rule = "|---|";
        for (int tile = 0; tile < descriptors_.tiles; ++tile) {
            text += fmt::format(" tile {} |", tile);
            rule += "---|";
        }
        text += "\n" + rule + "\n";
        std::vector<std::string> known(static_cast<std::size_t>(descriptors_.tiles), "empty");
        for (const Moment& row : rows_) {
            if (row.what == Moment::What::is_done) continue;
            if (row.publication)
                known[static_cast<std::size_t>(row.tile)] = short_label(*row.publication);
            text += fmt::format("| {} | {} |\n", summary(row), fmt::join(known, " | "));
        }
        return text;
    }

private:
    static double x(int tile) { return tile_label_width + (tile + 0.5) * column_pitch; }
    const Event& event(std::size_t i) const { return recording_.events[i]; }

    void find_rows() {
        std::map<int, int> last_tile; // of each block
        std::vector<bool> has_start(descriptors_.tiles);
        for (const Publication& p : descriptors_.publications) {
            last_tile[p.block] = p.tile;
            if (!has_start[p.tile]) add_start(p);
            has_start[p.tile] = true;
            rows_.push_back({p.event, p.tile, p.block, Moment::What::publishes, &p});
        }
        for (const Window& window : descriptors_.windows) {
            rows_.push_back({window.event(), window.tile, window.block, Moment::What::looks_back,
                             nullptr, &window});
            last_tile.try_emplace(window.block, window.tile);
        }
        std::map<int, std::size_t> last_exit;
        for (std::size_t i = 0; i < recording_.events.size(); ++i)
            if (event(i).kind == EventKind::exit && event(i).launch == descriptors_.launch)
                last_exit[event(i).block] = i;
        for (const auto& [block, exit] : last_exit)
            if (last_tile.count(block))
                rows_.push_back({exit, last_tile[block], block, Moment::What::is_done});
        std::stable_sort(rows_.begin(), rows_.end(),
                         [](const Moment& a, const Moment& b) { return a.event < b.event; });
    }

    /// A tile starts when its block draws its number from a counter; without one, with its first
    /// access.
    void add_start(const Publication& first) {
        Moment row{first.event, first.tile, first.block, Moment::What::starts};
        for (std::size_t i = first.event; i-- > 0;) {
            const Event& e = event(i);
            if (e.launch != descriptors_.launch || e.block != first.block) continue;
            row.event = i;
            row.by_ticket = is_draw(i, first.tile);
            if (row.by_ticket) break;
        }
        rows_.push_back(row);
    }

    /// Whether the event reads the tile's number from a counter and leaves the next one there.
    bool is_draw(std::size_t i, int tile) const {
        const Event& e = event(i);
        if (e.kind != EventKind::read || !e.is_atomic) return false;
        const Event& next = event(i + 1);
        return next.kind == EventKind::write && next.address == e.address &&
               e.bits() == static_cast<std::uint64_t>(tile) && next.bits() == e.bits() + 1;
    }

    int step(const std::string& label, const std::string& description,
             std::vector<std::size_t> events) {
        Step result{label, description, {}};
        for (const std::size_t i : events) {
            const CodeLine at = event(i).at;
            if (at.file >= 0) result.lines.push_back({recording_.files[at.file], at.line});
        }
        picture_.steps.push_back(result);
        return static_cast<int>(picture_.steps.size()) - 1;
    }

    std::size_t node(const std::string& id, int tile, double y, Role role, const std::string& label,
                     int step, const std::string& tooltip) {
        Node n{id, {x(tile), y}, label, role, tooltip, step};
        const bool is_dot = label.empty();
        n.shape = is_dot ? Shape::circle : Shape::box;
        n.width = is_dot ? dot : box_width;
        n.height = is_dot ? dot : box_height;
        picture_.nodes.push_back(n);
        return picture_.nodes.size() - 1;
    }

    void draw(const Moment& row, double y) {
        switch (row.what) {
        case Moment::What::starts:
            draw_start(row, y);
            break;
        case Moment::What::publishes:
            draw_publication(row, y);
            break;
        case Moment::What::looks_back:
            draw_window(row, y);
            break;
        case Moment::What::is_done:
            draw_end(row, y);
            break;
        }
        picture_.texts.push_back({{0, y}, picture_.steps.back().label, true, false, last_step()});
    }
    int last_step() const { return static_cast<int>(picture_.steps.size()) - 1; }

    void draw_start(const Moment& row, double y) {
        const std::string sentence = fmt::format(
            "Block {} {} tile {}.", row.block,
            row.by_ticket ? "takes a ticket, which makes it work on" : "starts with", row.tile);
        const char* const why = row.by_ticket
                                    ? " Lower tickets belong to blocks that run already, so it "
                                      "may wait for their tiles."
                                    : "";
        const int now =
            step(fmt::format("tile {} {}", row.tile, row.by_ticket ? "takes its ticket" : "starts"),
                 sentence + why, {row.event});
        picture_.texts.push_back({{x(row.tile) - column_pitch / 2 + 14, 30},
                                  fmt::format("block {}", row.block),
                                  true,
                                  true,
                                  now});
        node(fmt::format("start_{}", row.tile), row.tile, y, Role::copied,
             row.by_ticket ? fmt::format("ticket {}", row.tile) : "start", now, sentence);
    }

    void draw_publication(const Moment& row, double y) {
        const Publication& p = *row.publication;
        const bool is_prefix = p.state == State::prefix;
        const std::string what = is_prefix ? "prefix" : "aggregate";
        const std::string problem = error(p);
        const std::string value = label(p);
        std::string sentence = fmt::format("Tile {} publishes its {}{}, {}.", p.tile,
                                           is_prefix ? "inclusive " : "", what, value);
        if (!problem.empty()) sentence += " " + problem;
        const std::string why = !problem.empty() ? ""
                                : is_prefix      ? " A look-back that comes here need not look further."
                                                 : " Tiles after it can already add that, although "
                                                   "what precedes it is not known yet.";
        const int now =
            step(fmt::format("tile {} publishes {}", p.tile, what), sentence + why, {p.event});
        const Role role = problem.empty() ? role_of(p.state) : Role::wrong;
        node(fmt::format("{}_{}", what, p.tile), p.tile, y, role, short_label(p), now, sentence);
        if (!problem.empty()) picture_.problems.push_back(problem);
        Bar& bar = bars_[p.tile];
        draw_bar(p.tile, bar, y);
        bar = {y, role, now};
    }

    void draw_window(const Moment& row, double y) {
        const Window& window = *row.window;
        const std::size_t looks = window.counted();
        std::string list;
        std::vector<std::size_t> events;
        for (std::size_t i = 0; i < looks; ++i) {
            const Look& look = window.looks[i];
            if (i > 0) list += i + 1 < looks ? ", " : " and ";
            list += fmt::format("tile {} ({})", look.tile, seen(look));
            events.push_back(look.event);
        }
        const std::string waited =
            window.polls == 0 ? ""
                              : fmt::format(" It has waited for {}.", counted(window.polls, "poll"));
        const bool goes_on =
            std::any_of(descriptors_.windows.data(), row.window, [&](const Window& earlier) {
                return earlier.tile == window.tile && earlier.counts;
            });
        const int now =
            window.counts
                ? step(fmt::format("tile {} looks {}back", window.tile, goes_on ? "further " : ""),
                       fmt::format("Tile {} adds up what it finds at {}.{}", window.tile, list, waited),
                       events)
                : step(fmt::format("tile {} waits", window.tile),
                       fmt::format("Tile {} waits forever: it finds {}.{}", window.tile, list, waited),
                       events);
        const std::string id = fmt::format("look_{}", now);
        const std::size_t reader = node(id, window.tile, y, window.counts ? Role::sum : Role::wrong, "",
                                        now, picture_.steps.back().description);
        for (std::size_t i = 0; i < looks; ++i) {
            const Look& look = window.looks[i];
            const std::string tooltip =
                fmt::format("tile {} finds at tile {}: {}", window.tile, look.tile, seen(look));
            const std::size_t read = node(fmt::format("{}_{}", id, look.tile), look.tile, y + fan * i,
                                          role_of(look.state), "", now, tooltip);
            picture_.edges.push_back(
                {reader, read, window.counts ? Line::look_back : Line::racing, tooltip, now, {}});
        }
        if (window.polls > 0)
            picture_.texts.push_back(
                {{x(window.tile) + bar_width, y}, counted(window.polls, "poll"), true, true, now});
    }

    /// The last thing that the block did to global memory before the event.
    std::size_t last_store(std::size_t end, int block) const {
        for (std::size_t i = end; i-- > 0;)
            if (event(i).block == block && event(i).kind == EventKind::write &&
                event(i).variable >= 0 && !recording_.variables[event(i).variable].in_shared_memory())
                return i;
        return end;
    }

    void draw_end(const Moment& row, double y) {
        const bool is_wrong = std::any_of(wrong_.begin(), wrong_.end(), [&](std::size_t i) {
            return static_cast<int>(i) / recording_.tile() == row.tile;
        });
        const int now = step(fmt::format("tile {} is done", row.tile),
                             fmt::format("Block {} has written the output of tile {}{}.", row.block,
                                         row.tile, is_wrong ? ", which is wrong" : ""),
                             {last_store(row.event, row.block)});
        node(fmt::format("done_{}", row.tile), row.tile, y, is_wrong ? Role::wrong : Role::complete,
             is_wrong ? "wrong" : "done", now, picture_.steps.back().description);
    }

    /// From when on a tile is in a state.
    struct Bar {
        double top = header;
        Role role = Role::dropped;
        int step = 0;
    };

    void draw_bar(int tile, const Bar& bar, double bottom) {
        finished_bars_.push_back({fmt::format("bar_{}_{}", tile, bar.step),
                                  {x(tile), (bar.top + bottom) / 2},
                                  "",
                                  bar.role,
                                  fmt::format("tile {}", tile),
                                  bar.step,
                                  Shape::box,
                                  bar_width,
                                  bottom - bar.top});
    }

    void put_behind(const std::vector<Node>& nodes) {
        picture_.nodes.insert(picture_.nodes.begin(), nodes.begin(), nodes.end());
        for (Edge& edge : picture_.edges) {
            edge.from += nodes.size();
            edge.to += nodes.size();
        }
    }

    void draw_columns() {
        for (int tile = 0; tile < descriptors_.tiles; ++tile) {
            const double half = column_pitch / 2 - 4;
            picture_.bands.push_back({{x(tile) - half, 0},
                                      {x(tile) + half, bottom_ + 8},
                                      fmt::format("tile {}", tile),
                                      "",
                                      0});
        }
    }

    static std::string short_label(State state, const std::string& value) {
        return fmt::format("{} {}", state == State::prefix ? 'P' : 'A', value);
    }
    std::string short_label(const Publication& p) const { return short_label(p.state, label(p)); }

    std::string short_label(const Look& look) const {
        if (look.state == State::empty) return "empty";
        const Publication* p = descriptors_.find(look.tile, look.state);
        return short_label(look.state,
                           p && p->number == look.number ? label(*p) : std::to_string(look.number));
    }

    /// What happens, as a row of the table says it.
    std::string summary(const Moment& row) const {
        switch (row.what) {
        case Moment::What::starts:
            return fmt::format("tile {} {}", row.tile, row.by_ticket ? "takes its ticket" : "starts");
        case Moment::What::publishes:
            return fmt::format("tile {} publishes {}", row.tile, short_label(*row.publication));
        case Moment::What::looks_back: {
            std::vector<std::string> found;
            for (std::size_t i = 0; i < row.window->counted(); ++i)
                found.push_back(short_label(row.window->looks[i]));
            const std::string verb = row.window->counts ? "adds up" : "waits, and finds";
            const int polls = row.window->polls;
            return fmt::format("tile {} {} {}{}", row.tile, verb, fmt::join(found, " + "),
                               polls == 0 ? "" : fmt::format(", after {}", counted(polls, "poll")));
        }
        default:
            return fmt::format("tile {} is done", row.tile);
        }
    }

    std::string seen(const Look& look) const {
        if (look.state == State::empty) return "empty";
        const Publication* p = descriptors_.find(look.tile, look.state);
        return fmt::format("{} {}", look.state == State::prefix ? "prefix" : "aggregate",
                           p && p->number == look.number ? label(*p) : std::to_string(look.number));
    }

    /// The inputs that the publication sums; nullptr if it is no sum of inputs, or if nobody has said
    /// what the inputs are.
    const Provenance* inputs(const Publication& p) const {
        if (!recording_.input) return nullptr;
        for (const std::size_t value : flow_.at_event[p.value_event])
            if (!flow_.values[value].inputs.empty()) return &flow_.values[value].inputs;
        return nullptr;
    }
    std::string label(const Publication& p) const {
        const Provenance* sum = inputs(p);
        return sum ? flow_.label(*sum) : std::to_string(p.number);
    }

    /// A sentence if the publication isn't what it should be.
    std::string error(const Publication& p) const {
        const Provenance* sum = inputs(p);
        if (sum && !is_range(*sum))
            return fmt::format("Tile {} publishes {}, which is no sum of neighbouring elements.",
                               p.tile, label(p));
        if (p.state != State::prefix) return "";
        if (sum && sum->front().first != 0)
            return fmt::format(
                "Tile {} publishes {} as its prefix, which does not begin with the first element.",
                p.tile, label(p));
        const Publication* own = descriptors_.find(p.tile, State::aggregate);
        if (!own) return "";
        std::int64_t total = own->number;
        for (const Window& window : descriptors_.windows)
            if (window.tile == p.tile && window.counts)
                for (std::size_t i = 0; i < window.counted(); ++i) total += window.looks[i].number;
        // Sums of 32 bits wrap around.
        const int bytes = recording_.task == Recording::Task::wide_scan ? 8 : 4;
        if (low_bits(static_cast<Bits>(total), bytes) == low_bits(static_cast<Bits>(p.number), bytes))
            return "";
        return fmt::format("Tile {} publishes {} as its prefix, but what it has found adds up to {}.",
                           p.tile, label(p), sum ? "something else" : std::to_string(total));
    }

    void describe();

    const Recording& recording_;
    const Dataflow& flow_;
    const Descriptors& descriptors_;
    const std::vector<std::size_t> wrong_; ///< elements of the output
    Picture picture_;
    std::vector<Moment> rows_;
    std::map<int, Bar> bars_; ///< of each tile, what is not replaced yet
    std::vector<Node> finished_bars_;
    double bottom_ = 0;
};

void Chart::describe() {
    std::set<int> looking_back;
    long long prefixes = 0, aggregates = 0;
    const Window* longest = nullptr;
    for (const Window& window : descriptors_.windows) {
        if (window.counts) looking_back.insert(window.tile);
        for (std::size_t i = 0; window.counts && i < window.counted(); ++i)
            ++(window.looks[i].state == State::prefix ? prefixes : aggregates);
        if (window.polls > (longest ? longest->polls : 0)) longest = &window;
    }
    const std::string name = recording_.title.empty() ? recording_.program : recording_.title;
    picture_.title = fmt::format("{}: {} over time", name, counted(descriptors_.tiles, "tile"));
    picture_.description = fmt::format("A time chart. {} stand side by side, time runs downwards. Each "
                                       "tile's descriptor is empty, then "
                                       "holds the tile's aggregate, then its inclusive prefix; arrows "
                                       "go from a tile that looks back to "
                                       "the descriptors that it adds up.",
                                       counted(descriptors_.tiles, "tile"));
    picture_.caption.push_back(
        fmt::format("{}, {}: {} read and added up ({}, {}).", counted(descriptors_.tiles, "tile"),
                    counted(static_cast<long long>(looking_back.size()), "look-back"),
                    counted(prefixes + aggregates, "descriptor"), counted(aggregates, "aggregate"),
                    prefixes == 1 ? "1 prefix" : fmt::format("{} prefixes", prefixes)));
    picture_.caption.push_back(
        longest ? fmt::format("The longest wait: tile {}, {} that found an empty descriptor.",
                              longest->tile, counted(longest->polls, "poll"))
                : "No tile had to wait.");
    if (!wrong_.empty())
        picture_.problems.push_back(fmt::format(
            "{}{}.", describe_wrong(recording_, flow_, wrong_[0]),
            wrong_.size() == 1 ? "" : fmt::format(", and {} more are wrong", wrong_.size() - 1)));
    else if (recording_.output)
        picture_.caption.push_back(
            "Checked in a run: the result is the CPU's, and every prefix is what its "
            "look-back adds up to.");
    using Sample = LegendEntry::Sample;
    picture_.legend = {
        {Sample::role, Role::dropped, {}, "empty"},
        {Sample::role, Role::aggregate, {}, "A: aggregate, the tile's own sum"},
        {Sample::role, Role::prefix, {}, "P: inclusive prefix, the sum up to the tile's end"},
        {Sample::line, {}, Line::look_back, "looks back and adds up"}};
    if (!picture_.problems.empty()) picture_.legend.push_back({Sample::role, Role::wrong, {}, "wrong"});
    if (longest)
        picture_.legend.push_back(
            {Sample::none, {}, {}, "polls: reads that found somebody empty and were repeated"});
}

} // namespace

Picture look_back(const Recording& recording, const Dataflow& flow, const Descriptors& descriptors) {
    return Chart(recording, flow, descriptors).draw();
}

std::string look_back_in_markdown(const Recording& recording, const Dataflow& flow,
                                  const Descriptors& descriptors) {
    return Chart(recording, flow, descriptors).in_markdown();
}

} // namespace scanlab::diagrams
