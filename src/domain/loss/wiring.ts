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
/** Share of the modules whose tables must be alike. */
const ALIKE = 0.9;

/**
 * The wiring that the plant states, else the one that its tables show: where nine of ten modules are on tables of one
 * size, a table has as few strings of equal length as it can, of 14 to 32 modules. 50 modules are 2 strings of 25; 41
 * cannot be divided, so their wiring is not known.
 */
export function wiringOf(modules: WiredModules, stated: StatedWiring): Wiring {
  const { modules_per_string, strings_per_tracker } = stated;
  if (modules_per_string !== null)
    return { source: "stated", modules_per_string, strings_per_tracker };
  const sizes = new Map<number, number>();
  let count = 0;
  for (const rows of tablesOf(modules)) {
    sizes.set(rows.length, (sizes.get(rows.length) ?? 0) + rows.length);
    count += rows.length;
  }
  const [usual, on] = [...sizes].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
  const derived = on >= ALIKE * count ? stringLength(usual) : null;
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
 * The strings of the modules: those of one table in the order of its long side. A string that is longer than its
 * table goes on in the next one of the same size. Modules of tables that cannot be divided so are in no string.
 */
export function stringsOf(modules: WiredModules, modules_per_string: number): number[][] {
  const strings: number[][] = [];
  let open: number[] = [];
  for (const rows of tablesOf(modules)) {
    const ordered = alongTable(modules, rows);
    if (rows.length % modules_per_string === 0) {
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

function alongTable({ centreX, centreY }: WiredModules, rows: readonly number[]): number[] {
  const first = rows[0]!;
  const distance = (row: number) =>
    (centreX[first]! - centreX[row]!) ** 2 + (centreY[first]! - centreY[row]!) ** 2;
  const far = rows.reduce((best, row) => (distance(row) > distance(best) ? row : best), first);
  const [dx, dy] = [centreX[far]! - centreX[first]!, centreY[far]! - centreY[first]!];
  const along = (row: number) => centreX[row]! * dx + centreY[row]! * dy;
  return rows.toSorted((a, b) => along(a) - along(b) || a - b);
}
