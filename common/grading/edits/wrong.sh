#!/bin/sh
# wrong.sh SCANLAB APPLY EXERCISE.edits MISTAKE ROW [OPTION…]: a plausible mistake costs the points of the rubric's lines that stand in the
# note of the edit, "fails: …", and no others. If the note goes on with " · B: text" (docs/mistakes.sh), the report has the text.
# ROW: see tests/grading/grader/graded.sh. OPTION…: of scanlab check.
set -eu
export SCANLAB_BUILD=no
scanlab=$1 apply=$2 edits=$3 mistake=$4 row=$5
shift 5
mkdir -p "$(dirname "$row")"
echo failed >"$row"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

file=$scratch/$mistake.cu
sh "$apply" "$edits" "$mistake" >"$file"
exercise=$(basename "$edits" .edits | sed 's/^[0-9]*_//')
note=$(sh "$apply" --list "$edits" | awk -F'\t' -v name="$mistake" '$1 == name && sub(/^fails: /, "", $2) { print $2 }')
expected=${note%% · *}
[ -n "$expected" ] || { echo "the heading of $mistake in $edits does not say what fails" && exit 1; }

status=0
"$scanlab" check "$file" --exercise "$exercise" --all --json "$scratch/result.json" "$@" >"$scratch/report" || status=$?
if [ $status = 0 ] || [ ! -s "$scratch/result.json" ]; then
    echo "expected to fail: $expected"
    cat "$scratch/report"
    exit 1
fi
failed=$(awk -F'"' '/^ *"id": / { id = $4 } /^ *"status": "fail"/ { printf "%s ", id }' "$scratch/result.json")
[ "${failed% }" = "$expected" ] || {
    echo "expected to fail: $expected; what failed: $failed"
    cat "$scratch/report"
    exit 1
}
said=${note#"$expected"}
[ -z "$said" ] || tr -s '\n ' '  ' <"$scratch/report" | grep -qF -e "${said#*: }" || {
    echo "the report should say: ${said#*: }"
    cat "$scratch/report"
    exit 1
}
echo "caught by $expected" >"$row"
