#include "machine/work/pending.hpp"

#include "machine/base/errors.hpp"
#include "machine/base/events.hpp"
#include "machine/base/host_lock.hpp"
#include "machine/base/random.hpp"
#include "machine/memory/memory.hpp"
#include "machine/threads/choices.hpp"
#include "machine/threads/scheduler.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/settings.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace scanlab::sim::pending {

namespace {

using Tasks = std::vector<std::unique_ptr<Task>>;
Tasks& tasks() { ///< in the order in which they were submitted
    static Tasks& instance = *new Tasks;
    return instance;
}
Task* running = nullptr;

Random& dice() {
    static Random& instance = *new Random(settings().order);
    return instance;
}

constexpr std::uint64_t to_the_end = ~std::uint64_t{0};
std::uint64_t some_turns() {
    constexpr unsigned few = 16;
    return 1 + dice().below(few);
}

class Action : public Task {
public:
    Action(const Work& work, std::function<void()> action) : Task(work), action_(std::move(action)) {}
    bool go_on(std::uint64_t) override {
        action_();
        return false;
    }

private:
    std::function<void()> action_;
};

bool is_covered(const Task& task, const Clock& clock) {
    return clock.at(task.work().timeline) >= task.work().number;
}

/// Also one that begins early begins when what it awaits has ended: it is checked as if it did not.
bool keeps_waiting(const Work& earlier, const Work& later) {
    return earlier.comes_before(later) || earlier.is_known_in(later.awaits);
}

/// Those that nothing keeps from going on, from a random one of them on.
std::vector<Task*> ready() {
    std::vector<Task*> found;
    for (auto task = tasks().begin(); task != tasks().end(); ++task)
        if (std::none_of(tasks().begin(), task, [&](const auto& earlier) {
                return keeps_waiting(earlier->work(), (*task)->work());
            }))
            found.push_back(task->get());
    if (goes_beside_host() && found.size() > 1)
        std::rotate(found.begin(), found.begin() + dice().below(found.size()), found.end());
    return found;
}

void advance(Task& task, std::uint64_t turns) {
    running = &task;
    resume(task.work());
    const bool goes_on = task.go_on(turns);
    running = nullptr;
    if (has_sticky_error()) return drop_all();
    if (!goes_on) std::erase_if(tasks(), [&](const auto& t) { return t.get() == &task; });
}

std::uint64_t happened() { return now.progress + now.activity; }

/// Each goes on for a while. Whether something has happened.
bool round(std::uint64_t turns) {
    const std::size_t count = tasks().size();
    const std::uint64_t before = happened();
    bool all_stand_still = true;
    for (Task* task : ready()) {
        advance(*task, turns);
        if (tasks().size() != count) return true; // who is ready has changed
        all_stand_still &= task->stands_still();
    }
    return !all_stand_still || happened() != before;
}

void give_up() {
    for (Task* task : ready()) {
        if (has_sticky_error()) break;
        resume(task->work());
        task->give_up();
    }
    drop_all();
}

/// A queue of launches is not endless: the host waits when it is full.
void make_room() {
    constexpr std::size_t most = 1024;
    while (tasks().size() > most && round(some_turns())) {}
}

/// Work may wait for what another thread of the host has yet to submit.
class Patience {
public:
    /// False: that was long enough.
    bool lets_other_threads_come() {
        constexpr int most_pauses = 2000;
        if (!platform::has_threads() || ++pauses_ > most_pauses) return false;
        yield_host_lock();
        return true;
    }

private:
    int pauses_ = 0;
};

template <class Predicate>
void finish_those(Predicate concerned) {
    if (running) return; // a host function that waits for the stream that it runs in
    const auto any_left = [&] {
        return std::ranges::any_of(tasks(), [&](const auto& task) { return concerned(*task); });
    };
    Patience patience;
    while (any_left())
        if (round(goes_beside_host() ? some_turns() : to_the_end))
            patience = {};
        else if (!patience.lets_other_threads_come())
            give_up();
}

} // namespace

bool goes_beside_host() {
    static const bool is_whole =
        settings().annotate || !settings().counters.empty() || !settings().record.empty() ||
        choices::on || !settings().checked_kernels.empty() || !settings().checked_launches.empty();
    // What orders the host's own threads is not known.
    return host_is_observed && several_streams_exist() && !is_whole && !platform::has_threads();
}

bool any() { return !tasks().empty(); }
const void* site() { return any() ? current_work().site : nullptr; }
bool others() { return tasks().size() > (running ? 1u : 0u); }

void add(std::unique_ptr<Task> task) {
    Task& added = *task;
    const bool is_first = tasks().empty();
    tasks().push_back(std::move(task));
    if (running) return;
    if (goes_beside_host()) return make_room();
    if (is_first)
        advance(added, to_the_end);
    else
        go_on();
}
void add(const Work& work, std::function<void()> action) {
    add(std::make_unique<Action>(work, std::move(action)));
}

void go_on() {
    if (running || tasks().empty()) return;
    constexpr unsigned most_rounds = 3;
    for (unsigned rounds = dice().below(most_rounds + 1); rounds > 0 && !tasks().empty(); --rounds)
        round(some_turns());
}

bool holds(const Clock& clock) {
    return std::ranges::any_of(tasks(), [&](const auto& task) { return is_covered(*task, clock); });
}
void finish(const Clock& clock) {
    if (!tasks().empty()) finish_those([&](const Task& task) { return is_covered(task, clock); });
}
void finish_all() {
    finish_those([](const Task&) { return true; });
}

void finish_without_the_program() {
    if (running) return;
    Tasks dropped;
    const auto cannot_run = [&](const auto& task) {
        return task->work().kind == Work::Kind::host_function ||
               std::ranges::any_of(
                   dropped, [&](const auto& one) { return keeps_waiting(one->work(), task->work()); });
    };
    for (auto& task : tasks())
        if (cannot_run(task)) dropped.push_back(std::move(task));
    std::erase(tasks(), nullptr);
    finish_all();
}

void drop_all() {
    Tasks dropped = std::exchange(tasks(), {});
    host_outlives_all();
}

} // namespace scanlab::sim::pending
