#!/bin/sh
# apply.sh FILE.edits NAME: prints the source that the file is about, with the edit NAME made.
# apply.sh --list FILE.edits: prints a row for each edit, with tabs between its name, its note and its text.
# README.md describes the format. An edit that does not fit its source is an error.
set -eu
fail() {
    echo "apply.sh: $1" >&2
    exit 2
}
[ $# -eq 2 ] || fail "usage: apply.sh FILE.edits NAME, or apply.sh --list FILE.edits"
if [ "$1" = --list ]; then list=1 file=$2 name=; else list=0 file=$1 name=$2; fi
[ -f "$file" ] && [ -r "$file" ] || fail "there is no file $file that can be read"
root=$(cd "$(dirname "$0")/../../.." && pwd -P)

EDITS=$file LIST=$list WANTED=$name ROOT=$root FOLDER=$(dirname "$file") awk '
    function fail(line, what) {
        printf "%s:%d: %s\n", ENVIRON["EDITS"], line, what > "/dev/stderr"
        failed = 1
        exit 2
    }
    function blanks_before(line) {
        match(line, /^[ \t]*/)
        return RLENGTH
    }
    function bare(line) {
        gsub(/^[ \t]+|[ \t]+$/, "", line)
        return line
    }
    function end_edit() {
        if (!edits) return
        if (text[edits] == "") fail(heading[edits], name[edits] ": a sentence below the heading has to say what the edit does")
        if (!first_hunk[edits]) fail(heading[edits], name[edits] ": there is no line to change; such a line begins with < or =")
    }
    function end_hunk() {
        if (in_hunk && !fixed[hunks])
            fail(begin[hunks], name[edits] ": a line that begins with < or = has to say where these lines go")
        in_hunk = 0
    }

    NR == 1 {
        if (!/^# [^ ]/) fail(1, "the first line has to name the source: # solutions/NN_lesson/NAME_exercise.cu")
        source = substr($0, 3)
        path = (source ~ /^\// ? "" : ENVIRON[source ~ /^\.\// ? "FOLDER" : "ROOT"] "/") source
        next
    }
    /^##/ {
        end_hunk()
        end_edit()
        if (!match($0, /^## [a-z0-9_]+/)) fail(NR, "a heading is written ## name or ## name · note, the name in a-z, 0-9 and _")
        name[++edits] = substr($0, 4, RLENGTH - 3)
        note[edits] = substr($0, RLENGTH + 1)
        if (note[edits] != "" && !sub(/^ · /, "", note[edits])) fail(NR, "\" · \" has to stand between the name and the note")
        if (name[edits] in number) fail(NR, "there is another edit " name[edits] " in line " heading[number[name[edits]]])
        number[name[edits]] = edits
        heading[edits] = NR
        next
    }
    /^[<=>]/ {
        if (!edits) fail(NR, "a line to change stands below a heading, ## name")
        if (!match($0, /^[<=>][0-9]*( |$)/)) fail(NR, name[edits] ": a blank has to follow " substr($0, 1, 1))
        if (!in_hunk) {
            begin[++hunks] = NR
            if (!first_hunk[edits]) first_hunk[edits] = hunks
            last_hunk[edits] = hunks
            in_hunk = 1
        }
        place = substr($0, 2, RLENGTH - 1) + 0
        line = substr($0, RLENGTH + 1)
        if (/^.[0-9]/ && (/^>/ || fixed[hunks] || place < 1))
            fail(NR, name[edits] ": a number, from 1, stands at the first line of a hunk that begins with < or =")
        if (place) nth[hunks] = place
        mark[hunks, ++lines[hunks]] = substr($0, 1, 1)
        content[hunks, lines[hunks]] = line
        if (!/^>/) {
            if (!fixed[hunks]) margin[hunks] = blanks_before(line)
            expected[hunks, ++fixed[hunks]] = bare(line)
            written[hunks, fixed[hunks]] = NR
        }
        next
    }
    /^[ \t]*$/ {
        end_hunk()
        next
    }
    {
        if (edits && first_hunk[edits])
            fail(NR, name[edits] ": text stands before the first line to change; such lines begin with <, = or >")
        text[edits] = text[edits] (text[edits] == "" ? "" : " ") bare($0)
    }

    # How many lines of a hunk are those of the source from line AT on.
    function common_lines(hunk, at,    k) {
        for (k = 0; k < fixed[hunk] && at + k <= height; ++k)
            if (bare(original[at + k]) != expected[hunk, k + 1]) break
        return k
    }
    # The line of the source where a hunk begins.
    function place_of(hunk, who,    at, k, most, where, count, places, found) {
        for (at = 1; at <= height; ++at) {
            k = common_lines(hunk, at)
            if (k > most) { most = k; where = at }
            if (k < fixed[hunk]) continue
            places = places (count++ ? ", " : "") at
            if (count == 1 || count == nth[hunk]) found = at
        }
        if (!count)
            fail(written[hunk, most + 1], who ": " source " lacks the line \"" expected[hunk, most + 1] "\"" \
                (most ? " after its line " (where + most - 1) : ""))
        if (nth[hunk] > count)
            fail(begin[hunk], who ": " source " has these lines in " count (count == 1 ? " place" : " places") ", not in " nth[hunk])
        if (count > 1 && !nth[hunk])
            fail(begin[hunk], who ": " source " has these lines in several places (" places \
                "): give a number, as in <2, or lines around them that stay, as in = line")
        return found
    }
    # A new line, as far to the right of the lines around it as in the edit.
    function shifted(line, blanks) {
        blanks += blanks_before(line)
        line = bare(line)
        return sprintf("%" (line == "" || blanks < 0 ? 0 : blanks) "s%s\n", "", line)
    }
    function make(hunk, who,    at, k, next_line) {
        next_line = at = place_of(hunk, who)
        for (k = at; k < at + fixed[hunk]; ++k) {
            if (k in changed) fail(begin[hunk], who ": line " k " of " source " belongs to an earlier hunk, too")
            changed[k] = ""
        }
        for (k = 1; k <= lines[hunk]; ++k) {
            if (mark[hunk, k] == ">")
                changed[at] = changed[at] shifted(content[hunk, k], blanks_before(original[at]) - margin[hunk])
            else {
                if (mark[hunk, k] == "=") changed[at] = changed[at] original[next_line] "\n"
                next_line++
            }
        }
    }
    function print_edited(edit,    line, status, hunk, before, after) {
        while ((status = (getline line < path)) > 0) original[++height] = line
        if (status < 0) fail(1, "there is no file " source)
        for (hunk = first_hunk[edit]; hunk <= last_hunk[edit]; ++hunk) make(hunk, name[edit])
        for (line = 1; line <= height; ++line) {
            before = before original[line] "\n"
            after = after (line in changed ? changed[line] : original[line] "\n")
        }
        if (before == after) fail(heading[edit], name[edit] ": the edit changes nothing")
        printf "%s", after
    }
    END {
        if (failed) exit 2
        end_hunk()
        end_edit()
        if (!edits) fail(NR ? NR : 1, "there is no edit, which begins with a heading: ## name")
        wanted = ENVIRON["WANTED"]
        if (ENVIRON["LIST"] == 1) {
            for (i = 1; i <= edits; ++i) printf "%s\t%s\t%s\n", name[i], note[i], text[i]
        } else if (wanted in number) print_edited(number[wanted])
        else {
            for (i = 1; i <= edits; ++i) known = known (i > 1 ? ", " : "") name[i]
            fail(1, "there is no edit \"" wanted "\" in this file; it has " known)
        }
    }' <"$file"
