#include "warps.hpp"

#include "dataflow.hpp"
#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace scanlab::diagrams {
namespace {

using DeedKind = Action::Kind;

constexpr double warp_pitch = 84, action_width = 74, action_height = 17;
constexpr double place_pitch = 24, place_width = 18, block_gap = 22, first_moment = 52,
                 next_moment = 6.5;

class WarpChart {
public:
    WarpChart(const Recording& recording, const WarpRoles& roles)
        : recording_(recording), roles_(roles), compacts_(recording.moves_elements()),
          blocks_(recording.launches[static_cast<std::size_t>(roles.launch)].blocks()) {}

    Picture draw() {
        picture_.id = fmt::format("{:02}_{}", recording_.number, recording_.program);
        place_columns();
        place_moments();
        picture_.steps.push_back(
            {.label = "start",
             .description = fmt::format("{} blocks of {} warps, and {} tiles. Time runs downwards.",
                                        blocks_, warps(), roles_.tiles)});
        for (const Action& action : roles_.actions) add_step(action);
        for (std::size_t i = 0; i < roles_.ring.size(); ++i) add_in_ring(roles_.ring[i]);
        for (std::size_t i = 0; i < roles_.actions.size(); ++i) add_deed(i);
        for (std::size_t i = 0; i < roles_.actions.size(); ++i) add_edges(i);
        add_waits();
        add_headers();
        describe();
        return std::move(picture_);
    }

private:
    int warps() const { return static_cast<int>(roles_.warps.size()); }
    int blocks_per_device() const { return blocks_ / recording_.devices; }
    /// "block 1", or "GPU 0, block 1".
    std::string name_of(int block) const {
        const int own = block % blocks_per_device(), device = block / blocks_per_device();
        return recording_.devices > 1 ? fmt::format("GPU {}, block {}", device, own)
                                      : fmt::format("block {}", own);
    }
    bool is_for(int warp, DeedKind kind) const {
        return roles_.warps[static_cast<std::size_t>(warp)].contains(kind);
    }

    // --- where things stand --------------------------------------------------------------

    /// As tiles go: the warp that loads, the ring, those that sum, look back, and store.
    void place_columns() {
        std::vector<int> order;
        const auto add = [&](DeedKind kind) {
            for (int warp = 0; warp < warps(); ++warp)
                if (is_for(warp, kind) && std::find(order.begin(), order.end(), warp) == order.end())
                    order.push_back(warp);
        };
        for (const DeedKind kind :
             {DeedKind::load, DeedKind::publish, DeedKind::sum, DeedKind::look_back, DeedKind::store})
            add(kind);
        double x = 0;
        for (int block = 0; block < blocks_; ++block) {
            left_.push_back(x);
            for (const int warp : order) {
                x_[{block, warp}] = x + warp_pitch / 2;
                x += warp_pitch;
                if (!is_for(warp, DeedKind::load)) continue;
                for (int place = 0; place < roles_.places; ++place) {
                    ring_x_[{block, place}] = x + place_pitch / 2;
                    x += place_pitch;
                }
            }
            right_.push_back(x);
            x += block_gap;
        }
    }

    /// Only what begins or ends counts: a moment each, later ones further down, and room for each
    /// label.
    void place_moments() {
        std::set<std::size_t> moments;
        std::multimap<std::size_t, std::size_t> begins; // by the end
        const auto add = [&](std::size_t begin, std::size_t end) {
            moments.insert({begin, end});
            begins.insert({end, begin});
        };
        for (const Action& action : roles_.actions) {
            add(action.begin, action.end);
            for (const Need& need : action.needs) moments.insert(need.event);
        }
        for (const InRing& in_ring : roles_.ring) {
            moments.insert(in_ring.arrived);
            add(in_ring.arrived, in_ring.read);
        }
        std::map<int, double> free; // from where on a warp's column is
        std::map<std::size_t, std::vector<const Action*>> actions;
        for (const Action& action : roles_.actions) actions[action.begin].push_back(&action);
        double y = first_moment;
        for (const std::size_t now : moments) {
            y += next_moment;
            const auto [first, last] = begins.equal_range(now);
            for (auto it = first; it != last; ++it)
                if (it->second < now) y = std::max(y, y_[it->second] + action_height + 1);
            for (const Action* action : actions[now]) {
                double& from = free[action->block * warps() + action->warp];
                y = std::max(y, from + 2);
            }
            y_[now] = y;
            for (const Action* action : actions[now])
                free[action->block * warps() + action->warp] = y + action_height;
        }
        bottom_ = y + action_height + 12;
    }

    double top(const Action& action) const { return y_.at(action.begin); }
    double bottom(const Action& action) const {
        return std::max(y_.at(action.end), y_.at(action.begin) + action_height);
    }

    // --- nodes ---------------------------------------------------------------------------

    static int step_of(std::size_t action) { return static_cast<int>(action) + 1; }

    std::string word(const Action& action) const {
        switch (action.kind) {
        case DeedKind::load:
            return "load";
        case DeedKind::sum:
            return compacts_ ? "count" : "sum";
        case DeedKind::publish:
            return "publish";
        case DeedKind::look_back:
            return "look back";
        case DeedKind::finish:
            return compacts_ ? "stage" : "scan";
        case DeedKind::store:
            return "store";
        }
        return {};
    }

    static Role role(DeedKind kind) {
        switch (kind) {
        case DeedKind::load:
            return Role::input;
        case DeedKind::sum:
            return Role::sum;
        case DeedKind::publish:
            return Role::identity;
        case DeedKind::look_back:
            return Role::handed;
        case DeedKind::finish:
            return Role::complete;
        case DeedKind::store:
            return Role::flag;
        }
        return Role::sum;
    }

    void add_deed(std::size_t i) {
        const Action& action = roles_.actions[i];
        const double from = top(action), to = bottom(action);
        nodes_.push_back(picture_.nodes.size());
        picture_.nodes.push_back({.id = fmt::format("action{}", i),
                                  .at = {x_.at({action.block, action.warp}), (from + to) / 2},
                                  .label = fmt::format("{} {}", word(action), action.tile),
                                  .role = role(action.kind),
                                  .tooltip = sentence(action),
                                  .step = step_of(i),
                                  .shape = Shape::box,
                                  .width = action_width,
                                  .height = to - from});
    }

    void add_in_ring(const InRing& in_ring) {
        const int step = step_of(in_ring.load);
        const double x = ring_x_.at({in_ring.block, in_ring.place});
        const auto add = [&](const char* name, double from, double to, Role role, std::string label,
                             std::string tooltip) {
            picture_.nodes.push_back(
                {.id = fmt::format("bar_{}_{}_{}", name, in_ring.block, in_ring.tile),
                 .at = {x, (from + to) / 2},
                 .label = std::move(label),
                 .role = role,
                 .tooltip = std::move(tooltip),
                 .step = step,
                 .shape = Shape::box,
                 .width = place_width,
                 .height = std::max(1.0, to - from)});
        };
        const double arrives = y_.at(in_ring.arrived);
        add("way", y_.at(in_ring.started), arrives, Role::dropped, "",
            fmt::format("tile {} is on its way to place {} of the ring", in_ring.tile, in_ring.place));
        in_ring_[{in_ring.block, in_ring.tile}] = picture_.nodes.size();
        add("there", arrives, std::max(y_.at(in_ring.read), arrives + action_height), Role::copied,
            std::to_string(in_ring.tile),
            fmt::format("tile {} is in place {} of the ring until all have read it", in_ring.tile,
                        in_ring.place));
    }

    void add_edges(std::size_t i) {
        const Action& action = roles_.actions[i];
        for (const Need& need : action.needs) {
            const Action& source = roles_.actions[need.action];
            const bool by_ring = source.kind == DeedKind::load;
            const std::size_t from =
                by_ring ? in_ring_.at({source.block, source.tile}) : nodes_[need.action];
            picture_.edges.push_back(
                {.from = from,
                 .to = nodes_[i],
                 .line = source.kind == DeedKind::publish ? Line::look_back
                         : by_ring                        ? Line::own
                                                          : Line::partner,
                 .tooltip = fmt::format("{} {}, then {} {}", word(source), source.tile, word(action),
                                        action.tile),
                 .step = step_of(std::max(i, need.action)),
                 .via = between(picture_.nodes[from], picture_.nodes[nodes_[i]], y_.at(need.event)),
                 .via_is_all = true});
        }
    }

    /// From where a node ends, or from its side if it goes on, to where another begins, or to its side
    /// if it has begun before.
    static std::vector<Point> between(const Node& from, const Node& to, double y) {
        const double right = to.at.x > from.at.x ? 1 : -1;
        const double end = from.at.y + from.height / 2, begin = to.at.y - to.height / 2;
        const bool has_ended = end < y, begins = y < begin + 1;
        const Point start = has_ended ? Point{from.at.x + right * from.width / 4, end}
                                      : Point{from.at.x + right * from.width / 2,
                                              std::max(y - 4, from.at.y - from.height / 2)};
        const Point stop = begins ? Point{to.at.x - right * to.width / 4, begin}
                                  : Point{to.at.x - right * to.width / 2, y};
        return {start, stop};
    }

    /// Between two of its actions a warp waits.
    void add_waits() {
        std::map<std::pair<int, int>, std::size_t> latest;
        for (std::size_t i = 0; i < roles_.actions.size(); ++i) {
            const Action& action = roles_.actions[i];
            const auto [before, is_first] = latest.try_emplace({action.block, action.warp}, i);
            if (is_first) continue;
            if (top(action) - bottom(roles_.actions[before->second]) > 3)
                picture_.edges.push_back({.from = nodes_[before->second],
                                          .to = nodes_[i],
                                          .line = Line::kept,
                                          .tooltip = "waits",
                                          .step = step_of(i)});
            before->second = i;
        }
    }

    std::string purpose(int warp) const {
        if (is_for(warp, DeedKind::load)) return "loads";
        if (is_for(warp, DeedKind::sum)) return compacts_ ? "compacts" : "scans";
        if (is_for(warp, DeedKind::look_back)) return "looks back";
        return is_for(warp, DeedKind::store) ? "stores" : "publishes";
    }

    void add_headers() {
        for (int block = 0; block < blocks_; ++block) {
            const auto b = static_cast<std::size_t>(block);
            picture_.bands.push_back({.top_left = {left_[b] - 2, 0},
                                      .bottom_right = {right_[b] + 2, bottom_},
                                      .label = name_of(block),
                                      .tooltip = name_of(block),
                                      .tint = 0});
            const double middle = ring_x_.at({block, roles_.places / 2});
            add_header(middle, "ring", "");
            for (int warp = 0; warp < warps(); ++warp)
                if (const auto x = x_.find({block, warp}); x != x_.end())
                    add_header(x->second, fmt::format("warp {}", warp), purpose(warp));
        }
    }

    void add_header(double x, const std::string& name, const std::string& purpose) {
        picture_.texts.push_back({.at = {x, 26}, .text = name});
        if (!purpose.empty())
            picture_.texts.push_back({.at = {x, 40}, .text = purpose, .is_small = true});
    }

    // --- in words ------------------------------------------------------------------------

    std::string sentence(const Action& action) const {
        std::string who = fmt::format("{}, warp {}", name_of(action.block), action.warp);
        who.front() = static_cast<char>(std::toupper(who.front()));
        switch (action.kind) {
        case DeedKind::load:
            return fmt::format("{} starts the copy of tile {}", who, action.tile);
        case DeedKind::sum:
            return fmt::format("{} {} its part of tile {}", who,
                               compacts_ ? "counts what it keeps of" : "sums", action.tile);
        case DeedKind::publish:
            return fmt::format("{} publishes {} tile {}", who,
                               compacts_ ? "how many elements are kept of" : "the sum of", action.tile);
        case DeedKind::look_back:
            return fmt::format("{} finds what precedes tile {}", who, action.tile);
        case DeedKind::finish:
            return fmt::format("{} {} its part of tile {}", who,
                               compacts_ ? "stages what it keeps of" : "scans and stores", action.tile);
        case DeedKind::store:
            return fmt::format("{} starts the copy of what is kept of tile {} to the output", who,
                               action.tile);
        }
        return {};
    }

    std::string reason(const Action& action) const {
        switch (action.kind) {
        case DeedKind::load:
            return "The copy engine does the rest, so the warp goes on at once.";
        case DeedKind::sum:
            return "When all have read it, the tile leaves its place in the ring, and the next copy "
                   "may come.";
        case DeedKind::publish:
            return "Other blocks can add that from now on, long before the tile itself is finished.";
        case DeedKind::look_back: {
            int others = 0;
            for (const Need& need : action.needs)
                others += roles_.actions[need.action].kind == DeedKind::publish;
            const std::string found =
                others == 0 ? "No other block has tiles in between."
                            : fmt::format("It adds {} that other blocks have published since.",
                                          counted(others, compacts_ ? "count" : "sum"));
            return found + (action.polls > 0
                                ? fmt::format(" It has asked {} in vain.",
                                              action.polls == 1 ? "once"
                                                                : fmt::format("{} times", action.polls))
                                : " All of it was there at once.");
        }
        case DeedKind::finish: {
            const int ahead = tiles_ahead(action);
            return ahead == 0
                       ? "Its prefix is known."
                       : fmt::format("Its prefix is known; meanwhile the warp has {} {}.",
                                     compacts_ ? "counted" : "summed", counted(ahead, "more tile"));
        }
        case DeedKind::store:
            return "The copy engine does the rest; the buffer is free when it has read all.";
        }
        return {};
    }

    /// How many tiles its warp has summed since it summed this one.
    int tiles_ahead(const Action& finish) const {
        return static_cast<int>(
            std::count_if(roles_.actions.begin(), roles_.actions.end(), [&](const Action& other) {
                return other.kind == DeedKind::sum && other.block == finish.block &&
                       other.warp == finish.warp && other.tile > finish.tile &&
                       other.begin < finish.begin;
            }));
    }

    void add_step(const Action& action) {
        std::set<CodeLine> lines;
        for (const std::size_t i : action.events)
            if (recording_.events[i].at.file >= 0) lines.insert(recording_.events[i].at);
        Step step{.label = fmt::format("{} {}", word(action), action.tile),
                  .description = sentence(action) + ". " + reason(action),
                  .lines = {}};
        for (const CodeLine& at : lines)
            step.lines.push_back({recording_.files[static_cast<std::size_t>(at.file)], at.line});
        picture_.steps.push_back(step);
    }

    void describe() {
        const std::string name = recording_.title.empty() ? recording_.program : recording_.title;
        const std::string& kernel = recording_.launches[static_cast<std::size_t>(roles_.launch)].kernel;
        picture_.kernel = kernel.substr(0, kernel.find('<'));
        picture_.title = fmt::format("{}: what {} of {} {}", name, counted(blocks_, "block"),
                                     counted(warps(), "warp"), blocks_ == 1 ? "does" : "do");
        int ahead = 0, polls = 0, look_backs = 0;
        for (const Action& action : roles_.actions) {
            if (action.kind == DeedKind::finish) ahead = std::max(ahead, tiles_ahead(action));
            if (action.kind != DeedKind::look_back) continue;
            ++look_backs;
            polls += action.polls > 0;
        }
        picture_.caption.push_back(fmt::format(
            "{} elements in {}, {} for each block in turn. A tile's sum is published up to {} before "
            "the tile is "
            "finished; {} of {} had to ask again.",
            recording_.input->values.size(), counted(roles_.tiles, "tile"), counted(1, "tile"),
            counted(ahead, "tile"), polls, counted(look_backs, "look-back")));
        picture_.caption.push_back(
            "Time runs downwards: it is the order of accesses in a run on the simulator, "
            "not what a clock on a GPU would show.");
        for (const Finding& finding : recording_.findings)
            picture_.problems.push_back(sentence_of(finding));
        const auto wrong = wrong_outputs(recording_);
        if (wrong.empty() && recording_.output)
            picture_.caption.push_back(
                "Checked in a run: the result is the CPU's, each tile is loaded and "
                "published once, and what is published is right.");
        else if (!wrong.empty())
            picture_.problems.push_back(
                fmt::format("{} of the output are wrong.",
                            counted(static_cast<long long>(wrong.size()), "element")));
        picture_.description = fmt::format(
            "{}. A time chart with a column for each warp and each place of the ring.", picture_.title);
        add_legend();
    }
    static std::string sentence_of(const Finding& finding) { return diagrams::sentence(finding); }

    void add_legend() {
        using Sample = LegendEntry::Sample;
        picture_.legend = {
            {Sample::role, role(DeedKind::load), {}, "load: a bulk copy starts"},
            {Sample::role, Role::dropped, {}, "on its way"},
            {Sample::role, Role::copied, {}, "in the ring"},
            {Sample::role, role(DeedKind::sum), {}, compacts_ ? "count what is kept" : "sum"},
            {Sample::role, role(DeedKind::publish), {}, "publish for other blocks"},
            {Sample::role, role(DeedKind::look_back), {}, "look back"},
            {Sample::role,
             role(DeedKind::finish),
             {},
             compacts_ ? "stage in shared memory" : "scan and store"}};
        if (compacts_)
            picture_.legend.push_back(
                {Sample::role, role(DeedKind::store), {}, "store: a bulk copy starts"});
        picture_.legend.push_back({Sample::line, {}, Line::own, "reads the tile"});
        picture_.legend.push_back({Sample::line, {}, Line::partner, "waits for it, the last one"});
        picture_.legend.push_back(
            {Sample::line, {}, Line::look_back, "adds what another block has published"});
        picture_.legend.push_back({Sample::line, {}, Line::kept, "waits"});
    }

    const Recording& recording_;
    const WarpRoles& roles_;
    bool compacts_;
    int blocks_;
    Picture picture_;
    std::map<std::pair<int, int>, double> x_;      ///< of a block's warp
    std::map<std::pair<int, int>, double> ring_x_; ///< of a place of a block's ring
    std::vector<double> left_, right_;             ///< of blocks
    std::map<std::size_t, double> y_;              ///< of events
    double bottom_ = 0;
    std::vector<std::size_t> nodes_;                     ///< of actions
    std::map<std::pair<int, int>, std::size_t> in_ring_; ///< nodes, by block and tile
};

} // namespace

Picture warps(const Recording& recording, const WarpRoles& roles) {
    return WarpChart(recording, roles).draw();
}

} // namespace scanlab::diagrams
