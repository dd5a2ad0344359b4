# What the compiler says of a program that it refuses, without what is the simulator's: how a launch is made up, where it is written
# that a function cannot be had, lines as the translator has them. Why something cannot be had is said once. Warnings are for a
# program that compiles.

function line_of(file, number,    line, i) {
    while (i < number && (getline line < file) > 0) ++i
    close(file)
    return line
}

# The sentence for what the simulator's own words would say.
function in_plain_words(error) {
    if (sub(/use of undeclared identifier 'cublas/, "'cublas", error)) {
        sub(/'; did you mean.*/, "'", error)
        error = error " is unavailable: the simulator does not have it: write it as a kernel, or run this program on a GPU"
    }
    sub(/no matching function for call to 'shared_variable'/, "the size of a __shared__ array has to be known when it is compiled: declare it extern, without one, if the launch gives it", error)
    if (error ~ /a kernel returns nothing: declare it void/) error = place_of(error) ": error: " words_of_assertion(error)
    sub(/<.*>' is unavailable: /, "' is unavailable: ", error)
    return error
}

# Whether a header of the kit stands there.
function is_of_kit(place,    i) {
    for (i = 2; i <= count_of_folders; i += 2)
        if (index(place, folder[i] "/") == 1) return 1
    return 0
}

function place_of(head) {
    sub(/: (fatal error|error|warning|note): .*/, "", head)
    return head
}

# What a static_assert says, without the words of this or that version of Clang before it; of any other message nothing.
function words_of_assertion(error) {
    if (!sub(/^.*: error: static(_assert| assertion) failed( due to requirement '[^']*')?:? "?/, "", error)) return ""
    sub(/"$/, "", error)
    return error
}

function is_of_simulator(note) {
    return note ~ /scanlab_sim\/core\.hpp:|instantiation of .*scanlab::sim::(launch|ReadyLaunch|call_with_copies)|expanded from macro 'SCANLAB_|explicitly marked unavailable here|scanlab_sim\/launch\.hpp:/
}

# A launch that is wrong is wrong wherever it is compiled, and in all that is made of it.
function says_again(error,    reason) {
    reason = index(error, "the simulator")
    return said[reason ? substr(error, reason) : error]++ > 0 || (is_any_said++ && error ~ /scanlab_sim\/launch\.hpp:|deduced as 'std::false_type'/)
}

# What a header of the kit's asserts is said where the program asks for it: a note tells that, after others.
function begin_message(head,    place) {
    place = place_of(head)
    if (asserted && head !~ /: note: /) say_asserted(asserted_at)
    if (words_of_assertion(head) && is_of_kit(place)) {
        asserted = words_of_assertion(head)
        asserted_at = place
        includes = ""
    }
    if (!asserted) say(head)
    else if (head ~ /: note: in instantiation of .* requested here/ && !is_of_kit(place)) say_asserted(place)
    else drop = 1
}

function say_asserted(place) {
    say(place ": error: " asserted)
    drops_notes = 1
    asserted = ""
}

function say(head,    place) {
    head = in_plain_words(head)
    if (head !~ /: note: /) drops_notes = drop = head ~ /: warning: |so the rest is not compiled/ || says_again(head)
    else drop = drops_notes || is_of_simulator(head)
    split(head, place, ":")
    file = place[1]
    number = place[2]
    if (!drop) printf "%s%s\n", includes, head
    includes = ""
    is_other_line = 0
}

BEGIN { count_of_folders = split(folders, folder, "'") } # "-I 'a' -I 'b'": those of the kit
/'helper_[a-z]+\.h' file not found/ { needs_samples = 1 }
/^In file included from / { includes = includes $0 "\n"; next }
/^[^ ].*:[0-9]+:[0-9]+: (fatal error|error|warning|note): / { begin_message($0); next }
/^([0-9]+ warnings? and )?[0-9]+ errors? generated\.$/ { next }
/^ +[0-9]+ \| / { are_numbered = 1 } # lines that are shown: newer versions number them
are_numbered { sub(/^ +[0-9]* \| /, "") }
drop { next }
is_other_line && /^[ ~^]*$/ { next } # the compiler points into a line that is not shown
/::scanlab::sim::|SCANLAB_/ { is_other_line = 1; print line_of(file, number); next }
{ print }
END {
    if (asserted) say_asserted(asserted_at)
    if (needs_samples) print "scanlab: that header is one of NVIDIA's cuda-samples: get them, and add -I cuda-samples/Common"
}
