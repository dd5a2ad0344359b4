#!/bin/sh
# pivot.sh FILE rows=NAME[,NAME…] column=NAME cell=NAME [NAME=VALUE[|VALUE…]…]: a Markdown table of docs/results/h200/FILE.csv (or, as in
# ../h100/ways, of another folder's): a row for each combination of the rows' values, a column for each value of one column, and a
# cell's value where they meet. Only lines count in which each further NAME has one of these VALUEs.
set -eu
[ $# -ge 4 ] || { echo "usage: pivot.sh FILE rows=NAME[,NAME…] column=NAME cell=NAME [NAME=VALUE[|VALUE…]…]" >&2 && exit 2; }
file=$(dirname "$0")/results/h200/$1.csv
shift
[ -f "$file" ] || { echo "pivot.sh: there is no file $file" >&2 && exit 2; }
# The options go by the environment: awk would take NAME=VALUE for assignments of its own.
OPTIONS=$(for option; do echo "$option"; done) awk -F, '
    function fail(text) { print "pivot.sh: " text >"/dev/stderr"; failed = 1; exit 2 }
    NR == 1 {
        for (i = 1; i <= NF; ++i) at[$i] = i
        count = split(ENVIRON["OPTIONS"], option, "\n")
        for (i = 1; i <= count; ++i) {
            name = value = option[i]
            sub(/=.*/, "", name)
            sub(/^[^=]*=/, "", value)
            if (name == "rows") parts = split(value, row, ",")
            else if (name == "column") { column = at[value]; label = value == "log2_n" ? "2^" : "" }
            else if (name == "cell") cell = at[value]
            else if (name in at) wanted[name] = "|" value "|"
            else fail("there is no column " name)
        }
        for (i = 1; i <= parts; ++i) if (!(row[i] in at)) fail("there is no column " row[i])
        if (!column || !cell || !parts) fail("rows, column and cell have to name columns")
        next
    }
    {
        for (name in wanted) if (!index(wanted[name], "|" $at[name] "|")) next
        key = $at[row[1]]
        for (i = 2; i <= parts; ++i) key = key " | " $at[row[i]]
        if (!(key in known)) { known[key]; keys[++rows] = key }
        if (!($column in seen)) { seen[$column]; columns[++many] = $column }
        if ((key, $column) in value_of) fail("two lines are about " key " at " $column)
        value_of[key, $column] = $cell
    }
    END {
        if (failed) exit 2
        if (!rows) { print "pivot.sh: no line is like that" >"/dev/stderr"; exit 2 }
        line = "|"; rule = "|"
        for (i = 1; i <= parts; ++i) { line = line " " row[i] " |"; rule = rule "---|" }
        for (c = 1; c <= many; ++c) { line = line " " label columns[c] " |"; rule = rule "---:|" }
        gsub(/_/, " ", line)
        print line "\n" rule
        for (r = 1; r <= rows; ++r) {
            line = "| " keys[r] " |"
            for (c = 1; c <= many; ++c) line = line " " value_of[keys[r], columns[c]] " |"
            print line
        }
    }' "$file"
