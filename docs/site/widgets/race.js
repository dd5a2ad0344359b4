// Several networks scan the same numbers, a step each at a time; the values fly.
scanlabWidgets.race = (() => {
    const { scans, ui } = scanlabWidgets;
    const { html, svg, fill, range, between, signed, listed } = ui;
    const examples = [3, 1, 7, 0, 4, 1, 6, 3, 2, 5, 1, 8, 0, 2, 4, 1];
    const TOP = 34,
        BOX = 28,
        BOTTOM = 20; // of a lane: room for arrows, the values, room for arrows to the left
    const LANDED = 0.85; // the part of a step after which its results show
    const LIMIT = 9999;

    /** Numbers from what was typed, with 0 for those that are missing; or what is wrong with it. */
    function parse(text, n) {
        const words = text
            .replaceAll("−", "-")
            .split(/[\s,;]+/)
            .filter(Boolean);
        const bad = words.find((word) => !/^[-+]?\d+$/.test(word) || Math.abs(word) > LIMIT);
        if (bad !== undefined) return { problem: `“${bad}” is not a whole number from −${LIMIT} to ${LIMIT}.` };
        if (words.length === 0) return { problem: `Type up to ${n} whole numbers, with spaces between them.` };
        if (words.length > n) return { problem: `These are ${words.length} numbers; there is room for ${n}.` };
        return { numbers: [...words.map(Number), ...Array(n - words.length).fill(0)] };
    }

    /** The steps that count, with what the columns hold before and after. */
    function roundsOf(network, inputs) {
        const rows = scans.run(network, inputs);
        return network.steps.flatMap((operations, i) =>
            scans.isCounted(operations) ? [{ operations, before: rows[i], after: rows[i + 1] }] : [],
        );
    }

    /** A row of boxes, one per column. */
    function boxes(n) {
        const items = range(n).map(() => {
            const text = svg("text");
            return {
                text,
                group: svg("g", { class: "value input", role: "img" }, svg("rect", { rx: 4, height: BOX }), text),
            };
        });
        const place = (width, top, digits) =>
            items.forEach(({ group, text }, i) => {
                const column = width / n;
                fill(group.firstChild, { x: i * column + 2, y: top, width: column - 4 });
                fill(text, {
                    x: (i + 0.5) * column,
                    y: top + BOX / 2,
                    "font-size": Math.min(14, (1.5 * (column - 5)) / digits),
                });
            });
        return { items, groups: items.map(({ group }) => group), place };
    }

    /** The way from one column to another: to the right above the boxes, to the left below them. */
    function wayBetween(from, to, column, n) {
        const isRight = to > from;
        const [x0, x1] = [from, to].map((i) => (i + 0.5) * column);
        const y = isRight ? TOP : TOP + BOX;
        const reach = isRight ? -2 * between(14, TOP - 4, (to - from) / n) : 2 * (BOTTOM - 4);
        return {
            path: `M${x0} ${y}Q${(x0 + x1) / 2} ${y + reach} ${x1} ${y}`,
            tip: `M${x1} ${y}l-3.5 ${isRight ? -6 : 6}h7z`,
            at: (part) => [between(x0, x1, part), y + 2 * part * (1 - part) * reach],
        };
    }

    function makeToken(value, kind, column) {
        const text = signed(value);
        const size = Math.min(11, (1.7 * column) / text.length);
        const width = 0.62 * size * text.length + 8;
        return svg(
            "g",
            { class: `token ${kind}` },
            svg("rect", { x: -width / 2, y: -8, width, height: 16, rx: 8 }),
            svg("text", { "font-size": size }, text),
        );
    }

    function makeLane(name, { n, inputs, digits }, point) {
        const network = scans.network(name, n);
        const rounds = roundsOf(network, inputs);
        const cost = scans.costs(network);
        let width = 0,
            time = 0,
            cells = [],
            drawn = "",
            tokens = [];

        const { items, groups, place } = boxes(n);
        ui.pointable(groups, n, (column) =>
            point(
                column === undefined
                    ? undefined
                    : { ...cells[column], column, network, step: Math.min(Math.floor(time), rounds.length) },
            ),
        );
        const ways = svg("g");
        const drawing = svg("svg", { role: "group", "aria-label": `The values of ${network.title}` }, ways, ...groups);
        const strip = html("div", { class: "strip" }, drawing);
        const counts = Object.fromEntries(["steps", "additions", "idle"].map((title) => [title, html("b")]));
        const element = html(
            "div",
            { class: "lane" },
            html("div", { class: "name" }, html("strong", {}, network.title), html("span", {}, network.about)),
            strip,
            html(
                "div",
                { class: "counts" },
                ...Object.entries(counts).map(([title, count]) =>
                    html("span", {}, count, " ", html("span", {}, title)),
                ),
            ),
        );

        /** The arrows of a round: with what flies along them, or of the past. */
        function drawWays(round, isPast) {
            if (drawn === `${round} ${isPast} ${width}`) return;
            drawn = `${round} ${isPast} ${width}`;
            ways.replaceChildren();
            tokens = [];
            for (const { to, from } of rounds[round]?.operations ?? []) {
                for (const source of from.filter((column) => column !== to)) {
                    const kind = `${from.length === 1 ? "handed" : ""} ${isPast ? "past" : ""}`;
                    const way = wayBetween(source, to, width / n, n);
                    const token = makeToken(rounds[round].before[source].value, kind, width / n);
                    ways.append(
                        svg("path", { class: `way ${kind}`, d: way.path }),
                        svg("path", { class: `tip ${kind}`, d: way.tip }),
                    );
                    if (!isPast) tokens.push({ way, token });
                }
            }
            ways.append(...tokens.map(({ token }) => token));
        }

        function drawCells(targets) {
            items.forEach(({ group, text }, column) => {
                const cell = cells[column];
                const isComplete = scans.isComplete(network, cell, column);
                group.setAttribute(
                    "class",
                    `value ${isComplete ? "complete" : cell.made}${targets.has(column) ? " changed" : ""}`,
                );
                group.setAttribute("aria-label", `column ${column}: ${cell.value}${isComplete ? ", its result" : ""}`);
                text.textContent = signed(cell.value);
            });
        }

        function draw(newTime = time) {
            time = newTime;
            const ended = Math.min(Math.floor(time), rounds.length);
            const part = ended < rounds.length ? time - ended : 0;
            const done = part > LANDED ? ended + 1 : ended;
            const round = part > 0 ? ended : ended - 1; // under way, or the last one
            cells = part > 0 && done === ended ? rounds[ended].before : (rounds[done - 1]?.after ?? rounds[0].before);
            const isPast = part === 0;
            const isStill = time > rounds.length;
            drawCells(
                new Set(round >= 0 && done > round && !isStill ? rounds[round].operations.map(({ to }) => to) : []),
            );
            drawWays(isStill ? -1 : round, isPast);
            for (const { way, token } of tokens) {
                const place = way.at(Math.max(0, Math.min(1, (part - 0.1) / (LANDED - 0.1))));
                token.setAttribute("transform", `translate(${place})`);
            }
            const additions = rounds
                .slice(0, done)
                .flatMap(({ operations }) => operations)
                .filter(scans.isAddition).length;
            counts.steps.textContent = `${done} / ${cost.steps}`;
            counts.additions.textContent = `${additions} / ${cost.additions}`;
            counts.idle.textContent = done * n - additions;
            element.classList.toggle("done", done === rounds.length);
        }

        function resize() {
            width = strip.clientWidth;
            fill(drawing, { width, height: TOP + BOX + (name === "blelloch" ? BOTTOM : 4) });
            place(width, TOP, digits);
            draw();
        }
        return { element, draw, resize, cost, name: network.title.replace(/^A /, "the ") };
    }

    function verdict(lanes, step) {
        const going = lanes.filter(({ cost }) => cost.steps > step);
        if (step === 0) return "Play, or go step by step. Point at a value to see which inputs it is the sum of.";
        if (going.length > 0) {
            const rest = going.map(
                ({ name, cost }, i) => `${name} needs ${cost.steps - step}${i === 0 ? " more" : ""}`,
            );
            return `After step ${step}, ${listed(rest)}; ${going.length < lanes.length ? "the others are done" : "none is done"}.`;
        }
        return `All are done. The fewest steps: ${ui.fewest(lanes, "steps")}. The fewest additions: ${ui.fewest(lanes, "additions")}.`;
    }

    function inWords({ network, column, first, last, value, step }, inputs) {
        const sum =
            last < first
                ? "the sum of no inputs"
                : last === first
                  ? `input x${first}`
                  : `${inputs
                        .slice(first, last + 1)
                        .map(signed)
                        .join(" + ")}, the inputs x${first} to x${last}`;
        return `${network.title}, column ${column} after step ${step}: ${signed(value)} is ${sum}.`;
    }

    function makeInputRow({ n, inputs, digits }) {
        const { items, groups, place } = boxes(n);
        items.forEach(({ group, text }, i) => {
            text.textContent = signed(inputs[i]);
            group.setAttribute("aria-label", `input x${i}: ${inputs[i]}`);
        });
        const names = range(n).map((i) => svg("text", { class: "quiet", y: 7, "font-size": 10 }, `x${i}`));
        const drawing = svg("svg", { role: "group", "aria-label": "Inputs", height: BOX + 18 }, ...names, ...groups);
        const strip = html("div", { class: "strip" }, drawing);
        const element = html(
            "div",
            { class: "lane inputs" },
            html("div", { class: "name" }, html("strong", {}, "Input")),
            strip,
        );
        const resize = () => {
            drawing.setAttribute("width", strip.clientWidth);
            names.forEach((text, i) => text.setAttribute("x", ((i + 0.5) * strip.clientWidth) / n));
            place(strip.clientWidth, 16, digits);
        };
        const light = (cell) =>
            groups.forEach((group, i) =>
                group.classList.toggle("lit", cell !== undefined && i >= cell.first && i <= cell.last),
            );
        return { element, resize, light };
    }

    function playWhenSeen(element, player) {
        const observer = new IntersectionObserver(
            ([{ isIntersecting }]) => {
                if (!isIntersecting) return;
                observer.disconnect();
                player.play();
            },
            { threshold: 0.6 },
        );
        observer.observe(element);
    }

    function mount(room, { n: size = 8, autoplay, only } = {}) {
        let n = Number(size) === 16 ? 16 : 8;
        const shown = only ? only.split(" ") : scans.names;
        let inputs,
            row,
            lanes = [],
            pointed;

        const problem = html("span", { class: "problem", role: "alert" });
        const field = html("input", { type: "text", autocomplete: "off", spellcheck: "false", input: () => read() });
        const player = ui.player({ end: 1, unit: 1400, describe: (time) => `step ${Math.floor(time)}`, change: draw });
        const track = html("div");
        const status = ui.status();
        const begin = (newSize, numbers) => {
            n = newSize;
            field.value = numbers.join(" ");
            read();
        };
        room.append(
            html(
                "div",
                { class: "controls" },
                html("label", { class: "field" }, "Your numbers", field, problem),
                ui.choice({
                    label: "Elements",
                    options: [
                        [8, "8"],
                        [16, "16"],
                    ],
                    value: n,
                    change: (chosen) => begin(chosen, examples.slice(0, chosen)),
                }).element,
                ui.button("Other numbers", () =>
                    begin(
                        n,
                        range(n).map(() => Math.floor(Math.random() * 10)),
                    ),
                ),
            ),
            html("div", { class: "controls" }, player.element),
            track,
            status,
            ui.note(
                "All additions of a step happen at once. Each column has a lane of its own, and ",
                html("em", {}, "idle"),
                " counts the lanes that add nothing, over all steps. A loop has one processor, so its other lanes are idle. ",
                shown.includes("blelloch")
                    ? "Blelloch’s scan is exclusive: a result is the sum of the inputs before it; the root is set to 0 before it goes down. "
                    : "",
                "Green: a result.",
            ),
        );

        function read() {
            const { numbers, problem: text = "" } = parse(field.value, n);
            field.setAttribute("aria-invalid", text !== "");
            problem.textContent = text;
            if (numbers) setUp(numbers);
        }

        function setUp(numbers) {
            inputs = numbers;
            const all = shown.flatMap((name) => scans.run(scans.network(name, n), inputs).flat());
            const race = { n, inputs, digits: Math.max(2, ...all.map(({ value }) => String(value).length)) };
            row = makeInputRow(race);
            lanes = shown.map((name) => makeLane(name, race, point));
            track.replaceChildren(row.element, ...lanes.map(({ element }) => element));
            player.restart(Math.max(...lanes.map(({ cost }) => cost.steps)));
            if (track.clientWidth > 0) resize();
        }

        function resize() {
            row.resize();
            for (const lane of lanes) lane.resize();
        }

        const say = (text) => text !== status.textContent && (status.textContent = text);
        function draw(time) {
            for (const lane of lanes) lane.draw(time);
            if (!pointed) say(verdict(lanes, Math.floor(time)));
        }
        function point(cell) {
            pointed = cell;
            row.light(cell);
            say(cell ? inWords(cell, inputs) : verdict(lanes, Math.floor(player.time)));
        }

        begin(n, examples.slice(0, n));
        ui.whenResized(track, resize);
        if (autoplay !== undefined && !ui.reducedMotion.matches) playWhenSeen(track, player);
    }

    return { mount };
})();
