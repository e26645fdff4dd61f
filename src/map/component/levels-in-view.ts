// Which levels are drawn for a column in a view: one by the scale of the map; in 3D each place has its own, by its
// distance from the eye.
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import type { Geometry } from "../../domain/component/component-index.ts";
import { ancestorTypesOf } from "../../domain/component/component.ts";
import type { ViewEye } from "../../domain/raster/tile-cover.ts";
import type { ColouredColumn } from "./coloured-column.ts";
import type { ComponentData } from "./component-data.ts";
import { levelOf } from "./level.ts";
import { shownLevelAt, shownLevels, type ShownLevel } from "./shown-level.ts";

/** Where the 3D view looks from. */
export type PlaneEye = {
  /** East, north, and up of the ground, in metres of the plant's plane. */
  readonly at: readonly [x: number, y: number, z: number];
  /** Metres per CSS pixel one metre before the eye. */
  readonly perPixelAt1: number;
};

export type ViewScale = {
  readonly minPixels: number;
  /** In the middle of the view. */
  readonly metresPerPixel: number;
  /** Absent on the map. */
  readonly eye?: PlaneEye | undefined;
};

export type LevelInView = {
  readonly shown: ShownLevel;
  /** Whether a component of the level is drawn. */
  readonly isDrawn: (row: number) => boolean;
};

export function planeEyeOf(eye: ViewEye | null, origin: LonLat): PlaneEye | undefined {
  if (!eye) return undefined;
  const [x, y] = planeAt(origin).toPlane(...eye.place);
  return { at: [x, y, eye.height_m], perPixelAt1: eye.perPixelAt1 };
}

/** The levels that a view can show, finest first. */
export function levelsInView(
  data: ComponentData,
  column: ColouredColumn,
  { minPixels, metresPerPixel, eye }: ViewScale,
): LevelInView[] {
  if (!eye) {
    const shown = shownLevelAt(data, column, { minPixels, metresPerPixel });
    return shown ? [{ shown, isDrawn: () => true }] : [];
  }
  return shownLevels(data, column, minPixels)
    .filter(({ detail }) => detail[1] > detail[0])
    .map((shown) => {
      const [parent] = ancestorTypesOf(shown.level.type);
      const above = parent && levelOf(data.levels, parent)?.geometry;
      return { shown, isDrawn: drawnFrom(eye, shown, above) };
    });
}

/** The rule of the shader (`solid-shader.ts`): by the distance of the parent, then of the component, on flat ground. */
function drawnFrom(
  { at: [x, y, z], perPixelAt1 }: PlaneEye,
  { level: { geometry }, detail }: ShownLevel,
  above: Geometry | undefined,
): (row: number) => boolean {
  const [from, to] = [detail[0] / perPixelAt1, detail[1] / perPixelAt1];
  const metresTo = (of: Geometry, row: number) =>
    Math.hypot(of.centreX[row]! - x, of.centreY[row]! - y, z);
  return (row) => {
    const own = metresTo(geometry, row);
    if (own < from) return false;
    const parent = geometry.parent[row]!;
    return (above && parent < above.count ? metresTo(above, parent) : own) < to;
  };
}
