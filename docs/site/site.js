// In addition to what Doxygen and doxygen-awesome-css bring along.
DoxygenAwesomeDarkModeToggle.init();

// The index of the search has no hyphens (build.sh), so that "look-back" finds what "look back" does.
const withHyphens = convertToId;
convertToId = (text) => withHyphens(text.replaceAll("-", " "));

// A diagram says how high it is.
addEventListener("message", ({ data, source }) => {
    for (const frame of document.querySelectorAll("iframe.steps"))
        if (frame.contentWindow === source) frame.style.height = `${data.height}px`;
});
