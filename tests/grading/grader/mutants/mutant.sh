#!/bin/sh
# mutant.sh SCANLAB APPLY EXERCISE.edits MUTANT: grades a mutant, and prints a row: killed, survived or stillborn (it does not
# compile, or is not accepted), the exercise, which lines of the rubric it lost, and what was changed.
export SCANLAB_BUILD=no
scanlab=$1 apply=$2 edits=$3 mutant=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
exercise=$(basename "$edits" .edits)
sh "$apply" "$edits" "$mutant" >"$scratch/$mutant.cu" || exit 255 # xargs stops
"$scanlab" check --exercise "$exercise" --jobs 1 --all --json "$scratch/result" "$scratch/$mutant.cu" >/dev/null 2>&1
lost=$(awk -F'"' '/^ *"id": / { id = $4 } /^ *"status": "fail"/ { printf "%s%s", comma, id; comma = "," }' "$scratch/result")
state=killed
if grep -q '^  "points": 100' "$scratch/result"; then state=survived; fi
[ -n "$lost" ] || [ $state = survived ] || state=stillborn
change=$(sh "$apply" --list "$edits" | awk -F'\t' -v name="$mutant" '$1 == name { print $2 }')
printf '%s\t%s\t%s\t%s\n' $state "$exercise" "$lost" "$change"
