#!/bin/sh
# foreign_hosts.sh NVCC TOOLKIT: a library of kernels is checked in programs that others have made: g++'s, Python's by ctypes and by
# pybind11, pytest's.
set -eu
nvcc=$1 toolkit=$2
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$here"/*.cu "$here"/*.cpp "$here"/*.py "$folder"
cd "$folder"
skipped=0

# expect CODE PATTERN COMMAND…: the command ends with this code, and prints what the pattern fits.
expect() {
    wanted=$1 pattern=$2 code=0
    shift 2
    printed=$("$@" 2>&1) || code=$?
    [ "$code" = "$wanted" ] && echo "$printed" | grep -q -- "$pattern" ||
        { echo "$*: exit code $code instead of $wanted, or nothing like '$pattern':" && echo "$printed" && exit 1; }
}
# skip WHAT PACKAGE
skip() {
    echo "skipped: there is no $1 (Debian: apt-get install $2)"
    skipped=77
}
# python_with MODULE: sets $python, which has it.
python_with() {
    for python in python3 /usr/bin/python3; do
        ! "$python" -c "import $1" 2>/dev/null || return 0
    done
    return 1
}
race='kernels.cu:11: race-global: Thread .* writes'

expect 0 '' "$nvcc" -shared -Xcompiler -fPIC kernels.cu -o libkernels.so

if command -v g++ >/dev/null; then
    # By -lcudart the program is linked with libcudart.so, by nvcc with the simulator itself: then the library uses this one.
    g++ -std=c++17 -g -Wall -Wextra -Werror -I "$toolkit/include" -c host.cpp
    g++ host.o -L. -lkernels -L"$toolkit/lib64" -lcudart -Wl,-rpath,. -o by_gcc
    "$nvcc" host.o -L. -lkernels -Xlinker -rpath=. -o by_nvcc
    for program in by_gcc by_nvcc; do
        expect 0 '^4$' ./$program
        expect 3 "$race" ./$program wrong
        echo "$printed" | grep -q 'host.cpp:19: bad-copy: This call writes 48 bytes' || { echo "no line of the host: $printed" && exit 1; }
        [ "$(echo "$printed" | grep -c '^scanlab: .*finding')" = 1 ] || { echo "told twice: $printed" && exit 1; }
    done
else
    skip g++ g++
fi

if python_with ctypes; then
    expect 0 '^4$' "$python" host.py
    expect 3 "$race" "$python" host.py wrong
else
    skip Python python3
fi

if python_with pybind11; then
    # shellcheck disable=SC2046 # words
    g++ -shared -fPIC $("$python" -m pybind11 --includes) bindings.cpp -L. -lkernels -Wl,-rpath,. \
        -o "bound_kernels$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))')"
    expect 0 '^\[4, 2, 8\]$' "$python" -c 'import bound_kernels as k; print(k.add_one([3, 1, 7]))'
    expect 3 "$race" "$python" -c 'import bound_kernels as k; k.shift_left([3] * 100)'
else
    skip pybind11 'pybind11-dev python3-pybind11'
fi

if python_with pytest; then
    expect 0 '1 passed' "$python" -m pytest -p no:cacheprovider -k add_one
    expect 3 "$race" "$python" -m pytest -p no:cacheprovider
    echo "$printed" | grep -q '1 passed, 1 error\|1 failed, 1 passed\|2 passed, 1 error' || { echo "$printed" && exit 1; }
    echo "$printed" | tail -8
else
    skip pytest python3-pytest
fi
exit $skipped
