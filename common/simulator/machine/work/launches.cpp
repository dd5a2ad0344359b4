#include "machine/work/launches.hpp"

#include "machine/base/errors.hpp"
#include "machine/memory/memory.hpp"
#include "machine/threads/device_shape.hpp"
#include "machine/threads/grid_scheduler.hpp"
#include "machine/threads/library_calls.hpp"
#include "machine/threads/progress_line.hpp"
#include "machine/threads/split_launch.hpp"
#include "machine/threads/time_limit.hpp"
#include "machine/work/pending.hpp"
#include "machine/work/streams.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <new>
#include <utility>

namespace scanlab::sim {

namespace {

/// One for each grid that is under way; those of grids that have ended serve again.
std::vector<std::unique_ptr<Scheduler>>& schedulers() {
    static auto& instance = *new std::vector<std::unique_ptr<Scheduler>>;
    return instance;
}
Scheduler& idle_scheduler() {
    for (const auto& one : schedulers())
        if (!one->is_under_way()) return *one;
    return *schedulers().emplace_back(std::make_unique<Scheduler>(pending::others));
}

/// A launch with all that it needs when the statement is over that it stands in.
class LaunchTask : public pending::Task {
public:
    LaunchTask(const Work& work, const Launch& launch, int places, void (*body)(void*),
               const void* context, std::size_t bytes, const void* library_call)
        : Task(work), launch_(launch), config_(*launch.config),
          arguments_(launch.arguments, launch.arguments + launch.argument_count),
          kernel_(launch.kernel), library_call_(library_call), places_(places), body_(body),
          bytes_(bytes), context_(new (alignment) std::byte[bytes]) {
        std::memcpy(context_.get(), context, bytes);
        launch_.config = &config_;
        launch_.arguments = arguments_.data();
        launch_.kernel = kernel_.c_str();
    }
    ~LaunchTask() override {
        if (grid_ && !has_ended_ && grid_->is_under_way()) grid_->drop();
    }

    /// First the grid, then those that it has launched, one after the other.
    bool go_on(std::uint64_t turns) override {
        if (!has_ended_) has_ended_ = !go_on_itself(turns);
        return !has_ended_ || descendants_go_on(children_, turns) || descendants_go_on(tails_, turns);
    }
    bool stands_still() const override {
        if (has_ended_) return younger() && younger()->stands_still();
        return !grid_ || grid_->stands_still();
    }
    void give_up() override {
        if (has_ended_ && younger()) return younger()->give_up();
        if (!grid_ || has_ended_) return;
        announce<&Watcher::launch_resumes>();
        grid_->give_up_waiting();
    }

    void add_child(std::unique_ptr<LaunchTask> child, bool is_tail) {
        child->depth_ = depth_ + 1;
        (is_tail ? tails_ : children_).push_back(std::move(child));
    }
    int depth() const { return depth_; }
    /// The one whose grid runs.
    static inline LaunchTask* running = nullptr;

private:
    using Descendants = std::deque<std::unique_ptr<LaunchTask>>;

    static bool descendants_go_on(Descendants& descendants, std::uint64_t turns) {
        for (; !descendants.empty(); descendants.pop_front())
            if (has_sticky_error() || descendants.front()->go_on(turns)) return !has_sticky_error();
        return false;
    }
    LaunchTask* younger() const {
        const Descendants& descendants = children_.empty() ? tails_ : children_;
        return descendants.empty() ? nullptr : descendants.front().get();
    }

    bool go_on_itself(std::uint64_t turns) {
        running = this;
        if (depth_ > 0) resume(work());
        note_library_call(library_call_);
        const platform::FaultsAreOurs faults_are_ours;
        const memory::Opened opened;
        const int places = places_that_others_leave();
        if (places == 0) return true;
        if (grid_) {
            kernel_is_unobserved = is_unobserved_;
            announce<&Watcher::launch_resumes>();
        } else {
            begin();
        }
        const bool goes_on = grid_->go_on(turns, places);
        is_unobserved_ = std::exchange(kernel_is_unobserved, false);
        if (is_unobserved_) activate_all(); // for the host
        return goes_on;
    }

    void begin() {
        grid_ = &idle_scheduler();
        if (!pending::others()) activate_all();
        announce<&Watcher::launch_begins>(launch_);
        progress_line::note_begin_of_launch();
        now.launched = std::chrono::steady_clock::now();
        limit_time_of_launch();
        grid_->begin(launch_, work().device, places_, body_, {context_.get(), bytes_});
    }

    /// Blocks of several grids share their device's multiprocessors; those that run stay.
    int places_that_others_leave() const {
        if (!pending::others()) return places_;
        std::size_t taken = 0;
        for (const auto& other : schedulers())
            if (other.get() != grid_ && other->device() == work().device)
                taken += other->threads_in_places();
        const DeviceShape& device = device_shape();
        const auto all = static_cast<std::size_t>(device.multiprocessors) *
                         static_cast<std::size_t>(device.threads_per_multiprocessor);
        const std::size_t threads = volume(config_.block),
                          own = grid_ ? grid_->threads_in_places() / threads : 0;
        const std::size_t free =
            std::clamp((all - std::min(all, taken)) / threads, own,
                       std::max<std::size_t>(own, static_cast<std::size_t>(places_)));
        return config_.cooperative && free < volume(config_.grid) ? 0 : static_cast<int>(free);
    }

    static constexpr std::align_val_t alignment{64};
    struct Free {
        void operator()(std::byte* bytes) const { operator delete[](bytes, alignment); }
    };
    Launch launch_;
    LaunchConfig config_;
    std::vector<KernelArgument> arguments_;
    std::string kernel_;
    const void* library_call_;
    int places_;
    void (*body_)(void*);
    std::size_t bytes_; ///< of the context
    std::unique_ptr<std::byte[], Free> context_;
    Scheduler* grid_ = nullptr;
    bool has_ended_ = false;
    bool is_unobserved_ = false;
    int depth_ = 0; ///< 0 if the host has launched it
    Descendants children_, tails_;
};

} // namespace

void reserve_stacks() {
    const DeviceShape& device = device_shape();
    const auto threads = static_cast<std::size_t>(device.multiprocessors) *
                         static_cast<std::size_t>(device.threads_per_multiprocessor);
    for (int grid = 0; grid < devices::count(); ++grid) // on each device one may be under way
        schedulers()
            .emplace_back(std::make_unique<Scheduler>(pending::others))
            ->reserve_stacks(threads);
}

namespace launches {

void submit(const Launch& launch, int places, void (*body)(void*), const void* context,
            std::size_t bytes, const void* library_call) {
    const LaunchConfig& config = *launch.config;
    const Work& work = submit_launch(stream_of(config.stream), launch.kernel, config);
    pending::add(
        std::make_unique<LaunchTask>(work, launch, places, body, context, bytes, library_call));
}

int depth() { return LaunchTask::running->depth(); }
void add_child(Thread& by, const Launch& launch, int places, void (*body)(void*), const void* context,
               std::size_t bytes, bool is_tail) {
    LaunchTask& parent = *LaunchTask::running;
    ++launch_totals.launches;
    Work work = parent.work();
    work.name = launch.kernel;
    work.grid = launch.config->grid;
    work.block = launch.config->block;
    work.begins_early = false;
    announce<&Watcher::child_launched>(by, is_tail, work.launched);
    parent.add_child(std::make_unique<LaunchTask>(work, launch, places, body, context, bytes, nullptr),
                     is_tail);
}

} // namespace launches

} // namespace scanlab::sim
