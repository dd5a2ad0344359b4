# index.awk: what the search finds (site.js): every section of the pages and every entry of the reference.
#
#     awk -f index.awk SITE/*.html

function plain(html) {
    gsub(/<[^>]*>/, "", html)
    gsub(/(&(nbsp|ensp|emsp|#160|#9670);|[ \t])+/, " ", html)
    gsub(/&quot;|&ldquo;|&rdquo;/, "\"", html)
    gsub(/&lt;/, "<", html)
    gsub(/&gt;/, ">", html)
    gsub(/&amp;/, "\\&", html)
    gsub(/^ +| +$/, "", html)
    return html
}

function quoted(text) {
    gsub(/[\\"]/, "\\\\&", text)
    return "\"" text "\""
}

function finish_section() {
    if (page != "" && (text != "" || title == "")) printf "[%s, %s, %s, %s],\n", quoted(address), quoted(page), quoted(title), quoted(text)
    title = text = ""
}

BEGIN { print "const searchIndex = [ // address, page, section, text" }
END { print "];" }

FNR == 1 {
    address = FILENAME
    sub(/.*\//, "", address)
    page = ""
}
/<div class="title">/ { page = plain($0) }
/<!-- contents -->/ {
    finish_section()
    nextfile
}
/<div class="contents">/ { inside = 1 }
FNR == 1 { inside = 0 }
!inside { next }
takes_title {
    title = plain($0)
    takes_title = 0
    next
}
{ sub(/<a class="anchor" id="md_[^>]*>/, "") } # Doxygen's own, beside ours
match($0, /<a (class="anchor" )?id="[^"]*"/) {
    finish_section()
    sub(/#.*/, "", address)
    split(substr($0, RSTART), parts, "\"")
    address = address "#" parts[parts[1] ~ /class/ ? 4 : 2]
    takes_title = 1
    next
}
{ text = text (text == "" ? "" : " ") plain($0) }
