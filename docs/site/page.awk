# page.awk: what Doxygen reads instead of a Markdown page. GitHub is the pages' first reader: they link to each other, to
# sources and to pictures by relative paths, and to headings by the names that GitHub gives them. Here every page and
# heading is given its name, and every link says one of these, which all versions of Doxygen understand.
#
#     awk -v root=FOLDER -v pages=LIST -v steps=FOLDER -f page.awk FOLDER/PAGE.md
#
# pages: the site's pages, one path a line, the start page first. steps: where the pages are that step through a diagram.

# lessons/04_warp_shuffle/README.md becomes lessons_04_warp_shuffle.html.
function name_of(path) {
    if (path == start) return "index"
    sub(/\.md$/, "", path)
    sub(/\/README$/, "", path)
    gsub(/[^A-Za-z0-9_]/, "_", path)
    return path
}

# "3. How it decides" is #3-how-it-decides; a second heading of that name has -1 after it.
function anchor_of(heading) {
    heading = tolower(heading)
    gsub(/[^a-z0-9_ -]/, "", heading)
    gsub(/ /, "-", heading)
    return heading (headings[heading]++ ? "-" headings[heading] - 1 : "")
}

# Seen from lessons/04_warp_shuffle/, ../../docs/glossary.md is docs/glossary.md.
function resolved(path) {
    path = folder path
    while (sub(/[^\/]+\/\.\.\//, "", path)) continue
    return path
}

function is_file(path) { return !system("test -f '" path "'") }

function link_to(text, target,    path, anchor) {
    if (target ~ /^[a-z]+:/) return "[" text "](" target ")"
    path = anchor = target
    sub(/#.*/, "", path)
    path = path == "" ? page : resolved(path)
    anchor = sub(/^[^#]*#/, "", anchor) ? "-" anchor : ""
    if (path == folder "exercises.md" && !has_exercises++) return "\\subpage " name_of(path) " \"" text "\""
    if (path in is_page) return "[" text "](@ref " name_of(path) anchor ")"
    if (path ~ /^(lessons|common\/(include\/scanlab|harness|simulator))\/.*\.(cu|cuh|hpp)$/)
        return "[" text "](@ref " path ")"
    return path !~ /\.md$/ && is_file(root "/" path) ? "[" text "](files/" path ")" : text
}

function picture(text, target,    path, name) {
    path = resolved(target)
    if (!is_file(root "/" path)) return "*" text "*"
    name = path
    if (sub(/^diagrams\//, "", name) && sub(/\.svg$/, ".html", name) && is_file(steps "/" name))
        return "\\htmlonly[block]<iframe class=\"steps\" src=\"steps/" name "#step=999\" title=\"" text "\"></iframe>" \
            "\\endhtmlonly<a href=\"steps/" name "\">Beside the source, on a page of its own</a>"
    return "<a href=\"files/" path "\"><img src=\"files/" path "\" alt=\"" text "\"/></a>"
}

# A line with links, pictures and emphasis as Doxygen wants them; what stands in `backquotes` stays as it is. Doxygen does
# not know emphasis within a word, as in 2*n*.
function translated(line,    done, found, at, text, target) {
    while (match(line, /`[^`]*`|\*\*[^*]+\*\*|\*[^* ]([^*]*[^* ])?\*|!?\[[^]]*\]\([^) ]+\)/)) {
        done = done substr(line, 1, RSTART - 1)
        found = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (found ~ /^\*\*/) found = "**" translated(substr(found, 3, length(found) - 4)) "**"
        else if (found ~ /^\*/) found = "<em>" translated(substr(found, 2, length(found) - 2)) "</em>"
        else if (found !~ /^`/) {
            at = index(found, "](")
            text = substr(found, 1, at - 1)
            target = substr(found, at + 2, length(found) - at - 2)
            found = sub(/^!/, "", text) ? picture(substr(text, 2), target) : link_to(substr(text, 2), target)
        }
        done = done found
    }
    return done line
}

BEGIN {
    while ((getline line < pages) > 0) {
        if (start == "") start = line
        is_page[line]
    }
    page = substr(ARGV[1], length(root) + 2)
    folder = page
    sub(/[^\/]*$/, "", folder)
    defines_terms = page ~ /(glossary|bibliography)\.md$/
}

# A link whose text goes on in the next line is put into one.
begun != "" {
    if (/^ *([-*#|>`]|[0-9]+\.|$)/) print translated(begun)
    else $0 = begun " " $0
    begun = ""
}

match($0, /^ *```+/) { # a longer fence may have others within
    if (!fence) fence = RLENGTH
    else if (RLENGTH >= fence) closes = 1
}
fence {
    print
    if (closes) fence = closes = 0
    next
}
/^<!-- .* -->$/ { print ""; next }

# Doxygen would let a paragraph end what is folded.
/^<\/?details>/ {
    while (match($0, /`[^`]*`/))
        $0 = substr($0, 1, RSTART - 1) "<code>" substr($0, RSTART + 1, RLENGTH - 2) "</code>" substr($0, RSTART + RLENGTH)
    print "\\htmlonly[block]" $0 "\\endhtmlonly"
    next
}
# An answer after each question would make each a list of its own.
asks && /^[0-9]+\. / {
    sub(/\. /, ".** ")
    $0 = "**" $0
}

/^#+ / {
    heading = $0
    sub(/^#+ /, "", heading)
    asks = heading == "Check your understanding"
    if (!has_title++) { # it stands in the tree, too, where there is no code, and where all is Scanlab
        gsub(/`/, "", heading)
        if (page == "README.md") heading = "Begin here"
        print "# " heading " {#" (page == start ? "mainpage" : name_of(page)) "}"
    } else {
        print translated($0) " {#" name_of(page) "-" anchor_of(heading) "}"
    }
    next
}

# "- **Look-back.** What it is": a heading, so that the search finds it.
defines_terms && /^- \*\*.*\.\*\* / {
    heading = $0
    sub(/^- \*\*/, "", heading)
    at = index(heading, ".** ")
    $0 = substr(heading, at + 4)
    heading = substr(heading, 1, at - 1)
    print "\n### " heading " {#" name_of(page) "-" anchor_of(heading) "}\n"
}
/\[[^]]*$/ {
    begun = $0
    next
}
{ print translated($0) }
END { if (begun != "") print translated(begun) }
