// Runs in a page beside the site, with a list of its `pages`: loads them into a frame, uses them as a reader does, and
// leaves a verdict.
const failures = [];
let checks = 0;
const check = (what, holds) => {
    ++checks;
    if (!holds) failures.push(what);
};

// What depends on a style or a size is done when a picture is drawn.
const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 10)));
const until = async (holds) => {
    for (let tries = 0; !holds() && tries < 200; ++tries) await drawn();
};
const loaded = (element) => new Promise((done) => element.addEventListener("load", done, { once: true }));

const isDark = (page) => page.defaultView.getComputedStyle(page.body).backgroundColor
    .match(/\d+/g).slice(0, 3).every((part) => part < 128);
const toggle = (page) => page.querySelector("[data-md-component=palette] label:not([hidden])");
const diagrams = (page) => [...page.querySelectorAll("iframe.steps")];
const hasItsHeight = ({ contentDocument, clientHeight }) =>
    Math.abs(clientHeight - contentDocument.documentElement.offsetHeight) <= 1;
const isVisible = (element) => element?.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 0;

/** Opens a page in a window of its own, as it were, beside what is painted. */
async function open(name, { width = 1280, dark = false } = {}) {
    localStorage.removeItem(`scanlab:${new URL(site).pathname}scheme`); // nobody has pressed the button yet
    const frame = document.createElement("iframe");
    frame.style = `position: absolute; left: -3000px; width: ${width}px; height: 900px; border: 0; color-scheme: ${dark ? "dark" : "light"}`;
    frame.src = site + name;
    document.body.append(frame);
    await loaded(frame);
    return frame;
}

function checkDiagram(where, frame) {
    const page = frame.contentDocument;
    const drawing = page.querySelector("#picture svg").getBoundingClientRect();
    check(`${where}: the diagram shows`, drawing.width > 200 && drawing.height > 100);
    check(`${where}: the diagram has the height that it needs`, hasItsHeight(frame));
    check(`${where}: the diagram fits in`, page.documentElement.scrollWidth <= frame.clientWidth);
    const state = () => page.getElementById("now").textContent + page.getElementById("picture").innerHTML;
    const first = state();
    page.getElementById("last").click();
    check(`${where}: the diagram begins with the whole picture`, first === state());
    page.getElementById("back").click();
    check(`${where}: the diagram steps`, first !== state());
}

/** How many characters a line of the page's paragraphs has, on average; nothing if they are few. */
function charactersPerLine(page) {
    let lines = 0, characters = 0;
    for (const paragraph of page.querySelectorAll("article > p:not(:has(img, .steps))")) {
        const { lineHeight } = page.defaultView.getComputedStyle(paragraph);
        const own = Math.round(paragraph.clientHeight / parseFloat(lineHeight));
        if (own === 1) continue; // it may be short
        lines += own - 0.5; // the last is half full
        characters += paragraph.textContent.length;
    }
    return lines > 30 ? characters / lines : undefined;
}

async function checkText(name) {
    const frame = await open(name);
    const page = frame.contentDocument;
    check(`${name}: there is a title`, page.title.includes("Scanlab") && page.querySelector("h1"));
    await until(() => diagrams(page).every(hasItsHeight));
    for (const diagram of diagrams(page)) checkDiagram(name, diagram);
    const widgets = [...page.querySelectorAll("[data-widget]")];
    if (pages.includes("site/widgets/index.html")) {
        const isThere = ({ dataset, clientHeight }) => "mounted" in dataset && clientHeight > 100;
        await until(() => widgets.every(isThere));
        for (const widget of widgets) check(`${name}: the widget ${widget.dataset.widget} is there`, isThere(widget));
    }
    for (const image of page.querySelectorAll("article img"))
        check(`${name}: ${image.getAttribute("src")} shows`, image.complete && image.naturalWidth > 0);
    for (const folded of page.querySelectorAll("details")) {
        const title = folded.querySelector("summary")?.textContent ?? "";
        check(`${name}: "${title}" has something to unfold`,
            title && folded.textContent.trim().length > title.length + 20);
    }
    const asked = page.querySelectorAll("details[data-answer]").length;
    check(`${name}: each question of a quiz has answers to choose from`,
        page.querySelectorAll(".quiz-choice").length >= 2 * asked);
    const length = charactersPerLine(page);
    check(`${name}: a line has 65 to 80 characters, not ${length}`, length === undefined || (length > 65 && length < 80));
    toggle(page).click();
    const allDark = () => isDark(page) && diagrams(page).every(({ contentDocument }) => isDark(contentDocument));
    await until(allDark);
    check(`${name}: the button makes page and diagrams dark`, allDark());
    for (const plot of page.querySelectorAll("img:is([src*='/results/'], [src*='h200/']):not([src$='whole_array.svg'])"))
        check(`${name}: ${plot.alt} is dark, too`, page.defaultView.getComputedStyle(plot).filter !== "none");

    for (const folded of page.querySelectorAll("article details")) folded.open = true;
    frame.style.width = "390px";
    await until(() => diagrams(page).every(hasItsHeight) && page.documentElement.scrollWidth <= 390);
    check(`${name}: nothing is wider than a phone`, page.documentElement.scrollWidth <= 390);
    for (const diagram of diagrams(page))
        check(`${name}: the diagram fits on a phone`, diagram.contentDocument.documentElement.scrollWidth <= diagram.clientWidth);
    frame.remove();
}

const lessonsOf = (links) => links.map(({ href }) => /lessons\/(\d\d)_[^/]*\/index\.html$/.exec(href)?.[1]).filter(Boolean);

async function checkMenu() {
    const lessons = lessonsOf(pages.map((name) => ({ href: name })));
    for (const [name, width] of [["index.html", 1280], ["index.html", 390], [pages.find((page) => page.startsWith("lessons/02")), 390]]) {
        const frame = await open(name, { width });
        const page = frame.contentDocument;
        if (width < 1000) page.getElementById("__drawer").click();
        const shown = () => lessonsOf([...page.querySelectorAll(".md-nav--primary a[href]")].filter(isVisible));
        await until(() => shown().length >= lessons.length);
        check(`${name} at ${width} px: the menu has the lessons in their order, not ${shown()}`,
            lessons.length >= 12 && shown().join() === lessons.join());
        frame.remove();
    }
}

async function checkProgress() {
    const [first, second] = pages.filter((name) => /^lessons\/0[01]_[^/]*\/index\.html$/.test(name));
    let frame = await open(first);
    check("the lesson has a next page", frame.contentDocument.querySelector(".md-footer__link--next"));
    frame.contentDocument.querySelector(".scanlab-mark input").click();
    frame.remove();
    frame = await open("index.html");
    const page = frame.contentDocument;
    check("a lesson that is done counts", page.querySelector(".scanlab-progress").textContent.startsWith("1 of "));
    check("the next lesson is offered", [...page.querySelectorAll(".scanlab-start a")].some(({ href }) => href.endsWith(second)));
    check("the menu marks what is done", page.querySelectorAll(".md-nav .scanlab-done").length === 1);
    localStorage.clear();
    frame.remove();
}

async function checkSearch(query, expected) {
    const frame = await open("index.html");
    const page = frame.contentDocument;
    check("the index is loaded only when somebody searches", !page.querySelector("script[src$='search_index.js']"));
    const field = page.querySelector(".md-search__input");
    page.getElementById("__search").click();
    field.focus();
    await until(() => !page.querySelector(".md-search-result__meta").textContent.includes("Initializing"));
    field.value = query;
    field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
    const found = () => [...page.querySelectorAll(".md-search-result__link")].slice(0, 8);
    await until(() => found().length > 0);
    const addresses = found().map(({ href }) => href.replace(site, "").replace(/\?[^#]*/, ""));
    const index = addresses.findIndex((address) => address.includes(expected));
    check(`${query} finds ${expected}, not ${addresses.join(" | ")}`, index >= 0);
    if (index >= 0) {
        const arrives = loaded(frame);
        found()[index].click();
        await arrives;
        const { hash } = frame.contentWindow.location;
        check(`${query}: what is found is there`, hash === "" || frame.contentDocument.getElementById(hash.slice(1)));
    }
    frame.remove();
}

// Sources are alike, and so is what Doxygen makes of headers: one page of each kind will do.
const kinds = [/\.(cu|cuh|hpp|cpp)\.html$/, /^steps\//, /^site\//, /_source\.html$/, /-members\.html$/, /_8[a-z]+\.html$/,
    /^reference\/(class|struct)/, /^reference\/(concept|namespace|dir_)/, /^reference\//];
const kindOf = (name) => kinds.findIndex((kind) => kind.test(name));

async function checkAll() {
    const texts = pages.filter((name) => kindOf(name) < 0);
    check(`there are pages, not only ${texts}`, texts.length > 20);
    for (const name of texts) await checkText(name);
    for (const kind of kinds) {
        const example = pages.find((name) => kinds[kindOf(name)] === kind);
        if (!example) continue;
        const frame = await open(example);
        const code = frame.contentDocument.querySelector(".highlighttable .code pre");
        if (code) check(`${example}: the code has its lines`, code.clientHeight > 10 * code.textContent.trim().split("\n").length);
        frame.remove();
    }
    const night = await open(texts.find((name) => name.startsWith("lessons/02")), { dark: true }); // after many that were light
    const all = (holds) => [night, ...diagrams(night.contentDocument)].every(({ contentDocument }) => holds(contentDocument));
    await until(() => all(isDark));
    check("a page and its diagrams are as dark as the system", all(isDark));
    night.style.colorScheme = "light";
    const isLight = (page) => !isDark(page);
    await until(() => all(isLight));
    check("they become light with the system", all(isLight));
    night.style.colorScheme = "dark";
    await until(() => all(isDark));
    const print = (what) => night.contentWindow.dispatchEvent(new Event(what));
    print("beforeprint");
    check("a dark page is printed on white", !isDark(night.contentDocument));
    print("afterprint");
    check("a page that was dark is dark again", isDark(night.contentDocument));
    night.remove();
    await checkMenu();
    await checkProgress();
    await checkSearch("look-back", "lessons/08_decoupled_look_back/");
    await checkSearch("bank conflict", "docs/glossary.html#bank-conflict");
    await checkSearch("warp_inclusive_scan", "lessons/04_warp_shuffle/");
}

// A document is loaded when all of its frames are, and the browser waits for that: until this one is closed.
const last = document.body.appendChild(document.createElement("iframe")).contentDocument;
last.open();
await checkAll().catch((error) => check(error.stack, false));
const verdict = document.createElement("pre");
verdict.id = "verdict";
verdict.textContent = [`${checks} checks of ${pages.length} pages, ${failures.length} failed`, ...failures].join("\n");
document.body.append(verdict);
last.close();
