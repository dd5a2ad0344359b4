#!/bin/sh
# terms.sh PAGE.md…: where a page first uses a word of docs/glossary.md, it links it there, and every such link has a place.
#
# A heading of the glossary's, "### Host, device", names a word in one or more forms; one of them linked is enough.
# What exercises.md uses may be linked on a page of a lesson that comes before it.
# A word counts in prose and in tables, in any inflection, not in headings, code, summaries, pictures, or what a command has made.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
glossary=$root/docs/glossary.md
[ $# -gt 0 ] || { echo "usage: terms.sh PAGE.md…" >&2 && exit 2; }
status=0

for page; do
    [ -f "$page" ] || { echo "terms.sh: there is no page $page" >&2 && exit 2; }
    read_before=
    case $page in
    */exercises.md) # lessons come in the order of their names
        lesson=$(basename "$(dirname "$page")")
        read_before=$(cd "$(dirname "$page")/.." && LC_ALL=C ls [0-9]*/*.md | sed "/^$lesson.exercises/,\$d" | xargs cat |
            grep -o 'glossary\.md#[a-z0-9-]*' | sed 's/.*#//' | sort -u | tr '\n' ' ')
        ;;
    esac
    missing=$(awk -v page="$page" -v read_before="$read_before" '
        function slug(heading) {
            heading = tolower(heading)
            gsub(/[^a-z0-9 -]/, "", heading)
            gsub(/ /, "-", heading)
            return heading
        }
        # A "bank conflict" in the text is no "bank": the words of a form become one.
        function joined(names,    form, count, i, as_one) {
            count = split(names, form, ", ")
            for (i = 1; i <= count; ++i) {
                as_one = form[i]
                if (gsub(" ", "_", as_one)) gsub(form[i], as_one, text)
            }
        }
        # Where in a text (lower case) one of the forms of a word stands; "" if nowhere.
        function first_use(all, forms,    form, count, i, at, best) {
            best = 0
            count = split(forms, form, ", ")
            for (i = 1; i <= count; ++i) {
                if (form[i] in everyday) continue
                gsub(" ", "_", form[i])
                if (match(all, "(^|[^a-z0-9_-])" form[i] "(s|es|ed|ing|ned|ning)?([^a-z0-9_-]|$)")) at = RSTART + (RSTART > 1)
                else at = 0
                if (at && (!best || at < best)) best = at
            }
            return best
        }
        BEGIN {
            # Words that our pages also use as everybody does; a page that means the glossary may link them.
            count = split("total work steps row round window phase order scope status tag ring seed finding radix identity " \
                "cooperative persistent resident fused split mask request last_block one_wave bytes_per_element", word, " ")
            for (i = 1; i <= count; ++i) { gsub("_", " ", word[i]); everyday[word[i]] }
            count = split(read_before, word, " ")
            for (i = 1; i <= count; ++i) linked[word[i]] = 0
        }
        FNR == NR { # the glossary
            if (/^## /) places[slug(substr($0, 4))]
            if (/^### /) {
                heading = substr($0, 5)
                places[slug(heading)]
                forms[slug(heading)] = tolower(heading)
            }
            next
        }
        /^<!-- begin \$/ { generated = 1 }
        /^<!-- end -->/ { generated = 0 }
        generated { next }
        /^```/ { fenced = !fenced; printed = 0; next }
        fenced { next }
        /^<!-- *\$/ { printed = 1; next }
        /^ *$/ { printed = 0; prose = prose "\n"; next }
        printed || /^#/ || /^    / { next }
        {
            line = $0
            gsub(/<summary>.*<\/summary>|<[^>]*>/, " ", line)
            gsub(/`[^`]*`/, " ", line)
            prose = prose " " line
        }
        END {
            gsub(/!\[[^]]*\]\([^)]*\)/, " ", prose)
            gsub(/ +/, " ", prose)
            # A link into the glossary becomes a mark; the text of others does not count.
            while (match(prose, /\[[^]]*\]\([^)]*\)/)) {
                link = substr(prose, RSTART, RLENGTH)
                before = substr(prose, 1, RSTART - 1)
                after = substr(prose, RSTART + RLENGTH)
                if (link ~ /glossary\.md#/) {
                    place = link
                    sub(/.*glossary\.md#/, "", place)
                    sub(/\)$/, "", place)
                    if (!(place in places)) print page ": the glossary has no place #" place
                    prose = before " " after
                    if (!(place in linked)) linked[place] = length(before) + 1
                } else prose = before " " after
            }
            text = tolower(prose)
            for (place in forms) joined(forms[place])
            for (place in forms) {
                at = first_use(text, forms[place])
                if (at && (!(place in linked) || linked[place] > at)) {
                    excerpt = substr(prose, at > 30 ? at - 30 : 1, 70)
                    gsub(/[ \n]+/, " ", excerpt)
                    print page ": a link to docs/glossary.md#" place " is missing here: …" excerpt "…"
                }
            }
        }' "$glossary" "$page" | sort)
    [ -z "$missing" ] || { echo "$missing" && status=1; }
done
exit $status
