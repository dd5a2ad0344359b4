#!/bin/sh
# rungs.sh ROOT FILE.edits: each planted bug of a rung is found by the simulator. The edit's note is what the report has to say. The
# program is named like the file; the source that is edited may be a header of it.
set -eu
export SCANLAB_BUILD=no
root=$1 edits=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root"
source=$(sed -n '1s|^# ||p' "$edits")
folder=$(dirname "$source")
mkdir -p "$scratch/$folder"
cp -r "$folder" "$scratch/$(dirname "$folder")"
program=$(find "$scratch" -name "$(basename "$edits" .edits).cu")
sh common/grading/edits/apply.sh --list "$edits" | while IFS="$(printf '\t')" read -r name finding _; do
    sh common/grading/edits/apply.sh "$edits" "$name" >"$scratch/$source"
    # What is a warning alone does not fail.
    ./scanlab sim -D SCANLAB_BLOCK=64 "$program" -- --block 64 --n 10007 >"$scratch/out" 2>&1 || true
    tr -s '\n ' '  ' <"$scratch/out" | grep -qF "$finding" || {
        echo "$name: expected $finding"
        cat "$scratch/out"
        exit 1
    }
    echo "$name: $finding"
done
