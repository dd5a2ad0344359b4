#!/bin/sh
# version.sh: what ./scanlab --version says is the newest version in the changelog, and what is to be cited.
set -eu
cd "$(dirname "$0")/../.."
version=$(./scanlab --version)
released=$(sed -n 's/^## \[\([0-9.]*\)\] - \([0-9-]*\)$/\1 \2/p' CHANGELOG.md | head -n 1)
cited=$(sed -n 's/^version: //p; s/^date-released: //p' CITATION.cff | paste -d ' ' - -)
[ "$version" = "Scanlab ${released% *}" ] || { echo "./scanlab --version: $version; CHANGELOG.md: $released" && exit 1; }
[ "$released" = "$cited" ] || { echo "CHANGELOG.md: $released; CITATION.cff: $cited" && exit 1; }
