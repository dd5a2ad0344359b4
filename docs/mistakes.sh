#!/bin/sh
# mistakes.sh: prints a Markdown table of beginners' mistakes: each edit with a grade and a text in its note, as in
# `## name · B: text`, after other parts of the note. A test runs each, and the text is part of what is said then: those of
# tests/grading/beginners in said.sh there, those of tests/grading/wrong_solutions in common/grading/edits/wrong.sh.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd -P)
echo '| mistake | in | what the kit says | grade |'
echo '|---|---|---|---|'
for edits in "$root"/tests/grading/beginners/*.edits "$root"/tests/grading/wrong_solutions/*.edits; do
    sh "$root/common/grading/edits/apply.sh" --list "$edits" |
        awk -F'\t' -v in_lesson="$(sed -n '1s,.*/\([0-9][0-9]\)_.*,\1,p' "$edits")" '{
            parts = split($2, part, " · ")
            if (part[parts] !~ /^[A-F][-+]?: /) next
            grade = text = part[parts]
            sub(/:.*/, "", grade)
            sub(/^[^:]*: /, "", text)
            sub(/\.$/, "", $3)
            gsub(/\|/, "\\|", text)
            printf "| %s | %s | %s | %s |\n", $3, in_lesson, text, grade
        }'
done
