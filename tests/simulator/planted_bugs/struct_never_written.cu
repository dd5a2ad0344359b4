// Only even threads have a task, but all of them do one.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Task {
    int begin, end;
};

__device__ int length(Task task) { return task.end - task.begin; }

__global__ void plan(Task* tasks) {
    if (threadIdx.x % 2 == 0) tasks[threadIdx.x] = Task{static_cast<int>(threadIdx.x), 100};
}

__global__ void run(const Task* tasks, int* output) {
    output[threadIdx.x] = length(tasks[threadIdx.x]); // finds: uninitialized
}

int main() {
    const DeviceArray<Task> tasks(BLOCK);
    const DeviceArray<int> output(BLOCK);
    plan<<<1, BLOCK>>>(tasks.get());
    run<<<1, BLOCK>>>(tasks.get(), output.get());
    finish();
}
