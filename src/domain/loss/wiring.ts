// How the modules of a plant are wired: stated by the plant, derived from its tables, or not known.
import { NO_ROW } from "../component/component-index.ts";

export const wiringSources = ["stated", "derived", "unknown"] as const;
export type WiringSource = (typeof wiringSources)[number];

/** What a plant states; null where it does not. */
export type StatedWiring = {
  readonly modules_per_string: number | null;
  /** Strings in parallel at one tracker of maximum power. */
  readonly strings_per_tracker: number | null;
};

/** What the settings of a plant state. */
export function statedWiring({
  modules_per_string,
  strings_per_tracker,
}: StatedWiring): StatedWiring {
  return { modules_per_string, strings_per_tracker };
}

export type Wiring = StatedWiring & { readonly source: WiringSource };

/** Places of the modules; `parent` is the row of the table or tracker, NO_ROW for a removed module. */
export type WiredModules = {
  readonly count: number;
  readonly parent: ArrayLike<number>;
  readonly centreX: ArrayLike<number>;
  readonly centreY: ArrayLike<number>;
};

/**
 * Strings that crystalline modules have in plants of 1,000 and 1,500 V: 14 to 32 modules of 40 to 50 V. Outside, a
 * length that divides a table says nothing of its strings.
 */
const [SHORTEST, LONGEST] = [14, 32];
/** Metres across a table between two lines of modules, which are wider than that. Our limit. */
const LINE_GAP = 0.3;
/** Share of the modules whose tables must be alike. */
const ALIKE = 0.9;

/**
 * The wiring that the plant states, else the one that its tables show: where nine of ten modules are on tables of one
 * size, a table has as few strings of equal length as it can, of 14 to 32 modules. 50 modules are 2 strings of 25; 41
 * cannot be divided, so their wiring is not known. Where modules lie above each other, no string leaves its line.
 */
export function wiringOf(modules: WiredModules, stated: StatedWiring): Wiring {
  const { modules_per_string, strings_per_tracker } = stated;
  if (modules_per_string !== null)
    return { source: "stated", modules_per_string, strings_per_tracker };
  const kinds = new Map<string, { readonly size: number; readonly line: number; on: number }>();
  let count = 0;
  for (const rows of tablesOf(modules)) {
    const size = rows.length;
    // A table that is one string has none to divide.
    const line = size <= LONGEST ? size : lineLength(linesOf(modules, rows));
    const key = `${size} ${line}`;
    const kind = kinds.get(key) ?? { size, line, on: 0 };
    kind.on += size;
    kinds.set(key, kind);
    count += size;
  }
  const usual = [...kinds.values()].toSorted((a, b) => b.on - a.on)[0];
  const derived = usual && usual.on >= ALIKE * count ? stringLength(usual.line) : null;
  return {
    source: derived === null ? "unknown" : "derived",
    modules_per_string: derived,
    strings_per_tracker,
  };
}

function stringLength(table: number): number | null {
  for (let strings = Math.ceil(table / LONGEST); table / strings >= SHORTEST; strings++) {
    if (strings > 0 && table % strings === 0) return table / strings;
  }
  return null;
}

/**
 * The strings of the modules: those of one table in the order of its long side, one line after the other where modules
 * lie above each other. A string that is longer than its table goes on in the next one of the same size. Modules of
 * tables or lines that cannot be divided so are in no string.
 */
export function stringsOf(modules: WiredModules, modules_per_string: number): number[][] {
  const strings: number[][] = [];
  let open: number[] = [];
  for (const rows of tablesOf(modules)) {
    const lines = linesOf(modules, rows);
    const ordered = lines.flat();
    if (rows.length === modules_per_string) strings.push(ordered);
    else if (lineLength(lines) % modules_per_string === 0 && lines.length > 0) {
      for (let i = 0; i < ordered.length; i += modules_per_string)
        strings.push(ordered.slice(i, i + modules_per_string));
    } else if (modules_per_string % rows.length === 0) {
      if (open.length % rows.length !== 0) open = [];
      open = [...open, ...ordered];
      if (open.length === modules_per_string) {
        strings.push(open);
        open = [];
      }
    }
  }
  return strings;
}

function tablesOf({ count, parent }: WiredModules): Iterable<number[]> {
  const tables = new Map<number, number[]>();
  for (let row = 0; row < count; row++) {
    const at = parent[row]!;
    if (at === NO_ROW) continue;
    const rows = tables.get(at);
    if (rows) rows.push(row);
    else tables.set(at, [row]);
  }
  return tables.values();
}

/** The modules of a table by the lines in which they lie beside each other, each in the order of the long side. */
function linesOf({ centreX, centreY }: WiredModules, rows: readonly number[]): number[][] {
  const mean = (of: ArrayLike<number>) =>
    rows.reduce((sum, row) => sum + of[row]!, 0) / rows.length;
  const [x0, y0] = [mean(centreX), mean(centreY)];
  let [xx, yy, xy] = [0, 0, 0];
  for (const row of rows) {
    const [x, y] = [centreX[row]! - x0, centreY[row]! - y0];
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  // The long side is the axis about which the modules spread least.
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = (row: number) => (centreX[row]! - x0) * cos + (centreY[row]! - y0) * sin;
  const across = (row: number) => (centreY[row]! - y0) * cos - (centreX[row]! - x0) * sin;
  const lines: number[][] = [];
  let last = -Infinity;
  for (const row of rows.toSorted((a, b) => across(a) - across(b))) {
    if (across(row) - last > LINE_GAP) lines.push([]);
    lines.at(-1)!.push(row);
    last = across(row);
  }
  return lines.map((line) => line.toSorted((a, b) => along(a) - along(b) || a - b));
}

/** Modules of each line; NaN where the lines have not the same number. */
function lineLength([first = [], ...others]: readonly (readonly number[])[]): number {
  return others.every(({ length }) => length === first.length) ? first.length : NaN;
}
