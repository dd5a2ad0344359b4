#!/bin/sh
# kinds.sh: common/simulator/docs/kinds.md has a section for each kind of finding, in the order of the table in findings/kinds.hpp, which
# begins with the kind's severity and sentence. The example in it is part of a planted bug in which this kind is found.
set -eu
cd "$(dirname "$0")/../.."
table=common/simulator/findings/kinds.hpp
page=common/simulator/docs/kinds.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A line for each row: its name, severity and sentence, with tabs between them.
awk '
    /FindingRow\{/ { inside = 1; row = "" }
    inside { row = row $0 }
    inside && /"(},|}};)$/ {
        inside = 0
        gsub(/" +"/, "", row)
        severity = row ~ /Severity::error/ ? "Error" : "Warning"
        split(row, parts, "\"")
        printf "%s\t%s\t%s\n", parts[2], severity, parts[4]
    }' "$table" >"$scratch/table"
[ "$(wc -l <"$scratch/table")" -ge 20 ] || { echo "$table: hardly any rows are read" && exit 1; }

# The same of the page, from its headings and the paragraphs after them.
awk '
    /^## / { kind = $2; begun = 0; next }
    kind && !begun && /^\*\*/ { begun = 1; paragraph = "" }
    begun && NF { paragraph = paragraph (paragraph ? " " : "") $0 }
    begun && !NF {
        severity = paragraph
        sub(/\.\*\* .*/, "", severity)
        sub(/^\*\*/, "", severity)
        sub(/^\*\*[A-Za-z]*\.\*\* /, "", paragraph)
        printf "%s\t%s\t%s\n", kind, severity, paragraph
        kind = ""; begun = 0
    }' "$page" >"$scratch/page"
diff -u --label "the table of kinds" --label "$page" "$scratch/table" "$scratch/page"

awk '/^## / { kind = $2 } match($0, /planted_bugs\/[a-z0-9_]+\.cu/) && kind { print kind, substr($0, RSTART, RLENGTH) }' "$page" |
    while read -r kind program; do
        grep -qE "finds: (maybe )?(warning )?$kind\b" "tests/simulator/$program" ||
            { echo "$page: the section on $kind shows $program, in which it is not found" && exit 1; }
    done
