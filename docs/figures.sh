#!/bin/sh
# figures.sh [--update] [FIGURES.txt]: every measured number in the prose of our pages is what docs/results say.
#
# FIGURES.txt (docs/figures.txt) has a line for each, after one with the name of its page:
#
#     page docs/exam.md
#     .00 = bench:share_of_copy:reduce_then_scan@2^28 : (Measured: {} and # of a copy.)
#     given : compute capability 9.0
#
# FORM = EXPRESSION : TEXT. The page has this TEXT, with the value of the EXPRESSION for {}, a number for each # and a line break
# for any space. The FORM shows the digits: 0, 0.0, or .00 for no zero before the point. In an EXPRESSION, FILE:COLUMN:ROW is a
# cell of docs/results/h200/FILE.csv (../h100/ways is one of another folder). ROW is a lesson's number in lessons; a name in ncu and ncu_copies; in bench NAME@2^28, or
# NAME@block=64 (items=, kept=) at 2^28. In any file it may be COLUMN=VALUE@COLUMN=VALUE…, with _ for a space, which is the one
# line with these values.
# `given`: the numbers in this TEXT were not measured, or are no longer to be measured again.
#
# In these pages, a number with a point in it, or before GB/s, µs, ms or %, has to be in one such line or the other, but for versions.
# --update writes the values into the pages.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd -P)
update=
[ "${1-}" != --update ] || { update=yes && shift; }
[ $# -le 1 ] || { echo "usage: figures.sh [--update] [FIGURES.txt]" >&2 && exit 2; }
figures=${1:-$root/docs/figures.txt}
[ -f "$figures" ] || { echo "figures.sh: there is no file $figures" >&2 && exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root"

# The cells that the expressions name become numbers; awk itself then computes.
awk -v results=docs/results/h200 '
    function fail(text) { print FILENAME ":" FNR ": " text >"/dev/stderr"; failed = 1 }
    # Splits a line at its commas, but not at those between quotes.
    function cells(line, cell,    count, quoted, i, c) {
        split("", cell)
        count = 1
        for (i = 1; i <= length(line); ++i) {
            c = substr(line, i, 1)
            if (c == "\"") quoted = !quoted
            else if (c == "," && !quoted) ++count
            else cell[count] = cell[count] c
        }
        return count
    }
    function size(n) { return "2^" sprintf("%.10g", log(n) / log(2)) }
    function key(file, at, cell,    sweep) {
        if (file == "lessons") return sprintf("%02d", cell[at["number"]])
        if (file == "ncu") return cell[at["lesson"]]
        if (file == "ncu_copies") return cell[at["kernel"]]
        if (!("name" in at)) return
        sweep = cell[at["sweep"]]
        if (sweep == "size") return cell[at["name"]] "@" size(cell[at["n"]])
        return cell[at["name"]] "@" sweep "=" \
            cell[at[sweep == "block" ? "block" : sweep == "items" ? "items_per_thread" : "kept_percent"]]
    }
    function read(file,    path, line, count, i, at, cell, row) {
        known[file] = 1
        rows[file] = 0
        path = results "/" file ".csv"
        if ((getline line <path) <= 0) { fail("there is no file " path); return }
        count = cells(line, cell)
        for (i = 1; i <= count; ++i) { at[cell[i]] = i; column[i] = cell[i] }
        while ((getline line <path) > 0) {
            cells(line, cell)
            for (i = 1; i <= count; ++i) {
                row[i] = cell[i]
                gsub(" ", "_", row[i])
                all[file, rows[file], column[i]] = row[i]
            }
            ++rows[file]
            line = key(file, at, cell)
            for (i = 1; i <= count; ++i) value[file ":" column[i] ":" line] = row[i]
        }
        close(path)
    }
    # Finds the one line with all values of COLUMN=VALUE@…, and adds it to the known ones.
    function look_for(file, column, conditions,    count, condition, part, found, i, k) {
        count = split(conditions, condition, "@")
        for (k = 0; k < rows[file]; ++k) {
            for (i = 1; i <= count; ++i) {
                split(condition[i], part, "=")
                if (!((file, k, part[1]) in all) || all[file, k, part[1]] != part[2]) break
            }
            if (i <= count) continue
            ++found
            value[file ":" column ":" conditions] = all[file, k, column]
        }
        if (found > 1) fail("several lines of the results are " file ":" conditions)
    }
    function computed(expression,    result, cell, part, row) {
        while (match(expression, /(\.\.\/[a-z0-9]+\/)?[a-z_]+:[a-z0-9_]+:[^ )]+/)) {
            cell = substr(expression, RSTART, RLENGTH)
            split(cell, part, ":")
            if (!(part[1] in known)) read(part[1])
            row = substr(cell, length(part[1] part[2]) + 3)
            if (!(cell in value) && row ~ /^[a-z0-9_]+=/) look_for(part[1], part[2], row)
            if (!(cell in value)) { fail("the results have no " cell); return "0" }
            result = result substr(expression, 1, RSTART - 1) "(" value[cell] ")"
            expression = substr(expression, RSTART + RLENGTH)
        }
        return result expression
    }
    function form(template,    point) {
        point = index(template, ".")
        return "%." (point ? length(template) - point : 0) "f"
    }
    /^#/ || /^ *$/ { next }
    /^page / { print "print \"page\t" $2 "\""; next }
    /^given : / { print "print \"given\t" substr($0, 9) "\""; next }
    / = .* : / {
        template = substr($0, 1, index($0, " = ") - 1)
        rest = substr($0, index($0, " = ") + 3)
        expression = substr(rest, 1, index(rest, " : ") - 1)
        text = substr(rest, index(rest, " : ") + 3)
        gsub(/["\\]/, "\\\\&", text)
        if (index(text, "{}") == 0) fail("there is no {} in: " text)
        printf "value = sprintf(\"%s\", %s)\n", form(template), computed(expression)
        if (template ~ /^\./) print "sub(/^0/, \"\", value)"
        print "print \"figure\t" text "\t\" value"
        next
    }
    { fail("cannot read this line: " $0) }
    END { exit failed }' "$figures" >"$scratch/program" || exit 2
{ echo 'BEGIN {' && cat "$scratch/program" && echo '}'; } >"$scratch/values.awk"
awk -f "$scratch/values.awk" >"$scratch/values"

awk -F '\t' -v update="$update" '
    function complain(text) { print page ": " text >"/dev/stderr"; failed = 1 }
    # What finds this text in a page.
    function pattern(text,    i, c, result) {
        for (i = 1; i <= length(text); ++i) {
            c = substr(text, i, 1)
            if (c == "#") result = result number
            else if (c == " ") result = result "[ \n]+"
            else if (c ~ /[0-9]/) result = result "[" c "~]"
            else if (c ~ /[][\\.*+?(){}|^$\/]/) result = result "\\" c
            else result = result c
        }
        return result
    }
    function read_page(name,    line) {
        page = name
        content = ""
        while ((getline line <page) > 0) content = content line "\n"
        close(page)
        if (content == "") complain("there is no such page")
        original = shown = content # with the right numbers; content: with ~ for what is spoken for
    }
    # Everything in the page but numbers that a line has spoken for, and what is not prose.
    function check_rest(    count, line, i, fenced, prose, context) {
        if (page == "") return
        count = split(content, line, "\n")
        for (i = 1; i <= count; ++i) {
            if (line[i] ~ /^```/) fenced = !fenced
            else if (!fenced && line[i] !~ /^(\||<!--)/) prose = prose line[i] " "
        }
        gsub(/\]\([^()]*\)|`[^`]*`/, " ", prose) # links and code
        gsub(/(driver|nvcc|CUDA|CUB|CCCL|CMake|Ubuntu|capability) [0-9.]+/, " ", prose) # versions
        while (match(prose, "(^|[ (−*])([0-9]*[.][0-9]+|[0-9]+ (GB/s|µs|ms|%))")) {
            context = substr(prose, RSTART > 50 ? RSTART - 50 : 1, 100 + RLENGTH)
            complain("no line of figures.txt says where this number comes from: …" context "…")
            prose = substr(prose, RSTART + RLENGTH)
        }
    }
    function write_page() {
        if (!update || page == "" || shown == original) return
        printf "%s", shown >page
        close(page)
        print "updated " page >"/dev/stderr"
    }
    function end_page() { check_rest(); write_page() }
    # Where in a text the number is that stands for {}: begin, size.
    function locate(all, text,    parts, before) {
        split(text, parts, /[{][}]/)
        before = pattern(parts[1])
        if (!match(all, before number pattern(parts[2]))) return 0
        begin = RSTART
        match(substr(all, begin), "^" before)
        begin += RLENGTH
        match(substr(all, begin), "^" number)
        size = RLENGTH
        return 1
    }
    function with(all, inserted) { return substr(all, 1, begin - 1) inserted substr(all, begin + size) }
    function hidden(text) { gsub(/[0-9]/, "~", text); return text }
    BEGIN {
        number = "[0-9~]*[.]?[0-9~]+" # ~: a digit that some line has spoken for
    }
    $1 == "page" { end_page(); read_page($2); next }
    $1 == "given" {
        if (!match(content, pattern($2))) complain("does not say: " $2)
        else { begin = RSTART; size = RLENGTH; content = with(content, hidden(substr(content, begin, size))) }
        next
    }
    !locate(shown, $2) { complain("does not say: " $2); next }
    {
        said = substr(shown, begin, size)
        if (said != $3 && !update) complain("says " said ", but the results say " $3 ": " $2)
        shown = with(shown, $3)
        if (locate(content, $2)) content = with(content, hidden(substr(content, begin, size)))
    }
    END { end_page(); exit failed }' "$scratch/values"
