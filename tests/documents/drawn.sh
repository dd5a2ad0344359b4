#!/bin/sh
# drawn.sh: the pictures in docs are those of their .dot files, byte for byte. Another version of Graphviz may draw them
# differently: then the check sums have to be the same.
cd "$(dirname "$0")/../../docs" || exit 1
command -v dot >/dev/null || { echo "dot (Graphviz) is not installed" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
sh draw.sh "$scratch" || exit 1

# origin PICTURE N: what drew it (1), or the check sum of its file (2).
origin() { sed -n "s/^<!-- \(.*\), check sum \([0-9]*\) -->$/\\$2/p" "$1"; }

status=0
for file in *.dot ../common/harness/*.dot ../common/simulator/docs/*.dot; do
    picture=${file%.dot}.svg
    drawn=$scratch/$(basename "$picture")
    cmp -s "$picture" "$drawn" && continue
    [ "$(origin "$picture" 1)" != "$(origin "$drawn" 1)" ] &&
        [ "$(origin "$picture" 2)" = "$(origin "$drawn" 2)" ] && continue
    echo "docs/$picture is not that of docs/$file. Draw it (sh docs/draw.sh), look at it, commit it."
    status=1
done
exit $status
