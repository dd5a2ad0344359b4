#!/bin/sh
# excerpt.sh FILE FIRST [LAST]: prints FILE from the first line that contains the text FIRST to the next one that
# contains LAST, or just the first one, without the indentation that all of them have. ^TEXT begins a line.
set -eu
fail() {
    echo "excerpt.sh: $1" >&2
    exit 2
}
case $# in
2 | 3) ;;
*) fail "usage: excerpt.sh FILE FIRST [LAST]" ;;
esac
[ -f "$1" ] || fail "there is no file $1"

first=$2 last=${3-} awk '
    function holds(text) { return text ~ /^\^./ ? index($0, substr(text, 2)) == 1 : index($0, text) > 0 }
    begun { lines[count++] = $0 }
    begun && holds(ENVIRON["last"]) { ended = 1; exit }
    !begun && holds(ENVIRON["first"]) { begun = 1; lines[count++] = $0; if (ENVIRON["last"] == "") { ended = 1; exit } }
    END {
        if (!begun) exit 3
        if (!ended) exit 4
        indent = -1
        for (i = 0; i < count; ++i)
            if (match(lines[i], /[^ ]/) && lines[i] !~ /^#/ && (indent < 0 || RSTART - 1 < indent)) indent = RSTART - 1
        for (i = 0; i < count; ++i) print lines[i] ~ /^#/ ? lines[i] : substr(lines[i], indent + 1) # #pragma is at the margin
    }' "$1" || case $? in
3) fail "$1: no line contains '$2'" ;;
4) fail "$1: after the line with '$2' none contains '${3-}'" ;;
*) exit 2 ;;
esac
