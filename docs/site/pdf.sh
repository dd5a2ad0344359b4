#!/bin/sh
# pdf.sh BUILD: makes BUILD/site/scanlab.pdf of the document that build.sh has left.
set -eu
book=$1/docs/site/book/book.html
command -v weasyprint >/dev/null || {
    echo "scanlab docs: weasyprint is not installed (https://weasyprint.org)" >&2
    exit 2
}
weasyprint --quiet --stylesheet "$(dirname "$0")/book.css" "$book" "$1/site/scanlab.pdf"
