#!/bin/sh
# captured_outputs.sh [--update] PAGE.md…: what pages show as printed by a command is what it prints.
#
# Runs every command that a page shows as "$ COMMAND" at the beginning of a fenced block, from the
# repository's root, and compares with the rest of the block. --update writes what it prints into the page.
set -eu
cd "$(dirname "$0")/../.."
update=
[ "${1-}" != --update ] || { update=yes && shift; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

for page in "$@"; do
    awk -v out="$scratch/out" '
        /^```/ { inside = !inside; begins = inside; output = 0; print; next }
        output { next }
        { print }
        begins && sub(/^\$ /, "") {
            system("( " $0 " ) >" out " 2>&1")
            while ((getline line < out) > 0) print line
            close(out)
            output = commands = 1
        }
        { begins = 0 }
        END { if (!commands) exit 1 }' "$page" >"$scratch/page" || { echo "$page shows no command" >&2; exit 2; }
    if [ -n "$update" ]; then cat "$scratch/page" >"$page"
    else diff -u "$page" "$scratch/page" || status=1
    fi
done
[ $status -eq 0 ] || echo "After a look at the differences: sh tests/documents/captured_outputs.sh --update $*" >&2
exit $status
