#!/bin/sh
# said.sh SCANLAB APPLY EDITS: of a program with one of these beginners' mistakes, `scanlab sim` says what the note of the edit
# promises after the grade, which only the page with the table reads.
set -eu
export SCANLAB_BUILD=no
scanlab=$1 apply=$2 edits=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
sh "$apply" --list "$edits" >"$scratch/list"
while IFS='	' read -r name note _; do
    sh "$apply" "$edits" "$name" >"$scratch/$name.cu"
    said=$("$scanlab" sim "$scratch/$name.cu" 2>&1 || true)
    printf '%s\n' "$said" | tr -s '\n ' '  ' | grep -qF -e "${note#*: }" && continue
    printf '%s\n\n%s: it should say: %s\n' "$said" "$name" "${note#*: }"
    failed=1
done <"$scratch/list"
exit $failed
