// From a pointer to a link, which is a member, to the object that holds it: the pointer goes back, and
// is right.
#include "../corpus/device.cuh"

#include <cstddef>

constexpr int BLOCK = 64;

struct Link {
    Link* next;
};

struct Object {
    int value;
    Link link;
};

__device__ Object& object_of(Link* link) { return *reinterpret_cast<Object*>(reinterpret_cast<char*>(link) - offsetof(Object, link)); }

__global__ void chain(Object* objects, const int* input) {
    const int t = threadIdx.x;
    objects[t].value = input[t];
    objects[t].link.next = t + 1 < BLOCK ? &objects[t + 1].link : nullptr;
}

__global__ void sum_from_each(Object* objects, int* output) {
    int sum = 0;
    for (Link* link = &objects[threadIdx.x].link; link; link = link->next) sum += object_of(link).value;
    output[threadIdx.x] = sum;
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<Object> objects(BLOCK);
    const DeviceArray<int> output(BLOCK);
    chain<<<1, BLOCK>>>(objects.get(), input.get());
    sum_from_each<<<1, BLOCK>>>(objects.get(), output.get());
    finish();
    return verdict(output, [](int i) {
        int sum = 0;
        for (; i < BLOCK; ++i) sum += random_number(i);
        return sum;
    });
}
