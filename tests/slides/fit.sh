#!/bin/sh
# fit.sh FOLDER CHECKS.js: in a browser, nothing sticks out of a slide, all pictures show, and a handout is one page.
set -eu
slides=$1 checks=$2
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "skipped: there is no chromium"
    exit 77
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
{
    echo '<!DOCTYPE html><html><body><script type="module">'
    echo "const pages = '$(cd "$slides" && printf "file://$slides/%s " *.html)'.trim().split(' ');"
    cat "$checks"
    echo '</script></body></html>'
} >"$scratch/checks.html"
"$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/profile" --allow-file-access-from-files \
    --enable-logging=stderr --window-size=1400,1000 --virtual-time-budget=60000 --dump-dom "file://$scratch/checks.html" >"$scratch/dom" 2>"$scratch/log" || {
    cat "$scratch/log"
    exit 1
}
sed -n '/<pre id="verdict">/,/<\/pre>/p' "$scratch/dom" | sed 's/<[^>]*>//g'
grep CONSOLE "$scratch/log" && exit 1
grep -q '<pre id="verdict">.* 0 failed' "$scratch/dom"
