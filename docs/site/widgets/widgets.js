// What all widgets share: how a page gets them, and their controls. Classic scripts, since browsers load no modules from
// file://. A page has this script, with `defer`, and for each widget an element such as <div data-widget="race" data-n="8">,
// whose content is what shows without this script and in print.
(() => {
    const folder = new URL(".", document.currentScript.src).href;
    const widgets = (globalThis.scanlabWidgets ??= {});
    const models = {
        race: "scans",
        networks: "scans",
        barrier: "interleaving",
        look_back: "tiles",
        banks: "accesses",
        sectors: "accesses",
        little: "in_flight",
        orders: "rounding",
    };

    const fill = (element, attributes, ...children) => {
        for (const [name, value] of Object.entries(attributes)) {
            if (typeof value === "function") element.addEventListener(name, value);
            else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
        }
        element.append(...children);
        return element;
    };
    /** An element; attributes that are functions listen to the event of that name. */
    const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, ...children);
    const svg = (tag, attributes = {}, ...children) =>
        fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, ...children);

    const loaded = new Map();
    function load(path) {
        if (!loaded.has(path)) {
            loaded.set(
                path,
                new Promise((done, failed) => {
                    const error = () => failed(new Error(`${folder}${path}.js cannot be loaded`));
                    document.head.append(html("script", { src: `${folder}${path}.js`, load: done, error }));
                }),
            );
        }
        return loaded.get(path);
    }

    const begun = new WeakSet();
    /** Puts the widget that `data-widget` names into the element. Options are what its other `data-` attributes are. */
    async function mount(element, options = element.dataset) {
        if (begun.has(element)) return;
        begun.add(element);
        const name = element.dataset.widget;
        if (!(name in models)) throw new Error(`there is no widget ${name}; there are ${listed(Object.keys(models))}`);
        await load(`models/${models[name]}`);
        await load(name);
        const room = html("div", { class: `scanlab-widget scanlab-${name}` });
        const content = [...element.childNodes];
        element.replaceChildren(room);
        if (content.some(({ localName }) => localName))
            element.append(html("div", { class: "scanlab-instead" }, ...content));
        widgets[name].mount(room, options);
        element.dataset.mounted = "";
    }
    const mountAll = (root = document) =>
        Promise.all([...root.querySelectorAll("[data-widget]")].map((element) => mount(element)));

    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
    const between = (from, to, part) => from + (to - from) * part;
    const range = (count) => Array.from({ length: count }, (_, i) => i);
    /** "1 step", "2 steps". */
    const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;
    /** "A, B and C". */
    const listed = (names) =>
        names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
    /** With a minus that is as wide as a plus. */
    const signed = (number) => String(number).replace("-", "−");

    /** A slider with its label and its value in words. */
    function slider({ label, min, max, step = 1, value, show = String, change }) {
        const output = html("output", {}, show(value));
        const input = html("input", {
            type: "range",
            min,
            max,
            step,
            value,
            "aria-valuetext": show(value),
            input: () => {
                set(input.valueAsNumber);
                change(input.valueAsNumber);
            },
        });
        const set = (number) => {
            input.value = number;
            output.textContent = show(number);
            input.setAttribute("aria-valuetext", show(number));
        };
        const element = html("label", { class: "slider" }, html("span", {}, label), input, output);
        return { element, set };
    }

    let groups = 0;
    /** Radio buttons for [value, text] pairs. */
    function choice({ label, options, value, change }) {
        const name = `scanlab-choice-${++groups}`;
        const inputs = options.map(([option]) =>
            html("input", {
                type: "radio",
                name,
                value: option,
                checked: option === value,
                change: () => change(option),
            }),
        );
        const element = html(
            "fieldset",
            { class: "choice" },
            html("legend", {}, label),
            ...options.map(([, text], i) => html("label", {}, inputs[i], html("span", {}, text))),
        );
        const set = (chosen) => inputs.forEach((input) => (input.checked = input.value === String(chosen)));
        return { element, set };
    }

    function toggle({ label, checked, change }) {
        const input = html("input", { type: "checkbox", checked, change: () => change(input.checked) });
        return html("label", { class: "toggle" }, input, html("span", {}, label));
    }

    const button = (text, click, attributes = {}) => html("button", { type: "button", click, ...attributes }, text);

    const icons = {
        start: "M3 3h2v10H3zM13 3v10L6 8z",
        back: "M12 3v10L4 8z",
        play: "M4 2v12l10-6z",
        pause: "M3 2h4v12H3zM9 2h4v12H9z",
        forward: "M4 3v10l8-5z",
        end: "M11 3h2v10h-2zM3 3v10l7-5z",
    };
    function iconButton(icon, label, click) {
        const path = svg("path", { d: icons[icon] });
        const element = button(svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, path), click, {
            class: icon,
            "aria-label": label,
            title: label,
        });
        const set = (other, name) => {
            path.setAttribute("d", icons[other]);
            element.setAttribute("aria-label", name);
            element.title = name;
        };
        return { element, set };
    }

    /**
     * Buttons and a slider that move through time, from 0 to `end`, in multiples of `step` where it is worth stopping.
     * `change(time)` draws, `describe(time)` says in words where that is, `unit` is how many milliseconds a 1 takes.
     */
    function player({ end, unit, step = 1, describe, change }) {
        let time = 0;
        let began; // when the playing did, as if from time 0
        let until; // where it stops
        const show = (to) => {
            time = Math.max(0, Math.min(end, to));
            input.value = time;
            input.setAttribute("aria-valuetext", describe(time));
            change(time);
        };
        const stop = () => {
            began = undefined;
            play.set("play", "Play");
        };
        const stepBefore = (reached) => Math.floor(reached / step + 1e-9) * step;
        const frame = (now) => {
            if (began === undefined || !element.isConnected) return;
            const reached = Math.min(until, (now - began) / unit);
            show(reducedMotion.matches ? Math.max(time, stepBefore(reached)) : reached);
            if (reached >= until) stop();
            else requestAnimationFrame(frame);
        };
        const run = (to) => {
            until = to;
            play.set("pause", "Pause");
            const isRunning = began !== undefined;
            began = performance.now() - time * unit;
            if (!isRunning) requestAnimationFrame(frame);
        };
        const goTo = (to) => {
            stop();
            show(to);
        };
        const start = () => {
            if (time >= end) show(0);
            run(end);
        };
        const forward = () => {
            const next = Math.min(end, stepBefore(time) + step);
            if (reducedMotion.matches || time >= end) goTo(next);
            else run(next);
        };
        const back = () => goTo((Math.ceil(time / step - 1e-9) - 1) * step);
        const play = iconButton("play", "Play", () => (began === undefined ? start() : stop()));
        const keys = { ArrowLeft: back, ArrowDown: back, ArrowRight: forward, ArrowUp: forward };
        const input = html("input", {
            type: "range",
            min: 0,
            max: end,
            step: "any",
            value: 0,
            "aria-label": "Time",
            "aria-valuetext": describe(0),
            input: () => goTo(input.valueAsNumber),
            keydown: (event) => {
                if (!(event.key in keys)) return;
                event.preventDefault();
                keys[event.key]();
            },
        });
        const element = html(
            "div",
            { class: "player", role: "group", "aria-label": "Time" },
            html(
                "div",
                { class: "buttons" },
                iconButton("start", "To the start", () => goTo(0)).element,
                iconButton("back", "One step back", back).element,
                play.element,
                iconButton("forward", "One step forward", forward).element,
                iconButton("end", "To the end", () => goTo(end)).element,
            ),
            input,
        );
        // On paper, the end says most.
        addEventListener("beforeprint", () => {
            const kept = time;
            goTo(end);
            addEventListener("afterprint", () => show(kept), { once: true });
        });
        return {
            element,
            show: goTo,
            play: start,
            get time() {
                return time;
            },
            get end() {
                return end;
            },
            restart: (to) => {
                end = to;
                input.max = end;
                goTo(0);
            },
        };
    }

    /** Draws once the element has a width, and whenever it gets another one. */
    function whenResized(element, draw) {
        let width;
        // Not at once: what is drawn may change sizes, which the observer must not do itself.
        new ResizeObserver(() =>
            requestAnimationFrame(() => {
                if (element.clientWidth === width || element.clientWidth === 0) return;
                width = element.clientWidth;
                draw();
            }),
        ).observe(element);
    }

    /**
     * Items in rows of `columns` that can be pointed at, touched, and reached by keyboard: one of them by Tab, the others by
     * arrows. `point(index)` is called with undefined when none is pointed at any more.
     */
    function pointable(items, columns, point) {
        const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
        items.forEach((item, i) =>
            fill(item, {
                tabindex: i === 0 ? 0 : -1,
                pointerenter: () => point(i),
                pointerleave: ({ pointerType }) => pointerType !== "touch" && point(undefined),
                focus: () => {
                    items.forEach((other) => other.setAttribute("tabindex", other === item ? 0 : -1));
                    point(i);
                },
                blur: () => point(undefined),
                keydown: (event) => {
                    const target = items[i + moves[event.key]];
                    if (!target) return;
                    event.preventDefault();
                    target.focus();
                },
            }),
        );
    }

    /** Numbers with a name each; `set` takes the numbers in the names' order. */
    function figures(...names) {
        const values = names.map(() => html("b"));
        const element = html(
            "div",
            { class: "figures" },
            ...names.map((name, i) => html("span", {}, html("span", {}, name), " ", values[i])),
        );
        return { element, set: (...texts) => texts.forEach((text, i) => (values[i].textContent = text)) };
    }

    /** "A and B, 3": which of some { name, cost } have the least of a cost. */
    function fewest(competitors, cost) {
        const least = Math.min(...competitors.map((one) => one.cost[cost]));
        return `${listed(competitors.filter((one) => one.cost[cost] === least).map(({ name }) => name))}, ${least}`;
    }

    /** A line that says what is going on, to those who cannot see it, too. */
    const status = () => html("p", { class: "status", role: "status", "aria-live": "polite" });
    const note = (...children) => html("p", { class: "note" }, ...children);

    Object.assign(widgets, {
        mount,
        mountAll,
        ui: {
            html,
            svg,
            fill,
            slider,
            choice,
            toggle,
            button,
            player,
            whenResized,
            pointable,
            figures,
            status,
            note,
            between,
            range,
            count,
            listed,
            signed,
            fewest,
            reducedMotion,
        },
    });

    document.head.append(html("link", { rel: "stylesheet", href: `${folder}widgets.css` }));
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => mountAll());
    else mountAll();
})();
