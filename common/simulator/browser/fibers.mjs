// Binaryen's Asyncify lets functions be left in the middle and entered again (common/simulator/platform/fiber_wasm.cpp).

const featuresOf = ({ Features: f }) =>
     f.MutableGlobals | f.SignExt | f.BulkMemory | f.BulkMemoryOpt | f.NontrappingFPToInt | f.Multivalue | f.ReferenceTypes | f.CallIndirectOverlong;

/// The runtime has the state of a switch, which programs share.
export const fibersOf = (binaryen) => (linked, { isRuntime = false, optimize = 0 } = {}) => {
    const module = binaryen.readBinary(linked);
    module.setFeatures(featuresOf(binaryen));
    binaryen.clearPassArguments();
    binaryen.setPassArgument(isRuntime ? 'asyncify-export-globals' : 'asyncify-import-globals', '1');
    binaryen.setOptimizeLevel(optimize);
    binaryen.setShrinkLevel(optimize ? 1 : 0);
    module.runPasses(['asyncify']);
    if (optimize) module.optimize();
    const bytes = module.emitBinary();
    module.dispose();
    return bytes;
};
