#!/bin/sh
# bars.sh: the picture of bars that pages show is the one that the command in it draws now, from the shares of a copy that
# the tables of ladder.sh have.
cd "$(dirname "$0")/../.." || exit 1
status=0
pictures=0
for picture in docs/results/h200/*.svg; do
    command=$(sed -n 's/^<!-- \(sh docs\/bars\.sh [0-9 ]*\) -->$/\1/p' "$picture")
    [ -n "$command" ] || continue
    pictures=$((pictures + 1))
    sh -c "$command" | cmp - "$picture" || { echo "$picture is not what this draws: $command" && status=1; }
    # shellcheck disable=SC2086 # several lessons
    sh docs/ladder.sh ${command#*.sh } | awk -F '|' 'NR > 2 { gsub(/ /, "", $7); sub(/%/, " %", $7); print ">" $7 "<" }' |
        while read -r share; do grep -qF "$share" "$picture" || echo "$picture does not show $share"; done | grep . && status=1
done
[ $pictures -gt 0 ] || { echo "no picture of bars was found" && status=1; }
for wrong in "" 99 00; do
    # shellcheck disable=SC2086 # nothing is an argument, too
    message=$(sh docs/bars.sh $wrong 2>&1 >/dev/null)
    [ $? -eq 2 ] && [ "$(echo "$message" | wc -l)" -eq 1 ] || { echo "bars.sh $wrong: $message" && status=1; }
done
exit $status
