#!/bin/sh
# make_starter.sh SOLUTION.cu: prints the starter that a student gets. Every region
#
#     // BEGIN SOLUTION what is to be done
#     //| and more of it
#     //> code that stands in for the solution, where the starter would not compile without
#     the code
#     // END SOLUTION
#
# becomes the comment "// TODO: what is to be done" and "//       and more of it", and the stand-in. It ends as a sentence
# does. Markers that do not come in pairs are errors, and so are lines that look like a marker, but are none.
set -eu
[ $# -eq 1 ] && [ -f "$1" ] || { echo "usage: make_starter.sh SOLUTION.cu" >&2; exit 2; }
awk '
    function fail(line, what) {
        printf "%s:%d: %s\n", FILENAME, line, what > "/dev/stderr"
        failed = 1
        exit 2
    }
    function add(line) { starter = starter line "\n" }

    /^ *\/\/ BEGIN SOLUTION( .+)?$/ {
        if (begin) fail(FNR, "BEGIN SOLUTION inside the region that begins in line " begin)
        begin = FNR
        regions++
        indent = $0
        sub(/\/\/.*/, "", indent)
        text = $0
        sub(/^ *\/\/ BEGIN SOLUTION ?/, "", text)
        if (text == "") text = "your code."
        add(indent "// TODO: " text)
        head = 1
        last = text
        next
    }
    /^ *\/\/ END SOLUTION$/ {
        if (!begin) fail(FNR, "END SOLUTION without BEGIN SOLUTION")
        begin = 0
        next
    }
    toupper($0) ~ /(BEGIN|END)[ _]*SOLUTION/ { fail(FNR, "a marker is a line of its own, written // BEGIN SOLUTION or // END SOLUTION") }
    /^ *\/\/[|>]/ {
        if (!begin || !head) fail(FNR, "//| and //> stand right below BEGIN SOLUTION")
        text = $0
        sub(/^ *\/\/[|>] ?/, "", text)
        is_text = $0 ~ /^ *\/\/\|/
        add(indent (is_text ? "//       " : "") text)
        if (is_text) last = text
        next
    }
    head && last !~ /[.?!)]$/ { fail(FNR, "what is to be done ends in mid-sentence: \"" last "\"; each line after the first begins with //|") }
    { head = 0 }
    !begin { add($0) }
    END {
        if (failed) exit 2
        if (begin) fail(begin, "BEGIN SOLUTION without END SOLUTION")
        if (!regions) fail(FNR, "there is no BEGIN SOLUTION: nothing would be left to do")
        printf "%s", starter
    }' "$1"
