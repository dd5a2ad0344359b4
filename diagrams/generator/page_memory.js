// What each warp accesses in a step: which banks of shared memory, which sectors of global memory.
const wordsPerSector = 8;

function grouped(words, placeOf) {
    const places = new Map();
    for (const [thread, word] of words) {
        const place = placeOf(word);
        places.set(place, [...(places.get(place) ?? []), [thread, word]]);
    }
    return places;
}

const threadsOf = (wanted) => wanted.map(([thread]) => thread);

/** A cell per bank: which threads want words of it, those of one word side by side, those that take turns one below the other. */
function banks(access) {
    const perBank = grouped(access.words, (word) => word % view.data.warp_size);
    const cells = [];
    for (let bank = 0; bank < view.data.warp_size; ++bank) {
        const turns = [...grouped(perBank.get(bank) ?? [], (word) => word).values()].map((wanted) => threadsOf(wanted).join(","));
        const title = turns.length ? `: threads ${turns.join(", then ")}` : " is not needed";
        cells.push(element("span", {
            className: `place${turns.length > 1 ? " waits" : turns.length ? " used" : ""}`,
            title: `bank ${bank}${title}`,
        }, turns.join("\n") || "·"));
    }
    return [element("span", { className: "places" }, ...cells)];
}

/** A row of eight words per sector. */
function sectors(access) {
    const perSector = [...grouped(access.words, (word) => Math.floor(word / wordsPerSector))].sort(([a], [b]) => a - b);
    return perSector.map(([sector, wanted]) => {
        const perWord = grouped(wanted, (word) => word % wordsPerSector);
        const cells = [];
        for (let word = 0; word < wordsPerSector; ++word) {
            const threads = threadsOf(perWord.get(word) ?? []).join(",");
            cells.push(element("span", {
                className: `place${threads ? " used" : ""}`, title: threads ? `for thread ${threads}` : "moved, but not asked for",
            }, threads || "·"));
        }
        return element("span", { className: "places", title: `sector ${sector}` }, ...cells);
    });
}

function costOf(access) {
    if (access.shared) return access.cost > 1 ? `${access.cost} turns: a bank conflict` : "1 turn";
    const used = new Set(access.words.map(([, word]) => word)).size;
    return `${access.cost} sector${access.cost > 1 ? "s" : ""}, ${4 * used} of ${32 * access.cost} bytes used`;
}

function showMemory() {
    byId("memory").hidden = !(view.data.accesses?.length);
}

function showAccesses(index) {
    const pane = byId("memory");
    if (pane.hidden) return;
    const { accesses, launches, warp_size } = view.data;
    const many = launches.some(({ blocks }) => blocks > 1);
    const here = accesses.filter(({ s }) => s === index);
    const rows = here.map((access) => {
        const line = access.line.match(/-(\d+)$/)?.[1];
        const who = `${many ? `block ${access.b}, ` : ""}warp ${access.w} ${access.work} ${access.array}`;
        const what = element("span", {}, line ? `${who}, line ${line}` : who);
        const muchIs = access.shared ? 1 : Math.ceil(access.words.length / wordsPerSector);
        return element("li", {}, what, ...(access.shared ? banks(access) : sectors(access)),
            element("span", { className: `cost${access.cost > muchIs ? " much" : ""}` }, costOf(access)));
    });
    const notes = [];
    if (here.some(({ shared }) => shared))
        notes.push(`Shared memory: a cell per bank, with the threads that want it. A warp of ${warp_size} lanes has ${warp_size} banks here, as one of 32 has 32 on a GPU. Words of one bank take turns; lanes that want the same word share one.`);
    if (here.some(({ shared }) => !shared))
        notes.push("Global memory: eight cells per sector of 32 bytes, with the threads that want them. A sector moves as a whole.");
    pane.replaceChildren(element("h2", {}, "Memory: what each warp accesses in this step"),
        rows.length ? element("ul", {}, ...rows) : element("p", {}, "Nothing but registers."),
        ...notes.map((note) => element("p", {}, note)));
}
