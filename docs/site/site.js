// In addition to what Doxygen and doxygen-awesome-css bring along.
DoxygenAwesomeDarkModeToggle.init();

// A diagram within a page says how high it is.
addEventListener("message", ({ data, source }) => {
    for (const frame of document.querySelectorAll("iframe.steps"))
        if (frame.contentWindow === source) frame.style.height = `${data.height}px`;
});

// The search. Doxygen's own knows names and, in some versions, the beginnings of titles; this one all words.
let sections; // what is searched; loaded once somebody searches

function loadSections() {
    sections ??= new Promise((loaded) => {
        const script = document.createElement("script");
        script.src = "search_index.js";
        script.onload = () => loaded(searchIndex.map(([address, page, section, text]) => {
            const title = plain(section || page);
            return { address, page, section, text, title, words: `${title} ${plain(page)} ${plain(text)}` };
        }));
        document.head.append(script);
    });
    return sections;
}

/** "Look-back", "look_back" and "look back" are the same. */
function plain(text) {
    return text.toLowerCase().replace(/[-_\s]+/g, " ").trim();
}

/** The sections with all the words, best first: what bears that name, pages before the reference. */
function find(sections, words) {
    const name = words.join(" ");
    const rank = ({ page, title }) => (title.startsWith(name) ? 0 : title.includes(name) ? 1 : 3) +
        (page.endsWith("Reference") ? 1.5 : 0);
    return sections.filter((section) => words.every((word) => section.words.includes(word)))
        .map((section) => ({ ...section, rank: rank(section) }))
        .sort((one, other) => one.rank - other.rank)
        .slice(0, 30);
}

function entry({ address, page, section, text }, words) {
    const link = document.createElement("a");
    link.href = address;
    const title = document.createElement("strong");
    title.textContent = section ? `${section} · ${page}` : page;
    const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
    const from = places.length > 0 ? Math.max(0, Math.min(...places) - 40) : 0;
    const excerpt = document.createElement("span");
    excerpt.textContent = from > 0 ? text.substr(from, 160).replace(/^\S*/, "…") : text.substr(0, 160);
    link.append(title, excerpt);
    return link;
}

const results = document.createElement("nav");
results.id = "results";
results.ariaLabel = "Search results";
results.hidden = true;

async function search(field) {
    const query = field.value;
    const words = plain(query).split(" ").filter(Boolean);
    const found = words.length > 0 ? find(await loadSections(), words) : [];
    if (query !== field.value) return; // somebody types on
    results.replaceChildren(...found.map((section) => entry(section, words)));
    if (found.length === 0) results.textContent = "Nothing found";
    results.hidden = words.length === 0;
    results.style.top = `${field.getBoundingClientRect().bottom + 10}px`;
    document.body.append(results);
}

const isSearchField = ({ id }) => id === "MSearchField";
document.addEventListener("input", ({ target }) => isSearchField(target) && search(target));
document.addEventListener("keyup", (event) => isSearchField(event.target) && event.stopPropagation(), true); // Doxygen's own
document.addEventListener("keydown", ({ key }) => (results.hidden ||= key === "Escape"));
document.addEventListener("click", ({ target }) => (results.hidden ||= !isSearchField(target)));
