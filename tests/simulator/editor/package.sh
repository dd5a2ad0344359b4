#!/bin/sh
# package.sh: the extension is packed as docs/ci.md says, and holds its own files and no others. It takes npm and a network.
set -eu
kit=$(cd "$(dirname "$0")/../../.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/common/simulator/editor"
cp "$kit/LICENSE" "$scratch/" && cp -R "$kit/common/simulator/editor/vscode" "$scratch/common/simulator/editor/"
cd "$scratch/common/simulator/editor/vscode"
rm -rf node_modules ./*.vsix
npm ci --ignore-scripts
npm run package
unzip -Z1 scanlab-*.vsix | sed -n 's|^extension/||p' | sort >"$scratch/packed"
printf '%s\n' LICENSE.txt checker.js costs.js extension.js package.json problems.js readme.md | diff - "$scratch/packed"
wc -c scanlab-*.vsix
