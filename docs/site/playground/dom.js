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

/** A frame with this page. It has an address, since what steps through a picture writes the step into it. */
export function pictureFrame(page) {
    const src = URL.createObjectURL(new Blob([page], { type: "text/html" }));
    return html("iframe", { class: "steps", title: "The picture of this run", src, load: () => URL.revokeObjectURL(src) });
}

/** While something goes on, Cancel stands where Run stands; the focus goes there, and comes back. */
export function busyButtons({ run, cancel, others }) {
    let pressed;
    return (busy) => {
        const { activeElement } = document;
        if (busy) pressed = [run, ...others].find((button) => button === activeElement);
        [run.hidden, cancel.hidden] = [busy, !busy];
        for (const button of others) button.disabled = busy;
        if (pressed && (busy || [cancel, document.body].includes(activeElement))) (busy ? cancel : pressed).focus();
    };
}
