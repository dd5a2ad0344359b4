#!/bin/sh
# in_browser.sh SITE CHECKS.js: all pages of the site in a real browser, those with text wide and narrow, light and dark.
set -eu
site=$1 checks=$2
[ -f "$site/index.html" ] || {
    echo "skipped: there is no site"
    exit 77
}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "skipped: there is no chromium"
    exit 77
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
{
    echo '<!DOCTYPE html><html><body><script type="module">'
    echo "const site = 'file://$site/';"
    echo "const pages = '$(cd "$site" && find . -name '*.html' ! -name 404.html | sed 's|^\./||' | sort | tr '\n' ' ')'.trim().split(' ');"
    cat "$checks"
    echo '</script></body></html>'
} >"$scratch/checks.html"

# One process for everything: each page is loaded into a frame, which is as wide as a window and as dark as it is told.
"$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/profile" --allow-file-access-from-files \
    --enable-logging=stderr --window-size=1400,1000 \
    --dump-dom "file://$scratch/checks.html" >"$scratch/dom" 2>"$scratch/log" || {
    cat "$scratch/log"
    exit 1
}
sed -n '/<pre id="verdict">/,/<\/pre>/p' "$scratch/dom" | sed 's/<[^>]*>//g'
# What a page writes to the console, and what it could not load.
grep CONSOLE "$scratch/log" && exit 1
grep -q '<pre id="verdict">.* 0 failed' "$scratch/dom"
