#include "all_orders.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "order_tree.hpp"
#include "text.hpp"

#include <cstdio>
#include <set>
#include <utility>

namespace scanlab {

namespace {

using Launches = std::vector<LaunchTrace>;

class AllOrders {
public:
    explicit AllOrders(const AllOrdersOptions& options)
        : options_(options), runs_(options.program, "order") {}

    int run() {
        note_interruptions();
        try {
            if (const auto usual = run_in({})) explore({}, *usual, 0);
        } catch (const BadTrace& bad) {
            obstacle_ = fmt::format("the program does not repeat itself ({})", bad.what());
        }
        runs_.report();
        fmt::print(stderr, "scanlab: {}: {}\n", how_far(), what_was_found());
        return runs_.exit_code();
    }

private:
    /// Tries all orders of the launches from `first` on, given what is chosen before. `usual`: the run
    /// in which nothing else is.
    void explore(const std::vector<sim::Choice>& before, const Launches& usual, std::size_t first) {
        for (std::size_t launch = first; launch < usual.size() && obstacle_.empty(); ++launch) {
            const bool is_new = is_new_state(launch, usual[launch]);
            explore_launch(before, usual, launch);
            if (!is_new) return; // what comes after it has been explored
        }
    }

    void explore_launch(const std::vector<sim::Choice>& before, const Launches& usual,
                        std::size_t launch) {
        OrderTree tree(launch);
        tree.add(usual[launch]);
        while (const auto choices = next(tree, usual[launch], launch)) {
            std::vector<sim::Choice> all = before;
            all.insert(all.end(), choices->begin(), choices->end());
            const auto launches = run_in(all);
            if (!launches) break;
            if (launches->size() <= launch) throw BadTrace("a launch is missing");
            const LaunchTrace& trace = (*launches)[launch];
            tree.add(trace);
            if (trace.is_redundant || !is_new_state(launch, trace)) continue;
            std::vector<sim::Choice> so_far = before;
            for (const sim::Choice& choice : choices_of(trace, launch)) so_far.push_back(choice);
            explore(so_far, *launches, launch + 1);
        }
        left_ += tree.known_to_be_left();
    }

    std::optional<std::vector<sim::Choice>> next(OrderTree& tree, const LaunchTrace& usual,
                                                 std::size_t launch) {
        if (usual.is_cut) obstacle_ = fmt::format("launch {} is too long", launch);
        if (interruption() != 0) obstacle_ = "interrupted";
        if (!obstacle_.empty()) return std::nullopt;
        auto choices = tree.next();
        if (!choices || tried_ < options_.most) return choices;
        obstacle_ = fmt::format("--max-orders {}", options_.most);
        ++left_; // this one
        return std::nullopt;
    }

    /// What each launch could have chosen; none if the user has interrupted it.
    std::optional<Launches> run_in(const std::vector<sim::Choice>& choices) {
        const auto file = runs_.scratch() / "trace";
        std::filesystem::remove(file);
        Trial trial{.choices = text(choices)};
        TrialRun run = runs_.run(trial, {"SCANLAB_SIM_TRACE=" + file.string(), "OMP_NUM_THREADS=1"});
        if (interruption() != 0) {
            obstacle_ = "interrupted";
            return std::nullopt;
        }
        Launches launches = read_traces(content(file));
        if (!launches.empty() && launches.back().is_redundant) return launches;
        std::vector<sim::Choice> made;
        for (std::size_t launch = 0; launch < launches.size(); ++launch)
            for (const sim::Choice& choice : choices_of(launches[launch], launch))
                made.push_back(choice);
        trial.choices = text(made);
        runs_.take(trial, std::move(run));
        ++tried_;
        return launches;
    }

    /// Whether no order so far has left this content of memory after the launch.
    bool is_new_state(std::size_t launch, const LaunchTrace& trace) {
        return seen_.emplace(launch, trace.left).second;
    }

    std::string how_far() const {
        if (obstacle_.empty())
            return tried_ == 1 ? "the only order" : fmt::format("all {} orders", tried_);
        return fmt::format("{} tried, at least {} left ({})", counted(tried_, "order"), left_,
                           obstacle_);
    }

    std::string what_was_found() const {
        std::string found = runs_.has_found_nothing() ? "nothing wrong" : runs_.summary();
        if (runs_.failures() > 0)
            found = fmt::format("{}the program failed in {} of them",
                                runs_.has_found_nothing() ? "" : found + "; ", runs_.failures());
        return found + (obstacle_.empty() ? "" : " so far");
    }

    const AllOrdersOptions& options_;
    TrialRuns runs_;
    std::set<std::pair<std::size_t, std::uint64_t>> seen_; ///< what launches have left
    long long tried_ = 0, left_ = 0;
    std::string obstacle_; ///< why not all orders are tried; empty if they are
};

} // namespace

int try_all_orders(const AllOrdersOptions& options) { return AllOrders(options).run(); }

} // namespace scanlab
