#!/bin/sh
# links.sh SITE: every link, picture and script of every page leads to a file of the site, and to a place in it if it
# names one; nothing is loaded from elsewhere.
set -eu
[ -f "$1/index.html" ] || {
    echo "skipped: there is no site"
    exit 77
}
cd "$1"
awk '
    function wrong(text) {
        print text
        failed = 1
    }
    FNR == 1 {
        file = substr(FILENAME, 3)
        is_page[file]
    }
    {
        line = $0
        while (match(line, /[a-z]+="[^"]*"/)) {
            value = substr(line, RSTART, RLENGTH - 1)
            line = substr(line, RSTART + RLENGTH)
            name = value
            sub(/=.*/, "", name)
            sub(/^[a-z]+="/, "", value)
            if (name == "id" || name == "name") is_place[file "#" value]
            else if (name == "src" && value ~ /^(https?:)?\/\//) wrong(file " loads " value)
            else if ((name == "href" || name == "src") && value !~ /^[a-z]+:/) is_link[file " " value]
        }
    }
    END {
        for (link in is_link) {
            ++links
            split(link, part, " ")
            target = part[2]
            anchor = sub(/#.*/, "", target) ? substr(part[2], length(target) + 1) : ""
            if (target == "") target = part[1]
            if (!(target in is_page) && !(target in is_file)) is_file[target] = !system("test -f \"" target "\"")
            if (!(target in is_page) && !is_file[target]) wrong(part[1] ": there is no " target)
            else if (target in is_page && anchor != "" && !(target anchor in is_place))
                wrong(part[1] ": there is no " target anchor)
        }
        print links, "links"
        exit links < 1000 || failed
    }' ./*.html
