#!/bin/sh
# in_browser.sh BUILD: uses the playground in Chromium and in Firefox, where the site is made with it.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
build=$1
packages=$here/../../../docs/site/playground
skip() {
    echo "skipped: $1"
    exit 77
}
[ "${SCANLAB_TEST_PLAYGROUND-}" = all ] || skip "compiling in a browser takes minutes of two cores; SCANLAB_TEST_PLAYGROUND=all does it"
[ -f "$build/site/playground/app.js" ] || skip "the site is without the playground: ./scanlab playground makes it"
driver=$build/playground/driver
cmp -s "$packages/package-lock.json" "$driver/package-lock.json" || {
    mkdir -p "$driver"
    cp "$packages/package.json" "$packages/package-lock.json" "$driver"
    (cd "$driver" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
}
status=77
for browser in chromium firefox; do
    command -v $browser >/dev/null || continue
    [ $status != 77 ] || status=0
    node "$here/keeps_work.mjs" "$driver" "$build/site" $browser || status=1
    node "$here/in_browser.mjs" "$driver" "$build/site" $browser "$build" || status=1
done
exit $status
