// Networks side by side: time goes down, a column is an element.
scanlabWidgets.networks = (() => {
    const { scans, ui } = scanlabWidgets;
    const { html, svg, fill, signed, listed } = ui;
    const examples = [3, 1, 7, 0, 4, 1, 6, 3, 2, 5, 1, 8, 0, 2, 4, 1, 1, 6, 2, 0, 5, 3, 1, 4, 7, 0, 2, 6, 1, 3, 4, 2];
    const ROW = 38,
        TOP = 16;
    const LANDED = 0.85;

    const kindOfLine = (made, isOwn) => (made === "handed" ? "handed" : isOwn ? "own" : "");

    function makePanel(name, n, point) {
        const network = scans.network(name, n);
        const rows = scans.run(network, examples.slice(0, n));
        const cost = scans.costs(network);
        const drawing = svg("svg", { role: "group", "aria-label": `The network of ${network.title}` });
        const figures = ui.figures("steps", "additions", "longest chain", "fan-out", "idle lanes");
        figures.set(cost.steps, cost.additions, cost.chain, cost.fanOut, cost.idle);
        const element = html(
            "section",
            { class: "panel" },
            html("h4", {}, network.title, html("span", {}, network.exclusive ? " exclusive" : " inclusive")),
            drawing,
            figures.element,
        );
        let levels = [],
            items = [],
            lines = [];

        function drawLines(row, x, y) {
            return rows[row].flatMap(({ from, made }, column) =>
                from.map((source) => {
                    const isCarried = from.length === 1 && source === column;
                    const kind = isCarried ? "carried" : kindOfLine(made, source === column);
                    const d = `M${x(source)} ${y(row - 1)}L${x(column)} ${y(row)}`;
                    const line = svg("path", { class: `way ${kind}`, d, pathLength: 1 });
                    lines.push({ line, row, column });
                    return line;
                }),
            );
        }

        function drawCell(row, column, x, y, size) {
            const cell = rows[row][column];
            const isNew = row === 0 || cell.from.length !== 1 || cell.from[0] !== column;
            const made = scans.isComplete(network, cell, column) ? "complete" : cell.made;
            const text = signed(cell.value);
            const radius = size < 19 ? 0.3 * size : isNew ? Math.min(13, 0.46 * size) : Math.min(11, 0.4 * size);
            const label = `row ${row}, column ${column}: ${cell.value}`;
            const item = svg(
                "g",
                { class: `value ${made}${isNew ? "" : " carried"}`, role: "img", "aria-label": label },
                svg("circle", { cx: x(column), cy: y(row), r: radius }),
            );
            if (size >= 19)
                item.append(
                    svg(
                        "text",
                        {
                            x: x(column),
                            y: y(row),
                            "font-size": Math.min(12, (2.1 * radius) / Math.max(1.7, text.length * 0.75)),
                        },
                        text,
                    ),
                );
            items.push(item);
            return item;
        }

        function resize() {
            const width = element.clientWidth;
            const size = width / n;
            const x = (column) => (column + 0.5) * size;
            const y = (row) => TOP + row * ROW;
            fill(drawing, { width, height: y(rows.length - 1) + TOP });
            lines = [];
            items = [];
            levels = rows.map((cells, row) => ({
                lines: svg("g", {}, ...(row > 0 ? drawLines(row, x, y) : [])),
                cells: svg("g", {}, ...cells.map((_, column) => drawCell(row, column, x, y, size))),
            }));
            drawing.replaceChildren(...levels.map((level) => level.lines), ...levels.map((level) => level.cells));
            ui.pointable(items, n, (i) => light(i === undefined ? undefined : [Math.floor(i / n), i % n]));
        }

        function light(place) {
            const found = place ? new Set(scans.origins(rows, ...place).map(String)) : undefined;
            drawing.classList.toggle("tracing", place !== undefined);
            items.forEach((item, i) =>
                item.classList.toggle("lit", found?.has(String([Math.floor(i / n), i % n])) ?? false),
            );
            for (const { line, row, column } of lines)
                line.classList.toggle("lit", found?.has(String([row, column])) ?? false);
            point(place && { network, cell: rows[place[0]][place[1]], row: place[0], column: place[1] });
        }

        function draw(time) {
            levels.forEach(({ lines, cells }, row) => {
                const part = Math.max(0, Math.min(1, (time - row + 1) / LANDED));
                lines.style.setProperty("--drawn", part);
                lines.classList.toggle("hidden", part === 0);
                cells.classList.toggle("later", row > 0 && part < 1);
                cells.classList.toggle("current", row > 0 && part === 1 && time < row + 1);
            });
        }
        return { element, resize, draw, rows: rows.length - 1, name: network.title, cost };
    }

    function inWords({ network, cell, row, column }, inputs) {
        const { value, first, last } = cell;
        const sum =
            last < first
                ? "the sum of no inputs"
                : first === last
                  ? `input x${first}`
                  : `${inputs
                        .slice(first, last + 1)
                        .map(signed)
                        .join(" + ")}, the inputs x${first} to x${last}`;
        return `${network.title}, row ${row}, column ${column}: ${signed(value)} is ${sum}.`;
    }

    function mount(room, { n: size = 16, show = "" } = {}) {
        let n = [8, 16, 32].includes(Number(size)) ? Number(size) : 16;
        let panels = [],
            pointed;
        const wanted = show.split(/[\s,]+/).filter((name) => scans.names.includes(name));
        const shown = wanted.length > 0 ? wanted : scans.names.filter((name) => name !== "serial");
        const grid = html("div", { class: "grid" });
        const status = ui.status();
        const player = ui.player({ end: 1, unit: 1200, describe: (time) => `row ${Math.floor(time)}`, change: draw });
        const say = (text) => text !== status.textContent && (status.textContent = text);

        room.append(
            html(
                "div",
                { class: "controls" },
                ui.choice({
                    label: "Elements",
                    options: [
                        [8, "8"],
                        [16, "16"],
                        [32, "32"],
                    ],
                    value: n,
                    change: (chosen) => begin((n = chosen)),
                }).element,
                player.element,
            ),
            grid,
            status,
            ui.note(
                "A circle is a value after a step. Blue: a sum of the column’s own value and the one at the other end of the line. Orange: a value that is " +
                    "handed on. Yellow: the 0 that is put into the root, which is no step of its own. Green: a result. The longest chain is how many additions " +
                    "have to follow one another; the fan-out, how many additions of one step read the same value; idle lanes, how many columns do not add, over all steps.",
            ),
        );

        function summary(time) {
            const row = Math.floor(time);
            if (row === 0) return "Play, or go step by step. Point at a value to see all that flows into it.";
            const done = panels.filter(({ rows }) => rows <= row).map(({ name }) => name);
            if (done.length === panels.length)
                return `The fewest steps: ${ui.fewest(panels, "steps")}. The fewest additions: ${ui.fewest(panels, "additions")}. The lowest fan-out: ${ui.fewest(panels, "fanOut")}.`;
            return `After row ${row}, ${done.length === 0 ? "none is" : `${listed(done)} ${done.length > 1 ? "are" : "is"}`} done.`;
        }
        function draw(time) {
            for (const panel of panels) panel.draw(time);
            if (!pointed) say(summary(time));
        }
        function point(what) {
            pointed = what;
            say(what ? inWords(what, examples) : summary(player.time));
        }
        function begin() {
            panels = shown.map((name) => makePanel(name, n, point));
            grid.replaceChildren(...panels.map(({ element }) => element));
            grid.classList.toggle("wide", n === 32);
            player.restart(Math.max(...panels.map(({ rows }) => rows)));
            if (grid.clientWidth > 0) resize();
        }
        function resize() {
            for (const panel of panels) panel.resize();
            draw(player.time);
        }
        begin();
        ui.whenResized(grid, resize);
    }

    return { mount };
})();
