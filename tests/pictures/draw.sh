#!/bin/sh
# draw.sh SCANLAB KERNEL: the files that a recording becomes.
set -eu
scanlab=$1 kernel=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() {
    echo "$1"
    exit 1
}

"$kernel" --record recording --n 16
for format in svg png dot; do
    "$scanlab" draw --recording recording --out "a.$format"
    "$scanlab" draw --recording recording --out "b.$format"
    cmp "a.$format" "b.$format" || fail "the same recording gives another .$format"
done

for part in 'role="img"' '<title>' '<desc>' 'prefers-color-scheme: dark' 'DejaVu Sans, sans-serif'; do
    grep -qF "$part" a.svg || fail "the SVG has no $part"
done
neato -n2 -Tsvg a.dot >by_hand.svg 2>warnings
[ ! -s warnings ] || fail "neato complains of the .dot file: $(cat warnings)"
[ "$(grep -c '<ellipse' by_hand.svg)" = "$(grep -c '<ellipse' a.svg)" ] || fail "the .dot file is another picture"

# refused MESSAGE COMMAND…: fails with exit code 2 and one line.
refused() {
    message=$1
    shift
    status=0
    "$@" 2>error || status=$?
    [ $status = 2 ] || fail "'$*' ends with $status instead of 2"
    [ "$(wc -l <error)" = 1 ] || fail "'$*' says more than a line: $(cat error)"
    grep -qF "$message" error || fail "'$*' does not say '$message' but: $(cat error)"
}
echo '{' >broken
refused 'broken is not a recording' "$scanlab" draw --recording broken --out x.svg
refused 'cannot read nothing' "$scanlab" draw --recording nothing --out x.svg
refused 'cannot write' "$scanlab" draw --recording recording --out nowhere/x.dot
refused 'apt-get install graphviz' env PATH=/nowhere "$scanlab" draw --recording recording --out x.svg
