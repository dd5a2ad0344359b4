#!/bin/sh
# verdicts.sh SCANLAB FILE SCHEDULES: each synchronisation of FILE gets the verdict that its line names, and no other line
# any. In the current folder, `said` has what was printed, and `less.patch` what could go.
set -eu
scanlab=$1 file=$2 schedules=$3
fail() {
    cat said
    echo "$file: $*"
    exit 1
}

# Its lines as FILE:LINE: VERDICT, and what is enough where less is.
"$scanlab" sync "$file" --schedules "$schedules" --json verdicts.json --patch less.patch >said 2>&1 || fail "exit code $?"
sed -n 's/.*"line":\([0-9]*\),.*"verdict":"\([^"]*\)".*"instead":"\([^"]*\)".*/\1: \2: \3/p; t
    s/.*"line":\([0-9]*\),.*"verdict":"\([^"]*\)".*/\1: \2/p' verdicts.json >found
sed -n 's|^\(.*\) // \(needed\)$|\2|; s|.* // \(could be narrower.*\)|\1|; s|.* // \(n.* in these runs\)$|\1|; t number
    d
    :number
    =;p' "$file" | paste -sd ':\n' | sed 's/:/: /' >wanted
diff wanted found || fail "other verdicts than wanted (<)"
