#!/bin/sh
# index_of_terms.sh PAGE.md: prints an alphabetical index of the page's terms, one line per letter. A heading such as
# "### Host, device" names two terms, which lead to the same place.
set -eu
[ $# -eq 1 ] && [ -f "$1" ] || { echo "usage: index_of_terms.sh PAGE.md" >&2; exit 2; }
sed -n 's/^### //p' "$1" | awk '
    {
        place = tolower($0)
        gsub(/[^a-z0-9 -]/, "", place)
        gsub(/ /, "-", place)
        terms = split($0, term, ", ")
        for (i = 1; i <= terms; ++i) {
            name = toupper(substr(term[i], 1, 1)) substr(term[i], 2)
            print tolower(name) "\t[" name "](#" place ")"
        }
    }' | LC_ALL=C sort | awk -F '\t' '
    {
        letter = $1 ~ /^[0-9]/ ? "0–9" : toupper(substr($1, 1, 1))
        if (letter == last) printf " · %s", $2
        else printf "%s**%s** %s", last == "" ? "" : "\n\n", letter, $2
        last = letter
    }
    END { if (NR) print "" }'
