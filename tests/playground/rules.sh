#!/bin/sh
# rules.sh PLAYGROUND RULES: runs rules.mjs, if there is something to compare.
command -v node >/dev/null || { echo "skipped: there is no Node" && exit 77; }
[ -f "$1/static/rules.wasm.packed" ] || { echo "skipped: the playground is not built" && exit 77; }
exec node "$(dirname "$0")/rules.mjs" "$1" "$2"
