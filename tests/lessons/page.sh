#!/bin/sh
# page.sh ROOT FOLDER: the lesson's page has the headings that all have, in their order, and says where running is explained.
cd "$1" || exit 1
page=lessons/$2/README.md
status=0
wanted='## Five minutes
## The kernel
## Experiment
## What is wrong here?
## Exercise
## Check your understanding
## What is next'
awk '/^```/ { inside = !inside } !inside && /^## / { sub(/kernels$/, "kernel"); print }' "$page" | grep -xF -e "$wanted" |
    diff -u - /dev/fd/3 3<<END || status=1
$wanted
END
grep -q '(\.\./\.\./docs/running\.md' "$page" || { echo "$page has no link to docs/running.md" && status=1; }
[ $status -eq 0 ] || echo "$page is not like the other lessons' pages"
exit $status
