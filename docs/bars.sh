#!/bin/sh
# bars.sh NN…: prints a picture of these lessons, a bar for each: its share of a copy's speed, as ladder.sh's tables have it,
# from the same measurement (results/h200/lessons.csv). The picture names the command that made it.
set -eu
docs=$(dirname "$0")
results=$docs/results/h200/lessons.csv
fail() {
    echo "bars.sh: $1" >&2
    exit 2
}
[ $# -gt 0 ] || fail "usage: bars.sh NN…, the lessons to show"
[ -f "$results" ] || fail "there are no results in $results"

# What the lessons are called by their pages.
titles=
for lesson; do
    page=$(echo "$docs/../lessons/${lesson}"_*/README.md)
    [ -f "$page" ] || fail "there is no lesson '$lesson'; lessons are named like 05"
    titles=$titles$(sed -n '1s/^# Lesson [0-9]*: //p' "$page")'|'
done

awk -F, -v wanted="$*" -v titles="$titles" '
    function text(x, y, anchor, class, words) {
        printf "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" class=\"%s\">%s</text>\n", x, y, anchor, class, words
    }
    NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
    {
        share[sprintf("%02d", $column["number"])] = $column["percent_of_copy"]
        device = $column["device"]
        exponent = sprintf("%.0f", log($column["n"]) / log(2))
    }
    END {
        count = split(wanted, lesson, " ")
        split(titles, title, "|")
        for (i = 1; i <= count; ++i)
            if (!(lesson[i] in share)) {
                print "bars.sh: the results have no lesson \047" lesson[i] "\047" >"/dev/stderr"
                exit 2
            }
        row = 34; top = 46; left = 250; full = 280 # where 100 % ends
        bottom = top + row * count
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 %d\" width=\"600\" height=\"%d\" role=\"img\">\n", bottom + 34, bottom + 34
        print "<!-- sh docs/bars.sh " wanted " -->"
        print "<title>Speed of " count " lessons, in per cent of the speed of a copy</title>"
        print "<style>"
        print "svg { background: #FFFFFF; }"
        print "text { font: 14px \047DejaVu Sans\047, sans-serif; fill: #1B1B1B; }"
        print ".quiet { font-size: 12px; fill: #5C5C5C; }"
        print ".inside { fill: #FFFFFF; }"
        print "rect { fill: #0072B2; } path { stroke: #5C5C5C; stroke-dasharray: 5 4; }"
        print "@media (prefers-color-scheme: dark) {"
        print "svg { background: #17191D; } text { fill: #E6E6E6; } .quiet { fill: #B8BDC4; }"
        print ".inside { fill: #17191D; } rect { fill: #56B4E9; } path { stroke: #B8BDC4; }"
        print "}"
        print "</style>"
        text(left + full, top - 26, "middle", "quiet", "a copy: 100 %")
        printf "<path d=\"M%d %dV%d\" fill=\"none\"/>\n", left + full, top - 18, bottom
        for (i = 1; i <= count; ++i) {
            y = top + row * (i - 1)
            width = full * share[lesson[i]] / 100
            text(left - 10, y + 17, "end", "name", lesson[i] " " title[i])
            printf "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"24\"/>\n", left, y, width
            inside = width > full / 2
            text(left + width + (inside ? -8 : 8), y + 17, inside ? "end" : "start", inside ? "inside" : "outside",
                sprintf("%.1f %%", share[lesson[i]]))
        }
        text(left, bottom + 18, "start", "quiet", "2^" exponent " integers on one " device)
        print "</svg>"
    }' "$results"
