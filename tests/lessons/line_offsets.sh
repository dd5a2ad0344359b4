#!/bin/sh
# line_offsets.sh ROOT COMPACTION: the example in docs/commands.md of compacting one's own numbers finds where every line
# of a text begins, as grep does.
set -e
cd "$(mktemp -d)"
cat "$1"/common/*/*.cpp "$1"/common/simulator/*/*.cpp > text
od -An -v -w1 -tu1 text | awk '{ print $1 == 10 ? NR : 0 }' > newlines
status=0
"$2" --input newlines --output offsets || status=$?
[ $status -eq 0 ] || exit $status
# After the last line there is an offset, too, where the next one would begin; the first one has none before it.
grep -b '' text | cut -d: -f1 > lines
{ echo 0; cat offsets; } | sed '$d' | cmp - lines
echo "$(wc -l < lines) lines of a text of $(wc -c < text) bytes"
