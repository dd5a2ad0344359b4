#!/bin/sh
# book.sh BUILD: all links of the document that becomes the PDF lead to a place in it, its pictures are there, and
# WeasyPrint makes a PDF of its beginning.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
book=$1/docs/site/book
[ -f "$book/book.html" ] || {
    echo "skipped: there is no site"
    exit 77
}
lessons=$(grep -c '<article id="lessons-.*-index-html"' "$book/book.html")
[ "$lessons" -ge 12 ] || { echo "there are only $lessons lessons in it" && exit 1; }
cd "$book"
grep -o ' [a-z]*="[^"]*"' book.html | awk -F'"' '
    $1 == " id=" && place["#" $2]++ { print "two places are called " $2; failed = 1 }
    $1 == " href=" && $2 ~ /^#/ { link[$2] }
    $1 == " src=" && system("test -s \"" $2 "\"") { print "there is no " $2; failed = 1 }
    END {
        for (target in link) if (!(target in place)) { print "there is no " target; failed = 1 }
        exit failed
    }'
command -v weasyprint >/dev/null || {
    echo "skipped: there is no weasyprint, so no PDF can be made of it"
    exit 77
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
sed '/<\/article>/q' book.html >"$scratch/book.html"
weasyprint --quiet --base-url "$book/" --stylesheet "$here/../../docs/site/book.css" "$scratch/book.html" "$scratch/book.pdf"
head -c 5 "$scratch/book.pdf" | grep -q '%PDF-'
