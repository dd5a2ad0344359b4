// The conditions of a rubric, as common/formula has them: "barriers <= log2(2*block)".
const functions = {
    log2: (x) => Math.ceil(Math.log2(x) - 1e-9),
    exp2: (x) => 2 ** x,
    ceil: (x) => Math.ceil(x - 1e-9),
    max: Math.max,
};
const is_formula = /^[\w\s.+\-*/(),<>=]*$/;

/** Whether a condition holds; undefined if it names a value that is not known. */
export function holds(condition, values) {
    const [, left, sign, right] = /^(.*?)(<=|>=|==|<|>)(.*)$/.exec(condition) ?? [];
    if (!sign || !is_formula.test(condition)) throw new Error(`${condition} is no condition`);
    const value = (formula) => {
        const names = new Set(formula.match(/[a-z_]\w*/gi) ?? []);
        for (const name of names) if (!(name in functions) && values[name] === undefined) return undefined;
        const known = { ...values, ...functions };
        return new Function(...Object.keys(known), `return ${formula}`)(...Object.values(known));
    };
    const a = value(left), b = value(right);
    if (a === undefined || b === undefined) return undefined;
    const equal = Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
    return { "<=": a < b || equal, ">=": a > b || equal, "==": equal, "<": a < b && !equal, ">": a > b && !equal }[sign];
}
