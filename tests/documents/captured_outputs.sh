#!/bin/sh
# captured_outputs.sh [--update] PAGE.md…: what pages show as printed by a command is what it prints.
#
# A page shows a command as the first line of a fenced block, "$ COMMAND", and what it prints as the rest of the block.
# Or it hides the command in a line of its own, <!-- $ COMMAND -->, and the whole fenced block or table that follows is
# what it prints. Text of any other kind that a command prints stands between the lines <!-- begin $ COMMAND --> and
# <!-- end -->. The commands run in the repository's root. --update writes what they print into the page.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
update=
[ "${1-}" != --update ] || { update=yes && shift; }
[ $# -gt 0 ] || { echo "usage: captured_outputs.sh [--update] PAGE.md…" >&2 && exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SCANLAB_INSTALL=no SCANLAB_SIM_PROGRESS=0
status=0

for page; do
    [ -f "$page" ] || { echo "captured_outputs.sh: there is no page $page" >&2 && exit 2; }
    # awk writes the page as it ought to be, and complains of what it cannot make sense of.
    awk -v page="$page" -v root="$root" -v scratch="$scratch" '
        function complain(line, text) { print page ":" line ": " text >"/dev/stderr"; failed = 1 }
        # Runs COMMAND, which stands in a line of the page, and prints what it prints. A hidden one has to succeed; one
        # that is shown may fail, but has to exist.
        function run(command, line, hidden,    file, code, output) {
            # A shell without its script ends as one whose script has failed.
            if (split(command, words, " ") > 1 && words[1] == "sh" && words[2] ~ /\.sh$/ && system("test -f \"" root "/" words[2] "\""))
                complain(line, "there is no " words[2])
            file = scratch "/command"
            print command >file
            close(file)
            system("cd \"" root "\" && sh \"" file "\" </dev/null >\"" scratch "/output\" 2>&1; echo $? >\"" scratch "/code\"")
            getline code <(scratch "/code")
            close(scratch "/code")
            while ((getline output <(scratch "/output")) > 0) {
                print output
                if (hidden && code || code > 125) print "    " output >"/dev/stderr"
                if (output ~ /^```/ && !region) complain(line, "this prints ```, which would end the block: " command)
            }
            close(scratch "/output")
            if (hidden && code || code > 125) complain(line, "this fails with exit code " code ": " command)
        }
        region {
            if (!/^<!-- end -->$/) next
            region = 0
            print ""
            print
            next
        }
        fence { # in a fenced block
            if ($0 ~ /^`+ *$/ && length($1) >= fence) fence = shown = 0
            else if (shown) next
            else if (NR == begins + 1 && /^\$ /) { print; run(substr($0, 3), NR, 0); shown = 1; next }
            print
            next
        }
        hidden && /^```/ { print; match($0, /^`+/); fence = RLENGTH; run(hidden, NR - 1, 1); hidden = ""; shown = 1; next }
        hidden {
            run(hidden, NR - 1, 1)
            hidden = ""
            skips = 1
        }
        skips && /^\|/ { next }
        skips && /[^ ]/ { complain(NR, "after a hidden command comes a fenced block, a table or an empty line") }
        { skips = 0 }
        { print }
        /^```/ { match($0, /^`+/); fence = RLENGTH; begins = NR }
        /^<!-- begin \$ .* -->$/ {
            region = NR
            print ""
            run(substr($0, 14, length($0) - 17), NR, 1)
        }
        /^<!-- end -->$/ { complain(NR, "no <!-- begin $ COMMAND --> stands before this") }
        /^<!-- *\$/ {
            if (/^<!-- \$ .* -->$/) hidden = substr($0, 8, length($0) - 11)
            else complain(NR, "a hidden command is a line <!-- $ COMMAND -->, without anything before or after it")
        }
        END {
            if (hidden) run(hidden, NR, 1)
            if (fence) complain(NR, "a fenced block does not end")
            if (region) complain(region, "no <!-- end --> stands after this")
            exit failed
        }' "$page" >"$scratch/page" || { status=1 && continue; }
    if [ -z "$update" ]; then
        diff -u --label "$page" --label "what its commands print" "$page" "$scratch/page" || {
            echo "If the difference is meant: sh tests/documents/captured_outputs.sh --update $page" >&2
            status=1
        }
    elif ! cmp -s "$page" "$scratch/page"; then
        cat "$scratch/page" >"$page"
        echo "updated $page" >&2
    fi
done
exit $status
