#!/bin/sh
# draw.sh [FOLDER]: draws each .dot file of this folder, of the harness and of the simulator's pages as .svg, beside it or in FOLDER. A comment in the picture tells which
# Graphviz drew it, and the file's check sum; a style sheet gives it colours for the dark.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v dot >/dev/null || { echo "draw.sh: dot (Graphviz) is not installed" >&2 && exit 2; }

for file in "$here"/*.dot "$here"/../common/harness/*.dot "$here"/../common/simulator/docs/*.dot; do
    folder=${1:-$(dirname "$file")}
    name=$(basename "$file" .dot)
    font="DejaVu Sans"
    dot -Tsvg -Gfontname="$font" -Gfontsize=11 -Gbgcolor=transparent -Nfontname="$font" -Nfontsize=11 -Nshape=box \
        -Nheight=0.3 -Efontname="$font" -Efontsize=9 -Ecolor="#4A4A4A" -Earrowsize=0.7 "$file" |
        awk -v origin="<!-- $(dot -V 2>&1), check sum $(cksum <"$file" | cut -d' ' -f1) -->" '
            { print }
            /^ *viewBox=/ {
                print "<style>"
                print "@media (prefers-color-scheme: dark) {"
                print "svg { background: #17191D; }"
                print "text { fill: #E6E6E6; }"
                print ".room path { fill: #12344D; stroke: #56B4E9; }"
                print ".file polygon { fill: #2B2F33; stroke: #B8BDC4; }"
                print ".edge path { stroke: #B8BDC4; }"
                print ".edge polygon { fill: #B8BDC4; stroke: #B8BDC4; }"
                print "}"
                print "</style>"
                print origin
            }' >"$folder/$name.svg"
done
