#!/bin/sh
# gradescope.sh ROOT BUILD FOLDER: the autograder's archive, unpacked in FOLDER as Gradescope does it in /autograder, sets
# itself up and grades submissions.
root=$1
[ -d "$root/solutions" ] || exit 77
AUTOGRADER=$3
export AUTOGRADER SCANLAB_INSTALL=no
mkdir -p "$AUTOGRADER" && cd "$AUTOGRADER" || exit 1
rm -rf submission results
status=0

# points: of the latest results. JSON is read by CMake.
cat >points.cmake <<'END'
cmake_minimum_required(VERSION 3.25)
file(READ results/results.json results)
string(JSON count LENGTH "${results}" tests)
math(EXPR last "${count} - 1")
set(sum 0)
set(max 0)
foreach(i RANGE ${last})
    string(JSON score GET "${results}" tests ${i} score)
    string(JSON most GET "${results}" tests ${i} max_score)
    string(REGEX REPLACE "\\.0$" "" score ${score})
    string(REGEX REPLACE "\\.0$" "" most ${most})
    math(EXPR sum "${sum} + ${score}")
    math(EXPR max "${max} + ${most}")
endforeach()
file(WRITE points "${sum} of ${max}\n")
END

# graded WHAT EXPECTED
graded() {
    rm -f results/*
    sh source/run_autograder >log 2>&1
    cmake -P points.cmake && grep -qx "$2" points || { echo "$1: expected $2, got $(cat points results/results.json log)" && status=1; }
}

sh "$root/common/grading/exercises/bundle.sh" --gradescope autograder.zip -- --exercise 05 --seed 3 || exit 1
mkdir submission results
sh "$root/tests/grading/gradebook/unpack.sh" autograder.zip || exit 1
[ ! -e source/solutions ] && [ ! -e source/tests ] || { echo "the archive holds solutions or tests" && status=1; }
sh source/setup.sh >log 2>&1 || { cat log && exit 1; }

graded "nothing handed in" "0 of 100"
cp "$root/solutions/05_coarsened/raking_exercise.cu" submission
graded "a solution" "100 of 100"
sh "$root/common/grading/exercises/make_starter.sh" "$root/solutions/05_coarsened/raking_exercise.cu" >submission/raking_exercise.cu
graded "a starter" "0 of 100"
echo "--exercise none" >source/grade_options
rm -f results/*
sh source/run_autograder >log 2>&1
grep -q '"score": 0.*tell your instructor' results/results.json || { echo "a grader that fails leaves no results" && status=1; }
exit $status
