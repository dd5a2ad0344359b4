# Calls the kernels from Python, without anything but the library.
import ctypes
import sys

kernels = ctypes.CDLL("./libkernels.so")
numbers = (ctypes.c_int * 100)(*[3] * 100)
kernels.add_one(numbers, 100)
if kernels.keep_and_give_back() != 0:
    sys.exit("a kernel cannot allocate memory")
if len(sys.argv) > 1:
    kernels.shift_left(numbers, 100)
print(numbers[0])
