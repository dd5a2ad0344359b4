# book.awk: one document of pages of the site.
#
#     awk -v pages=LIST -f book.awk PAGE.html …
#
# pages: their paths, too, one per line. An element's id is made unique by its page's; links between the pages lead to places
# in the document, others become plain text.

function key_of(path) {
    gsub(/[^A-Za-z0-9]+/, "-", path)
    return path
}

function resolved(path) {
    path = folder path
    while (sub(/[^\/]+\/\.\.\//, "", path)) continue
    return path
}

function link_to(target,    path, anchor) {
    if (target ~ /^[a-z]+:/) return " href=\"" target "\""
    path = target
    sub(/#.*/, "", path)
    anchor = substr(target, length(path) + 2)
    path = path == "" ? FILENAME : resolved(path)
    return path in is_page ? " href=\"#" key_of(path) (anchor == "" ? "" : "--" anchor) "\"" : ""
}

BEGIN {
    print "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Scanlab: GPU prefix sums, step by step</title></head><body>"
    print "<header><h1>Scanlab</h1><p>GPU prefix sums, step by step</p></header><nav><h2>Contents</h2><ol>"
    while ((getline page < pages) > 0) {
        is_page[page]
        title = ""
        while (title == "" && (getline line < page) > 0)
            if (match(line, /<h1[^>]*>/)) title = substr(line, RSTART + RLENGTH)
        if (page == "begin.html") title = "Install and start"
        gsub(/<[^>]*>|&nbsp;/, "", title)
        print "<li" (page ~ /exercises/ ? " class=\"exercises\"" : "") "><a href=\"#" key_of(page) "\">" title "</a></li>"
    }
    print "</ol></nav>"
}

FNR == 1 {
    folder = FILENAME
    sub(/[^\/]*$/, "", folder)
    inside = 0
}
/<article/ {
    inside = 1
    print "<article id=\"" key_of(FILENAME) "\">"
    next
}
/<\/article>/ && inside {
    inside = 0
    print "</article>"
}
!inside { next }
{
    gsub(/<iframe[^>]*><\/iframe>|<a class="(headerlink|steps)"[^>]*>[^<]*<\/a>/, "")
    line = $0
    done = ""
    while (match(line, / (id|href|src)="[^"]*"/)) {
        done = done substr(line, 1, RSTART - 1)
        found = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        value = found
        gsub(/^[^"]*"|"$/, "", value)
        if (found ~ /^ id/) found = " id=\"" key_of(FILENAME) "--" value "\""
        else if (found ~ /^ src/) found = " src=\"" resolved(value) "\""
        else found = link_to(value)
        done = done found
    }
    print done line
}
END { print "</body></html>" }
