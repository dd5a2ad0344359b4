#!/bin/sh
# one_header.sh FILE: prints FILE with all headers of the kit that it includes, each once, in place of their #include. Of their comments
# it has those on public functions, which stand between @{ and @}; the others are in the headers themselves.
set -eu
folder=$(dirname "$0")
awk -v folder="$folder" '
    # The file of the kit that an #include in FROM names; "" if it is another one.
    function ours(from, line,    name) {
        name = line
        gsub(/^#include *["<]|[">].*$/, "", name)
        sub(/[^\/]*$/, "", from)
        if (line ~ /"/) return from name
        return name ~ /^scanlab\// ? folder "/" name : ""
    }
    function copy(file,    line, inner, is_public, status) {
        if (seen[file]++) return
        while ((status = (getline line <file)) > 0) {
            if (line ~ /@\{/) is_public = 1
            if (line ~ /^#include /) {
                if ((inner = ours(file, line)) != "") copy(inner)
                else if (!seen[line]++) system_headers = system_headers line "\n"
            } else if (line != "#pragma once" && (is_public || line !~ /^ *\/\/|^$/)) {
                if (!is_public) sub(/ +\/\/.*$/, "", line)
                body = body line "\n"
            }
            if (line ~ /@\}/) is_public = 0
        }
        if (status < 0) {
            print "one_header.sh: there is no file " file > "/dev/stderr"
            exit 2
        }
        close(file)
    }
    BEGIN {
        copy(ARGV[1])
        gsub(/} \/\/ namespace scanlab\nnamespace scanlab {\n|}\nnamespace scanlab {\n/, "", body)
        while ((getline line <ARGV[1]) > 0 && line ~ /^\/\/\//) # what FILE says of itself
            print line
        print "///\n/// Made of the headers of Scanlab by common/include/one_header.sh: change those. MIT License."
        print "#pragma once\n"
        print system_headers body
        exit
    }' "$1" | cat -s
