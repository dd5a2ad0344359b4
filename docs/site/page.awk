# page.awk: what Doxygen reads instead of a Markdown page. GitHub is the pages' first reader: they link to each other, to
# sources and to pictures by relative paths, and headings have the names that GitHub gives them. Here every page and
# heading is given its name, and every link one of these, so that all versions of Doxygen understand it.
#
#     awk -v root=FOLDER -v pages=LIST -v steps=FOLDER -f page.awk FOLDER/PAGE.md
#
# LIST: the site's pages, one path a line. steps: where the pages lie that go through a diagram step by step.

# lessons/04_warp_shuffle/README.md becomes lessons_04_warp_shuffle.html.
function name_of(path) {
    if (path == start) return "index"
    sub(/\.md$/, "", path)
    sub(/\/README$/, "", path)
    gsub(/[^A-Za-z0-9_]/, "_", path)
    return path
}

# "## 3. How it decides" is #3-how-it-decides; the second one of that name has -1 behind it.
function anchor_of(heading) {
    heading = tolower(heading)
    gsub(/[^a-z0-9_ -]/, "", heading)
    gsub(/ /, "-", heading)
    return heading (headings[heading]++ ? "-" headings[heading] - 1 : "")
}

# From lessons/04_warp_shuffle/, ../../docs/glossary.md is docs/glossary.md.
function resolved(path) {
    path = folder path
    while (sub(/[^\/]+\/\.\.\//, "", path)) continue
    return path
}

function is_file(path) { return !system("test -f '" path "'") }

function link_to(text, target,    path, anchor, name) {
    if (target ~ /^[a-z]+:/) return "[" text "](" target ")"
    path = target
    sub(/#.*/, "", path)
    path = path == "" ? page : resolved(path)
    if (path in is_page) {
        anchor = target ~ /#/ ? "-" substr(target, index(target, "#") + 1) : ""
        name = name_of(path) anchor
        # The start page links to all pages in the order of the course, and a lesson to its exercises: these links make the tree.
        if ((page == start || path == folder "exercises.md") && path != page && anchor == "" && !subpages[path]++)
            return "\\subpage " name " \"" text "\""
        return "[" text "](@ref " name ")"
    }
    if (path ~ /^(lessons|common\/(include\/scanlab|harness|simulator))\/.*\.(cu|cuh|hpp)$/)
        return "[" text "](@ref " path ")"
    return is_file(root "/" path) ? "<a href=\"files/" path "\">" text "</a>" : text
}

function picture(text, target,    path, name) {
    path = resolved(target)
    name = path
    sub(/.*\//, "", name)
    sub(/\.svg$/, ".html", name)
    if (path ~ /^diagrams\// && is_file(steps "/" name))
        return "\\htmlonly[block]<iframe src=\"steps/" name "\" title=\"" text "\" loading=\"lazy\"></iframe>\\endhtmlonly"
    return "<img src=\"files/" path "\" alt=\"" text "\"/>"
}

# The line with its links and pictures as Doxygen wants them; what stands in `backquotes` stays.
function translated(line,    done, is_picture, text, target, at) {
    while (match(line, /`[^`]*`|!?\[[^]]*(\[[^]]*\])?[^]]*\]\([^) ]+\)/)) {
        done = done substr(line, 1, RSTART - 1)
        text = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (text !~ /^`/) {
            is_picture = text ~ /^!/
            at = index(text, "](")
            target = substr(text, at + 2, length(text) - at - 2)
            text = substr(text, is_picture ? 3 : 2, at - (is_picture ? 3 : 2))
            text = is_picture ? picture(text, target) : link_to(text, target)
        }
        done = done text
    }
    return done line
}

BEGIN {
    start = "docs/README.md"
    while ((getline line < pages) > 0) is_page[line]
    page = substr(ARGV[1], length(root) + 2)
    folder = page
    sub(/[^\/]*$/, "", folder)
}

/^ *```/ { in_code = !in_code }
in_code || /^ *```/ { print; next }
/^<!-- .* -->$/ { print ""; next }
/^#+ / {
    heading = $0
    sub(/^#+ /, "", heading)
    anchor = anchor_of(heading)
    print translated($0) " {#" (has_title++ ? name_of(page) "-" anchor : page == start ? "mainpage" : name_of(page)) "}"
    next
}
{ print translated($0) }
