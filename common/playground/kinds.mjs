// The kinds of programs that the course's pages run, in place of the simulator's (common/simulator/browser/kinds.mjs).
import { asNvcc, including, simulator } from './options.mjs';

const include = 'scanlab/common/include';
/// Headers that those of the harness include.
const harness = including('scanlab/common/base', 'scanlab/common/harness');

/// A program that has the harness's main() is a lesson. It is not compiled as by nvcc, which does not compile the harness either.
export const kinds = [
    { name: 'lesson', accepts: (source) => /#\s*include\s*<scanlab\/(lesson|exercise)\.hpp>/.test(source), header: `${include}/scanlab/lesson.hpp`, folders: [include], options: harness },
    { name: 'cuda', accepts: () => true, header: `${simulator}/browser/include/wide_sizes.hpp`, folders: [include], options: asNvcc },
];

/// What lessons call of the harness, and what they get for it (entry.cpp).
export const library = {
    module: 'harness.wasm',
    runtime: 'runtime_of_lessons.wasm',
    replaces: { _ZN7scanlab3runERKNS_6LessonENSt3__24spanIKNS_7VariantELm4294967295EEEiPPc: 'scanlab_run_lesson' },
};
