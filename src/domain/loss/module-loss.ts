// What each photovoltaic module costs its plant, from the faults that a survey found: a string model, see
// string-model.ts. The parts add up to what the strings lose together.
import { NO_ROW } from "../component/component-index.ts";
import { parallelPower, SUBSTRINGS, type LikeModules, type ModuleString } from "./string-model.ts";

/** By row of the module; NaN or a missing class where nothing was measured. */
export type ModuleFaults = {
  /** Class of `bypass_diode`: the number of bypassed substrings. */
  readonly bypassed?: ArrayLike<number> | undefined;
  /** Class of `open_string`: 1 open. */
  readonly open?: ArrayLike<number> | undefined;
  /** Class of `module_offline`: 1 and 2 are offline. */
  readonly offline?: ArrayLike<number> | undefined;
  /** Class of `module_missing`: 1 missing. */
  readonly missing?: ArrayLike<number> | undefined;
  /** Percent. */
  readonly soiling?: ArrayLike<number> | undefined;
};

export type Wiring = {
  readonly modules_per_string: number;
  /** Strings in parallel at one tracker of maximum power. */
  readonly strings_per_tracker: number;
};

type Modules = {
  readonly count: number;
  /** Row of the tracker of each module, NO_ROW for a removed one. */
  readonly parent: ArrayLike<number>;
  readonly centreX: ArrayLike<number>;
  readonly centreY: ArrayLike<number>;
};

type Fault = { readonly bypassed: number; readonly light: number; readonly isDead: boolean };

/** Light is counted in steps of half a percent, so that modules that are alike are computed once. */
const LIGHT_STEP = 0.005;
/** Greatest class of a fault; 255 stands for "not measured". */
const MISSING = 255;

/**
 * Strings of a plant whose wiring is not known: modules of one tracker side by side, `modules_per_string` of them; the
 * next strings, tracker by tracker, share a tracker of maximum power.
 * @returns groups of strings of rows
 */
export function assumedStrings(
  { count, parent, centreX, centreY }: Modules,
  { modules_per_string, strings_per_tracker }: Wiring,
): number[][][] {
  const byParent = new Map<number, number[]>();
  for (let row = 0; row < count; row++) {
    const at = parent[row]!;
    if (at === NO_ROW) continue;
    const rows = byParent.get(at);
    if (rows) rows.push(row);
    else byParent.set(at, [row]);
  }
  const strings: number[][] = [];
  for (const rows of byParent.values()) {
    const first = rows[0]!;
    const far = rows.reduce(
      (best, row) => (distance(first, row) > distance(first, best) ? row : best),
      first,
    );
    const [dx, dy] = [centreX[far]! - centreX[first]!, centreY[far]! - centreY[first]!];
    const along = (row: number) => centreX[row]! * dx + centreY[row]! * dy;
    const ordered = rows.toSorted((a, b) => along(a) - along(b) || a - b);
    for (let i = 0; i < ordered.length; i += modules_per_string) {
      strings.push(ordered.slice(i, i + modules_per_string));
    }
  }
  const groups: number[][][] = [];
  for (let i = 0; i < strings.length; i += strings_per_tracker) {
    groups.push(strings.slice(i, i + strings_per_tracker));
  }
  return groups;

  function distance(a: number, b: number): number {
    return (centreX[a]! - centreX[b]!) ** 2 + (centreY[a]! - centreY[b]!) ** 2;
  }
}

/**
 * Share of a healthy module's power (0 to 1) that each module costs, by row; 0 without a fault.
 *
 * An open string makes nothing, so each of its modules costs its own power. What the other strings lose together is
 * divided among their faulty modules in proportion to what each would cost alone. No module costs more than its own
 * power: what goes beyond it stands at the other modules of the same tracker of maximum power.
 */
export function moduleLosses(modules: Modules, faults: ModuleFaults, wiring: Wiring): Float64Array {
  const losses = new Float64Array(modules.count);
  const alone = new Map<string, number>();
  for (const group of assumedStrings(modules, wiring)) {
    if (group.some((string) => string.some((row) => isFaulty(faultOf(faults, row))))) {
      groupLosses(group, faults, losses, alone);
    }
  }
  return losses;
}

function groupLosses(
  group: readonly (readonly number[])[],
  faults: ModuleFaults,
  losses: Float64Array,
  known: Map<string, number>,
): void {
  const live: { rows: readonly number[]; own: Fault[] }[] = [];
  for (const rows of group) {
    const own = rows.map((row) => faultOf(faults, row));
    // A module that is marked alone is judged by itself: the others of its string prove a current.
    if (own.filter(({ isDead }) => isDead).length * 2 >= rows.length) {
      for (const row of rows) losses[row] = 1;
    } else live.push({ rows, own });
  }
  const clean = live.map(({ rows }) => stringOf(rows.map(() => NO_FAULT)));
  const whole = powerOf(clean) - powerOf(live.map(({ own }) => stringOf(own)));
  const faulty = live.flatMap(({ rows, own }, at) =>
    rows.flatMap((row, i) => {
      const fault = own[i]!;
      return isFaulty(fault) ? [{ row, cost: aloneCost(at, rows.length, fault) }] : [];
    }),
  );
  const rest = divide(whole, faulty, losses);
  if (rest > 0) {
    const others = live.flatMap(({ rows }) => rows.map((row) => ({ row, cost: 1 - losses[row]! })));
    divide(rest, others, losses);
  }

  /** What the group would lose by this fault alone. */
  function aloneCost(at: number, length: number, fault: Fault): number {
    const lengths = clean.map((string) => string[0]!.count).join(",");
    const key = `${lengths}|${length}|${fault.bypassed}|${fault.light}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const one = stringOf([fault, ...Array.from({ length: length - 1 }, () => NO_FAULT)]);
    const cost = Math.max(0, powerOf(clean) - powerOf(clean.with(at, one)));
    known.set(key, cost);
    return cost;
  }
}

/** Divides `whole` in proportion to the costs, at most 1 for each row. @returns what no row can take */
function divide(
  whole: number,
  parts: readonly { readonly row: number; readonly cost: number }[],
  losses: Float64Array,
): number {
  let rest = Math.max(0, whole);
  let open = parts.filter(({ row, cost }) => cost > 0 && losses[row]! < 1);
  while (rest > 1e-9 && open.length > 0) {
    const sum = open.reduce((total, { cost }) => total + cost, 0);
    const share = rest / sum;
    for (const { row, cost } of open) {
      const taken = Math.min(cost * share, 1 - losses[row]!);
      losses[row] = losses[row]! + taken;
      rest -= taken;
    }
    open = open.filter(({ row }) => losses[row]! < 1 - 1e-12);
  }
  return rest;
}

const NO_FAULT: Fault = { bypassed: 0, light: 1, isDead: false };

const isFaulty = ({ bypassed, light, isDead }: Fault) => bypassed > 0 || light < 1 || isDead;

function faultOf(faults: ModuleFaults, row: number): Fault {
  const of = (values: ArrayLike<number> | undefined) => {
    const value = values?.[row] ?? 0;
    return value > 0 && value < MISSING ? value : 0;
  };
  const isDead = of(faults.open) > 0;
  const isGone = of(faults.offline) > 0 || of(faults.missing) > 0;
  const bypassed = isGone || isDead ? SUBSTRINGS : Math.min(SUBSTRINGS, of(faults.bypassed));
  const dust = Math.min(1, of(faults.soiling) / 100);
  return { bypassed, light: 1 - Math.round(dust / LIGHT_STEP) * LIGHT_STEP, isDead };
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
