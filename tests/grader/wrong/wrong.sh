#!/bin/sh
# wrong.sh SCANLAB FILE.cu ROW: a plausible mistake costs the points of the rubric's lines that its first line names,
# and no others. The exercise is named by the file's folder. ROW: see graded.sh.
set -eu
export SCANLAB_BUILD=no
scanlab=$1 file=$2 row=$3
mkdir -p "$(dirname "$row")"
echo failed >"$row"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

exercise=$(basename "$(dirname "$file")" | sed 's/^[0-9]*_//')
expected=$(sed -n '1s|^// fails: ||p' "$file")
[ -n "$expected" ] || { echo "$file does not say in its first line what fails" && exit 1; }

status=0
"$scanlab" check "$file" --exercise "$exercise" --all --json "$scratch/result.json" >"$scratch/report" || status=$?
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
echo "caught by $expected" >"$row"
