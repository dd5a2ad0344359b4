#!/bin/sh
# kept.sh ROW COMMAND…: runs the command, and keeps what it prints in the file ROW, for table.sh, if it succeeds.
set -eu
row=$1
shift
mkdir -p "$(dirname "$row")"
rm -f "$row"
status=0
"$@" >"$row.new" || status=$?
cat "$row.new"
[ $status -ne 0 ] || mv "$row.new" "$row"
exit $status
