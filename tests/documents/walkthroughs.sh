#!/bin/sh
# Each exercise that a class is graded on has its place in docs/walkthroughs.md; small programs need none.
cd "$(dirname "$0")/../.." || exit 1
[ -d solutions ] || { echo "skipped: there are no solutions" && exit 77; }
status=0
for edits in tests/grading/wrong_solutions/*.edits; do
    exercise=$(basename "$edits" .edits)
    grep -q SCANLAB_EXERCISE "$(sed -n '1s/^# //p' "$edits")" || continue
    for what in why wrong; do
        grep -qF "docs/walkthrough.sh $what $exercise " docs/walkthroughs.md ||
            { echo "docs/walkthroughs.md lacks: walkthrough.sh $what $exercise" && status=1; }
    done
done
exit $status
