#!/bin/sh
# mutant.sh SCANLAB APPLY EXERCISE.edits MUTANT [OPTION…]: grades a mutant, and prints a row: killed, survived or stillborn
# (it does not compile, or is not accepted), the exercise, which lines of the rubric it lost, and what was changed.
# OPTION…: of scanlab check.
export SCANLAB_BUILD=no
scanlab=$1 apply=$2 edits=$3 mutant=$4
shift 4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
exercise=$(basename "$edits" .edits)
sh "$apply" "$edits" "$mutant" >"$scratch/$mutant.cu" || exit 255 # xargs stops
status=0
"$scanlab" check --exercise "$exercise" --jobs 1 --all --json "$scratch/result" "$scratch/$mutant.cu" "$@" >/dev/null 2>&1 || status=$?
lost=$(awk -F'"' '/^ *"id": / { id = $4 } /^ *"status": "fail"/ { printf "%s%s", comma, id; comma = "," }' "$scratch/result")
state=killed
[ $status != 0 ] || state=survived
[ -n "$lost" ] || [ $state = survived ] || state=stillborn
change=$(sh "$apply" --list "$edits" | awk -F'\t' -v name="$mutant" '$1 == name { print $2 }')
printf '%s\t%s\t%s\t%s\n' $state "$exercise" "$lost" "$change"
