#!/bin/sh
# mutant.sh SCANLAB EXERCISE MUTANT.cu: grades a mutant, and prints a row: killed, survived or stillborn (it does not compile, or
# is not accepted), the exercise, which lines of the rubric it lost, and what was changed.
export SCANLAB_BUILD=no
scanlab=$1 exercise=$2 mutant=$3
result=$(mktemp)
trap 'rm -f "$result"' EXIT
"$scanlab" check --exercise "$exercise" --jobs 1 --all --json "$result" "$mutant" >/dev/null 2>&1
lost=$(awk -F'"' '/^ *"id": / { id = $4 } /^ *"status": "fail"/ { printf "%s%s", comma, id; comma = "," }' "$result")
state=killed
if grep -q '^  "points": 100' "$result"; then state=survived; fi
[ -n "$lost" ] || [ $state = survived ] || state=stillborn
printf '%s\t%s\t%s\t%s\n' $state "$exercise" "$lost" "$(sed -n '1s,^// ,,p' "$mutant")"
