#!/bin/sh
# extension.sh SCANLAB: the extension of VS Code, with a stand-in for the editor.
here=$(cd "$(dirname "$0")" && pwd -P)
node=$(command -v node || command -v nodejs) || {
    echo "skipped: there is no node"
    exit 77
}
SCANLAB=$1 NODE_PATH=$here/stand_in exec "$node" --test "$here/test_extension.mjs"
