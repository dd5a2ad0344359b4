# page.awk: what mkdocs reads instead of a Markdown page. GitHub is the pages' first reader: there they link to each other, to
# sources and to pictures by relative paths. Here a link leads to a page of the site or to a copy of the file, or is plain
# text; a lesson's diagram can be stepped through; terms are headings, so that the search finds them.
#
#     awk -v root=FOLDER -v pages=LIST -v reference=LIST -v wanted=LIST -v drawn=FOLDER -f page.awk FOLDER/PAGE.md
#
# pages: the site's pages, a path per line. reference: headers and their pages there. wanted: where files and sources that the
# page links to are noted. drawn: its steps/ has the diagrams to step through.

# The site begins with docs/README.md.
function place_of(path) {
    if (path == "docs/README.md") return "index.md"
    if (path == "README.md") return "begin.md"
    return path
}

# Seen from lessons/04_warp_shuffle/, ../../docs/glossary.md is docs/glossary.md.
function resolved(path) {
    path = folder path
    while (sub(/[^\/]+\/\.\.\//, "", path)) continue
    return path
}

function is_drawn(name) { return !system("test -f '" drawn "/" name "'") }
function is_file(path) { return !system("test -f '" root "/" path "'") }
function has_dark_colours(path) { return !system("grep -q prefers-color-scheme '" root "/" path "'") }

function link_to(text, target,    path, anchor) {
    if (target ~ /^([a-z]+:|#)/) return "[" text "](" target ")"
    path = target
    sub(/#.*/, "", path)
    anchor = substr(target, length(path) + 1)
    path = resolved(path)
    if (path in is_page) return "[" text "](" up place_of(path) anchor ")"
    if (path in page_in_reference) return "[" text "](" up "reference/" page_in_reference[path] ")"
    if (path ~ /\.md$/ || !is_file(path)) return text
    print path >>wanted
    return "[" text "](" up path (path ~ /\.(cu|cuh|hpp|cpp)$/ ? ".md" : "") ")"
}

function picture(text, target,    path, name) {
    path = resolved(target)
    if (!is_file(path)) return "*" text "*"
    print path >>wanted
    name = path
    if (!in_widget && sub(/^diagrams\//, "steps/", name) && sub(/\.svg$/, ".html", name) && is_drawn(name))
        return "<iframe class=\"steps\" src=\"" up name "\" title=\"" text "\"></iframe>" \
            "<a class=\"steps\" href=\"" up name "\">Beside the source, on a page of its own</a>" \
            "<img class=\"steps\" src=\"" up path "\" alt=\"" text "\">"
    if (path ~ /^docs\/results\// && !has_dark_colours(path))
        return "<a href=\"" up path "\"><img class=\"plot\" src=\"" up path "\" alt=\"" text "\"></a>"
    return "[![" text "](" up path ")](" up path ")"
}

# A line with links and pictures as they are here; what stands in `backquotes` stays as it is.
function translated(line,    done, found, at, text, target) {
    while (match(line, /`[^`]*`|!?\[[^]]*\]\([^) ]+\)/)) {
        done = done substr(line, 1, RSTART - 1)
        found = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (found !~ /^`/) {
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
    while ((getline line < pages) > 0) is_page[line]
    while ((getline line < reference) > 0) {
        split(line, field, " ")
        page_in_reference[field[1]] = field[2]
    }
    page = substr(ARGV[1], length(root) + 2)
    folder = page
    sub(/[^\/]*$/, "", folder)
    up = place_of(page)
    sub(/[^\/]*$/, "", up)
    gsub(/[^\/]+\//, "../", up)
    if (place_of(page) == "index.md") print "---\nhide: [toc]\n---\n"
    if (page == "docs/playground.md") print "---\nhide: [navigation, toc]\n---\n" # an editor wants the room
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
/^<!-- .* -->$/ {
    offers = /^<!-- begin \$ \.\/scanlab quiz/
    next
}

# What stands between these is Markdown, too. A widget needs no diagram to step through.
/^<div/ { in_widget = /data-widget/ }
/^<\/div>/ { in_widget = 0 }
/^<(details|div)/ {
    while (match($0, /`[^`]*`/))
        $0 = substr($0, 1, RSTART - 1) "<code>" substr($0, RSTART + 1, RLENGTH - 2) "</code>" substr($0, RSTART + RLENGTH)
    sub(/^<[a-z]+/, "& markdown=\"1\"")
    print
    next
}
# An answer after each question would make each a list of its own. What a quiz offers to choose from is one.
/^#+ / { asks = $0 == "## Check your understanding" }
asks && !offers && /^[0-9]+\. / {
    sub(/\. /, ".** ")
    $0 = "**" $0
}

# "- **Look-back.** What it is": a heading, so that the search finds it.
defines_terms && /^- \*\*.*\.\*\*( |$)/ {
    sub(/^- \*\*/, "")
    at = index($0, ".**")
    print "\n### " substr($0, 1, at - 1) "\n"
    $0 = substr($0, at + 4)
}
/\[[^]]*$/ {
    begun = $0
    next
}
{ print translated($0) }
END { if (begun != "") print translated(begun) }
