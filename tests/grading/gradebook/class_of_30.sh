#!/bin/sh
# class_of_30.sh FOLDER: makes what a class of 30 hands in: right and wrong kernels, starters, files that are no C++, archives.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
mkdir -p "$1" && cd "$1"
hand_in() { # hand_in FILE NAME: the next student's
    count=$((count + 1))
    folder=student_$(printf %02d "$count")
    mkdir -p "$folder" && cp "$1" "$folder/$2"
}
# hand_in_first COUNT FILE…: as long as there are fewer students than that, without warm-ups and small programs.
hand_in_first() {
    most=$1 && shift
    for file; do
        case $file in */warm_up_*) continue ;; esac
        ! grep -q eight_numbers.cuh "$file" || continue
        [ "$count" -lt "$most" ] || break
        hand_in "$file" "$(basename "$file")"
    done
}
count=0
hand_in_first 22 "$root"/solutions/*/*_exercise.cu
hand_in_first 28 "$root"/lessons/0[3-8]*/*_exercise.cu
echo 'this is no C++' >raking_exercise.cu
hand_in raking_exercise.cu raking_exercise.cu
mkdir deep && cp "$root/solutions/05_coarsened/raking_exercise.cu" deep
cmake -E tar cf work.zip --format=zip deep
hand_in work.zip work.zip
rm -r raking_exercise.cu deep work.zip
