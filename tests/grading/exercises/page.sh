#!/bin/sh
# page.sh LESSONS FOLDER/NAME TITLE: the lesson's exercises.md has a section "## NAME: TITLE", as the list of exercises calls
# it, with the idea, the interface, what is graded, and three hints, which are folded. ./scanlab hint reads them by these
# headings.
page=$1/${2%/*}/exercises.md
grep -qxF "## ${2#*/}: $3" "$page" || { echo "$page has no heading '## ${2#*/}: $3'" && exit 1; }
awk -v name="${2#*/}" '
    /^## / { inside = index($0, "## " name ": ") == 1; next }
    inside && /^### / { headings = headings substr($0, 5) "\n" }
    /^### / { in_hint = inside && /^### Hint/; folded = 0 }
    in_hint && /^<details><summary>.+<\/summary>$/ { folded = 1 }
    in_hint && /^<\/details>$/ { hints += folded; folded = 0 }
    END {
        if (headings != "The idea\nThe interface\nGraded\nHint 1\nHint 2\nHint 3\n" || hints != 3) {
            print FILENAME ": the section of " name " has these headings and " hints + 0 " folded hints:\n" headings
            exit 1
        }
    }' "$page"
