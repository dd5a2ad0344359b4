#!/bin/sh
# needed.sh SCANLAB: the synchronisations of needed.cu are called needed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cp "$here/needed.cu" .
sh "$here/verdicts.sh" "$1" needed.cu 1
