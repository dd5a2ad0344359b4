// What the theme does not bring along: diagrams in pages, and the reader's progress.
const find = (selector) => [...document.querySelectorAll(selector)];
const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
};

// A diagram within a page says how high it is.
addEventListener("message", ({ data, source }) => {
    for (const frame of find("iframe.steps"))
        if (frame.contentWindow === source) frame.style.height = `${data.height}px`;
});

// What this browser remembers has the site's name in it, so that two sites of one origin do not meet.
const here = new URL("..", document.currentScript.src).pathname;
const nameOf = (what) => `scanlab:${here}${what}`;

// Pages are as dark as the system, also when that changes, until a reader presses the button. The theme would keep what it began with.
const schemes = find("[data-md-component=palette] input");
function followSystem() {
    const wanted = schemes.find(({ dataset }) => matchMedia(dataset.mdColorMedia).matches);
    if (!wanted || wanted.dataset.mdColorScheme === document.body.dataset.mdColorScheme || localStorage.getItem(nameOf("scheme"))) return;
    wanted.checked = true;
    wanted.dispatchEvent(new Event("change")); // for the theme
}
for (const input of schemes) input.addEventListener("change", ({ isTrusted }) => isTrusted && localStorage.setItem(nameOf("scheme"), "chosen"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", followSystem);
followSystem();

// Which lessons are done.
const lessonOf = (address) => /\/lessons\/(\d\d)_[^/]*\/(index\.html)?(?=[?#]|$)/.exec(address)?.[1];
const done = {
    key: nameOf("done"),
    get() {
        const kept = localStorage.getItem(done.key) ?? localStorage.getItem("scanlab.done"); // as earlier sites had it
        return new Set(JSON.parse(kept ?? "[]"));
    },
    set(lesson, is) {
        const lessons = done.get();
        lessons[is ? "add" : "delete"](lesson);
        localStorage.setItem(done.key, JSON.stringify([...lessons].sort()));
    },
};

const linksToLessons = find(".md-nav--primary a[href], .md-content a[href]")
    .filter((link) => lessonOf(link.href) && (link.closest(".md-nav") || link.closest("li")?.firstElementChild === link));
const menu = linksToLessons.filter((link) => link.closest(".md-nav"));
const lessons = [...new Map(menu.map((link) => [lessonOf(link.href), link])).entries()].sort();

function showProgress() {
    const isDone = done.get();
    for (const link of linksToLessons) link.classList.toggle("scanlab-done", isDone.has(lessonOf(link.href)));
    const start = document.querySelector(".scanlab-start");
    if (!start) return;
    const next = lessons.find(([lesson]) => !isDone.has(lesson));
    const count = lessons.filter(([lesson]) => isDone.has(lesson)).length;
    const link = [...start.getElementsByTagName("a")].find(({ href }) => lessonOf(href));
    if (count > 0 && next) [link.textContent, link.href] = [`Go on with lesson ${next[0]}`, next[1].href];
    start.querySelector(".scanlab-progress")?.remove();
    start.append(make("label", { className: "scanlab-progress" }, `${count} of ${lessons.length} lessons done `,
        make("progress", { max: lessons.length, value: count })));
}

const lesson = lessonOf(location.href);
if (lesson) {
    const box = make("input", { type: "checkbox", checked: done.get().has(lesson) });
    box.addEventListener("change", () => {
        done.set(lesson, box.checked);
        showProgress();
    });
    document.querySelector(".md-content article").append(
        make("p", { className: "scanlab-mark" }, make("label", {}, box, ` I have done lesson ${lesson}`)));
}
showProgress();
addEventListener("storage", showProgress); // marked in another window

// On a phone the contents of a page have no column of their own.
const contents = document.querySelector(".md-sidebar--secondary .md-nav__list");
if (contents && !document.querySelector(".md-sidebar--secondary[hidden]"))
    document.querySelector(".md-content h1")?.after(
        make("details", { className: "scanlab-contents" }, make("summary", {}, "On this page"), contents.cloneNode(true)));

// Paper is white and shows what is folded. Then the page is as it was.
addEventListener("beforeprint", () => {
    const { dataset } = document.body;
    const scheme = dataset.mdColorScheme;
    const folded = find("details:not(.scanlab-contents, [open])");
    dataset.mdColorScheme = "default";
    for (const details of folded) details.open = true;
    addEventListener("afterprint", () => {
        dataset.mdColorScheme = scheme;
        for (const details of folded) details.open = false;
    }, { once: true });
});

// Lines are wrapped where they are too long, unless they make a table.
const isTable = (text) => text.split("\n").filter((line) => /\S {3,}\S.* {2,}\S/.test(line)).length > 1;
for (const box of find(".highlight"))
    if (!isTable(box.textContent) && !box.querySelector("table")) box.classList.add("scanlab-wrapped"); // nor has line numbers
