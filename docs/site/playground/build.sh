#!/bin/sh
# build.sh BUILD: adds the playground to BUILD/site, made with Node and npm. What npm brings, and the runtime, are kept in
# BUILD/playground.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
build=$(cd "$1" && pwd -P)
root=$(cd "$here/../../.." && pwd -P)
made=$build/playground

[ -f "$root/common/playground/parts.mjs" ] || exit 0 # as in a students' archive
command -v node >/dev/null && command -v npm >/dev/null || {
    echo "scanlab playground: it takes Node and npm, which are not installed (Debian: apt-get install nodejs npm)" >&2
    exit 1
}

# install FOLDER TO: the packages that FOLDER/package-lock.json names.
install() {
    mkdir -p "$2"
    ! cmp -s "$1/package-lock.json" "$2/installed" || return 0
    cp "$1/package.json" "$1/package-lock.json" "$2"
    (cd "$2" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error >&2) ||
        { echo "scanlab playground: npm could not install its packages (see above)" >&2 && exit 1; }
    cp "$1/package-lock.json" "$2/installed"
}

install "$here" "$made/page"
[ -f "$made/static/sizes.json.packed" ] || echo "Making the playground: the first time, a quarter of an hour of two cores …" >&2
node "$root/common/simulator/browser/build.mjs" "$made" "$root/common/playground/parts.mjs" >&2
node "$here/prebuilt.mjs" "$made/static" "$made/prebuilt" >&2
node "$here/build.mjs" "$made" "$build/site"
