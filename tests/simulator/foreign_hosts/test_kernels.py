import ctypes

kernels = ctypes.CDLL("./libkernels.so")


def test_add_one():
    numbers = (ctypes.c_int * 4)(3, 1, 7, 0)
    kernels.add_one(numbers, 4)
    assert list(numbers) == [4, 2, 8, 1]


def test_shift_left():
    numbers = (ctypes.c_int * 4)(3, 1, 7, 0)
    kernels.shift_left(numbers, 4)
