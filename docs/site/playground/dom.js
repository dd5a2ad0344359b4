/** An element; attributes that are functions listen to the event of that name. */
export function html(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") element.addEventListener(name, value);
        else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== undefined));
    return element;
}

/** "1 finding", "2 findings". */
export const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/**
 * A frame with this page, which has an address, since what steps through a picture writes the step into it. The page comes from
 * a recording that a program wrote, so it gets an origin of its own.
 */
export function pictureFrame(page) {
    const src = URL.createObjectURL(new Blob([page], { type: "text/html" }));
    return html("iframe", { class: "steps", sandbox: "allow-scripts", title: "The picture of this run", src, load: () => URL.revokeObjectURL(src) });
}

/** While something goes on, Cancel stands where Run stands; the focus goes there, and comes back. A double click on Run is no Cancel. */
export function busyButtons({ run, cancel, others }) {
    cancel.addEventListener("click", (event) => { if (event.detail > 1) event.stopImmediatePropagation(); });
    let pressed;
    return (busy) => {
        const { activeElement } = document;
        if (busy) pressed = [run, ...others].find((button) => button === activeElement);
        [run.hidden, cancel.hidden] = [busy, !busy];
        for (const button of others) button.disabled = busy;
        if (pressed && (busy || [cancel, document.body].includes(activeElement))) (busy ? cancel : pressed).focus({ preventScroll: true }); // a phone shows the finding
    };
}

/** Asks, and promises the value of the choice; undefined if the reader turned away. `choices`: { value: label }. */
export function ask(question, choices) {
    return new Promise((resolve) => {
        const buttons = Object.entries(choices).map(([value, label], i) => html("button", { value, class: i ? undefined : "pg-main" }, label));
        const dialog = html("dialog", { class: "pg-dialog", close: () => { dialog.remove(); resolve(dialog.returnValue || undefined); } },
            html("form", { method: "dialog" }, html("p", {}, question), html("p", { class: "pg-buttons" }, ...buttons)));
        document.querySelector(".scanlab-playground").append(dialog);
        dialog.showModal();
    });
}

/** Gives the reader a file. */
export function download(name, contents, type) {
    const link = html("a", { href: URL.createObjectURL(new Blob([contents], { type })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // browsers read it later
}

/** Promises a file that the reader chooses. */
export function chooseFile(accept) {
    return new Promise((resolve) => {
        const field = html("input", { type: "file", accept, change: () => resolve(field.files[0]) });
        field.click();
    });
}
