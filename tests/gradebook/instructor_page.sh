#!/bin/sh
# instructor_page.sh ROOT: the files that the instructor's page shows in full are those that are shipped.
cd "$1" || exit 1
status=0
shown=$(sed -n 's/^<!-- \(.*\) -->$/\1/p' docs/instructor.md)
[ "$(echo "$shown" | wc -l)" -eq 3 ] || { echo "the page shows: $shown" && status=1; }
for file in $shown; do
    awk -v mark="<!-- $file -->" '
        $0 == mark { marked = 1; next }
        marked && /^```/ { if (inside) exit; inside = 1; next }
        inside { print }' docs/instructor.md | diff -u "$file" - || status=1
done
exit $status
