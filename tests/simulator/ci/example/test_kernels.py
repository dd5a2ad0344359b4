# pytest: each checked program is a test, which fails if the program does or if anything is wrong with it.
import subprocess

import pytest


@pytest.mark.parametrize("program", ["elementwise", "reduce", "neighbours", "order"])
def test_kernels(program):
    subprocess.run(["make", "-s", f"checked/{program}"], check=True)
    run = subprocess.run([f"checked/{program}"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
