// Little's law: how many bytes have to be in flight for how much bandwidth, with copies that were measured.
scanlabWidgets.little = (() => {
    const { inFlight, ui } = scanlabWidgets;
    const { html, svg, fill } = ui;
    const { machine } = inFlight;
    const HEIGHT = 280,
        LEFT = 46,
        BOTTOM = 40,
        TOP = 14,
        RIGHT = 14;
    const X = [1e5, 2e7],
        Y = [100, 4000]; // bytes and GB/s

    const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 1);

    function makePlot(point) {
        const drawing = svg("svg", { height: HEIGHT, role: "group", "aria-label": "Bandwidth over bytes in flight" });
        const element = html("div", {}, drawing);

        function draw(bytes, latency) {
            const width = element.clientWidth;
            const along = (value, [least, most]) => Math.log(value / least) / Math.log(most / least);
            const x = (value) => LEFT + along(value, X) * (width - LEFT - RIGHT);
            const y = (value) => HEIGHT - BOTTOM - along(value, Y) * (HEIGHT - BOTTOM - TOP);
            const grid = [
                ...[1e5, 1e6, 1e7].flatMap((value) => [
                    svg("path", { class: "axis", d: `M${x(value)} ${TOP}V${HEIGHT - BOTTOM}` }),
                    svg(
                        "text",
                        { class: "quiet", x: x(value), y: HEIGHT - BOTTOM + 12, "font-size": 11 },
                        String(value / 1e6),
                    ),
                ]),
                ...[100, 300, 1000, 3000].flatMap((value) => [
                    svg("path", { class: "axis", d: `M${LEFT} ${y(value)}H${width - RIGHT}` }),
                    svg("text", { class: "quiet to-here", x: LEFT - 6, y: y(value), "font-size": 11 }, String(value)),
                ]),
                svg(
                    "text",
                    { class: "quiet", x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 8, "font-size": 11 },
                    "MB in flight",
                ),
                svg("text", { class: "quiet from-here", x: 0, y: 5, "font-size": 11 }, "GB/s read"),
            ];
            const knee = (machine.peak / 2) * latency;
            const from = Math.max(X[0], Y[0] * latency);
            const roof = svg("path", {
                class: "roof",
                d: `M${x(from)} ${y(inFlight.bandwidth(from, latency))}L${x(knee)} ${y(machine.peak / 2)}H${width - RIGHT}`,
            });
            const marks = inFlight.copies.map((copy) => {
                const [atX, atY] = [x(atMost(copy)), y(inFlight.measured(copy))];
                const mark = svg(
                    "g",
                    { role: "img", "aria-label": `measured: ${copy.title}` },
                    svg("circle", { class: "measured", cx: atX, cy: atY, r: 5 }),
                );
                const label =
                    copy.bytes > 4
                        ? [atX, atY + 16, ""]
                        : copy.name === "copy_of_one"
                          ? [atX - 9, atY - 9, "to-here"]
                          : [atX + 9, atY + 9, "from-here"];
                mark.append(svg("text", { class: label[2], x: label[0], y: label[1], "font-size": 11 }, copy.title));
                return mark;
            });
            ui.pointable(marks, 1, (i) => point(i === undefined ? undefined : inFlight.copies[i]));
            const here = svg("circle", {
                class: "here",
                cx: x(Math.max(X[0], Math.min(X[1], bytes))),
                cy: y(Math.max(Y[0], inFlight.bandwidth(bytes, latency))),
                r: 7,
            });
            fill(drawing, { width }).replaceChildren(...grid, roof, here, ...marks);
        }
        return { element, draw };
    }

    const atMost = ({ warpsActive, bytes }) => inFlight.atMost({ share: warpsActive / 100, bytes });

    function measuredInWords(copy) {
        const read = inFlight.measured(copy);
        return (
            `Measured: ${copy.title}, ${copy.us} µs for 2^28 ints, ${read.toFixed(0)} GB/s read. ${copy.warpsActive} % of the places for warps are ` +
            `taken, so at most ${megabytes(atMost(copy))} MB are in flight: a load is on its way for at most ${(atMost(copy) / read / 1e3).toFixed(2)} µs.`
        );
    }

    function mount(room) {
        const kernel = { bytes: 4, loads: 1, share: 0.7, latency: 560 };
        const status = ui.status();
        const plot = makePlot((copy) => (status.textContent = copy ? measuredInWords(copy) : inWords()));
        const figures = ui.figures("MB in flight", "GB/s read", "of half the peak");
        const set = (what) => (value) => {
            kernel[what] = value;
            draw();
        };
        room.append(
            html(
                "div",
                { class: "controls" },
                ui.choice({
                    label: "A load",
                    options: [
                        [4, "int"],
                        [8, "int2"],
                        [16, "int4"],
                    ],
                    value: 4,
                    change: set("bytes"),
                }).element,
                ui.choice({
                    label: "Loads per thread at a time",
                    options: [
                        [1, "1"],
                        [2, "2"],
                        [4, "4"],
                    ],
                    value: 1,
                    change: set("loads"),
                }).element,
            ),
            html(
                "div",
                { class: "controls" },
                ui.slider({
                    label: "Places for threads taken",
                    min: 10,
                    max: 100,
                    value: 70,
                    show: (value) => `${value} %`,
                    change: (value) => set("share")(value / 100),
                }).element,
                ui.slider({
                    label: "A load takes",
                    min: 300,
                    max: 1500,
                    step: 20,
                    value: 560,
                    show: (value) => `${value} ns`,
                    change: set("latency"),
                }).element,
            ),
            figures.element,
            plot.element,
            status,
            ui.note(
                `Bandwidth = bytes in flight / time that each is on its way, but no more than half of the memory’s peak of ${machine.peak.toFixed(0)} GB/s, since a copy writes as ` +
                    `much as it reads. ${machine.multiprocessors} multiprocessors with ${machine.threads} places for threads each. Both axes are logarithmic. Green: copies measured on an H200 ` +
                    "(docs/results/h200/ncu_copies.csv; the peak: bench.csv); their bytes in flight are an upper bound: all their threads loading all the time. " +
                    "Where memory is the limit, loads queue, and each takes longer.",
            ),
        );

        const inWords = () => {
            const bytes = inFlight.atMost(kernel);
            const need = (machine.peak / 2) * kernel.latency;
            return bytes >= need
                ? `Enough: ${megabytes(need)} MB in flight keep memory busy if a load takes ${kernel.latency} ns.`
                : `Memory waits: at ${kernel.latency} ns it would take ${megabytes(need)} MB in flight, ${(need / bytes).toFixed(1)} times as much.`;
        };
        function draw() {
            const bytes = inFlight.atMost(kernel);
            const read = inFlight.bandwidth(bytes, kernel.latency);
            plot.draw(bytes, kernel.latency);
            figures.set(megabytes(bytes), read.toFixed(0), `${((200 * read) / machine.peak).toFixed(0)} %`);
            status.textContent = inWords();
        }
        ui.whenResized(plot.element, draw);
    }

    return { mount };
})();
