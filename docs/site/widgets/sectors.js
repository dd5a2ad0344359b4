// The sectors of global memory that one request of a warp touches.
scanlabWidgets.sectors = (() => {
    const { accesses, ui } = scanlabWidgets;
    const { html, svg, fill, range, count } = ui;
    const { SECTOR, WORD, LANES } = accesses;
    const WORDS = SECTOR / WORD,
        ROW = 20;

    function makePicture(point) {
        const drawing = svg("svg", { role: "group", "aria-label": "Sectors of memory" });
        const element = html("div", {}, drawing);

        function draw(lanes, { sectors }) {
            const width = element.clientWidth;
            const inARow = width < 560 ? 4 : 8;
            const word = width / (inARow * WORDS);
            const last = Math.max(...sectors);
            const x = (byte) => ((byte % (inARow * SECTOR)) / WORD) * word;
            const y = (byte) => Math.floor(byte / (inARow * SECTOR)) * ROW + 1;
            const touched = new Set(sectors);
            const places = range(last + 1).map((sector) =>
                svg("rect", {
                    class: `place${touched.has(sector) ? " touched" : ""}`,
                    x: x(sector * SECTOR) + 1,
                    y: y(sector * SECTOR),
                    width: word * WORDS - 2,
                    height: ROW - 3,
                    rx: 2,
                }),
            );
            const items = lanes.map(({ lane, first, bytes }) => {
                const width = (bytes / WORD) * word;
                const item = svg(
                    "g",
                    {
                        class: `value${lane % 2 ? " odd" : ""}`,
                        role: "img",
                        "aria-label": `lane ${lane}: bytes ${first} to ${first + bytes - 1}`,
                    },
                    svg("rect", { x: x(first) + 1.2, y: y(first) + 2, width: width - 2.4, height: ROW - 7, rx: 1.5 }),
                );
                if (width > 10 && (width > 16 || lane % 4 === 0))
                    item.append(
                        svg(
                            "text",
                            {
                                x: x(first) + width / 2,
                                y: y(first) + ROW / 2 - 1.5,
                                "font-size": Math.min(11, Math.max(10, 0.75 * width)),
                            },
                            String(lane),
                        ),
                    );
                return item;
            });
            fill(drawing, { width, height: y(last * SECTOR) + ROW }).replaceChildren(...places, ...items);
            ui.pointable(items, LANES, (i) => {
                items.forEach((item, k) => item.classList.toggle("lit", k === i));
                point(i === undefined ? undefined : lanes[i]);
            });
        }
        return { element, draw };
    }

    function mount(room, { bytes = 4, stride = 1, offset = 0 } = {}) {
        const bound = (value, least, most) => Math.max(least, Math.min(most, Number(value) || least));
        const request = {
            bytes: [4, 8, 16].includes(Number(bytes)) ? Number(bytes) : 4,
            stride: bound(stride, 1, 8),
            offset: bound(offset, 0, 8),
        };
        let lanes, answer;
        const status = ui.status();
        const picture = makePicture((lane) => (status.textContent = lane ? laneInWords(lane) : inWords()));
        const figures = ui.figures("sectors per request", "of their bytes used");
        const set = (what) => (value) => {
            request[what] = value;
            draw();
        };
        const strides = ui.slider({
            label: "Stride, in elements",
            min: 1,
            max: 8,
            value: request.stride,
            change: set("stride"),
        });
        const offsets = ui.slider({
            label: "First element",
            min: 0,
            max: 8,
            value: request.offset,
            change: set("offset"),
        });
        const sizes = ui.choice({
            label: "A lane loads",
            options: [
                [4, "int"],
                [8, "int2"],
                [16, "int4"],
            ],
            value: request.bytes,
            change: set("bytes"),
        });
        const preset = (text, values) =>
            ui.button(text, () => {
                Object.assign(request, values);
                strides.set(request.stride);
                offsets.set(request.offset);
                sizes.set(request.bytes);
                draw();
            });
        room.append(
            html("div", { class: "controls" }, sizes.element, strides.element, offsets.element),
            html(
                "div",
                { class: "controls presets" },
                preset("Neighbours", { bytes: 4, stride: 1, offset: 0 }),
                preset("Four ints per lane, one by one", { bytes: 4, stride: 4, offset: 0 }),
                preset("Four ints per lane, as an int4", { bytes: 16, stride: 1, offset: 0 }),
                preset("Misaligned", { bytes: 4, stride: 1, offset: 1 }),
            ),
            figures.element,
            picture.element,
            status,
            ui.note(
                "One request of a warp of 32 lanes: lane l loads element first + l · stride of an array that begins at a multiple of 256 bytes. " +
                    "A box is a sector of 32 bytes, at a multiple of 32; an orange one moves as a whole, however few of its bytes are wanted. Numbers are lanes.",
            ),
        );

        function inWords() {
            const least = answer.useful / SECTOR;
            const { length } = answer.sectors;
            const rest =
                length > least
                    ? `; if they lay side by side from a sector’s beginning, ${least} would do.`
                    : ", the fewest possible.";
            return `The lanes ask for ${answer.useful} bytes. They lie in ${count(length, "sector")}, so ${answer.moved} bytes move${rest}`;
        }
        function laneInWords({ lane, first, bytes }) {
            return `Lane ${lane} loads element ${request.offset + lane * request.stride}, bytes ${first} to ${first + bytes - 1}: sector ${Math.floor(first / SECTOR)}.`;
        }
        function draw() {
            lanes = accesses.requests(request);
            answer = accesses.touch(lanes);
            picture.draw(lanes, answer);
            figures.set(answer.sectors.length, `${((100 * answer.useful) / answer.moved).toFixed(0)} %`);
            status.textContent = inWords();
        }
        ui.whenResized(picture.element, draw);
    }

    return { mount };
})();
