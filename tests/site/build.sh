#!/bin/sh
# build.sh BUILD: the site is made of all pages, and Doxygen has nothing to complain about.
set -eu
for tool in doxygen neato; do
    command -v $tool >/dev/null || {
        echo "skipped: there is no $tool"
        exit 77
    }
done
rm -rf "$1/site"
cd "$(dirname "$0")/../.."
sh docs/site/build.sh "$1"
