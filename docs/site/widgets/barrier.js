// Hillis-Steele in one array of shared memory: threads in an order that a slider chooses, barriers that can be taken out.
scanlabWidgets.barrier = (() => {
    const { interleaving, ui } = scanlabWidgets;
    const { html, svg, fill, range, count } = ui;
    const INPUTS = [3, 1, 7, 0, 4, 1, 6, 3],
        N = INPUTS.length;
    const ORDERS = 30;
    const BOX = 30,
        SUMS = 18,
        THREADS = 104,
        HEIGHT = 158;

    /** What can be seen after the first `time` events. */
    function stateAt({ events }, time) {
        const sums = INPUTS.map((value) => ({ value, right: true }));
        const threads = range(N).map(() => ({ held: undefined }));
        for (const { kind, thread, index, value, right } of events.slice(0, time)) {
            if (kind === "read") threads[thread].held = value;
            if (kind === "write") {
                sums[index] = { value, right };
                threads[thread].held = undefined;
            }
        }
        const coming = events.slice(time);
        const barrier = coming.findIndex(({ kind }) => kind === "barrier");
        threads.forEach((state, i) => {
            const next = coming.findIndex(({ thread }) => thread === i);
            state.ended = next < 0 && barrier < 0;
            state.waits = !state.ended && barrier >= 0 && (next < 0 || next > barrier);
        });
        return { sums, threads };
    }

    const causes = {
        overwritten: (thread) => ` Thread ${thread} has already overwritten it.`,
        "not written": (thread) => ` Thread ${thread} has not written it yet.`,
        earlier: () => "",
    };

    function inWords({ kind, thread, distance, index, value, should, right, cause }) {
        if (kind === "barrier") return "All threads have reached the barrier, so they go on.";
        const done = `In the step with distance ${distance}, thread ${thread} ${kind}s sums[${index}] = ${value}`;
        if (right) return `${done}.`;
        return `${done}, but it should ${kind} ${should}.${cause ? causes[cause](index) : ""}`;
    }

    function makeCode(barriers, change) {
        const line = (text) => html("span", {}, text);
        const barrier = (which, comment) =>
            ui.toggle({
                label: `__syncthreads(); // ${comment}`,
                checked: barriers[which],
                change: (on) => change(which, on),
            });
        const lines = {
            loop: line("for (int d = 1; d < 8; d *= 2) {"),
            read: line("    int left = t >= d ? sums[t - d] : 0;"),
            first: barrier("first", "all have read"),
            write: line("    sums[t] += left;"),
            second: barrier("second", "all have written"),
            end: line("}"),
        };
        const element = html(
            "div",
            { class: "code", role: "group", "aria-label": "Code, with barriers that can be taken out" },
            ...Object.values(lines),
        );
        const mark = (kind) =>
            Object.entries(lines).forEach(([name, one]) => one.classList.toggle("current", name === kind));
        return { element, mark };
    }

    function makePicture() {
        const sums = range(N).map(() => {
            const [text, index, should] = [
                svg("text", { "font-size": 14 }),
                svg("text", { class: "quiet", "font-size": 10 }),
                svg("text", { class: "wrong", "font-size": 10 }),
            ];
            return {
                text,
                index,
                should,
                group: svg(
                    "g",
                    { class: "value", role: "img" },
                    svg("rect", { rx: 4, height: BOX, y: SUMS }),
                    text,
                    index,
                    should,
                ),
            };
        });
        const threads = range(N).map(() => {
            const [text, name] = [svg("text", { "font-size": 12 }), svg("text", { class: "quiet", "font-size": 10 })];
            return {
                text,
                name,
                group: svg("g", { class: "thread" }, svg("rect", { rx: 12, height: 24, y: THREADS }), text, name),
            };
        });
        const arrow = svg("g");
        const drawing = svg(
            "svg",
            { role: "group", "aria-label": "Shared memory and threads", height: HEIGHT },
            arrow,
            ...[...sums, ...threads].map(({ group }) => group),
        );
        const element = html("div", {}, drawing);
        let column = 0;

        function resize() {
            column = element.clientWidth / N;
            drawing.setAttribute("width", element.clientWidth);
            range(N).forEach((i) => {
                const x = (i + 0.5) * column;
                fill(sums[i].group.firstChild, { x: i * column + 2, width: column - 4 });
                fill(sums[i].text, { x, y: SUMS + BOX / 2 });
                fill(sums[i].index, { x, y: 8 }).textContent = `sums[${i}]`.slice(column < 46 ? 4 : 0);
                fill(sums[i].should, { x, y: SUMS + BOX + 9 });
                fill(threads[i].group.firstChild, { x: i * column + 3, width: column - 6 });
                fill(threads[i].text, { x, y: THREADS + 12 });
                fill(threads[i].name, { x, y: THREADS + 36 }).textContent = column < 60 ? `t ${i}` : `thread ${i}`;
            });
        }

        function drawArrow(event) {
            arrow.replaceChildren();
            if (!event) return;
            if (event.kind === "barrier") {
                arrow.append(svg("path", { class: "wall", d: `M0 ${THREADS - 12}H${N * column}` }));
                return;
            }
            const [memory, thread] = [(event.index + 0.5) * column, (event.thread + 0.5) * column];
            const isRead = event.kind === "read";
            const from = isRead ? [memory, SUMS + BOX] : [thread, THREADS];
            const to = isRead ? [thread, THREADS - 6] : [memory, SUMS + BOX + 6];
            const kind = event.right ? "" : "wrong";
            arrow.append(
                svg("path", { class: `way ${kind}`, d: `M${from}L${to}` }),
                svg("path", {
                    class: `tip ${kind}`,
                    d: `M${to[0]} ${to[1] + (isRead ? 6 : -6)}l-4 ${isRead ? -8 : 8}h8z`,
                }),
            );
        }

        function draw(run, time) {
            const { sums: values, threads: states } = stateAt(run, time);
            const isOver = time === run.events.length;
            values.forEach(({ value, right }, i) => {
                const { text, should, group } = sums[i];
                const final = interleaving.expected(INPUTS, i, N);
                text.textContent = value;
                should.textContent = isOver && value !== final ? `not ${final}` : "";
                group.setAttribute("class", `value ${right ? (isOver ? "complete" : "input") : "wrong"}`);
                group.setAttribute("aria-label", `sums[${i}]: ${value}${right ? "" : ", wrong"}`);
            });
            states.forEach(({ held, waits, ended }, i) => {
                threads[i].text.textContent = held !== undefined ? `+${held}` : ended ? "done" : waits ? "waits" : "";
                threads[i].group.setAttribute(
                    "class",
                    `thread ${held !== undefined ? "holds" : ""} ${waits ? "waits" : ""}`,
                );
            });
            drawArrow(run.events[time - 1]);
        }
        return { element, resize, draw };
    }

    function verdict({ wrong }, barriers, order) {
        const isRace = !barriers.first || !barriers.second;
        if (!isRace) return "All sums are right, as in every order, because the barriers leave no race.";
        if (wrong.length === 0) {
            const why = order === 0 ? "if all threads go in step" : "in this order, by luck";
            return `All sums are right ${why}. But this is still a race, because another order gives other sums.`;
        }
        return `${count(wrong.length, "sum")} ${wrong.length === 1 ? "is" : "are"} wrong in this order.`;
    }

    function mount(room, { without = "", order: first = 1 } = {}) {
        const barriers = { first: !["first", "both"].includes(without), second: !["second", "both"].includes(without) };
        let order = Math.max(0, Math.min(ORDERS, Number(first) || 0));
        let run;

        const code = makeCode(barriers, (which, on) => {
            barriers[which] = on;
            begin();
        });
        const picture = makePicture();
        const status = ui.status();
        const all = html("p", { class: "verdict", role: "status" });
        const player = ui.player({ end: 1, unit: 650, describe: (time) => `event ${Math.floor(time)}`, change: draw });
        const orders = ui.slider({
            label: "Order of the threads",
            min: 0,
            max: ORDERS,
            value: order,
            show: (value) => (value === 0 ? "0: in step" : String(value)),
            change: (value) => {
                order = value;
                begin();
                player.show(player.end);
            },
        });
        room.append(
            code.element,
            html("div", { class: "controls" }, orders.element, ui.button("Try all orders", tryAll)),
            html("div", { class: "controls" }, player.element),
            picture.element,
            status,
            all,
            ui.note(
                "Eight threads run the loop on eight elements. An order says which thread goes on next. A thread may run ahead until a barrier stops it. " +
                    "Values that should not be read or written in this step are red. A GPU promises no order either.",
            ),
        );

        function begin() {
            run = interleaving.run(INPUTS, barriers, order);
            all.textContent = "";
            player.restart(run.events.length);
        }
        function draw(time) {
            const done = Math.floor(time + 1e-9);
            const event = run.events[done - 1];
            picture.draw(run, done);
            code.mark(event?.kind === "barrier" ? undefined : event?.kind);
            const isOver = done === run.events.length;
            status.textContent = isOver
                ? verdict(run, barriers, order)
                : event
                  ? inWords(event)
                  : "Remove a barrier, choose an order, and play.";
            status.classList.toggle("bad", isOver && run.wrong.length > 0);
        }
        function tryAll() {
            const wrong = range(ORDERS + 1).filter((one) => interleaving.run(INPUTS, barriers, one).wrong.length > 0);
            all.textContent =
                wrong.length === 0
                    ? `All ${ORDERS + 1} orders give the right sums.`
                    : `${wrong.length} of ${ORDERS + 1} orders give wrong sums.`;
            all.classList.toggle("bad", wrong.length > 0);
        }

        begin();
        ui.whenResized(picture.element, () => {
            picture.resize();
            draw(player.time);
        });
    }

    return { mount };
})();
