#!/bin/sh
# package.sh BUILD: a project finds the installed header by CMake, and its program checks itself with it.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
run() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" && exit 1; }; }

run cmake --install "$1" --component scanlab --prefix "$scratch/installed"
mkdir "$scratch/project"
cp "$here/quick_start.cu" "$scratch/project"
cat >"$scratch/project/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.22)
project(quick_start LANGUAGES CXX)
include(CTest)
find_package(Scanlab REQUIRED)
if(SCANLAB_IS_CHECKED_BUILD)
    enable_language(CUDA)
    add_executable(quick_start quick_start.cu)
    target_link_libraries(quick_start PRIVATE Scanlab::header)
    target_compile_options(quick_start PRIVATE -std=c++20)
endif()
scanlab_add_checked(quick_start)
EOF
run cmake -S "$scratch/project" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$scratch/installed"
run cmake --build "$scratch/build"
run ctest --test-dir "$scratch/build" --verbose
grep 'sums: 3 4 11 11 15 16 22 25' "$scratch/log" || { cat "$scratch/log" && exit 1; }
