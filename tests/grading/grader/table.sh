#!/bin/sh
# table.sh ROWS TEST…: what the tests of the grader have left in the folder ROWS, as one table: a line for each exercise
# with the points of its solution and its starter, and how many wrong variants lost the points that they should. Written
# to descriptor 3 as well, if that is open: ctest does not show what a test prints that passes.
rows=$1
shift
[ -d "$rows" ] || { echo "none of the tests of the grader have run" && exit 77; }
table=$(for test; do
    printf '%s\t%s\n' "$test" "$(cat "$rows/$test" 2>/dev/null || echo "not run")"
done | awk -F'\t' '
    { split($1, name, "."); exercise = name[2] }
    name[1] == "graded" { points[exercise, name[3]] = $2 }
    name[1] == "wrong" { wrong[exercise]++; all_wrong++ }
    name[1] == "wrong" && $2 ~ /^caught/ { caught[exercise]++; all_caught++ }
    name[1] == "attack" { attacks++ }
    name[1] == "attack" && $2 == "not allowed" { flagged++ }
    name[1] == "attack" && $2 == "no points" { empty++ }
    name[1] == "unusual" { unusual++ }
    name[1] == "unusual" && $2 ~ /^100 / { full++ }
    name[1] != "attack" && name[1] != "unusual" && !(exercise in seen) { seen[exercise]; order[++exercises] = exercise }
    END {
        printf "%-26s %12s %12s   %s\n", "exercise", "solution", "starter", "wrong variants caught by the line they should be"
        for (i = 1; i <= exercises; ++i) {
            e = order[i]
            printf "%-26s %12s %12s   %d of %d\n", e, points[e, "solution"], points[e, "starter"], caught[e], wrong[e]
        }
        printf "wrong variants: %d of %d caught by the line they should be\n", all_caught, all_wrong
        printf "attacks: %d of %d earn nothing (%d not allowed, %d wrong)\n", flagged + empty, attacks, flagged, empty
        printf "unusual right solutions: %d of %d have all points\n", full, unusual
    }')
printf '%s\n' "$table"
{ printf '\n%s\n\n' "$table" >&3; } 2>/dev/null
for test; do
    grep -qvE '^(failed|)$' "$rows/$test" || { echo "$test has failed or has not run" && failed=1; }
done
[ -z "${failed-}" ]
