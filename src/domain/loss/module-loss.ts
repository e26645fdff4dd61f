// What each photovoltaic module costs its plant, from the faults that a survey found: a string model, see
// string-model.ts. What a module loses itself and what its string loses by it are two numbers; faultless modules have
// none. Both add up to what the strings lose together.
import { parallelPower, SUBSTRINGS, type LikeModules, type ModuleString } from "./string-model.ts";
import { stringsOf, wiringOf, type StatedWiring, type WiredModules } from "./wiring.ts";

/** By row of the module; NaN or a missing class where nothing was measured. */
export type ModuleFaults = {
  /** Class of `bypass_diode`: the number of bypassed substrings. */
  readonly bypassed?: ArrayLike<number> | undefined;
  /** Class of `open_string`: 1 open. */
  readonly open?: ArrayLike<number> | undefined;
  /** Class of `module_offline`: 1 and 2 are offline. */
  readonly offline?: ArrayLike<number> | undefined;
  /** Class of `module_missing`: 1 missing. A module without a class was not measured. */
  readonly missing?: ArrayLike<number> | undefined;
  /** Percent. */
  readonly soiling?: ArrayLike<number> | undefined;
};

/** By row, in shares of a healthy module's power. */
export type ModuleLosses = {
  /** What the module itself loses, 0 to 1. */
  readonly own: Float64Array;
  /** What the other modules of its string lose by its fault. */
  readonly string: Float64Array;
  /** Twice the standard uncertainty of both together: wiring that is not stated, and the model. */
  readonly uncertainty: Float64Array;
};

type Fault = { readonly bypassed: number; readonly light: number };

/** Light is counted in steps of half a percent, so that modules that are alike are computed once. */
const LIGHT_STEP = 0.005;
/** Greatest class of a fault; 255 stands for "not measured". */
const MISSING = 255;
/** Strings in parallel where the plant does not state them: one combiner box; at least one. Our assumption. */
const USUAL_PARALLEL = 24;
/** Lengths of strings where the wiring is not known: the usual one, and the shortest and longest of today. */
const USUAL_LENGTH = 28;
const LENGTHS = [20, USUAL_LENGTH, 32] as const;
/** The model against one with shunts (module-loss.test.ts), as a share of the loss. */
const MODEL_SHARE = 0.03;

/**
 * The losses by row, 0 without a fault.
 *
 * Each module of an open string costs its own power. A module that is open or missing opens its string, unless it is
 * bridged: its string is warm then, and found as open. Where the others of its string were measured and are not
 * warm, current flows past it. Where less than half of them were measured, the string's power is in the uncertainty.
 * Without a wiring each module costs what it would alone in a usual string, and the uncertainty spans other strings.
 * @param near row of a module: only it and those in parallel with it are judged, the others stay at 0
 */
export function moduleLosses(
  modules: WiredModules,
  faults: ModuleFaults,
  stated: StatedWiring,
  near: number | null = null,
): ModuleLosses {
  const { count } = modules;
  const zeros = () => new Float64Array(count);
  const losses = { own: zeros(), string: zeros(), uncertainty: zeros() };
  const { modules_per_string: length, strings_per_tracker } = wiringOf(modules, stated);
  const strings = length === null ? [] : stringsOf(modules, length);
  const parallel = strings_per_tracker ?? USUAL_PARALLEL;
  const wired = new Uint8Array(count);
  for (const string of strings) {
    for (const row of string) wired[row] = 1;
    openString(string, faults, losses);
  }
  const judged = new Set(near === null ? [] : [near]);
  for (let at = 0; at < strings.length; at += parallel) {
    const all = strings.slice(at, at + parallel);
    if (near !== null) {
      if (!all.some((string) => string.includes(near))) continue;
      for (const row of all.flat()) judged.add(row);
    }
    const group = all.filter((string) => !hasOpen(string, faults));
    groupLosses(group, faults, losses, parallel);
  }
  const whole = (row: number) => losses.own[row]! + losses.string[row]!;
  for (let row = 0; row < count; row++) {
    if (near !== null && !judged.has(row)) continue;
    const fault = faultOf(faults, row);
    if (isOpen(faults, row)) losses.own[row] = 1;
    else if (isFaulty(fault)) {
      const lengths = wired[row] === 1 ? [length!] : LENGTHS;
      const usual = aloneCost(fault, length ?? USUAL_LENGTH, parallel);
      // A module of an open string, and one without a known string, are judged by themselves.
      if (whole(row) === 0)
        [losses.own[row], losses.string[row]] = [Math.min(1, usual), Math.max(0, usual - 1)];
      const others = strings_per_tracker === null ? [1, USUAL_PARALLEL] : [parallel];
      const range = Math.max(
        ...lengths.flatMap((one) =>
          others.map((many) => Math.abs(aloneCost(fault, one, many) - usual)),
        ),
      );
      const scale = usual > 0 ? whole(row) / usual : 1;
      losses.uncertainty[row] = Math.hypot(losses.uncertainty[row]!, range * scale);
    }
    losses.uncertainty[row] = Math.hypot(losses.uncertainty[row]!, MODEL_SHARE * whole(row));
  }
  return losses;
}

/** What is not known of a string with open or missing modules. */
function openString(string: readonly number[], faults: ModuleFaults, losses: ModuleLosses): void {
  const open = string.filter((row) => isOpen(faults, row));
  // Most of the string is warm: the rest of it may be, too.
  if (open.length * 2 >= string.length) {
    for (const row of open) losses.uncertainty[row] = (string.length - open.length) / open.length;
    return;
  }
  const gone = string.filter((row) => faultOf(faults, row).bypassed === SUBSTRINGS);
  const seen = string.filter((row) => isMeasured(faults, row)).length;
  if (gone.length === 0 || seen * 2 >= string.length) return;
  for (const row of gone) losses.uncertainty[row] = (string.length - gone.length) / gone.length;
}

/** Divides what strings in parallel lose together: among the strings by what each would cost alone, then its modules. */
function groupLosses(
  group: readonly (readonly number[])[],
  faults: ModuleFaults,
  losses: ModuleLosses,
  parallel: number,
): void {
  const own = group.map((rows) => rows.map((row) => faultOf(faults, row)));
  if (!own.some((string) => string.some(isFaulty))) return;
  const clean = own.map((string) => stringOf(string.map(() => NO_FAULT)));
  const power = powerOf(clean);
  const costs = own.map((string, at) =>
    string.some(isFaulty) ? Math.max(0, power - powerOf(clean.with(at, stringOf(string)))) : 0,
  );
  const sum = costs.reduce((total, cost) => total + cost, 0);
  const together = Math.max(0, power - powerOf(own.map(stringOf)));
  for (const [at, rows] of group.entries()) {
    const alone = own[at]!.map((fault) =>
      isFaulty(fault) ? aloneCost(fault, rows.length, parallel) : 0,
    );
    const all = alone.reduce((total, cost) => total + cost, 0);
    if (all === 0 || sum === 0) continue;
    const share = (together * costs[at]!) / sum / all;
    for (const [i, row] of rows.entries()) {
      const whole = alone[i]! * share;
      losses.own[row] = Math.min(1, alone[i]!, whole);
      losses.string[row] = whole - losses.own[row]!;
    }
  }
}

const known = new Map<string, number>();

/** What one module costs alone, in `parallel` strings of `length` modules. */
function aloneCost(fault: Fault, length: number, parallel: number): number {
  const key = `${length}|${parallel}|${fault.bypassed}|${fault.light}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const clean = stringOf(Array.from({ length }, () => NO_FAULT));
  const one = stringOf([fault, ...Array.from({ length: length - 1 }, () => NO_FAULT)]);
  const strings = Array.from({ length: parallel }, () => clean);
  const cost = Math.max(0, powerOf(strings) - powerOf(strings.with(0, one)));
  known.set(key, cost);
  return cost;
}

const NO_FAULT: Fault = { bypassed: 0, light: 1 };

const isFaulty = ({ bypassed, light }: Fault) => bypassed > 0 || light < 1;

function classAt(values: ArrayLike<number> | undefined, row: number): number {
  const value = values?.[row] ?? 0;
  return value > 0 && value < MISSING ? value : 0;
}

const isOpen = (faults: ModuleFaults, row: number) => classAt(faults.open, row) > 0;
const hasOpen = (string: readonly number[], faults: ModuleFaults) =>
  string.some((row) => isOpen(faults, row));
const isMeasured = ({ missing }: ModuleFaults, row: number) => missing?.[row] !== MISSING;

function faultOf(faults: ModuleFaults, row: number): Fault {
  const isGone = classAt(faults.offline, row) > 0 || classAt(faults.missing, row) > 0;
  const bypassed = isGone ? SUBSTRINGS : Math.min(SUBSTRINGS, classAt(faults.bypassed, row));
  const dust = Math.min(1, classAt(faults.soiling, row) / 100);
  return { bypassed, light: 1 - Math.round(dust / LIGHT_STEP) * LIGHT_STEP };
}

function stringOf(faults: readonly Fault[]): LikeModules[] {
  const alike = Map.groupBy(faults, ({ bypassed, light }) => `${bypassed} ${light}`);
  const sorted = [...alike].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, all]) => ({
    count: all.length,
    bypassed: all[0]!.bypassed,
    light: all[0]!.light,
  }));
}

/** Of strings in parallel; strings that are alike are computed once. */
function powerOf(strings: readonly ModuleString[]): number {
  const alike = Map.groupBy(strings, (string) => JSON.stringify(string));
  return parallelPower([...alike.values()].map((all) => ({ string: all[0]!, count: all.length })));
}
