// Our design: pieces of levels, built where the camera looks.
import type { Geometry } from "../../../src/domain/component/component-index.ts";
import { aggregateColumn } from "../../../src/domain/column/aggregate.ts";
import type { ColumnValues } from "../../../src/domain/column/column.ts";
import { leastPixelsHere } from "../../../src/map/canvas/graphics.ts";
import { detailRanges } from "../../../src/map/component/level-of-detail.ts";
import { dimensionDefaults } from "../../../src/domain/twin-view/dimension.ts";
import type { PoseInput } from "../../../src/domain/twin-view/pose.ts";
import { startPieces } from "../../../src/client/twin-piece.ts";
import type { DrawnLevel } from "../../../src/map/twin/solid/drawn-level.ts";
import { POST_METRES_PER_PIXEL } from "../../../src/domain/twin-view/solid.ts";
import type { Ink } from "../../../src/map/twin/solid/solid-scene.ts";
import { FIELD_OF_VIEW, placeCamera } from "../../../src/map/twin/twin-camera.ts";
import { makeTwinScene } from "../../../src/map/twin/twin-scene.ts";
import type { Camera } from "../../../src/state/map/view.ts";
import { benchRamp, DOMAIN, ORIGIN, type Field } from "../map/field.ts";
import { TILT, type SpaceDesign } from "./design.ts";

/** Tables that are tilted as those of the others. */
const pose: PoseInput = [
  {
    technology: "photovoltaic",
    mounting_type: "fixed",
    mounting_orientation: null,
    module_inclination: (TILT * 180) / Math.PI,
    orientation_angle: null,
    lat: ORIGIN[1],
  },
  { elevation_deg: 60, azimuth_deg: 0 },
  dimensionDefaults,
];
const inks = {
  missing: [0.5, 0.5, 0.5, 1] satisfies Ink,
  select: [1, 1, 0, 1] satisfies Ink,
  ground: [0.89, 0.87, 0.82, 1] satisfies Ink,
  horizon: [0.89, 0.92, 0.94, 1] satisfies Ink,
  zenith: [0.58, 0.74, 0.9, 1] satisfies Ink,
};

const sizeOf = ({ length, width }: Geometry) => Math.sqrt(length[0]! * width[0]!);

export function ours(field: Field, canvas: HTMLCanvasElement): SpaceDesign {
  const colouring = {
    by: "ramp",
    ramp: benchRamp(),
    domain: DOMAIN,
    limits: [0, 0, 0, 0],
  } as const;
  const geometries = [field.modules, field.trackers, field.groups];
  const ranges = detailRanges(geometries.map(sizeOf), leastPixelsHere());
  const levelsOf = (column: number): DrawnLevel[] => {
    const values: ColumnValues[] = [field.columns[column]!];
    for (const [at, geometry] of geometries.entries()) {
      const above = geometries[at + 1];
      if (!above) break;
      const rule = { aggregate: "worst", direction: "higher_is_worse", limit: 0 } as const;
      values.push(aggregateColumn(values[at]!, geometry.parent, above.count, rule));
    }
    const shown = geometries.map((geometry, at) => ({
      id: geometry.type,
      type: geometry.type,
      geometry,
      above: geometries[at + 1],
      as: undefined,
      values: values[at]!,
      colouring,
      mask: null,
      detail: ranges[at]!,
      isPicked: true,
    }));
    const posts: DrawnLevel = {
      ...shown[1]!,
      id: "posts",
      above: undefined,
      as: "posts",
      values: null,
      colouring: null,
      detail: [0, POST_METRES_PER_PIXEL],
      isPicked: false,
    };
    return [...shown, posts, { ...posts, id: "shadow", as: "shadow" }];
  };
  let levels = levelsOf(0);
  let camera: Camera | null = null;
  const size = { width: canvas.clientWidth, height: canvas.clientHeight };
  const failed = (_type: string, cause: unknown) => {
    throw cause;
  };
  const source = { ...startPieces(), isFailed: () => false, fail: failed };
  const scene = makeTwinScene(
    canvas,
    ORIGIN,
    () =>
      camera && {
        levels,
        pose,
        sun: [0.3, 0.2, 0.9],
        pattern: false,
        shadows: false,
        ground: null,
        dimensions: dimensionDefaults,
        opacity: 1,
        inks,
        placed: placeCamera(camera, ORIGIN, size),
        aspect: size.width / size.height,
        perPixelAt1: (2 * Math.tan(FIELD_OF_VIEW / 2)) / size.height,
      },
    source,
    () => {
      throw new Error("The scene failed.");
    },
  );
  return {
    frame(next) {
      camera = next;
      return scene.draw();
    },
    isColoured: () => scene.pieces.size > 0,
    recolour: (column) => void (levels = levelsOf(column)),
    close() {
      scene.destroy();
      source.stop();
    },
  };
}
