#!/bin/sh
# graded.sh SCANLAB full|starter|cheat FILE ROW: whether the grader gives a file what is due to it. A solution
# earns all points. A starter earns none, and is told what is wrong. A cheat's first line says what the grader is to say of
# it: after "flag: " why it is not accepted, after "wrong: " what is wrong with its result (extended regular
# expressions). ROW is a file for what the table shows of it: see table.sh.
set -eu
export SCANLAB_BUILD=no
scanlab=$1 demand=$2 file=$3 row=$4
mkdir -p "$(dirname "$row")"
echo failed >"$row"
status=0
case $demand in
cheat) said=$("$scanlab" check --exercise sklansky_shared "$file") || status=$? ;;
*) said=$("$scanlab" check "$file") || status=$? ;;
esac

fail() {
    printf '%s\n\n%s\n' "$said" "$file: $1"
    exit 1
}
says() { printf '%s\n' "$said" | tr -s '\n ' ' ' | grep -qE -e "$1"; }
keep_row() { printf '%s\n' "$said" | sed -n 's,^ *\([0-9]* / [0-9]*\) *points.*,\1,p' >"$row"; }

says 'graded: ' || fail "the grader does not say what it has graded"
if [ "$demand" = full ]; then
    [ "$status" = 0 ] || fail "this deserves all points, but the grader ends with $status"
    keep_row
    exit 0
fi
[ "$status" = 1 ] || fail "this deserves exit code 1, not $status"
says ' 0 / [0-9]+ points' || fail "this deserves no point"
case $demand in
starter)
    says '0 / 15 fail Right for whole tiles' || fail "this deserves to be told that its result is wrong"
    says ' --seed 1 --order 1' || fail "the command that repeats the failure lacks its inputs or its order"
    keep_row
    ;;
cheat)
    reason=$(sed -n '1s,^// \(flag\|wrong\): ,,p' "$file")
    [ -n "$reason" ] || fail "its first line does not say what is demanded"
    says "$reason" || fail "this deserves to be told: $reason"
    case $(sed -n 1p "$file") in
    *flag:*)
        says 'NOT ACCEPTED' || fail "this deserves a flag"
        echo "not accepted" >"$row"
        ;;
    *) echo "no points" >"$row" ;;
    esac
    ;;
esac
