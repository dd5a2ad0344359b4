#!/bin/sh
# table.sh ROWS TEST…: what the tests of the corpus have left in the folder ROWS, summed up. Written to descriptor 3 as
# well, if that is open: ctest does not show what a test prints that passes.
rows=$1
shift
[ -d "$rows" ] || { echo "none of the tests of the corpus have run" && exit 77; }
planted=0 found=0 correct=0 silent=0
for test; do
    case $test in
    planted_bug.*) planted=$((planted + 1)) ;;
    *) correct=$((correct + 1)) ;;
    esac
    case $(cat "$rows/$test" 2>/dev/null) in
    'planted bugs: 1 of 1 found'*) found=$((found + 1)) ;;
    'correct programs: 1, 0 false alarms'*) silent=$((silent + 1)) ;;
    *) echo "$test has failed or has not run" ;;
    esac
done
table="planted bugs: $found of $planted found, right kind and line
correct programs: $correct, $((correct - silent)) false alarms"
printf '%s\n' "$table"
{ printf '\n%s\n\n' "$table" >&3; } 2>/dev/null
[ $found -eq $planted ] && [ $silent -eq $correct ]
