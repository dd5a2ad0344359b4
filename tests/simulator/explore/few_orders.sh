#!/bin/sh
# few_orders.sh SCANLAB SOURCE PROGRAM: without an option for the order, a short program runs under further ones, of which only
# what is wrong is told, with the command that shows it again.
scanlab=$1
source=$2
program=$3
failed=0
# expect CODE OPTIONS…
expect() {
    wanted=$1
    shift
    output=$("$scanlab" sim "$@" --program "$program" "$source" 2>"$program.told")
    code=$?
    [ "$code" -eq "$wanted" ] && [ "$output" = once ] && return
    echo "$*: exit code $code, and prints '$output':"
    cat "$program.told"
    failed=1
}
expect 0 --order 1
expect 3
again=$(sed -n 's/^  in 1 of [0-9]* orders; again: .* sim\(.*\) [^ ]*$/\1/p' "$program.told")
grep -q ':1[14]: race-global: ' "$program.told" && [ -n "$again" ] || { cat "$program.told" && failed=1; }
# The options are words.
# shellcheck disable=SC2086
expect 3 $again
expect 3 --json "$program.json"
grep -q '"kind":"race-global".*"runs":1' "$program.json" || { cat "$program.json" && failed=1; }
rm -f "$program.told" "$program.json"
exit $failed
