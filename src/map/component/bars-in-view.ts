// Counts the parents that are drawn in place of their parts, by the colour in which they are drawn.
import { atom } from "jotai";
import { appliedAggregate } from "../../domain/column/aggregate.ts";
import { isMissing, valueAt, type ColumnValues } from "../../domain/column/column.ts";
import { severityCountsOf } from "../../domain/column/column-severity.ts";
import { extentOf, histogramOf } from "../../domain/column/column-statistics.ts";
import { countInView, rowsInView, type PlaneArea } from "../../domain/column/in-view.ts";
import { preparePartsOf } from "../../domain/column/part-row.ts";
import { containerRows } from "../../domain/component/container.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import type { DrawnBars } from "../../state/map/drawn-bars.ts";
import { FILTERED_OUT } from "../../state/plant/column/row-flag.ts";
import { cameraAtom, eyeAtom, viewAreaAtom } from "../../state/map/view.ts";
import { keyFigureAtom, limitsAtom } from "../../state/plant/column/key-figure.ts";
import { sceneAtom } from "../scene.ts";
import type { ColouredColumn } from "./coloured-column.ts";
import { componentDataAtom, type ComponentData } from "./component-data.ts";
import { currentColumn } from "./drawn-column.ts";
import { geometriesOf, levelOf } from "./level.ts";
import { levelsInView, planeEyeOf, type LevelInView, type ViewScale } from "./levels-in-view.ts";
import { metresPerPixel } from "./projection.ts";
import { filterStateOf, type ShownLevel } from "./shown-level.ts";
import { hiddenInView } from "./urgent-dot.ts";

export type BarsRequest = ViewScale & {
  readonly area: PlaneArea | null;
  readonly keyFigure: KeyFigure;
  /** The limits at this plant. */
  readonly limits: readonly number[];
};

/**
 * The bars drawn for the column in this view; null where its own components are drawn alone. In 3D, where what is near
 * is drawn by its parts and what is far by its bars, they are the coarsest bars in view.
 */
export function barsInView(
  data: ComponentData,
  column: ColouredColumn,
  request: BarsRequest,
): DrawnBars | null {
  const view = levelsInView(data, column, request);
  const coarsest = coarsestBars(view, column, request.area);
  if (!coarsest) return null;
  const { shown, mask } = coarsest;
  const { level, values } = shown;
  const all = mask.reduce((sum, one) => sum + one, 0);
  const { value_count: count } = extentOf(values, mask);
  const containers = containerRows(geometriesOf(data.levels), column.type, level.type);
  const { isFiltering } = filterStateOf(column.type, data.rowFlags);
  const flags = isFiltering ? data.rowFlags.of(column.type) : undefined;
  const unpainted = unpaintedBars(column.values, containers, flags, values);
  const inView = (bars: readonly number[]) => bars.reduce((sum, bar) => sum + mask[bar]!, 0);
  const [filtered, few] = [inView(unpainted.filtered), inView(unpainted.few)];
  return {
    component_type: level.type,
    part_type: column.type,
    aggregate: appliedAggregate(data.aggregation.aggregate, {
      isClassed: column.colouring.by === "class",
      hasLimits: data.aggregation.limits.length > 0,
    }),
    ...(column.isChange ? { isChange: true } : kindsOf(request.keyFigure)),
    parts: partsPerBar(containers, level.geometry.count),
    count,
    missing: all - count - filtered - few,
    filtered: isFiltering ? filtered : null,
    few,
    classes: classCounts(shown, values, mask, request),
    ...dotsInView(data, column, view, request),
  };
}

/** The coarsest level of which bars are drawn, and which of its bars are. */
function coarsestBars(
  view: readonly LevelInView[],
  column: ColouredColumn,
  area: PlaneArea | null,
) {
  for (const { shown, isDrawn } of view.toReversed()) {
    const { geometry, type } = shown.level;
    if (type === column.type) return null;
    const mask = rowsInView(geometry, area);
    if (view.length === 1) return { shown, mask };
    mask.forEach((isIn, row) => {
      if (isIn && !isDrawn(row)) mask[row] = 0;
    });
    if (mask.includes(1)) return { shown, mask };
  }
  return null;
}

function kindsOf({ kind, direction, classes }: KeyFigure): Pick<DrawnBars, "kinds"> {
  if (kind !== "u8" || direction !== "neutral") return {};
  return { kinds: classes.some(({ severity }) => severity > 0) ? "graded" : "plain" };
}

type Unpainted = { readonly filtered: readonly number[]; readonly few: readonly number[] };
const unpaintedOf = new WeakMap<ColumnValues, Unpainted>();

/** Bars without a colour because the filters leave out each of their measured parts, or nearly each. */
function unpaintedBars(
  parts: ColumnValues,
  containers: Uint32Array,
  flags: Uint8Array | undefined,
  bars: ColumnValues,
): Unpainted {
  if (!flags) return { filtered: [], few: [] };
  // The array of the bars is another one as soon as a value or a filter changes; a move of the map changes neither.
  const kept = unpaintedOf.get(bars);
  if (kept) return kept;
  const [found, passed] = [new Set<number>(), new Set<number>()];
  for (let row = 0; row < containers.length; row += 1) {
    const bar = containers[row]!;
    if (isMissing(valueAt(parts, row)) || bar >= bars.length || !isMissing(valueAt(bars, bar)))
      continue;
    found.add(bar);
    if ((flags[row]! & FILTERED_OUT) === 0) passed.add(bar);
  }
  const made = { filtered: [...found].filter((bar) => !passed.has(bar)), few: [...passed] };
  unpaintedOf.set(bars, made);
  return made;
}

/** Parts drawn as dots; a map of differences has none. */
function dotsInView(
  data: ComponentData,
  column: ColouredColumn,
  view: readonly LevelInView[],
  request: BarsRequest,
): Pick<DrawnBars, "dots" | "fewDots"> {
  const level = levelOf(data.levels, column.type);
  if (!level || data.comparison?.mode === "difference") return { dots: 0, fewDots: 0 };
  const count = (rows: Uint32Array) => countInView(level.geometry, request.area, rows);
  const { urgent, few } = hiddenInView(data, column, view, request);
  return { dots: count(urgent), fewDots: count(few) };
}

function classCounts(
  { colouring }: ShownLevel,
  values: ColumnValues,
  mask: Uint8Array,
  { keyFigure, limits }: BarsRequest,
): ArrayLike<number> | null {
  if (colouring.by === "ramp") return null;
  if (colouring.by === "severity") return severityCountsOf(values, keyFigure, limits, mask);
  return histogramOf(values, mask, { min: 0, max: 254 });
}

const known = new WeakMap<Uint32Array, readonly [number, number]>();

/** The fewest and the most parts of one container, among those that have any. */
function partsPerBar(containers: Uint32Array, count: number): readonly [number, number] {
  const found = known.get(containers);
  if (found) return found;
  // The tooltip of a bar asks for its parts.
  preparePartsOf(containers);
  const parts = new Uint32Array(count);
  for (const container of containers) if (container < count) parts[container]! += 1;
  let least = Infinity;
  let most = 0;
  for (const one of parts) {
    if (one === 0) continue;
    least = Math.min(least, one);
    most = Math.max(most, one);
  }
  const range = [most === 0 ? 0 : least, most] as const;
  known.set(containers, range);
  return range;
}

/** The bars that the map, or the 3D view at rest, draws now. */
export const barsInViewAtom = atom((get): DrawnBars | null => {
  const [scene, data, camera] = [get(sceneAtom), get(componentDataAtom), get(cameraAtom)];
  const keyFigure = get(keyFigureAtom);
  if (!scene || !data || !camera || !keyFigure) return null;
  const drawn = currentColumn(data);
  if (!drawn) return null;
  return barsInView(data, drawn, {
    minPixels: scene.minPixels,
    metresPerPixel: metresPerPixel(camera.zoom, scene.origin),
    eye: planeEyeOf(get(eyeAtom), scene.origin),
    area: get(viewAreaAtom),
    keyFigure,
    limits: get(limitsAtom),
  });
});
