#!/bin/sh
# class_of.sh STUDENTS FOLDER [EACH]: makes what that many students hand in for the nine main exercises of lessons 01 to 09:
# the solution, the starter, or the solution with a mistake (tests/grading/wrong_solutions), in turn. No two files are the
# same. If only each EACH-th file is to be a kernel, the others are no C++, which takes a twentieth of the time.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
students=$1 folder=$2 each=${3:-1}
kinds=$(mktemp -d)
trap 'rm -rf "$kinds"' EXIT
exercises="01_exclusive_naive 02_block_serial 03_sklansky_shared 04_warp_radix_serial 05_raking 06_brent_kung
    07_scan_then_propagate 08_wide_sums 09_stable_split"
for exercise in $exercises; do
    solution=$(echo "$root"/solutions/"${exercise%%_*}"_*/"${exercise#*_}_exercise.cu")
    edits=$root/tests/grading/wrong_solutions/$exercise.edits
    mkdir "$kinds/$exercise"
    cp "$solution" "$kinds/$exercise/solution"
    sh "$root/common/grading/exercises/make_starter.sh" "$solution" >"$kinds/$exercise/starter"
    sh "$root/common/grading/edits/apply.sh" --list "$edits" | cut -f 1 | while read -r mistake; do
        sh "$root/common/grading/edits/apply.sh" "$edits" "$mistake" >"$kinds/$exercise/$mistake"
    done
done
student=0 files=0
while [ "$student" -lt "$students" ]; do
    student=$((student + 1))
    name=student_$(printf %03d "$student")
    mkdir -p "$folder/$name"
    count=0
    for exercise in $exercises; do
        count=$((count + 1))
        set -- "$kinds/$exercise"/*
        shift $(((student + 5 * count) % $#))
        files=$((files + 1))
        if [ $((files % each)) = 0 ]; then cat "$1"; else echo "this is no C++"; fi >"$folder/$name/${exercise#*_}_exercise.cu"
        echo "// $name" >>"$folder/$name/${exercise#*_}_exercise.cu"
    done
done
