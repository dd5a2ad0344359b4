// A task is filled in, and an atomic exchange puts it at the head of a list. No fence keeps the two in this order.
#include "../corpus/device.cuh"

struct Task {
    int work, next;
};

__global__ void push_and_pop(Task* tasks, int* head, int* done) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        tasks[1].work = 42; // finds: race-global
#ifdef FIXED
        __threadfence();
#endif
        atomicExch(head, 1);
    } else {
        int task;
        while ((task = atomicExch(head, 0)) == 0) {}
        __threadfence();
        *done = tasks[task].work; // finds: race-global
    }
}

int main() {
    const DeviceArray<Task> tasks(2);
    const DeviceArray<int> head(1), done(1);
    head.clear();
    push_and_pop<<<2, 32>>>(tasks.get(), head.get(), done.get());
    finish();
}
