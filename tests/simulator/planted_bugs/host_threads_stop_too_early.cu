// The worker looks whether it is to stop before it looks into its queue, so work may be left in there.
// only some orders show it
#include "../corpus/device.cuh"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

__global__ void add(int* sum, int number) { *sum += number; }

int main() {
    const DeviceArray<int> sum(1);
    sum.clear();
    add<<<1, 1>>>(sum.get(), 0);
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<int> queue;
    bool stop = false;
    std::thread worker([&] {
        for (;;) {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return stop || !queue.empty(); });
            if (stop) return;
            const int number = queue.front();
            queue.pop_front();
            lock.unlock();
            add<<<1, 1>>>(sum.get(), number);
        }
    });
    for (int number = 1; number <= 3; ++number) {
        const std::lock_guard lock(mutex);
        queue.push_back(number);
        changed.notify_one();
    }
    {
        const std::lock_guard lock(mutex);
        stop = true;
        changed.notify_one();
    }
    worker.join();
    finish();
    if (sum[0] != 6) return 1; // finds: warning wrong-result
    return 0;
}
