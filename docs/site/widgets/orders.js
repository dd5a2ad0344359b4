// Floats by a look-back and by rounds: which prefix a tile goes on from, and the bits that come of it.
scanlabWidgets.orders = (() => {
    const { rounding, ui } = scanlabWidgets;
    const { html, svg, fill, range, count, listed } = ui;
    const { TILES } = rounding;
    const CELL = 26,
        ARCS = 60,
        ROWS = { sums: 14, prefixes: 62 };
    const HEIGHT = ROWS.prefixes + CELL + ARCS;
    const SHOWN = 5; // different results that are listed

    const short = (number) => (Math.abs(number) >= 1e5 ? number.toExponential(1).replace("e+", "e") : String(+number.toPrecision(4)).slice(0, 6));
    const exact = (number) => `${number} (bits ${rounding.bits(number)})`;

    function inWords(tile, found) {
        const others = range(tile - found - 1).map((i) => `${tile - 1 - i}`);
        const prefix = found < 0 ? "" : `the prefix of tile ${found}`;
        if (others.length === 0) return prefix || "nothing comes before it";
        const sums = `the ${others.length === 1 ? "sum of tile" : "sums of tiles"} ${listed(others)}`;
        return prefix ? `${sums}, then ${prefix}` : sums;
    }

    function makePicture(point) {
        const drawing = svg("svg", { height: HEIGHT, role: "group", "aria-label": "Sums and prefixes of eight tiles" });
        const element = html("div", {}, drawing);

        function draw({ sums, found, prefixes }, done) {
            const width = element.clientWidth,
                column = width / TILES;
            const middle = (tile) => (tile + 0.5) * column;
            const cell = (row, tile, kind, number, label) =>
                svg(
                    "g",
                    { class: `value ${kind}`, role: "img", "aria-label": label },
                    svg("rect", { x: tile * column + 2, y: ROWS[row], width: column - 4, height: CELL, rx: 4 }),
                    svg("text", { x: middle(tile), y: ROWS[row] + CELL / 2, "font-size": 11 }, number),
                );
            const now = done - 1;
            const isAdded = (tile) => now >= 0 && tile > found[now] && tile < now;
            const items = [
                ...sums.map((sum, tile) => {
                    const kind = isAdded(tile) ? "sum" : tile === now ? "input" : "";
                    return cell("sums", tile, kind, short(sum), `tile ${tile}: sum ${sum}`);
                }),
                ...prefixes.map((prefix, tile) => {
                    const kind = tile >= done ? "" : tile === now || tile === found[now] ? "lit" : "complete";
                    const said = tile < done ? `prefix ${exact(prefix)}` : "no prefix yet";
                    return cell("prefixes", tile, kind, tile < done ? short(prefix) : "", `tile ${tile}: ${said}`);
                }),
            ];
            const names = Object.entries({ sums: "sum of each tile", prefixes: "prefix at its end" });
            const titles = names.map(([row, text]) =>
                svg("text", { class: "quiet title", x: 2, y: ROWS[row] - 8, "font-size": 11 }, text),
            );
            const y = ROWS.prefixes + CELL;
            const arcs = range(done)
                .filter((tile) => found[tile] >= 0)
                .map((tile) => {
                    const depth = y + 8 + ((ARCS - 12) * (tile - found[tile])) / (TILES - 1);
                    const [from, to] = [middle(found[tile]), middle(tile)];
                    return svg("path", {
                        class: `way${tile === now ? " lit" : ""}`,
                        d: `M${from} ${y}C${from} ${depth} ${to} ${depth} ${to} ${y}`,
                    });
                });
            fill(drawing, { width }).replaceChildren(...titles, ...arcs, ...items);
            ui.pointable(items, TILES, (i) => point(i === undefined ? undefined : i % TILES, i >= TILES));
        }
        return { element, draw };
    }

    function mount(room) {
        const state = { input: "fractions", order: "look_back", call: 1, results: new Map(), calls: 0, counted: 0 };
        const figures = ui.figures("calls", "different results");
        const status = ui.status();
        const list = html("ol", { class: "results" });
        let run, done;

        function compute(call) {
            const sums = rounding.inputs[state.input];
            const found = state.order === "look_back" ? rounding.lookBack(call) : rounding.byRounds();
            return { sums, found, prefixes: rounding.prefixes(sums, found) };
        }
        function countResult({ prefixes }) {
            const result = prefixes.at(-1);
            state.results.set(result, (state.results.get(result) ?? 0) + 1);
            ++state.calls;
        }
        function showResults() {
            figures.set(state.calls, state.results.size);
            const results = [...state.results].sort(([, one], [, other]) => other - one);
            list.replaceChildren(
                ...results
                    .slice(0, SHOWN)
                    .map(([result, times]) => html("li", {}, `${exact(result)}: ${count(times, "time")}`)),
            );
            if (results.length > SHOWN) list.append(html("li", {}, `and ${results.length - SHOWN} more`));
        }
        function say() {
            if (done === 0) status.textContent = "Each tile has its sum. Which prefix will it find?";
            else status.textContent = `Tile ${done - 1}: ${inWords(done - 1, run.found[done - 1])}; and its own sum. ${exact(run.prefixes[done - 1])}`;
        }
        const picture = makePicture((tile, isPrefix) => {
            if (tile === undefined) say();
            else if (!isPrefix) status.textContent = `The sum of tile ${tile} is ${run.sums[tile]}.`;
            else if (tile >= done) status.textContent = `Tile ${tile} has no prefix yet.`;
            else status.textContent = `The prefix of tile ${tile} is ${exact(run.prefixes[tile])}: ${inWords(tile, run.found[tile])}; and its own sum.`;
        });
        const player = ui.player({
            end: TILES,
            unit: 600,
            describe: (time) => `${Math.floor(time)} of ${TILES} tiles are done`,
            change: (time) => {
                const reached = Math.floor(time + 1e-9);
                if (reached === done) return;
                done = reached;
                if (done === TILES && state.counted !== state.call) {
                    state.counted = state.call;
                    countResult(run);
                    showResults();
                }
                picture.draw(run, done);
                say();
            },
        });
        function begin() {
            run = compute(state.call);
            done = undefined;
            player.show(0);
        }
        function beginAnew(what, value) {
            Object.assign(state, { [what]: value, call: 1, results: new Map(), calls: 0, counted: 0 });
            showResults();
            begin();
        }
        const next = () => {
            ++state.call;
            begin();
            player.play();
        };
        const many = () => {
            for (let i = 0; i < 100; ++i) countResult(compute(++state.call));
            state.counted = state.call;
            showResults();
            begin();
            player.show(TILES);
        };
        room.append(
            html(
                "div",
                { class: "controls" },
                ui.choice({
                    label: "Order",
                    options: [["look_back", "look-back"], ["rounds", "this lesson"]],
                    value: state.order,
                    change: (order) => beginAnew("order", order),
                }).element,
                ui.choice({
                    label: "Sums",
                    options: [["fractions", "fractions"], ["mixed", "2²⁴ and ones"], ["whole", "whole numbers"]],
                    value: state.input,
                    change: (input) => beginAnew("input", input),
                }).element,
            ),
            html("div", { class: "controls" }, player.element, ui.button("Another call", next), ui.button("100 calls", many)),
            picture.element,
            status,
            figures.element,
            list,
            ui.note(
                "A model of eight tiles, in floats of 32 bits. A look-back goes on from whichever prefix it finds first, here by chance; " +
                    "this lesson always from that of its block's last tile, with four blocks. The results are the prefix of tile 7.",
            ),
        );
        begin();
        showResults();
        ui.whenResized(picture.element, () => picture.draw(run, done));
    }

    return { mount };
})();
