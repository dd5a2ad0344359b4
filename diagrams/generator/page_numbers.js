// Numbers in the circles: the recorded run adds up what the reader types.
const byId = (id) => document.getElementById(id);
const usualNumbers = [3, 1, 7, 0, 4, 1, 6, 3, 2, 5, 1, 8, 0, 2, 4, 1]; // those of the lessons
const largest = 99999;
let typed; // what the reader has typed, if anything

/** The group that Graphviz has drawn for a node. */
const groupOf = (id) => view.svg.getElementById(id);

/** A function that gives the sum of what flows into a node; undefined for what is no sum, or is made from such. */
function valuesFrom(inputs) {
    const values = new Map();
    const sumOf = (edges) => edges.reduce((sum, { from, sign }) => {
        const value = valueOf(from);
        return sum === undefined || value === undefined ? undefined : (sum + sign * value) | 0; // as an int
    }, 0);
    const compute = (id) => {
        const node = view.data.nodes[id]; // none where lines only meet
        if (node?.input !== undefined) return inputs[node.input];
        if (node?.number !== undefined) return node.number;
        return node && !node.work || !view.incoming.has(id) ? undefined : sumOf(view.incoming.get(id));
    };
    const valueOf = (id) => {
        if (!values.has(id)) values.set(id, compute(id));
        return values.get(id);
    };
    return valueOf;
}

function groupBy(items, key) {
    const groups = new Map();
    for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
    return groups;
}

/** Puts the numbers into the circles, above, or instead of, which elements they sum. */
function showNumbers() {
    view.valueOf = () => undefined;
    byId("numbers").hidden = !view.data.inputs;
    if (!view.data.inputs) return;
    const inputs = Array.from({ length: view.data.inputs },
        (_, i) => (typed ? typed[i] ?? 0 : usualNumbers[i % usualNumbers.length]));
    if (!typed) byId("typed").value = inputs.join(" ");
    view.valueOf = valuesFrom(inputs);
    for (const id of Object.keys(view.data.nodes)) showNumber(groupOf(id), view.valueOf(id));
    if (view.selected) trace(view.selected);
}

function showNumber(group, value) {
    const shape = group?.querySelector("ellipse");
    if (!shape || value === undefined) return;
    group.labels ??= [...group.querySelectorAll("text")];
    group.number?.remove();
    const kind = byId("shown").value;
    const text = String(value).replace("-", "−");
    const room = 2 * shape.rx.baseVal.value - 6;
    const both = kind === "both" && group.labels.length === 1;
    if (kind !== "elements") {
        group.number = group.labels[0].cloneNode();
        group.number.textContent = text;
        group.number.setAttribute("font-size", Math.min(11, room / (0.64 * text.length)));
        group.number.setAttribute("y", shape.cy.baseVal.value + (both ? 1 : 4));
        group.number.classList.add("number");
        group.labels[0].after(group.number);
    }
    for (const label of group.labels) {
        const { size, y } = (label.asDrawn ??= { size: label.getAttribute("font-size"), y: label.getAttribute("y") });
        label.classList.toggle("hidden", kind !== "elements" && !both);
        label.setAttribute("font-size", both ? Math.min(6.5, size) : size);
        label.setAttribute("y", both ? shape.cy.baseVal.value + 10 : y);
    }
}

/** Numbers between spaces or commas; what is no number is named. */
function readNumbers() {
    const words = byId("typed").value.split(/[\s,;]+/).filter(Boolean);
    const wrong = words.find((word) => !/^[-−+]?\d+$/.test(word) || Math.abs(Number(word.replace("−", "-"))) > largest);
    const tooMany = words.length > view.data.inputs;
    byId("refused").textContent = wrong !== undefined ? `“${wrong}” is no whole number of up to five digits.`
        : tooMany ? `There is room for ${view.data.inputs} numbers; the rest is left out.`
        : words.length < view.data.inputs ? "The rest is 0." : "";
    if (wrong !== undefined) return;
    typed = words.map((word) => Number(word.replace("−", "-")));
    showNumbers();
}
byId("typed").addEventListener("input", readNumbers);
byId("shown").addEventListener("change", showNumbers);
byId("numbers").addEventListener("submit", (event) => event.preventDefault());

/** A dot runs along each arrow of the step that has come. */
function letValuesFlow(index) {
    if (reducedMotion.matches) return;
    for (const group of view.drawn[index]) {
        const path = group.classList.contains("edge") && group.querySelector("path");
        if (!path) continue;
        const dot = document.createElementNS(view.svg.namespaceURI, "circle");
        dot.setAttribute("r", 3);
        dot.classList.add("flowing");
        group.append(dot);
        const length = path.getTotalLength();
        const begin = performance.now();
        const move = (now) => {
            const part = Math.max(0, (now - begin) / 700);
            if (part >= 1) return dot.remove();
            const { x, y } = path.getPointAtLength(part * length);
            dot.setAttribute("cx", x);
            dot.setAttribute("cy", y);
            requestAnimationFrame(move);
        };
        move(begin);
    }
}

// --- tracing: where a value comes from --------------------------------------------------------

/** All nodes and edges that lead to a node. */
function sourcesOf(id) {
    const nodes = new Set([id]);
    const edges = new Set();
    for (const node of nodes) // grows while it is gone through
        for (const edge of view.incoming.get(node) ?? []) {
            edges.add(edge.id);
            nodes.add(edge.from);
        }
    return { nodes, edges };
}

/** What is directly added to get a node: through the points where lines meet. */
const termsOf = (id) => (view.incoming.get(id) ?? []).map((edge) => {
    let from = edge.from;
    while (!(from in view.data.nodes)) from = view.incoming.get(from)[0].from;
    return { from, sign: edge.sign };
});

/** "block 0, warp 1, thread 5" */
function whoMade([block, thread]) {
    const { launches, steps, warp_size } = view.data;
    const crew = launches.at(-1);
    const blocks = launches.some((launch) => launch.blocks > 1) ? `block ${block}, ` : "";
    const warps = crew && launches.some((launch) => launch.threads > warp_size) ? `warp ${Math.floor(thread / warp_size)}, ` : "";
    return `${blocks}${warps}thread ${thread}`;
}

const workInWords = { reads: "reads", adds: "makes", keeps: "keeps", copies: "copies to", puts: "puts" };

function sentenceOf(id) {
    const node = view.data.nodes[id];
    if (!node.makers?.length) return node.text;
    const others = node.makers.length > 1 ? ` and ${node.makers.length - 1} more` : "";
    const value = view.valueOf(id);
    const terms = termsOf(id);
    const sum = value === undefined || terms.length < 2 ? "" : terms.map(({ from, sign }, i) =>
        (sign < 0 ? " − " : i > 0 ? " + " : "") + view.valueOf(from)).join("") + " = ";
    const place = node.input !== undefined ? `x${node.input} =` : node.place ? `${node.place} =` : "in a register:";
    const line = node.line ? ` (line ${byId(node.line)?.dataset.line})` : "";
    return `${whoMade(node.makers[0])}${others} ${workInWords[node.work] ?? "makes"} ${place} ${sum}${value ?? node.meaning}` +
        `${value !== undefined && node.meaning && node.input === undefined ? `, which is ${node.meaning}` : ""}${line}`;
}

/** Shows what flows into a node, who has made it, and where; undefined: nothing is traced. */
function trace(id) {
    for (const element of view.traced ?? []) element.classList.remove("traced");
    view.svg.classList.toggle("tracing", view.incoming.has(id));
    if (id === undefined) {
        byId("traced").textContent = view.data.makers ? "Point at a circle to see what flows into it, or choose one with Tab and the arrow keys." : "";
        view.traced = [];
        return;
    }
    const { nodes, edges } = sourcesOf(id);
    const node = view.data.nodes[id];
    view.traced = [
        ...[...nodes, ...edges].map(groupOf),
        byId(node.line ?? ""),
        ...document.querySelectorAll(`#threads [data-nodes~="${id}"]`),
    ].filter(Boolean);
    view.traced.forEach((element) => element.classList.add("traced"));
    byId("traced").textContent = sentenceOf(id);
}

function select(id) {
    view.selected = id;
    trace(id);
}

/** Nodes can be pointed at, touched, or reached by Tab and the arrow keys. */
function makeTraceable() {
    const ids = Object.keys(view.data.nodes);
    ids.forEach((id, i) => {
        const group = groupOf(id);
        if (!group) return;
        group.setAttribute("tabindex", i === 0 ? 0 : -1);
        group.setAttribute("role", "img");
        group.setAttribute("aria-label", sentenceOf(id));
        group.addEventListener("pointerenter", () => trace(id));
        group.addEventListener("pointerleave", () => trace(view.selected));
        group.addEventListener("click", () => select(view.selected === id ? undefined : id));
        group.addEventListener("focus", () => trace(id));
        group.addEventListener("blur", () => trace(view.selected));
        group.addEventListener("keydown", (event) => moveFocus(event, group));
    });
    trace(undefined);
}

const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** To the nearest node in that direction. */
function moveFocus(event, group) {
    if (event.key === "Escape") {
        select(undefined);
        view.picture.focus();
    }
    const direction = directions[event.key];
    if (!direction || event.shiftKey) return;
    event.preventDefault(); // not a step
    const centre = (element) => {
        const box = element.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = centre(group);
    let nearest, shortest = Infinity;
    for (const id of Object.keys(view.data.nodes)) {
        const other = groupOf(id);
        if (!other || other === group) continue;
        const [dx, dy] = [centre(other)[0] - x, centre(other)[1] - y];
        const along = dx * direction[0] + dy * direction[1];
        const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
        if (along > 1 && along + 3 * across < shortest) [nearest, shortest] = [other, along + 3 * across];
    }
    if (!nearest) return;
    group.setAttribute("tabindex", -1);
    nearest.setAttribute("tabindex", 0);
    nearest.focus({ preventScroll: true });
    reveal(view.picture, [nearest]);
}

// --- what a picture needs while it is scrolled, and while time passes ------------------------

/** The labels at the left stay in sight when a picture is wider than its pane. */
function keepLabelsInSight() {
    const boxes = Object.keys(view.data.nodes).map((id) => groupOf(id)?.getBBox()).filter(Boolean);
    const left = Math.min(...boxes.map((box) => box.x));
    const labels = [...view.svg.querySelectorAll("g.text, g.quiet")].filter((group) => {
        const box = group.getBBox();
        return box.x + box.width <= left;
    });
    if (labels.length === 0) return;
    const strip = document.createElementNS(view.svg.namespaceURI, "rect");
    const graph = view.svg.querySelector("g.graph");
    const all = graph.getBBox();
    for (const [name, value] of Object.entries({ x: all.x, y: all.y, width: left - all.x - 2, height: all.height }))
        strip.setAttribute(name, value);
    strip.classList.add("strip");
    graph.append(strip, ...labels);
    view.strip = strip;
    const follow = () => {
        const scale = view.svg.getBoundingClientRect().width / view.svg.viewBox.baseVal.width;
        view.svg.style.setProperty("--scrolled", `${view.picture.scrollLeft / scale}px`);
        strip.classList.toggle("needed", view.picture.scrollLeft > 0);
    };
    [strip, ...labels].forEach((element) => element.classList.add("stays"));
    view.picture.onscroll = follow;
    follow();
}

/** Bars last from a moment on; where they end is not known before. */
const isBar = (group) => group.id.startsWith("bar_");

function growBarsTo(index) {
    const bars = [...view.svg.querySelectorAll("g[id^=bar_]")];
    if (bars.length === 0) return;
    const drawn = view.drawn.slice(0, index + 1).flat().filter((group) => !isBar(group) && group.getBBox);
    const now = Math.max(...drawn.map((group) => group.getBBox()).map((box) => box.y + box.height));
    const graph = view.svg.querySelector("g.graph");
    let past = view.svg.querySelector("#past rect");
    if (!past) {
        graph.insertAdjacentHTML("afterbegin", '<clipPath id="past"><rect/></clipPath>');
        past = graph.querySelector("#past rect");
        bars.forEach((bar) => bar.setAttribute("clip-path", "url(#past)"));
    }
    const all = graph.getBBox();
    const begin = all.y;
    const end = index === last() ? all.y + all.height : Math.max(now, Math.min(...bars.map((bar) => bar.getBBox().y)) + 4);
    for (const [name, value] of Object.entries({ x: all.x, y: begin, width: all.width, height: end - begin }))
        past.setAttribute(name, value);
}
