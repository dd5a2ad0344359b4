// The banks of shared memory: which lanes of a warp have to take turns.
scanlabWidgets.banks = (() => {
    const { accesses, ui } = scanlabWidgets;
    const { html, svg, fill, range, count } = ui;
    const { BANKS, LANES } = accesses;
    const STRIDES = 64;
    const HEAD = 16,
        BARS = 34;

    function inWords({ stride, padding, lanes }, { served, wavefronts }) {
        const used = new Set(served.map(({ bank }) => bank)).size;
        const words = new Set(served.map(({ word }) => word)).size;
        if (words === 1 && lanes > 1) return `All ${lanes} lanes want the same word, and share it: 1 wavefront.`;
        const where = `${count(words, "word")} in ${count(used, "bank")}`;
        if (wavefronts === 1) return `${where}: no conflict, 1 wavefront.`;
        return (
            `${where}: the busiest bank has ${wavefronts} to serve, so it takes ${wavefronts} wavefronts, ${wavefronts - 1} more than without a conflict` +
            `${padding ? ". Padding does not suit every stride" : ". Try padding, or an odd stride"}.`
        );
    }

    function makePicture(point) {
        const drawing = svg("svg", { role: "group", "aria-label": "Banks and wavefronts" });
        const element = html("div", {}, drawing);

        function draw({ served, wavefronts }) {
            const width = element.clientWidth;
            const column = width / BANKS;
            const row = wavefronts > 12 ? 13 : 20;
            const every = column < 15 ? 4 : 1;
            const banks = range(BANKS)
                .filter((bank) => bank % every === 0 || bank === BANKS - 1)
                .map((bank) =>
                    svg("text", { class: "quiet", x: (bank + 0.5) * column, y: 7, "font-size": 10 }, String(bank)),
                );
            const places = range(BANKS).map((bank) =>
                svg("rect", { class: "place", x: bank * column, y: HEAD, width: column, height: row * wavefronts }),
            );
            const sharers = new Map();
            for (const { lane, word } of served) sharers.set(word, [...(sharers.get(word) ?? []), lane]);
            const items = served.map(({ lane, word, bank, wavefront }) => {
                const item = svg(
                    "g",
                    {
                        class: `value ${wavefront > 0 ? "late" : "complete"}`,
                        role: "img",
                        "aria-label": `lane ${lane}: word ${word}, bank ${bank}, wavefront ${wavefront + 1}`,
                    },
                    svg("rect", {
                        x: bank * column + 1,
                        y: HEAD + wavefront * row + 1,
                        width: column - 2,
                        height: row - 2,
                        rx: 2,
                    }),
                );
                const lanes = sharers.get(word);
                const text = lanes.length > 1 ? `×${lanes.length}` : String(lane);
                if (column >= 15 && lane === lanes[0])
                    item.append(
                        svg(
                            "text",
                            { x: (bank + 0.5) * column, y: HEAD + (wavefront + 0.5) * row, "font-size": 10 },
                            text,
                        ),
                    );
                return item;
            });
            fill(drawing, { width, height: HEAD + row * wavefronts + 2 }).replaceChildren(
                ...banks,
                ...places,
                ...items,
            );
            ui.pointable(items, LANES, (i) => {
                items.forEach((item, k) =>
                    item.classList.toggle("lit", i !== undefined && served[k].word === served[i].word),
                );
                point(i === undefined ? undefined : served[i]);
            });
        }
        return { element, draw };
    }

    /** The wavefronts of all strides, as bars. */
    function makeBars() {
        const drawing = svg("svg", { height: BARS, "aria-hidden": "true" });
        const element = html("div", {}, drawing);
        function draw({ stride, padding, lanes }) {
            const width = element.clientWidth / (STRIDES + 1);
            fill(drawing, { width: element.clientWidth }).replaceChildren(
                ...range(STRIDES + 1).map((one) => {
                    const height = (BARS * accesses.serve(accesses.words(one, padding, lanes)).wavefronts) / LANES;
                    return svg("rect", {
                        class: `bar${one === stride ? " current" : ""}`,
                        x: one * width + 0.5,
                        y: BARS - height,
                        width: Math.max(1, width - 1),
                        height,
                    });
                }),
            );
        }
        return { element, draw };
    }

    function mount(room, { stride = 2, padding, lanes = LANES } = {}) {
        const request = {
            stride: Math.max(0, Math.min(STRIDES, Number(stride) || 0)),
            padding: padding !== undefined && padding !== "false",
            lanes: Math.max(1, Math.min(LANES, Number(lanes) || LANES)),
        };
        let answer;
        const status = ui.status();
        const picture = makePicture(
            (lane) => (status.textContent = lane ? laneInWords(lane) : inWords(request, answer)),
        );
        const bars = makeBars();
        const figures = ui.figures("wavefronts", "bank conflicts");
        const set = (what) => (value) => {
            request[what] = value;
            draw();
        };
        const strides = ui.slider({
            label: "Stride, in words",
            min: 0,
            max: STRIDES,
            value: request.stride,
            change: set("stride"),
        });
        const laneses = ui.slider({ label: "Lanes", min: 1, max: LANES, value: request.lanes, change: set("lanes") });
        const preset = (text, stride, lanes) =>
            ui.button(text, () => {
                Object.assign(request, { stride, lanes });
                strides.set(stride);
                laneses.set(lanes);
                draw();
            });
        room.append(
            html(
                "div",
                { class: "controls" },
                strides.element,
                laneses.element,
                ui.toggle({
                    label: "Padding: element i is word i + i / 32",
                    checked: request.padding,
                    change: set("padding"),
                }),
            ),
            html(
                "div",
                { class: "controls presets" },
                preset("Neighbours", 1, 32),
                preset("A column of a 32 × 32 matrix", 32, 32),
                preset("Nodes of a tree, 16 apart", 16, 32),
            ),
            figures.element,
            picture.element,
            status,
            bars.element,
            ui.note(
                "Lane l wants element l · stride. Columns are banks (word w is in bank w % 32), rows are wavefronts, numbers are lanes. " +
                    "A wavefront serves each bank once; lanes that want the same word share it. Below: the wavefronts of strides 0 to 64.",
            ),
        );

        function laneInWords({ lane, word, bank, wavefront }) {
            const element = lane * request.stride;
            return `Lane ${lane} wants element ${element}${word === element ? "" : `, which is word ${word}`}: bank ${bank}, wavefront ${wavefront + 1}.`;
        }
        function draw() {
            answer = accesses.serve(accesses.words(request.stride, request.padding, request.lanes));
            picture.draw(answer);
            bars.draw(request);
            figures.set(answer.wavefronts, answer.wavefronts - 1);
            status.textContent = inWords(request, answer);
        }
        ui.whenResized(picture.element, draw);
    }

    return { mount };
})();
