#!/bin/sh
# links.sh SITE: every link, picture and script of every page leads to a file of the site, and to a place in it if it
# names one; nothing is loaded from elsewhere.
set -eu
[ -f "$1/index.html" ] || {
    echo "skipped: there is no site"
    exit 77
}
cd "$1"
find . -name '*.html' ! -name 404.html | sed 's|^\./||' | xargs awk '
    function wrong(text) {
        print text
        failed = 1
    }
    function resolved(path) {
        while (sub(/[^\/]+\/\.\.\/|(^|\/)\.\//, "", path)) continue
        return path
    }
    FNR == 1 {
        folder = FILENAME
        sub(/[^\/]*$/, "", folder)
        is_page[FILENAME]
    }
    {
        line = $0
        while (match(line, /[a-z-]+="[^"]*"/)) {
            value = substr(line, RSTART, RLENGTH - 1)
            line = substr(line, RSTART + RLENGTH)
            name = value
            sub(/=.*/, "", name)
            sub(/^[a-z-]+="/, "", value)
            gsub(/&amp;/, "\\&", value)
            if (name == "id" || name == "name") is_place[FILENAME "#" value]
            else if (name == "src" && value ~ /^(https?:)?\/\//) wrong(FILENAME " loads " value)
            else if ((name == "href" || name == "src") && value !~ /^[a-z]+:/ && value !~ /#__/ && !(value ~ /^#/ && FILENAME ~ /^steps/))
                is_link[FILENAME " " (value ~ /^#/ ? FILENAME value : resolved(folder value))]
        }
    }
    END {
        for (link in is_link) {
            ++links
            at = index(link, " ")
            target = address = substr(link, at + 1)
            sub(/#.*/, "", target)
            anchor = substr(address, length(target) + 1)
            if (target == "" || target ~ /\/$/) target = target "index.html"
            if (!(target in is_page) && !(target in is_file)) is_file[target] = !system("test -e \"" target "\"")
            if (!(target in is_page) && !is_file[target]) wrong(substr(link, 1, at - 1) ": there is no " target)
            else if (target in is_page && anchor !~ /^#?$|^#step=/ && !(target anchor in is_place))
                wrong(substr(link, 1, at - 1) ": there is no " target anchor)
        }
        print links, "links"
        exit links < 1000 || failed
    }'
