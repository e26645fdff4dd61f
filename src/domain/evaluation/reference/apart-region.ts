// Parts of a plant that are warmer or colder as a whole than the plant: behind an inverter that is off, under a cloud.
//
// Inside of such a part every component is as those around it, so no difference shows. Its rim shows it: there the
// reference changes at once. A part behind a road has no rim, because nothing lies in between. So the settled cells are
// joined to regions, and regions that face each other without a step are one: a slow drift over the plant is none.

import { medianOf } from "../../median.ts";

/** By number of the cell, in a grid of so many columns. */
export type SettledCells = {
  readonly columns: number;
  /** Level of each settled cell, and how many components lie in it. */
  readonly cells: ReadonlyMap<number, { readonly level: number; readonly count: number }>;
  /** Cells to each side in which two are joined. */
  readonly reach: number;
  /** Difference of levels from which there is a step. */
  readonly least: number;
};

/** Cells to each side over which regions face each other: a road is narrower. */
const FACING = 10;
/** Pairs of cells that are this much further apart than the nearest pair face each other, too. */
const ALSO_FACING = 1;
/** Of regions that are nearly as large as the largest one, the coldest is the plant: what is off is warmer. */
const NEARLY = 0.75;

/** K by which the region of a cell differs from the plant, for the cells of those that differ by more than a step. */
export function apartCells({ columns, cells, reach, least }: SettledCells): Map<number, number> {
  const apart = new Map<number, number>();
  const regionOf = joined(columns, cells, reach);
  const parts = [...Map.groupBy(cells.keys(), (cell) => regionOf.get(cell)!).values()];
  if (parts.length < 2) return apart;
  const whole = united(parts.length, facingSteps(columns, cells, regionOf), least);
  const regions = [...Map.groupBy(cells.keys(), (cell) => whole(regionOf.get(cell)!)).values()];
  if (regions.length < 2) return apart;
  const known = regions.map((all) => ({ all, ...weighed(all, cells) }));
  const largest = Math.max(...known.map(({ count }) => count));
  const plant = known
    .filter(({ count }) => count >= NEARLY * largest)
    .reduce((one, other) => (other.level < one.level ? other : one));
  for (const { all, level } of known) {
    const difference = Math.abs(level - plant.level);
    if (difference > least) for (const cell of all) apart.set(cell, difference);
  }
  return apart;
}

type Cells = SettledCells["cells"];

/** Number of its region by cell: settled cells within reach of each other. */
function joined(columns: number, cells: Cells, reach: number): Map<number, number> {
  const regionOf = new Map<number, number>();
  let regions = 0;
  for (const first of cells.keys()) {
    if (regionOf.has(first)) continue;
    regionOf.set(first, regions);
    const open = [first];
    for (let cell = open.pop(); cell !== undefined; cell = open.pop())
      visitAround(columns, cell, reach, (other) => {
        if (!cells.has(other) || regionOf.has(other)) return;
        regionOf.set(other, regions);
        open.push(other);
      });
    regions += 1;
  }
  return regionOf;
}

type Facing = { readonly pair: readonly [number, number]; readonly step: number };

/** Of regions that lie beside each other: the median difference of the cells that face each other. */
function facingSteps(
  columns: number,
  cells: Cells,
  regionOf: ReadonlyMap<number, number>,
): readonly Facing[] {
  type Pairs = {
    readonly pair: readonly [number, number];
    readonly all: { far: number; step: number }[];
  };
  const found = new Map<string, Pairs>();
  for (const [cell, { level }] of cells) {
    const own = regionOf.get(cell)!;
    visitAround(columns, cell, FACING, (other, far) => {
      const theirs = regionOf.get(other);
      if (theirs === undefined || theirs <= own) return;
      const key = `${own} ${theirs}`;
      const known: Pairs = found.get(key) ?? { pair: [own, theirs], all: [] };
      found.set(key, known);
      known.all.push({ far, step: cells.get(other)!.level - level });
    });
  }
  return [...found.values()].map(({ pair, all }) => {
    const nearest = all.reduce((least, { far }) => Math.min(least, far), Infinity);
    const facing = all.filter(({ far }) => far <= nearest + ALSO_FACING);
    return { pair, step: medianOf(facing.map(({ step }) => step)) };
  });
}

/** Regions that face each other without a step are one: answers the number of the whole by region. */
function united(
  count: number,
  facing: readonly Facing[],
  least: number,
): (region: number) => number {
  const parents = Array.from({ length: count }, (_, at) => at);
  const rootOf = (region: number): number => {
    let at = region;
    while (parents[at] !== at) at = parents[at]!;
    return at;
  };
  for (const { pair, step } of facing)
    if (Math.abs(step) <= least) parents[rootOf(pair[0])] = rootOf(pair[1]);
  return rootOf;
}

/** Components of a region, and their median level. */
function weighed(all: readonly number[], cells: Cells) {
  const sorted = all
    .map((cell) => cells.get(cell)!)
    .toSorted((one, other) => one.level - other.level);
  const count = sorted.reduce((sum, one) => sum + one.count, 0);
  let before = 0;
  for (const one of sorted) {
    before += one.count;
    if (2 * before >= count) return { count, level: one.level };
  }
  return { count, level: NaN };
}

/** Visits the cells around one, with how many cells they lie apart. */
function visitAround(
  columns: number,
  cell: number,
  reach: number,
  visit: (other: number, far: number) => void,
): void {
  const column = cell % columns;
  for (let down = -reach; down <= reach; down++) {
    for (let across = -reach; across <= reach; across++) {
      if (column + across < 0 || column + across >= columns) continue;
      const far = Math.max(Math.abs(down), Math.abs(across));
      if (far > 0) visit(cell + down * columns + across, far);
    }
  }
}
