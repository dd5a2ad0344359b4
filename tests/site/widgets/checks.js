// Runs in a page beside docs/site/widgets/index.html: loads it into a frame, uses each widget as a reader does, and leaves a
// verdict.
const failures = [];
let checks = 0;
const check = (what, holds) => {
    ++checks;
    if (!holds) failures.push(what);
};
const until = async (holds) => {
    for (let tries = 0; !holds() && tries < 200; ++tries) await new Promise((done) => setTimeout(done, 10));
    return holds();
};

const frame = document.createElement("iframe");
frame.style = "width: 1280px; height: 900px; border: 0";
frame.src = `${site}index.html`;

const names = ["race", "networks", "look_back", "banks", "sectors", "barrier", "little", "orders"];
const widget = (name) => frame.contentDocument.querySelector(`.scanlab-${name}`);
const status = (name) => widget(name).querySelector(".status").textContent;
const press = (name, label) =>
    [...widget(name).querySelectorAll("button")]
        .find((button) => button.getAttribute("aria-label") === label || button.textContent === label)
        .click();
const enter = (input, value) => {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
};
const slide = (name, label, value) =>
    enter(
        [...widget(name).querySelectorAll("label")]
            .find(({ textContent }) => textContent.includes(label))
            .querySelector("input"),
        value,
    );
const tick = (name, label) =>
    [...widget(name).querySelectorAll("label")]
        .find(({ textContent }) => textContent.includes(label))
        .querySelector("input")
        .click();

async function checkMounted() {
    for (const name of names)
        check(
            `${name}: there is a picture`,
            await until(() => widget(name)?.querySelector("svg[width]")?.childElementCount > 0),
        );
    for (const element of frame.contentDocument.querySelectorAll("button, input"))
        check(
            `${element.outerHTML} has a name`,
            element.ariaLabel || element.textContent || element.closest("label")?.textContent.trim(),
        );
}

async function checkWidths() {
    for (const width of [1280, 390]) {
        frame.style.width = `${width}px`;
        check(
            `at ${width} px nothing is wider than the window`,
            await until(
                () =>
                    frame.contentDocument.documentElement.scrollWidth <= width &&
                    names.every((name) => widget(name).scrollWidth <= widget(name).clientWidth),
            ),
        );
    }
}

function checkPlayer(name) {
    const picture = () => [...widget(name).querySelectorAll("svg[width]")].map((svg) => svg.innerHTML).join();
    const first = picture();
    press(name, "To the end");
    const last = picture();
    press(name, "One step back");
    const before = picture();
    press(name, "To the start");
    check(`${name}: steps change the picture`, first !== last && before !== last && picture() === first);
}

function checkKeyboard(name) {
    const items = [...widget(name).querySelectorAll("svg[width] [tabindex]")];
    const [item] = items.filter((one) => one.getAttribute("tabindex") === "0");
    item.focus();
    const said = status(name);
    const key = name === "look_back" || name === "little" ? "ArrowDown" : "ArrowRight";
    item.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const { activeElement } = frame.contentDocument;
    check(
        `${name}: arrows lead to the next value, and it is said what it is`,
        activeElement !== item && items.includes(activeElement) && status(name) !== said,
    );
    activeElement.blur();
}

function checkRace() {
    const field = widget("race").querySelector("[type=text]");
    enter(field, "1 2 x");
    check("race: what is no number is named", widget("race").querySelector("[role=alert]").textContent.includes("“x”"));
    enter(field, "5 5 −5");
    press("race", "To the end");
    const sums = [...widget("race").querySelectorAll(".lane:not(.inputs)")].map((lane) =>
        [...lane.querySelectorAll(".value text")].map(({ textContent }) => textContent).join(" "),
    );
    check(
        `race: all lanes end with the sums, not ${sums}`,
        sums.slice(0, 4).every((row) => row === "5 10 5 5 5 5 5 5") && sums[4] === "0 5 10 5 5 5 5 5",
    );
    check(
        `race: ${status("race")}`,
        status("race").includes("The fewest steps: Hillis-Steele and Sklansky, 3. The fewest additions: the loop, 7."),
    );
}

function checkSettings() {
    slide("banks", "Stride", 32);
    check(`banks: ${status("banks")}`, status("banks").includes("32 wavefronts"));
    tick("banks", "Padding");
    check(`banks: ${status("banks")}`, status("banks").includes("no conflict"));
    press("sectors", "Four ints per lane, one by one");
    check(`sectors: ${status("sectors")}`, status("sectors").includes("16 sectors, so 512 bytes move"));
    press("barrier", "To the end");
    check(`barrier: ${status("barrier")}`, status("barrier").includes("wrong in this order"));
    tick("barrier", "all have read");
    press("barrier", "Try all orders");
    check(
        "barrier: with both barriers all is right",
        widget("barrier").querySelector(".verdict").textContent === "All 31 orders give the right sums.",
    );
    tick("look_back", "tickets");
    press("look_back", "To the end");
    check(
        "look_back: without tickets there is a deadlock",
        widget("look_back").querySelector(".verdict").textContent.startsWith("Deadlock"),
    );
    tick("little", "int4");
    check(`little: ${status("little")}`, status("little").startsWith("Enough"));
    const results = () => widget("orders").querySelectorAll(".results li").length;
    press("orders", "100 calls");
    check(`orders: a look-back has different results, not ${results()}`, results() > 2);
    tick("orders", "this lesson");
    press("orders", "100 calls");
    check(`orders: by rounds there is one result, not ${results()}`, results() === 1);
}

// A document is loaded when all of its frames are, and the browser waits for that: until this one is closed.
const last = document.body.appendChild(document.createElement("iframe")).contentDocument;
last.open();
document.body.append(frame);
try {
    await checkMounted();
    await checkWidths();
    for (const name of ["race", "networks", "look_back", "barrier", "orders"]) checkPlayer(name);
    for (const name of names.filter((one) => one !== "barrier")) checkKeyboard(name);
    checkRace();
    checkSettings();
} catch (error) {
    check(error.stack, false);
}
const verdict = document.createElement("pre");
verdict.id = "verdict";
verdict.textContent = [`${checks} checks, ${failures.length} failed`, ...failures].join("\n");
document.body.append(verdict);
last.close();
