#!/bin/sh
# page_in_browser.sh PROGRAM SCANLAB CHECKS.js [VARIANT_CHECKS.js]: the page of a recorded lesson in a real browser, wide and narrow,
# light and dark; and the page of lesson 02, whose barriers can be switched off.
set -eu
program=$1 scanlab=$2 checks=$3 variant_checks=${4-}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "skipped: there is no chromium"
    exit 77
}
command -v neato >/dev/null || {
    echo "skipped: there is no Graphviz"
    exit 77
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$program" --record "$scratch/recording"
"$scanlab" draw --recording "$scratch/recording" --out "$scratch/page.html"

# with_checks PAGE CHECKS: the page, checked.html
with_checks() {
    {
        sed '/<\/body>/,$d' "$1"
        echo '<script type="module">'
        cat "$2"
        echo '</script></body></html>'
    } >"$scratch/checked.html"
}

# run WIDTH,HEIGHT SCHEME (0: dark, 1: light)
run() {
    "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/profile" --force-prefers-reduced-motion \
        --window-size="$1" --blink-settings=preferredColorScheme="$2" --virtual-time-budget=30000 \
        --dump-dom "file://$scratch/checked.html#step=3" >"$scratch/dom" 2>"$scratch/log" || {
        cat "$scratch/log"
        exit 1
    }
    sed -n '/<pre id="verdict">/,/<\/pre>/p' "$scratch/dom" | sed 's/<[^>]*>//g'
    grep -q '<pre id="verdict">.* 0 failed' "$scratch/dom"
}
with_checks "$scratch/page.html" "$checks"
run 1280,900 1
run 390,844 0
[ -n "$variant_checks" ] || exit 0
SCANLAB_BUILD=no "$scanlab" draw 02 --out "$scratch/variants.html"
with_checks "$scratch/variants.html" "$variant_checks"
run 1280,900 1
