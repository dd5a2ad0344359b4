// The kernels as a module of Python's.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <vector>

extern "C" void add_one(int* numbers, int n);
extern "C" void shift_left(int* numbers, int n);

using Numbers = std::vector<int>;

static Numbers after(void (*change)(int*, int), Numbers numbers) {
    change(numbers.data(), static_cast<int>(numbers.size()));
    return numbers;
}

PYBIND11_MODULE(bound_kernels, module) {
    module.def("add_one", [](const Numbers& numbers) { return after(add_one, numbers); });
    module.def("shift_left", [](const Numbers& numbers) { return after(shift_left, numbers); });
}
