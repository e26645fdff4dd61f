// A scene from a made field, by a few knobs.
import { differenceColumn } from "../../../src/domain/column/difference.ts";
import { buildComponentMesh } from "../../../src/domain/component/component-mesh.ts";
import type { Geometry, Names } from "../../../src/domain/component/component-index.ts";
import { keyFigureById } from "../../../src/domain/key-figure/key-figure.ts";
import { planeAt, type LonLat } from "../../../src/domain/geometry/plane.ts";
import { colouringOf, differenceColouring } from "../../../src/map/component/colouring.ts";
import type { Scene, SceneColumn, SceneLevel } from "../../../src/map/scene.ts";
import { SELECTED } from "../../../src/state/plant/mark.ts";
import { fieldValues, moduleField } from "../../fixtures/module-field.ts";

export type Knobs = {
  count: number;
  scheme: "light" | "dark";
  mode: "ramp" | "classes";
  coloured: boolean;
  selected: number[];
  /** Rows of modules that are triangles instead of rectangles. */
  triangles: number[];
  /** Values by row in place of the made ones. */
  values: Record<number, number>;
  compare: "swipe" | "difference" | null;
  position: number;
  hidden: string[];
  visible: string[];
};

export const ORIGIN: LonLat = [-69.5, -23.2];
/** A measured key figure of modules. */
const KEY_FIGURE_ID = 50;

const fields = new Map<number, ReturnType<typeof moduleField>>();
let made: { key: string; levels: SceneLevel[] } | null = null;

export function standScene(knobs: Partial<Knobs>): Scene {
  const count = knobs.count ?? 20_000;
  const field = fields.get(count) ?? moduleField(count);
  fields.set(count, field);
  const levels = levelsOf(field, knobs, `${count} ${knobs.triangles ?? ""}`);
  const keyFigure = keyFigureById(KEY_FIGURE_ID)!;
  const scheme = knobs.scheme ?? "light";
  const colouring = colouringOf(keyFigure, {
    scheme,
    mode: knobs.mode ?? "ramp",
    domain: [25, 70],
    limits: [45, 52, 60],
  });
  const column = (seed: number): SceneColumn => {
    const values = valuesOf(field.modules, seed);
    const changed = knobs.values ? values.slice() : values;
    for (const [row, value] of Object.entries(knobs.values ?? {})) changed[Number(row)] = value;
    return { type: "module", values: changed, colouring };
  };
  const now = column(1);
  const before = column(2);
  const extent = levels[0]!.mesh!.extent;
  const plane = planeAt(ORIGIN);
  const [west, south] = plane.toLonLat(extent[0], extent[1]);
  const [east, north] = plane.toLonLat(extent[2], extent[3]);
  return {
    scheme,
    origin: ORIGIN,
    bounds: [west, south, east, north],
    area: {
      type: "Polygon",
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    },
    levels: marked(levels, knobs.selected ?? []),
    keyFigure,
    column: knobs.coloured === false ? null : now,
    compare: knobs.compare
      ? {
          mode: knobs.compare,
          position: knobs.position ?? 0.5,
          other: before,
          difference: {
            type: "module",
            values: differenceColumn(before.values, now.values, {
              direction: "higher_is_worse",
              tolerance: 2,
            }),
            colouring: differenceColouring(scheme),
          },
        }
      : null,
    aggregate: "worst",
    shareLimit: 60,
    limits: [45, 60, 75],
    pattern: true,
    hovered: null,
    opened: null,
    selection: knobs.selected?.length
      ? { component_type: "module", count: knobs.selected.length }
      : null,
    markVersion: (version += 1),
    images: [],
    drawing: null,
    camera: null,
    viewBox: null,
    leastPixels: 2,
  };
}

let version = 0;
const columns = new Map<string, Float32Array>();
const marks = new Map<number, Uint8Array>();

function valuesOf(geometry: Geometry, seed: number): Float32Array {
  const key = `${geometry.count} ${seed}`;
  const values = columns.get(key) ?? fieldValues(geometry, seed);
  columns.set(key, values);
  return values;
}

function levelsOf(
  field: ReturnType<typeof moduleField>,
  knobs: Partial<Knobs>,
  key: string,
): SceneLevel[] {
  if (made?.key === key) return made.levels;
  const level = (geometry: Geometry, prefix: string): SceneLevel => ({
    type: geometry.type,
    geometry,
    mesh: buildComponentMesh(geometry),
    names: namesOf(geometry, prefix),
    marks: undefined,
  });
  const levels = [
    level(field.groups, "G"),
    level(field.trackers, "T"),
    level(withTriangles(field.modules, knobs.triangles ?? []), "M"),
  ];
  made = { key, levels };
  return levels;
}

function namesOf({ count }: Geometry, prefix: string): Names {
  const name = (row: number) => `${prefix}-${String(row + 1).padStart(3, "0")}`;
  return { count, dtId: name, pcs: name };
}

function withTriangles(modules: Geometry, rows: readonly number[]): Geometry {
  const ordered = rows.toSorted((a, b) => a - b);
  const xy = ordered.flatMap((row) => {
    const x = modules.centreX[row]!;
    const y = modules.centreY[row]!;
    return [x - 0.6, y - 1.2, x + 0.6, y - 1.2, x, y + 1.2];
  });
  return {
    ...modules,
    polygons: {
      rows: Uint32Array.from(ordered),
      offsets: Uint32Array.from({ length: rows.length + 1 }, (_, ring) => ring * 3),
      xy: Float32Array.from(xy),
    },
  };
}

function marked(levels: readonly SceneLevel[], selected: readonly number[]): SceneLevel[] {
  return levels.map((level) => {
    if (level.type !== "module") return level;
    const bytes = marks.get(level.geometry.count) ?? new Uint8Array(level.geometry.count);
    marks.set(level.geometry.count, bytes);
    bytes.fill(0);
    for (const row of selected) bytes[row] = SELECTED;
    return { ...level, marks: bytes };
  });
}
