# navigation.awk: mkdocs's navigation, which is that of docs/README.md: its headings and the first link of each entry. A
# lesson's exercises come after it.
#
#     awk -v pages=LIST -f navigation.awk docs/README.md

function title_of(path,    line) {
    getline line <path
    sub(/^# (Lesson )?/, "", line)
    gsub(/`/, "", line)
    gsub(/'/, "''", line)
    return "'" line "'"
}

BEGIN {
    while ((getline line < pages) > 0) is_page[line]
    print "nav:"
}
/^## / {
    heading = "  - '" substr($0, 4) "':\n" (tabs++ ? "" : "      - index.md\n")
    indent = "      "
}
/^### / {
    heading = (indent == "      " ? heading : "") "      - '" substr($0, 5) "':\n"
    indent = "          "
}
/^- / && match($0, /\]\([^)]*\.md\)/) {
    path = "docs/" substr($0, RSTART + 2, RLENGTH - 3)
    sub(/^docs\/\.\.\//, "", path)
    if (!(path in is_page)) next
    printf "%s", heading # one without pages, as in a students' archive, is left out
    heading = ""
    exercises = path
    sub(/README\.md$/, "exercises.md", exercises)
    if (path == "README.md") print indent "- Install and start: begin.md"
    else if (exercises == path) print indent "- " title_of(path) ": " path
    else { # a folder's page is the head of a section, or the theme would make it that of the section around it
        printf "%s- %s:\n%s    - %s\n", indent, title_of(path), indent, path
        if (exercises in is_page) printf "%s    - Exercises: %s\n", indent, exercises
    }
}
