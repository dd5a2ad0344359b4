#!/bin/sh
# build.sh BUILD: makes the site in BUILD/site of the repository's pages, with the diagrams that BUILD draws.
set -eu
build=$1
root=$(cd "$(dirname "$0")/../.." && pwd -P)
awesome=${SCANLAB_DOXYGEN_AWESOME:-/usr/share/doxygen-awesome-css}
site=$build/site
work=$build/docs
doxygen=${DOXYGEN:-doxygen}
rm -rf "$site"
mkdir -p "$site/steps" "$work"
cd "$root"

find docs/*.md lessons common diagrams docs/results -name '*.md' | grep -v '^docs/exam\.md$' | sort -u >"$work/pages"

for picture in diagrams/[0-9]*.svg; do
    name=$(basename "$picture" .svg)
    [ -n "${NOSTEPS-}" ] || sh diagrams/draw.sh "$build" "${name%%_*}" --out "$site/steps/$name.html"
done

cd "$work"
$doxygen -w html header.html footer.html unused.css
cd "$root"
sed -i 's|^\$extrastylesheet|&\
<script type="text/javascript" src="$relpath^doxygen-awesome-darkmode-toggle.js"></script>\
<script type="text/javascript">DoxygenAwesomeDarkModeToggle.init()</script>|' "$work/header.html"
sed -e "s|@root@|$root|g; s|@site@|$site|g; s|@work@|$work|g; s|@awesome@|$awesome|g; s|@list@|$work/pages|g; s|@steps@|$site/steps|g" \
    -e "s|@pages@|$(tr "\n" " " <"$work/pages")|" docs/site/Doxyfile.in >"$work/doxygen.conf"
case $($doxygen --version) in
1.9.[0-4]*) ;;
*) echo 'HTML_COLORSTYLE = LIGHT' >>"$work/doxygen.conf" ;; # doxygen-awesome-css has dark colours of its own
esac
$doxygen "$work/doxygen.conf"
