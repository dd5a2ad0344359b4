#!/bin/sh
# fit.sh APPLY ROOT: every edit of the kit fits its source. Where there are no solutions, theirs are left out.
apply=$1
cd "$2" || exit 1
status=0
edits=$(find . -path ./build -prune -o -name .git -prune -o -name '*.edits' -print)
[ -n "$edits" ] || { echo "no file of edits was found" && exit 1; }
for file in $edits; do
    [ -d solutions ] || ! sed 1q "$file" | grep -q '^# solutions/' || continue
    names=$(sh "$apply" --list "$file" | cut -f 1)
    [ -n "$names" ] || status=1
    for name in $names; do sh "$apply" "$file" "$name" >/dev/null || status=1; done
done
exit $status
