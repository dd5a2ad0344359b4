#!/bin/sh
# bad_input.sh PLAYGROUND: runs bad_input.mjs, if it is wanted and the playground is built.
[ "${SCANLAB_TEST_PLAYGROUND-}" = all ] || { echo "skipped: SCANLAB_TEST_PLAYGROUND=all runs it" && exit 77; }
command -v node >/dev/null || { echo "skipped: there is no Node" && exit 77; }
[ -f "$1/static/sizes.json.packed" ] || { echo "skipped: the playground is not built" && exit 77; }
exec node "$(dirname "$0")/bad_input.mjs" "$1"
