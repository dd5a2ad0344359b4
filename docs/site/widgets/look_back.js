// Tiles as lanes of a road, time to the right: a chained scan above, decoupled look-back below.
scanlabWidgets.look_back = (() => {
    const { tiles: model, ui } = scanlabWidgets;
    const { html, svg, fill, range, listed } = ui;
    const LANE = 22,
        LEFT = 74,
        RIGHT = 8;
    const letters = { empty: "–", aggregate: "A", prefix: "P" };

    const methods = [
        ["chained", "Chained scan: each tile waits for the prefix of the one before"],
        ["look_back", "Decoupled look-back: aggregates will do"],
    ];

    /** The read that is under way. */
    const readAt = ({ reads, known }, time) =>
        reads.findLast(
            ({ sent, seen, back }) =>
                sent <= time && time < (back ?? Infinity) && (known ?? Infinity) > time && seen !== undefined,
        );

    function makeRoad(title, uniqueId, point) {
        const past = svg("rect", { x: 0, y: 0 });
        const clip = svg("clipPath", { id: uniqueId }, past);
        const bars = svg("g", { "clip-path": `url(#${uniqueId})` });
        const lanes = svg("g"),
            looks = svg("g");
        const cursor = svg("path", { class: "cursor" });
        const drawing = svg("svg", { role: "group", "aria-label": title }, clip, lanes, bars, looks, cursor);
        const element = html("div", {}, html("h4", {}, title), drawing);
        let run,
            badges = [],
            pointed,
            x = () => 0;
        const middle = (tile) => (tile + 0.5) * LANE;

        const bar = (kind, tile, from, to) =>
            to > from
                ? [
                      svg("rect", {
                          class: kind,
                          x: x(from),
                          y: tile * LANE + 4,
                          width: Math.max(0.5, x(to) - x(from)),
                          height: LANE - 8,
                      }),
                  ]
                : [];
        function history(record) {
            const { tile, start, loaded = run.end, known = run.end, end = run.end, visible } = record;
            if (start === undefined) return [];
            const load = tile === run.settings.paused ? Math.max(start, loaded - run.settings.pause) : loaded;
            const marks = Object.entries(visible).map(([status, time]) =>
                svg("path", {
                    class: `mark ${status}`,
                    d: `M${x(time)} ${tile * LANE + 2}l4 ${LANE / 2 - 2}l-4 ${LANE / 2 - 2}l-4 ${2 - LANE / 2}z`,
                }),
            );
            return [
                ...bar("load", tile, start, load),
                ...bar("pause", tile, load, loaded),
                ...bar("wait", tile, loaded, known),
                ...bar("store", tile, known, record.known === undefined ? known : end),
                ...marks,
            ];
        }

        /** Lays out a run in as much room as `end` needs. */
        function show(newRun, end) {
            run = newRun;
            const width = element.clientWidth;
            const height = run.records.length * LANE;
            x = (time) => LEFT + (time / end) * (width - LEFT - RIGHT);
            fill(drawing, { width, height });
            fill(past, { height });
            badges = run.records.map(({ tile }) => {
                const text = svg("text", { x: 60, y: middle(tile), "font-size": 11 });
                return {
                    text,
                    group: svg(
                        "g",
                        { class: "badge" },
                        svg("rect", { x: 51, y: tile * LANE + 3, width: 18, height: LANE - 6, rx: 3 }),
                        text,
                    ),
                };
            });
            const groups = run.records.map(({ tile }) =>
                svg(
                    "g",
                    { class: "lane", role: "img", "aria-label": `tile ${tile}` },
                    svg("rect", {
                        class: "road",
                        x: LEFT,
                        y: tile * LANE + 1,
                        width: width - LEFT - RIGHT,
                        height: LANE - 2,
                    }),
                    svg("text", { class: "from-here", x: 0, y: middle(tile), "font-size": 12 }, `tile ${tile}`),
                    badges[tile].group,
                ),
            );
            ui.pointable(groups, 1, (tile) => {
                pointed = tile;
                groups.forEach((group, i) => group.classList.toggle("lit", i === tile));
                point(tile === undefined ? undefined : run.records[tile]);
            });
            lanes.replaceChildren(...groups);
            bars.replaceChildren(...run.records.flatMap(history));
        }

        /** Where tiles that wait are looking: a line to each tile of the window, in the colour of what is found there. */
        function drawLooks(time) {
            looks.replaceChildren(
                ...run.records.flatMap((record) => {
                    const { tile } = record;
                    if (pointed !== undefined && pointed !== tile) return [];
                    const read = readAt(record, time);
                    return (read?.tiles ?? []).map((other, i) => {
                        const found = time >= read.seen ? read.found[i].status : "";
                        const reach = (10 + 5 * (tile - other)) * (x(time) + 50 > element.clientWidth ? -1 : 1);
                        return svg("path", {
                            class: `look ${found}`,
                            d: `M${x(time)} ${middle(tile)}q${reach} ${((other - tile) * LANE) / 2} 0 ${(other - tile) * LANE}`,
                        });
                    });
                }),
            );
        }

        function draw(time) {
            const now = Math.min(time, run.end);
            past.setAttribute("width", x(now));
            cursor.setAttribute("d", `M${x(now)} 0V${run.records.length * LANE}`);
            run.records.forEach((record, tile) => {
                const status = model.statusAt(record, now);
                badges[tile].text.textContent = letters[status];
                badges[tile].group.setAttribute("class", `badge ${status}`);
            });
            drawLooks(now);
        }
        return { element, show, draw };
    }

    const key = () =>
        html(
            "div",
            { class: "key", "aria-hidden": "true" },
            ...[
                ["load", "loads and sums its tile"],
                ["pause", "paused"],
                ["wait", "waits for what precedes it"],
                ["store", "scans and stores"],
            ].map(([kind, text]) =>
                html(
                    "span",
                    {},
                    svg(
                        "svg",
                        { width: 18, height: 12 },
                        svg("rect", { class: kind, x: 0.5, y: 0.5, width: 17, height: 11 }),
                    ),
                    text,
                ),
            ),
            html("span", {}, "– A P: others see nothing, its aggregate, its prefix"),
        );

    function verdict([chained, lookBack]) {
        if (chained.deadlock || lookBack.deadlock) {
            const { records } = lookBack.deadlock ? lookBack : chained;
            const idle = records.filter(({ start }) => start === undefined).map(({ tile }) => tile);
            return (
                `Deadlock: all blocks that run wait, in the end for tile ${Math.max(...idle)}, whose block cannot start before one of them ends. ` +
                "With tickets, every earlier tile belongs to a block that has started."
            );
        }
        const faster = chained.end / lookBack.end;
        return (
            `The chained scan is done at ${chained.end.toFixed(0)}, look-back at ${lookBack.end.toFixed(0)}` +
            `${faster > 1.005 ? `, ${faster.toFixed(2)} times as fast` : ""}. Its tiles wait ${lookBack.waited.toFixed(0)} in all, against ${chained.waited.toFixed(0)}.`
        );
    }

    function tileInWords(record, time) {
        const { tile, start = Infinity, loaded = Infinity, known = Infinity, end = Infinity } = record;
        const read = readAt(record, time);
        const found = read && time >= read.seen ? `, and finds ${listed(read.found.map(({ status }) => status))}` : "";
        const doing =
            time < start
                ? "its block has not started"
                : time < loaded
                  ? "loads its elements"
                  : time >= end
                    ? "is done"
                    : time >= known
                      ? "knows what precedes it, and stores"
                      : read
                        ? `reads the status of ${read.tiles.length > 1 ? "tiles" : "tile"} ${listed(read.tiles)}${found}`
                        : "waits";
        return `Tile ${tile}: ${doing}. Others see ${{ empty: "nothing", aggregate: "its aggregate", prefix: "its prefix" }[model.statusAt(record, time)]}.`;
    }

    function inWords(time, [chained, lookBack]) {
        if (time === 0) return "Play, and watch who waits for whom. Then pause a tile, or make reading slow.";
        const waiting = ({ records }) =>
            records.filter(({ loaded, known }) => loaded <= time && time < (known ?? Infinity)).map(({ tile }) => tile);
        const say = (run) => {
            const tiles = waiting(run);
            if (time >= run.end && !run.deadlock) return "is done";
            return tiles.length === 0
                ? "has no tile that waits"
                : `has ${tiles.length > 1 ? "tiles" : "tile"} ${listed(tiles)} waiting`;
        };
        return `The chained scan ${say(chained)}; look-back ${say(lookBack)}.`;
    }

    let roads = 0;

    function mount(room, { window: width = 4, pause, order = "tickets" } = {}) {
        const settings = {
            ...model.defaults,
            window: Number(width) || 4,
            paused: pause === undefined ? -1 : Number(pause) || 2,
            order,
        };
        let runs = [],
            pointed;
        const pictures = methods.map(([, title]) =>
            makeRoad(title, `scanlab-road-${++roads}`, (record) => {
                pointed = record;
                draw(player.time);
            }),
        );
        const status = ui.status();
        const result = html("p", { class: "verdict" });
        const player = ui.player({
            end: 1,
            unit: 130,
            step: 2,
            describe: (time) => `time ${Math.round(time)}`,
            change: draw,
        });
        const set = (what) => (value) => {
            const wasOver = player.time === player.end;
            settings[what] = value;
            begin();
            if (wasOver) player.show(player.end);
        };
        const slider = (label, what, min, max) =>
            ui.slider({ label, min, max, value: settings[what], change: set(what) }).element;
        room.append(
            html(
                "div",
                { class: "controls" },
                slider("Processing a tile", "process", 2, 30),
                slider("Reading a status", "read", 1, 20),
                slider("Publishing one", "publish", 0, 20),
                slider("Places for blocks", "places", 1, settings.tiles),
                ui.choice({
                    label: "Window",
                    options: [
                        [1, "1"],
                        [2, "2"],
                        [4, "4"],
                        [8, "8"],
                    ],
                    value: settings.window,
                    change: set("window"),
                }).element,
                ui.toggle({
                    label: "Pause tile 2",
                    checked: settings.paused >= 0,
                    change: (on) => set("paused")(on ? 2 : -1),
                }),
                ui.toggle({
                    label: "Blocks draw tickets",
                    checked: order === "tickets",
                    change: (on) => set("order")(on ? "tickets" : "backwards"),
                }),
            ),
            html("div", { class: "controls" }, player.element),
            ...pictures.map(({ element }) => element),
            key(),
            status,
            result,
            ui.note(
                "A model, in units of its own: no GPU was measured. Ten tiles, taken by blocks in the order of their tickets (without: the last tile first), as many at a time as there are places. " +
                    "Loading a tile takes the time of processing, up to a quarter more or less; scanning and storing it, half of that; a pause of tile 2, 40. What is published can be seen after the time of publishing. " +
                    "A read sees what is visible half-way through its time. A tile reads a window of statuses at once; if one is empty before the nearest prefix, it reads that window again, at once. " +
                    "Reads do not slow each other down, which on a GPU they do.",
            ),
        );

        function begin() {
            pointed = undefined;
            runs = methods.map(([method]) => model.simulate({ ...settings, method }));
            layOut();
            result.textContent = verdict(runs);
            player.restart(Math.max(...runs.map(({ end }) => end)));
        }
        function layOut() {
            const end = Math.max(...runs.map((run) => run.end));
            pictures.forEach((road, i) => road.show(runs[i], end));
        }
        function draw(time) {
            if (runs.length === 0) return;
            pictures.forEach((road) => road.draw(time));
            const words = pointed ? tileInWords(pointed, time) : inWords(time, runs);
            if (words !== status.textContent) status.textContent = words;
            const isOver = time >= Math.max(...runs.map(({ end }) => end));
            result.hidden = !isOver;
        }
        begin();
        ui.whenResized(pictures[0].element, () => {
            layOut();
            draw(player.time);
        });
    }

    return { mount };
})();
