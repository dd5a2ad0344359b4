#!/bin/sh
# rungs.sh ROOT FILE.edits: each planted bug of a rung, or mistake in its exercise, is found by the simulator. The edit's note is what
# the report has to say. The program is named like the file; the source that is edited may be a header of it. Of an exercise, the
# solution is right, and the starter is made from it.
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
run() { ./scanlab sim -D SCANLAB_BLOCK=64 "$program" -- --block 64 --n 10007 2>&1; }
case $source in
solutions/*)
    run >"$scratch/out" || { cat "$scratch/out" && exit 1; }
    ! grep 'finding' "$scratch/out"
    sh common/grading/exercises/make_starter.sh "$source" | diff - "lessons/${source#*/}"
    ;;
esac
sh common/grading/edits/apply.sh --list "$edits" | while IFS="$(printf '\t')" read -r name finding _; do
    sh common/grading/edits/apply.sh "$edits" "$name" >"$scratch/$source"
    run >"$scratch/out" || true # what is a warning alone does not fail
    tr -s '\n ' '  ' <"$scratch/out" | grep -qF "$finding" || {
        echo "$name: expected $finding"
        cat "$scratch/out"
        exit 1
    }
    echo "$name: $finding"
done
