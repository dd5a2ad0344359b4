#!/bin/sh
# graded.sh SCANLAB full|starter|attack|unusual FILE ROW: whether the grader gives a file what is due to it. A solution
# earns all points, and so does an unusual one, whose first line names its exercise. A starter earns none, and is told what is
# wrong. An attack's first line says what the grader is to say of it: after "not allowed: " why it may not run, after "wrong: "
# what is wrong with its result (extended regular expressions); its second line may name an exercise. FILE can be
# EXERCISE.edits:NAME, too: the solution with this edit, whose note says what an attack's first line would say. ROW is a file
# for what the table shows of it: see table.sh.
set -eu
export SCANLAB_BUILD=no
scanlab=$1 demand=$2 file=$3 row=$4
mkdir -p "$(dirname "$row")"
echo failed >"$row"
status=0
case $file in
*.edits:*)
    edits=${file%:*} name=${file##*:} apply=$(dirname "$0")/../../../common/grading/edits/apply.sh
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    file=$scratch/$name.cu
    sh "$apply" "$edits" "$name" >"$file"
    first=$(sh "$apply" --list "$edits" | awk -F'\t' -v name="$name" '$1 == name { print $2 }')
    exercise=$(basename "$edits" .edits | sed 's/^[0-9]*_//')
    ;;
*)
    first=$(sed -n '1s,^// ,,p' "$file")
    exercise=$(sed -n '1,2s,^// exercise: ,,p' "$file")
    ;;
esac
case $demand in
attack | unusual) said=$("$scanlab" check --exercise "${exercise:-sklansky_shared}" "$file") || status=$? ;;
*) said=$("$scanlab" check "$file") || status=$? ;;
esac

fail() {
    printf '%s\n\n%s\n' "$said" "$file: $1"
    exit 1
}
says() { printf '%s\n' "$said" | tr -s '\n ' ' ' | grep -qE -e "$1"; }
keep_row() { printf '%s\n' "$said" | sed -n 's,^ *\([0-9]* / [0-9]*\) *points.*,\1,p' >"$row"; }

says 'graded: ' || fail "the grader does not say what it has graded"
case $demand in
full | unusual)
    [ "$status" = 0 ] || fail "this deserves all points, but the grader ends with $status"
    keep_row
    exit 0
    ;;
esac
[ "$status" = 1 ] || fail "this deserves exit code 1, not $status"
says ' 0 / [0-9]+ points' || fail "this deserves no point"
case $demand in
starter)
    says '0 / (15 fail Correct for full tiles|50 fail It prints the right numbers)' ||
        fail "this deserves to be told that its result is wrong"
    says '50 fail It prints' || says ' --seed [0-9]+ --order 1' ||
        fail "the command that repeats the failure lacks its inputs or its order"
    keep_row
    ;;
attack)
    case $first in
    'not allowed: '*)
        says 'NOT ALLOWED HERE' || fail "this deserves to be told that it is not allowed"
        echo "not allowed" >"$row"
        ;;
    'wrong: '*) echo "no points" >"$row" ;;
    *) fail "its first line does not say what is demanded" ;;
    esac
    says "${first#*: }" || fail "this deserves to be told: ${first#*: }"
    ;;
esac
