#!/bin/sh
# version.sh: what ./scanlab --version says is the newest version in the changelog, what is to be cited, the editor's extension and the package for npm.
set -eu
cd "$(dirname "$0")/../.."
version=$(./scanlab --version)
released=$(sed -n 's/^## \[\([0-9.]*\)\] - \([0-9-]*\)$/\1 \2/p' CHANGELOG.md | head -n 1)
cited=$(sed -n 's/^version: //p; s/^date-released: //p' CITATION.cff | paste -d ' ' - -)
[ "$version" = "Scanlab ${released% *}" ] || { echo "./scanlab --version: $version; CHANGELOG.md: $released" && exit 1; }
[ "$released" = "$cited" ] || { echo "CHANGELOG.md: $released; CITATION.cff: $cited" && exit 1; }
for file in common/simulator/npm/package.json common/simulator/editor/vscode/package.json common/simulator/editor/vscode/package-lock.json; do
    extension=$(sed -n 's/^ *"version": "\(.*\)",$/\1/p' $file | head -n 1)
    [ "$extension" = "${released% *}" ] || { echo "CHANGELOG.md: $released; $file: $extension" && exit 1; }
done
