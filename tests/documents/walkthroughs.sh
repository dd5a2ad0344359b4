#!/bin/sh
# Each exercise that is graded has its place in docs/walkthroughs.md.
cd "$(dirname "$0")/../.." || exit 1
[ -d solutions ] || { echo "skipped: there are no solutions" && exit 77; }
status=0
for edits in tests/grading/wrong_solutions/*.edits; do
    exercise=$(basename "$edits" .edits)
    for what in why wrong; do
        grep -qF "docs/walkthrough.sh $what $exercise " docs/walkthroughs.md ||
            { echo "docs/walkthroughs.md lacks: walkthrough.sh $what $exercise" && status=1; }
    done
done
exit $status
