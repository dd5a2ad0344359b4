// A view of an array is passed to kernels by value. It counts its copies on the host, in its copy
// constructor and its destructor, as a smart pointer does; a kernel's threads neither copy nor destroy
// it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

class View {
public:
    View(int* data, int* owners) : data_(data), owners_(owners) { ++*owners_; }
    View(const View& other) : data_(other.data_), owners_(other.owners_) { ++*owners_; }
    ~View() { --*owners_; }
    View& operator=(const View&) = delete;
    __device__ int& operator[](int i) const { return data_[i]; }

private:
    int *data_, *owners_;
};

__global__ void double_all(View numbers) { numbers[threadIdx.x] *= 2; }

int main() {
    int owners = 0;
    const RandomNumbers numbers(BLOCK);
    {
        const View view(numbers.get(), &owners);
        double_all<<<1, BLOCK>>>(view);
        finish();
    }
    if (owners != 0) return 1;
    return verdict(numbers, [](int i) { return 2 * random_number(i); });
}
