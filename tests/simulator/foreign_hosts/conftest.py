# A test fails if the simulator finds a mistake while it runs.
import ctypes

import pytest

kernels = ctypes.CDLL("./libkernels.so")


@pytest.fixture(autouse=True)
def no_mistake_is_found():
    before = kernels.scanlab_errors()
    yield
    assert kernels.scanlab_errors() == before, "Scanlab has found a mistake, see standard error."
