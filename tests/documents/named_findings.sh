#!/bin/sh
# named_findings.sh PAGE.md…: what pages say the simulator finds in a planted bug is what the corpus demands of it.
# Pages say it like this: (`program`: `kind`), or in a row of a table that links to programs and ends with the kind.
cd "$(dirname "$0")/../.." || exit 1
status=0
fail() { echo "$1" && status=1; }

named() {
    # shellcheck disable=SC2016 # backquotes that are meant
    tr '\n' ' ' <"$1" | grep -oE '\(`[a-z0-9_]+`: +`[a-z-]+`\)' | tr -d '(`:)'
    awk -F '|' '/^\|.*\]\(\.\.\/tests\/simulator\/planted_bugs\// {
        kind = $(NF - 1)
        gsub(/[ `]/, "", kind)
        while (match($0, /planted_bugs\/[a-z0-9_]+/)) {
            print substr($0, RSTART + 13, RLENGTH - 13), kind
            $0 = substr($0, RSTART + RLENGTH)
        }
    }' "$1"
}

for page; do
    findings=$(named "$page")
    [ -n "$findings" ] || { fail "$page names no finding" && continue; }
    while read -r program kind; do
        grep -q "// finds: .*$kind" "tests/simulator/planted_bugs/$program.cu" || fail "$page: $kind is not what $program has"
    done <<END
$findings
END
done
exit $status
