// The temperature of the healthy components around each component.
import { medianOf, percentile } from "../../median.ts";
import { apartCells } from "../reference/apart-region.ts";
import { betweenGroups, medianVarianceOf } from "../reference/between-groups.ts";
import { spreadOf } from "../zonal-statistics.ts";

export type Places = {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Components of one group, as a table, differ less from each other than from those of other groups; absent: no groups. */
  readonly group?: ArrayLike<number>;
};

export type References = {
  /** Median of the healthy components around; NaN where there are too few. */
  readonly temperature: Float64Array;
  /** Standard uncertainty of that median in K: of the components around, and of their groups. */
  readonly uncertainty: Float64Array;
  /**
   * K that the reference may be wrong where those around differ by more than a fault, as at the edge of a cloud: by so
   * much it changes within two cells, many are colder, or a whole part differs from the plant. 0 elsewhere.
   */
  readonly step: Float64Array;
};

/** Part of the components around that must be as the plant. */
const LEAST_USUAL = 0.25;
/** Cells to each side that are tried where those around are warm as a whole, as where two open strings lie side by side. */
const WIDER = [2, 3] as const;
/** Part of all components beyond which those that are warm as a whole are no open strings. As of one kind of fault. */
const MOST_WARMER = 0.2;
/** With fewer healthy ones around, a component has no reference. */
const LEAST_HEALTHY = 6;
/** Part of those around that are colder than the reference where a cloud has cooled them; the faults of few are less. */
const LEAST_COOLED = 0.15;
/** Cells to each side in which the reference is compared: two windows of three cells have one in common. */
const STEP_CELLS = 2;
/**
 * Of `warm_k`: beyond such a step the reference is not sure. Seams of 0.5 K with a vignetting of 1.5 K make half of it.
 * Our limit.
 */
const UNSETTLED_SHARE = 0.75;

export type ReferenceOptions = {
  /** About as many components lie in the nine cells. */
  readonly neighbours: number;
  /** K, at the irradiance of the survey. */
  readonly warm_k: number;
  /** K below the reference from which there is no component; absent: there is one everywhere. */
  readonly none_k?: number;
};

/**
 * The reference of each component is that of its cell in a grid: the healthy components in the cell and the eight
 * around it. Healthy are those within `warm_k` of their lower quartile, so that up to half of all may be warm.
 * @param rows the components that get a reference
 * @param values temperature by row, NaN for one that is none of the healthy ones
 */
export function neighbourReferences(
  rows: readonly number[],
  { x, y, group }: Places,
  values: Float64Array,
  { neighbours, warm_k, none_k = Infinity }: ReferenceOptions,
): References {
  const count = values.length;
  const result = {
    temperature: new Float64Array(count).fill(NaN),
    uncertainty: new Float64Array(count).fill(NaN),
    step: new Float64Array(count),
  };
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const row of rows) {
    left = Math.min(left, x[row]!);
    right = Math.max(right, x[row]!);
    bottom = Math.min(bottom, y[row]!);
    top = Math.max(top, y[row]!);
  }
  if (rows.length === 0) return result;
  const side = cellSide(rows, { x, y }, neighbours, [right - left, top - bottom]);
  const columns = Math.floor((right - left) / side) + 1;
  const cellOf = (row: number) =>
    Math.floor((y[row]! - bottom) / side) * columns + Math.floor((x[row]! - left) / side);
  const cells = new Map<number, number[]>();
  for (const row of rows) {
    const cell = cellOf(row);
    const inCell = cells.get(cell);
    if (inCell) inCell.push(row);
    else cells.set(cell, [row]);
  }
  const between = betweenGroups();
  const plant = medianOf(rows.map((row) => values[row]!).filter((one) => !Number.isNaN(one)));
  /**
   * The lower quartile, so that up to half may be warm. Where that is far below the plant, and others around are as the
   * plant, a cloud has cooled some of them: the others are the usual ones.
   */
  const levelOf = (sorted: Float64Array) => {
    const quartile = percentile(sorted, 0.25);
    const usual = sorted.filter((one) => Math.abs(one - plant) <= warm_k);
    const isCooled = plant - quartile > warm_k && usual.length >= LEAST_USUAL * sorted.length;
    return isCooled ? medianOf(usual) : quartile;
  };
  const found: {
    readonly cell: number;
    readonly inCell: readonly number[];
    /** Standard deviation in K of the healthy ones around, their number, and the squares of their groups' shares. */
    readonly spread_k: number;
    readonly healthy: number;
    readonly share: number;
    /** Temperatures of the healthy components around, by group. */
    readonly groups: readonly (readonly number[])[];
    /** K that many of those around are below the reference. */
    readonly colder: number;
  }[] = [];
  const levels = new Map<number, number>();
  // Open strings are few. Where many are warmer than the plant, a cloud has cooled the others.
  let warmer = 0;
  for (const [cell, inCell] of cells)
    if (levelOf(Float64Array.from(aroundOf(cell, 1).around).toSorted()) - plant > warm_k)
      warmer += inCell.length;
  const wider = warmer > MOST_WARMER * rows.length ? [] : WIDER;
  for (const [cell, inCell] of cells) {
    let { around, beside } = aroundOf(cell, 1);
    let quartile = levelOf(Float64Array.from(around).toSorted());
    for (const reach of wider) {
      if (!(quartile - plant > warm_k)) break;
      // Warmer than the plant by more than a fault: those further away say whether all of this part is.
      const more = aroundOf(cell, reach);
      const level = levelOf(Float64Array.from(more.around).toSorted());
      if (quartile - level > warm_k) [{ around, beside }, quartile] = [more, level];
    }
    const sorted = Float64Array.from(around).toSorted();
    const isHealthy = (value: number) => Math.abs(value - quartile) <= warm_k;
    const healthy = sorted.filter(isHealthy);
    if (healthy.length < LEAST_HEALTHY) continue;
    const temperature = percentile(healthy, 0.5);
    const spread_k = spreadOf(healthy, temperature);
    const groups = [...Map.groupBy(around.keys(), (at) => beside[at]!).values()]
      .map((all) => all.map((at) => around[at]!).filter(isHealthy))
      .filter((all) => all.length > 0);
    // The more one group is of all, the less the others make up for what it differs.
    const share = groups.reduce((sum, { length }) => sum + (length / healthy.length) ** 2, 0);
    const cold = sorted.filter(
      (value) => value < quartile - warm_k && value > temperature - none_k,
    );
    const isCooled = cold.length >= LEAST_COOLED * sorted.length;
    const colder = isCooled ? temperature - medianOf(cold) : 0;
    found.push({ cell, inCell, spread_k, healthy: healthy.length, share, groups, colder });
    levels.set(cell, temperature);
    for (const row of inCell) result.temperature[row] = temperature;
  }
  const most = new Map<number, number>();
  const unsettled = new Set<number>();
  const least = UNSETTLED_SHARE * warm_k;
  for (const { cell, colder } of found) {
    const step = Math.max(colder, stepAt(levels, columns, cell));
    most.set(cell, step);
    if (step > least) unsettled.add(cell);
  }
  const settled = found.filter(({ cell }) => !unsettled.has(cell));
  const apart = apartCells({
    columns,
    cells: new Map(
      settled.map(({ cell, inCell }) => [cell, { level: levels.get(cell)!, count: inCell.length }]),
    ),
    reach: STEP_CELLS,
    least,
  });
  for (const [cell, difference] of apart) {
    most.set(cell, difference);
    unsettled.add(cell);
  }
  // What a cloud has cooled says nothing of how much groups differ.
  for (const { cell, groups } of settled) if (!unsettled.has(cell)) between.add(groups);
  const spread = between.spread();
  /** Temperatures of the cell and those around it up to so many cells away, and their groups. */
  function aroundOf(cell: number, reach: number) {
    const [around, beside]: [number[], number[]] = [[], []];
    const column = cell % columns;
    for (let down = -reach; down <= reach; down++) {
      for (let across = -reach; across <= reach; across++) {
        if (column + across < 0 || column + across >= columns) continue;
        for (const row of cells.get(cell + down * columns + across) ?? [])
          if (!Number.isNaN(values[row])) {
            around.push(values[row]!);
            beside.push(group?.[row] ?? 0);
          }
      }
    }
    return { around, beside };
  }
  for (const { cell, inCell, spread_k, healthy, share } of found) {
    // Beside the edge of a cloud a smaller step is a part of it: a reference may be wrong by so much (95 %).
    const around = near(cell, columns);
    const isBeside = around.some((one) => unsettled.has(one));
    // At a corner of the plant few windows show the whole step.
    const step = unsettled.has(cell) ? Math.max(...around.map((one) => most.get(one) ?? 0)) : 0;
    const beside = isBeside ? most.get(cell)! / 2 : 0;
    const error = Math.sqrt(medianVarianceOf(spread, spread_k, healthy, share));
    for (const row of inCell) {
      result.uncertainty[row] = Math.hypot(error, beside);
      result.step[row] = step;
    }
  }
  return result;
}

/**
 * References by row, of each raster by itself: two may show the plant in other weather.
 * @param measured components with the number of their raster; absent: all are of one
 */
export function referencesBySource(
  measured: readonly { readonly row: number; readonly source?: number | undefined }[],
  places: Places,
  values: Float64Array,
  options: ReferenceOptions,
): References {
  const count = values.length;
  const [temperature, uncertainty] = [new Float64Array(count), new Float64Array(count)];
  const step = new Float64Array(count);
  for (const own of Map.groupBy(measured, ({ source }) => source ?? 0).values()) {
    const rows = own.map(({ row }) => row);
    const found = neighbourReferences(rows, places, values, options);
    for (const row of rows) {
      temperature[row] = found.temperature[row]!;
      uncertainty[row] = found.uncertainty[row]!;
      step[row] = found.step[row]!;
    }
  }
  return { temperature, uncertainty, step };
}

/** The cell and those around in which the reference is compared. */
function near(cell: number, columns: number): number[] {
  const column = cell % columns;
  const found: number[] = [];
  for (let down = -STEP_CELLS; down <= STEP_CELLS; down++) {
    for (let across = -STEP_CELLS; across <= STEP_CELLS; across++) {
      if (column + across >= 0 && column + across < columns)
        found.push(cell + down * columns + across);
    }
  }
  return found;
}

/** Greatest difference in K of the level of a cell from those around it. */
function stepAt(levels: ReadonlyMap<number, number>, columns: number, cell: number): number {
  const own = levels.get(cell)!;
  return Math.max(...near(cell, columns).map((one) => Math.abs((levels.get(one) ?? own) - own)));
}

/** Side of the cells in metres. The density is that around single components: a plant has gaps. */
function cellSide(
  known: readonly number[],
  { x, y }: Places,
  neighbours: number,
  [width, height]: readonly [number, number],
): number {
  const whole = Math.sqrt(
    (Math.max(width, 1e-3) * Math.max(height, 1e-3) * neighbours) / known.length,
  );
  const longest = Math.max(width, height, 1);
  let side = Math.min(Math.max(whole / 3, 0.1), longest);
  for (let turn = 0; turn < 20; turn++) {
    const filled = new Map<string, number>();
    for (const row of known) {
      const cell = `${Math.floor(x[row]! / side)} ${Math.floor(y[row]! / side)}`;
      filled.set(cell, (filled.get(cell) ?? 0) + 1);
    }
    const usual = percentile(Float64Array.from(filled.values()).toSorted(), 0.5);
    if (usual * 9 >= neighbours || side >= longest) break;
    side *= Math.max(1.1, Math.sqrt(neighbours / (9 * usual)));
  }
  return side;
}
