// Who does what: a row for each step, a column for each thread; grey is a thread that makes nothing in that step.
const works = {
    reads: "reads the input", adds: "adds", copies: "copies", keeps: "keeps its value", puts: "puts a 0 there",
};
const order = Object.keys(works);

function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

/** What each thread makes in each step: a list of nodes by "step block thread". */
function workOfThreads() {
    const work = new Map();
    for (const [id, node] of Object.entries(view.data.nodes))
        for (const [block, thread] of node.makers ?? []) {
            const key = `${node.step} ${block} ${thread}`;
            work.set(key, [...(work.get(key) ?? []), id]);
        }
    return work;
}

function showThreads() {
    const { launches, steps, warp_size, nodes } = view.data;
    const pane = byId("threads");
    if (!Object.values(nodes).some((node) => node.makers?.length)) return;
    view.data.makers = true;
    const blocks = Math.max(...launches.map((launch) => launch.blocks));
    const threads = Math.max(...launches.map((launch) => launch.threads));
    const columns = [];
    for (let block = 0; block < blocks; ++block)
        for (let thread = 0; thread < threads; ++thread) columns.push([block, thread]);
    const beginsWarp = (thread) => thread > 0 && thread % warp_size === 0;
    /** A wider gap between warps, and between blocks. */
    const gap = (name, [block, thread]) =>
        thread === 0 && block > 0 ? [element(name, { className: "block gap" })] : beginsWarp(thread) ? [element(name, { className: "gap" })] : [];

    const table = element("table");
    table.append(element("caption", {}, "Threads: who does what in each step"));
    const head = element("thead");
    const groups = element("tr", {}, element("th"));
    for (let block = 0; block < blocks; ++block)
        for (let first = 0; first < threads; first += warp_size) {
            const name = (blocks > 1 ? `block ${block}` : "") + (blocks > 1 && threads > warp_size ? ", " : "") +
                (threads > warp_size || blocks === 1 ? `warp ${first / warp_size}` : "");
            groups.append(...gap("td", [block, first]), element("th", {
                colSpan: Math.min(warp_size, threads - first), scope: "colgroup", className: "group",
            }, name));
        }
    groups.append(element("th"));
    const numbers = element("tr", {}, element("th", { scope: "col" }, "thread"));
    for (const column of columns)
        numbers.append(...gap("td", column), element("th", { scope: "col" }, String(column[1])));
    numbers.append(element("th"));
    head.append(groups, numbers);
    table.append(head);

    const work = workOfThreads();
    const body = element("tbody");
    steps.forEach((step, index) => {
        const launch = launches[Math.max(0, step.launch)];
        const row = element("tr", {}, element("th", { scope: "row" }, step.label.split(",")[0] || "–"));
        row.dataset.step = index;
        let busy = 0, all = 0;
        for (const [block, thread] of columns) {
            const cell = element("td");
            if (block >= launch.blocks || thread >= launch.threads) {
                cell.classList.add("absent");
            } else {
                ++all;
                const made = work.get(`${index} ${block} ${thread}`) ?? [];
                const kind = order.filter((name) => made.some((id) => nodes[id].work === name))
                    .sort((a, b) => (b === "adds") - (a === "adds"))[0];
                cell.classList.add(kind ?? "idle");
                if (kind === "adds") ++busy;
                const count = made.filter((id) => nodes[id].work === kind).length;
                cell.textContent = count > 1 ? count : "";
                cell.dataset.nodes = made.join(" ");
                cell.title = `${whoMade([block, thread])}: ${kind ? works[kind] : "makes nothing"}` +
                    `${count > 1 ? `, ${count} values` : ""}`;
                if (made.length) {
                    cell.addEventListener("pointerenter", () => trace(made.at(-1)));
                    cell.addEventListener("pointerleave", () => trace(view.selected));
                }
            }
            row.append(...gap("td", [block, thread]), cell);
        }
        const adds = [...row.querySelectorAll(".adds")].length;
        row.append(element("td", { className: "count" }, adds ? `${adds} of ${all} add` : ""));
        row.addEventListener("click", () => goTo(index));
        body.append(row);
    });
    table.append(body);

    const used = order.filter((name) => body.querySelector(`.${name}`));
    const legend = element("p", { className: "legend" });
    for (const name of used) legend.append(element("span", { className: `sample ${name}` }), `${works[name]} `);
    legend.append(element("span", { className: "sample idle" }), "makes nothing in this step");
    pane.replaceChildren(table, legend);
    pane.hidden = false;
}

function markThreads(index) {
    for (const row of byId("threads").querySelectorAll("tr[data-step]")) {
        const step = Number(row.dataset.step);
        row.classList.toggle("current", step === index);
        row.classList.toggle("later", step > index);
        if (step === index) reveal(byId("threads"), [row.firstChild]);
    }
}
