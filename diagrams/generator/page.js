const variants = JSON.parse(byId("data").textContent);
const main = document.querySelector("main");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
let view; // the variant that is shown
let current; // index of the step that is shown

// At first, too: whoever opens a page at a step wants to be there.
const scrolling = () => (reducedMotion.matches || current === undefined ? "instant" : "smooth");
const last = () => view.steps.length - 1;

/** Shows a variant: its picture, its source, and its threads. */
function openVariant(index) {
    if (view) {
        const stored = document.querySelector(`template[data-variant="${index}"]`);
        const replaced = document.createElement("template");
        replaced.dataset.variant = variants.indexOf(view.data);
        replaced.content.append(...main.childNodes);
        main.replaceChildren(...stored.content.childNodes);
        stored.replaceWith(replaced);
    }
    const data = variants[index];
    const svg = byId("picture").querySelector("svg");
    svg.style.setProperty("--width", svg.getAttribute("width"));
    view = {
        data,
        svg,
        steps: data.steps,
        picture: byId("picture"),
        incoming: groupBy(data.edges, (edge) => edge.to),
        source: byId("source"), // null if no step has a line
        // What is drawn in which step: dot.cpp gives each group the class step-<index>.
        drawn: data.steps.map((_, i) => [...svg.getElementsByClassName(`step-${i}`)]),
    };
    byId("slider").max = last();
    showThreads();
    showMemory();
    showNumbers();
    makeTraceable();
    keepLabelsInSight();
    applyDark();
    scrollToKernel();
}

/** Scrolls a pane, and only the pane, until its elements are in sight: in the middle if they were not. */
function reveal(pane, elements) {
    if (!pane || elements.length === 0) return;
    const boxes = elements.map((element) => element.getBoundingClientRect());
    const { left, right, top, bottom, width, height } = pane.getBoundingClientRect();
    const labels = pane === view.picture ? view.strip?.getBoundingClientRect().width ?? 0 : 0; // they cover what is there
    const inner = { left: left + labels, right, top, bottom, width: width - labels, height };
    const distance = (low, high, size) => {
        const from = Math.min(...boxes.map((box) => box[low]));
        const to = Math.max(...boxes.map((box) => box[high]));
        if (from >= inner[low] && to <= inner[high]) return 0;
        return to - from > inner[size] ? from - inner[low] : (from + to - inner[low] - inner[high]) / 2;
    };
    pane.scrollBy({
        left: distance("left", "right", "width"),
        top: distance("top", "bottom", "height"),
        behavior: scrolling(),
    });
}

/** The source begins at the kernel, not at what stands above it. */
function scrollToKernel() {
    const kernel = byId(view.data.kernel);
    if (!kernel) return;
    const heading = view.source.querySelector("h2").offsetHeight;
    view.source.scrollTo({ top: kernel.offsetTop - heading, behavior: "instant" });
}

function markLines(lines) {
    const marked = lines.map(byId).filter(Boolean);
    view.source?.querySelectorAll(".current").forEach((line) => line.classList.remove("current"));
    marked.forEach((line) => line.classList.add("current"));
    reveal(view.source, marked);
}

function show(index) {
    index = Math.max(0, Math.min(last(), index));
    const { label, description, lines } = view.steps[index];

    view.drawn.forEach((groups, i) => {
        for (const group of groups) {
            group.classList.toggle("later", i > index);
            group.classList.toggle("current", i === index);
        }
    });
    const isOpened = current === undefined && !location.hash; // then the whole picture is meant
    if (index === 0 || isOpened) view.picture.scrollTo({ left: 0, top: 0, behavior: scrolling() });
    else reveal(view.picture, view.drawn[index].filter((group) => !isBar(group)));
    if (index === current + 1) letValuesFlow(index);
    if (index === 0) scrollToKernel();
    markLines(lines);
    markThreads(index);
    showAccesses(index);
    growBarsTo(index);

    const count = document.createElement("span");
    count.className = "count";
    count.textContent = ` (${index} of ${last()}) `;
    const name = document.createElement("strong");
    name.textContent = label;
    byId("now").replaceChildren(name, count, description);

    byId("slider").value = index;
    byId("slider").setAttribute("aria-valuetext", label);
    // Not disabled: a button that has the focus must keep it.
    for (const id of ["first", "back"]) byId(id).ariaDisabled = index === 0;
    for (const id of ["last", "forward"]) byId(id).ariaDisabled = index === last();
    history.replaceState(null, "", `#step=${index}`);
    current = index;
}

// --- playing ---------------------------------------------------------------------------------

const usualPace = 2000; // milliseconds per step
let timer = 0;

function stop() {
    clearTimeout(timer);
    timer = 0;
    byId("play").classList.remove("playing");
    byId("play").setAttribute("aria-label", "Play");
}

function playOn() {
    timer = setTimeout(() => {
        show(current + 1);
        if (current === last()) stop();
        else playOn();
    }, usualPace / Number(byId("speed").value));
}

function play() {
    if (current === last()) show(0);
    byId("play").classList.add("playing");
    byId("play").setAttribute("aria-label", "Pause");
    playOn();
}

const goTo = (index) => {
    stop();
    if (Math.max(0, Math.min(last(), index)) !== current) show(index);
};
const actions = {
    first: () => goTo(0),
    back: () => goTo(current - 1),
    play: () => (timer ? stop() : play()),
    forward: () => goTo(current + 1),
    last: () => goTo(last()),
};
for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
byId("slider").addEventListener("input", (event) => goTo(event.target.valueAsNumber));

const keys = { Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "forward", End: "last" };
document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.shiftKey) {
        // The plain arrows step, so these move a picture that is too wide.
        const sideways = { ArrowLeft: -80, ArrowRight: 80 }[event.key];
        if (sideways) view.picture.scrollBy({ left: sideways, behavior: scrolling() });
        return;
    }
    // Space presses the button that has the focus; fields know their own keys.
    const target = event.target.closest("button, input, select")?.localName;
    if (!(event.key in keys) || target === "input" || target === "select") return;
    if (target === "button" && event.key === " ") return;
    event.preventDefault();
    actions[keys[event.key]]();
});

document.querySelectorAll("input[name=variant]").forEach((choice) =>
    choice.addEventListener("change", () => {
        stop();
        const step = current;
        current = undefined;
        openVariant(Number(choice.value));
        show(step);
    }));

// --- dark or light: whatever the page and the picture ask the system, the button answers ---------

let darkRules = [];
const system = matchMedia("(prefers-color-scheme: dark)"); // within another page: that page
let isDark = system.matches;

/** A picture brings rules of its own. */
function applyDark() {
    const asking = [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules])
        .filter((rule) => rule.media?.mediaText.includes("prefers-color-scheme: dark"));
    darkRules = [...darkRules, ...asking];
    for (const rule of darkRules) rule.media.mediaText = isDark ? "all" : "not all";
    byId("dark").setAttribute("aria-pressed", isDark);
}

function setDark(is) {
    isDark = is;
    applyDark();
}

byId("dark").addEventListener("click", () => setDark(!isDark));
system.addEventListener("change", () => setDark(system.matches));

// Who opens a page sees the whole of it; Play begins anew.
const stepInAddress = () => Number(location.hash.match(/^#step=(\d+)$/)?.[1] ?? last());
addEventListener("hashchange", () => goTo(stepInAddress()));
openVariant(0);
show(stepInAddress());

// Within another page: that page has a title and a button for the dark of its own, and wants to know how high this is.
if (self !== top) {
    document.documentElement.classList.add("embedded");
    byId("more").hidden = false;
    byId("more").addEventListener("click", () => {
        const more = document.documentElement.classList.toggle("more");
        byId("more").setAttribute("aria-expanded", more);
    });
    new ResizeObserver(() => parent.postMessage({ height: document.documentElement.offsetHeight }, "*"))
        .observe(document.documentElement);
}
