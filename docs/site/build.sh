#!/bin/sh
# build.sh BUILD: makes BUILD/site of the pages that docs/README.md links to, and the reference of the headers. The
# diagrams are drawn by the programs that are built in BUILD. ./scanlab docs builds these and calls it. See README.md here.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
build=$(cd "$1" && pwd -P)
site=$build/site
work=$build/docs/site
pages=$work/pages
theme=${DOXYGEN_AWESOME_CSS:-/usr/share/doxygen-awesome-css}
cd "$root"

fail() {
    echo "scanlab docs: $1" >&2
    exit 2
}
say() { echo "scanlab docs: $1 …" >&2; }
command -v mkdocs >/dev/null || fail "mkdocs is not installed (https://www.mkdocs.org)"
command -v doxygen >/dev/null || fail "doxygen is not installed (https://www.doxygen.nl)"
[ -f "$theme/doxygen-awesome.css" ] ||
    fail "there is no doxygen-awesome-css in $theme: set DOXYGEN_AWESOME_CSS to its folder (https://github.com/jothepro/doxygen-awesome-css)"

rm -rf "$site" "$work"
mkdir -p "$pages/steps" "$pages/site"

say "the reference of the headers"
# The reference of the headers, and which page of it is about which header.
(cd "$work" && doxygen -w html header.html footer.html doxygen.css)
# shellcheck disable=SC2016 # Doxygen's variable
sed -i 's|</head>|<script src="$relpath^doxygen-awesome-darkmode-toggle.js"></script>\n<script>DoxygenAwesomeDarkModeToggle.init()</script>\n&|' \
    "$work/header.html"
echo '</body></html>' >"$work/footer.html"
sed "s|@root@|$root|g; s|@work@|$work|g; s|@theme@|$theme|g" docs/site/Doxyfile.in >"$work/Doxyfile"
case $(doxygen --version) in
1.9.[0-4]*) ;;
*) echo "HTML_COLORSTYLE = LIGHT" >>"$work/Doxyfile" ;; # the theme has dark colours of its own
esac
doxygen "$work/Doxyfile"
awk -F'[<>]' '/<compound kind="file">/ { file = 1 } !file { next }
    $2 == "name" { name = $3 } $2 == "path" { path = $3 } $2 == "filename" { print path name, $3 ".html"; file = 0 }
    ' "$work/reference.tags" | sed "s|^$root/||; s|\.html\.html$|.html|" >"$work/reference"

say "the pages, and their diagrams to step through"
# The pages: a lesson's exercises come after it. Some pages are not in a students' archive.
{
    echo docs/README.md
    grep -o '](\(\.\./\)*[^):]*\.md)' docs/README.md | sed 's|^](|docs/|; s|)$||; s|^docs/\.\./||'
} | while read -r page; do
    for file in "$page" "$(dirname "$page")/exercises.md"; do
        [ ! -f "$file" ] || echo "$file"
    done
done | awk '!seen[$0]++' >"$work/pages.txt"

for picture in diagrams/[0-9]*.svg; do
    lesson=$(basename "$picture" .svg)
    SCANLAB_BUILD=no "$build/common/front/scanlab" draw "${lesson#??_}" --out "$pages/steps/$lesson.html" >/dev/null
done

: >"$work/wanted"
while read -r page; do
    case $page in
    docs/README.md) place=index.md ;;
    README.md) place=begin.md ;;
    *) place=$page ;;
    esac
    mkdir -p "$pages/$(dirname "$place")"
    # Who searches for a word finds what it means before the pages that use it. (Newer versions of the theme read this.)
    case $page in docs/glossary.md) printf -- '---\nsearch:\n  boost: 4\n---\n' ;; esac >"$pages/$place"
    awk -v root="$root" -v drawn="$pages" -v pages="$work/pages.txt" -v reference="$work/reference" -v wanted="$work/wanted" \
        -f docs/site/page.awk "$root/$page" >>"$pages/$place"
done <"$work/pages.txt"

# Files that pages link to, sources as pages.
sort -u "$work/wanted" | while read -r file; do
    mkdir -p "$pages/$(dirname "$file")"
    case $file in
    *.cu | *.cuh | *.hpp | *.cpp) printf '# %s\n\n`%s`\n\n```` { .cuda linenums="1" }\n%s\n````\n' "$(basename "$file")" "$file" "$(cat "$file")" >"$pages/$file.md" ;;
    *) [ -d "$file" ] || cp "$file" "$pages/$file" ;;
    esac
done

cp docs/site/*.css docs/site/*.js "$pages/site"
if [ -d docs/site/widgets ]; then cp -r docs/site/widgets "$pages/site" && rm -f "$pages/site/widgets/index.html"; fi
scripts=$(cd docs/site && ls -- *.js widgets/widgets.js 2>/dev/null | sed '/^search.js$/d; s|^|site/|')
cp -r docs/site/theme "$work"
{
    cat docs/site/mkdocs.yml
    echo "extra_javascript: [$(echo "$scripts" | paste -sd,)]"
    awk -v pages="$work/pages.txt" -f docs/site/navigation.awk docs/README.md
} >"$work/mkdocs.yml"
say "the site of all pages"
mkdocs build --quiet --strict --config-file "$work/mkdocs.yml" --site-dir "$site"
# The index of the search has no pages of sources. JSON has no line ends here, and no text has the separator in it.
awk -v RS='[}],[{]"location":' '
    { sub(/}]}\n*$/, "") }
    $0 !~ /^"[^"]*\.(cu|cuh|hpp|cpp)\.html/ { printf "%s%s", (NR > 1 ? "},{\"location\":" : ""), $0 }
    END { print "}]}" }' "$site/search/search_index.json" >"$work/search_index.json"
mv "$work/search_index.json" "$site/search/search_index.json"
{
    printf 'var __index = '
    cat "$site/search/search_index.json"
    echo ';'
} >"$site/search/search_index.js"
rm -f "$site/sitemap.xml" "$site/sitemap.xml.gz" "$site/404.html" # they want to know where the site will be

# The pages under "Course", without the landing page, as one document: pdf.sh makes a PDF of it.
sed -n "/^  - 'Course'/,/^  - '[^C]/s/.* \([^ ]*\)\.md$/\1.html/p" "$work/mkdocs.yml" |
    sed '/^index.html$/d; s/README\.html$/index.html/' >"$work/book.txt"
mkdir "$work/book"
(cd "$site" && xargs awk -v pages="$work/book.txt" -f "$root/docs/site/book.awk" <"$work/book.txt") >"$work/book/book.html"
grep -o ' src="[^"]*"' "$work/book/book.html" | sed 's/^ src="//; s/"$//' | sort -u | while read -r picture; do
    mkdir -p "$work/book/$(dirname "$picture")"
    sed 's/currentColor/black/g' "$site/$picture" >"$work/book/$picture" # a word that WeasyPrint 57 fails at
done
