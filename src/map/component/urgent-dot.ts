// The dots on bars: parts that need action now, where the bar shows what most of its parts reach.
import { atom } from "jotai";
import { appliedAggregate } from "../../domain/column/aggregate.ts";
import { dotsOf, hiddenParts, type Dot } from "../../domain/column/hidden-part.ts";
import type { ColumnValues } from "../../domain/column/column.ts";
import { containerRows } from "../../domain/component/container.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { cameraAtom } from "../../state/map/view.ts";
import { keyFigureAtom, limitsAtom } from "../../state/plant/column/key-figure.ts";
import { sceneAtom } from "../scene.ts";
import type { ColouredColumn } from "./coloured-column.ts";
import { componentDataAtom, type ComponentData } from "./component-data.ts";
import { geometriesOf, levelOf } from "./level.ts";
import { metresPerPixel } from "./projection.ts";
import { shownLevelAt, type ShownLevel } from "./shown-level.ts";

/** Parts nearer to each other on the screen share a dot. */
const CELL_PIXELS = 24;
/** Instances are slow without a GPU; above this number dots are joined further. */
const MOST_DOTS = 1500;

const known = new WeakMap<ColumnValues, Uint32Array>();

/** Rows of the column's components that the bars hide; none where other rules colour the bars. */
export function hiddenRows(
  data: ComponentData,
  column: ColouredColumn,
  shown: ShownLevel,
  judged: { readonly keyFigure: KeyFigure; readonly limits: readonly number[] },
): Uint32Array {
  const aggregate = appliedAggregate(data.aggregation.aggregate, {
    isClassed: column.colouring.by === "class",
    hasLimits: data.aggregation.limits.length > 0,
  });
  if (aggregate !== "notable" || shown.level.type === column.type) return new Uint32Array(0);
  // The array of the bars is another one as soon as a value, a limit or a filter changes.
  const found = known.get(shown.values);
  if (found) return found;
  const rows = hiddenParts(column.values, {
    ...judged,
    containers: containerRows(geometriesOf(data.levels), column.type, shown.level.type),
    bars: shown.values,
    mask: data.rowFlags.of(column.type),
  });
  known.set(shown.values, rows);
  return rows;
}

/** Dots are joined again after every half step of zoom, not with every turn of the wheel. */
const scaleAtom = atom((get) => {
  const [scene, camera] = [get(sceneAtom), get(cameraAtom)];
  if (!scene || !camera) return null;
  return 2 ** (Math.round(Math.log2(metresPerPixel(camera.zoom, scene.origin)) * 2) / 2);
});

const rowsAtom = atom((get) => {
  const [scene, data, camera] = [get(sceneAtom), get(componentDataAtom), get(cameraAtom)];
  const keyFigure = get(keyFigureAtom);
  const column = data?.column;
  // Two analyses on one map: a dot would not say of which it is.
  if (!scene || !camera || !keyFigure || !column || data.comparison) return null;
  const scale = metresPerPixel(camera.zoom, scene.origin);
  const shown = shownLevelAt(data, column, {
    minPixels: scene.minPixels,
    metresPerPixel: scale,
  });
  const level = levelOf(data.levels, column.type);
  if (!shown || !level) return null;
  const rows = hiddenRows(data, column, shown, { keyFigure, limits: get(limitsAtom) });
  return rows.length === 0 ? null : { rows, geometry: level.geometry };
});

/** Null where nothing is hidden. */
export const urgentDotsAtom = atom((get): readonly Dot[] | null => {
  const [hidden, scale] = [get(rowsAtom), get(scaleAtom)];
  if (!hidden || scale === null) return null;
  const { rows, geometry } = hidden;
  let cell = scale * CELL_PIXELS;
  let dots = dotsOf(rows, geometry, cell);
  while (dots.length > MOST_DOTS) {
    cell *= Math.SQRT2;
    dots = dotsOf(rows, geometry, cell);
  }
  return dots;
});
