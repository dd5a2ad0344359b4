// A message ends in an array of one element, as headers in C do, and is allocated with room for many.
#include "../corpus/device.cuh"

constexpr int LENGTH = 100;

struct Message {
    int length;
    int data[1];
};

__global__ void fill(Message* message, int length) {
    if (threadIdx.x == 0) message->length = length;
    for (int i = threadIdx.x; i < length; i += blockDim.x) message->data[i] = 3 * i;
}

__global__ void read(const Message* message, int* output) {
    for (int i = threadIdx.x; i < message->length; i += blockDim.x) output[i] = message->data[i];
}

int main() {
    const DeviceArray<int> memory(1 + LENGTH), output(LENGTH);
    auto* message = reinterpret_cast<Message*>(memory.get());
    fill<<<1, 32>>>(message, LENGTH);
    read<<<1, 32>>>(message, output.get());
    finish();
    return verdict(output, [](int i) { return 3 * i; });
}
