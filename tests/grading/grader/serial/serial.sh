#!/bin/sh
# serial.sh SCANLAB NAME ITEMS TASK SCOPE [SHAPES]: what does the exercise's work with one warp or one thread, or with a scan of
# the kit's, is right, and loses the points of exactly those lines of the rubric that lost.txt has for it. Of the shapes that it
# has for the exercise, so many are tried; all if none is given.
set -eu
export SCANLAB_BUILD=no
scanlab=$1 name=$2 items=$3 task=$(printf %s "$4" | tr - _) scope=$5
here=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
is() { [ "$1" = "$2" ] && echo true || echo false; }

grep -m "${6-100}" "^$name " "$here/lost.txt" >"$scratch/shapes" || { echo "lost.txt has no line for $name" && exit 1; }
while read -r _ shape lost; do
    lanes=32
    case $shape in *_thread) lanes=1 ;; esac
    case $shape in one_*) source=walk ;; tile_*) source=tile ;; *) source=$shape ;; esac
    sed "s/@NAME@/$name/g; s/@ITEMS@/$items/; s/@LANES@/$lanes/g; s/@TASK@/$task/; s/@WHOLE@/$(is "$scope" device)/
         s/@SEGMENTED@/$(is "$task" segmented_scan)/; s/@EXCLUSIVE@/$(is "$task" exclusive_scan)/" \
        "$here/$source.cu.in" >"$scratch/$shape.cu"
    status=0
    "$scanlab" check --exercise "$name" "$scratch/$shape.cu" --all --json "$scratch/result.json" >"$scratch/report" || status=$?
    failed=$(awk -F'"' '/^ *"id": / { id = $4 } /^ *"status": "(fail|not run)"/ { printf " %s", id }' "$scratch/result.json")
    [ $status = 1 ] && [ "$failed" = " $lost" ] || {
        echo "$shape should lose: $lost; it has lost:$failed"
        cat "$scratch/report"
        failure=1
    }
done <"$scratch/shapes"
[ -z "${failure-}" ]
