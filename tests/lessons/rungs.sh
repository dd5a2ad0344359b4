#!/bin/sh
# rungs.sh ROOT FILE.edits: each planted bug of a rung is found by the simulator. The edit's note is the finding. The rung is
# named like the file; the source that is edited may be a header of it.
set -eu
export SCANLAB_BUILD=no
root=$1 edits=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root"
cp -r lessons/10_look_ahead "$scratch"
source=$(sed -n '1s|^# lessons/||p' "$edits")
program=$(find "$scratch" -name "$(basename "$edits" .edits).cu")
sh common/grading/edits/apply.sh --list "$edits" | while IFS="$(printf '\t')" read -r name finding _; do
    sh common/grading/edits/apply.sh "$edits" "$name" >"$scratch/$source"
    status=0
    ./scanlab sim -D SCANLAB_BLOCK=64 "$program" -- --block 64 --n 10007 >"$scratch/out" 2>&1 || status=$?
    [ $status != 0 ] && grep -q "$finding" "$scratch/out" || {
        echo "$name: expected $finding, exit code $status"
        cat "$scratch/out"
        exit 1
    }
    echo "$name: $finding"
done
