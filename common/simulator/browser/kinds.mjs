// The kinds of programs. A program is of the first kind that accepts its source. Who links programs with a library of theirs hands
// build.mjs a file like this one, which takes its place.
import { asNvcc, simulator } from './options.mjs';

/// `header`: what programs of the kind begin with, which is compiled beforehand. `folders`: where else they find headers.
export const kinds = [{ name: 'cuda', accepts: () => true, header: `${simulator}/browser/include/wide_sizes.hpp`, folders: [], options: asNvcc }];

/// { module, runtime, replaces }: a module that a program is linked with if it calls a function in `replaces`, which names the
/// function that it gets instead; and a smaller runtime, of what this module needs.
export const library = null;
