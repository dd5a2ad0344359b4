#!/bin/sh
# walkthrough.sh why|wrong NN_NAME: prints, of an exercise, what its solution says about itself, or a table of the wrong attempts that
# the grader is tested with: what is wrong, and which line of the rubric it costs. docs/walkthroughs.md shows both.
set -eu
cd "$(dirname "$0")/.."
fail() {
    echo "walkthrough.sh: $1" >&2
    exit 2
}
[ $# -eq 2 ] || fail "usage: walkthrough.sh why|wrong NN_NAME"
solution=$(echo solutions/"${2%%_*}"_*/"${2#*_}"_exercise.cu)
[ -f "$solution" ] || fail "there is no exercise $2, which are named like 03_sklansky_shared"
case $1 in
why) awk '!/^\/\// { exit } NR > 2 { sub(/^\/\/ ?/, ""); print }' "$solution" ;;
wrong)
    echo "| attempt | what is wrong | costs |"
    echo "|---|---|---|"
    sh common/grading/edits/apply.sh --list tests/grading/wrong_solutions/"$2".edits | awk -F'\t' '{
        gsub(/\|/, "\\|", $3)
        sub(/^fails: /, "", $2)
        sub(/ · .*/, "", $2)
        print "| `" $1 "` | " $3 " | `" $2 "` |"
    }'
    ;;
*) fail "it prints why or wrong, not '$1'" ;;
esac
