#!/bin/sh
# build.sh BUILD: makes BUILD/site of the pages that docs/README.md links to, in that order, the sources and the headers.
# The diagrams are drawn by the programs that are built in BUILD. ./scanlab docs builds these and calls it.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
build=$(cd "$1" && pwd -P)
site=$build/site
work=$build/docs/site
theme=${DOXYGEN_AWESOME_CSS:-/usr/share/doxygen-awesome-css}
cd "$root"

fail() {
    echo "scanlab docs: $1" >&2
    exit 2
}
command -v doxygen >/dev/null || fail "doxygen is not installed (https://www.doxygen.nl)"
[ -f "$theme/doxygen-awesome.css" ] ||
    fail "there is no doxygen-awesome-css in $theme: set DOXYGEN_AWESOME_CSS to its folder (https://github.com/jothepro/doxygen-awesome-css)"

rm -rf "$site" "$work"
mkdir -p "$site/steps" "$work"

# pages: a lesson's exercises come after it. Some pages are not in a students' archive.
{
    echo docs/README.md
    grep -o '](\(\.\./\)*[^):]*\.md)' docs/README.md | sed 's|^](|docs/|; s|)$||; s|^docs/\.\./||'
} | while read -r page; do
    for file in "$page" "$(dirname "$page")/exercises.md"; do
        [ ! -f "$file" ] || echo "$file"
    done
done | awk '!seen[$0]++' >"$work/pages"

for picture in diagrams/[0-9]*.svg; do
    lesson=$(basename "$picture" .svg)
    SCANLAB_BUILD=no "$build/common/scanlab/scanlab" draw "${lesson#??_}" --out "$site/steps/$lesson.html" >/dev/null
done

(cd "$work" && doxygen -w html header.html footer.html doxygen.css)
# shellcheck disable=SC2016 # Doxygen's variable
sed -i 's|</head>|<script src="$relpath^doxygen-awesome-darkmode-toggle.js"></script>\n<script src="$relpath^site.js"></script>\n&|' \
    "$work/header.html"
sed "s|@root@|$root|g; s|@site@|$site|g; s|@work@|$work|g; s|@theme@|$theme|g; s|@pages@|$(tr '\n' ' ' <"$work/pages")|" \
    docs/site/Doxyfile.in >"$work/Doxyfile"
case $(doxygen --version) in
1.9.[0-4]*) ;;
*) echo "HTML_COLORSTYLE = LIGHT" >>"$work/Doxyfile" ;; # the theme has dark colours of its own
esac
doxygen "$work/Doxyfile"

# What site.js searches: everything but lists and sources.
find "$site" -maxdepth 1 -name "*.html" | sort |
    grep -vE "/([^/]*_source|[^/]*-members|dir_[^/]*|annotated|classes|files|pages|(functions|namespace|usergroup|hierarchy)[^/]*)\.html\$" |
    xargs awk -f docs/site/index.awk >"$site/search_index.js"
# Pictures and other files that pages link to.
grep -oh '"files/[^"#]*"' "$site"/*.html | tr -d '"' | sort -u | while read -r file; do
    mkdir -p "$site/$(dirname "$file")"
    cp "${file#files/}" "$site/$file"
done
