// A scene from a made field, by a few knobs.
import type { Atom, Getter } from "jotai";
import { differenceColumn } from "../../../src/domain/column/difference.ts";
import { buildComponentMesh } from "../../../src/domain/component/component-mesh.ts";
import type { Geometry, Names } from "../../../src/domain/component/component-index.ts";
import { keyFigureById } from "../../../src/domain/key-figure/key-figure.ts";
import { usualPalettes } from "../../../src/domain/colour/value-ramp.ts";
import { planeAt, type LonLat } from "../../../src/domain/geometry/plane.ts";
import {
  colouredColumnAtom,
  comparisonAtom,
  type ColouredColumn,
} from "../../../src/map/component/coloured-column.ts";
import {
  colouringOf,
  differenceColouring,
  shareColouring,
} from "../../../src/map/component/colouring.ts";
import {
  componentDataAtom,
  type ComponentData,
} from "../../../src/map/component/component-data.ts";
import { levelsAtom, rowFlagsAtom, type Level } from "../../../src/map/component/level.ts";
import { sceneAtom, type Scene } from "../../../src/map/scene.ts";
import { patternAtom } from "../../../src/state/map/detail.ts";
import { shownOpacityAtom } from "../../../src/state/map/layer.ts";
import { SELECTED } from "../../../src/state/plant/column/row-flag.ts";
import { plantAtom } from "../../../src/state/plant/plant.ts";
import { selectionAtom } from "../../../src/state/plant/component/selection.ts";
import { ready } from "../../../src/state/shell/loaded.ts";
import { flightArea } from "../../fixtures/flight.ts";
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
let made: { key: string; levels: Level[] } | null = null;

export type Stood = { readonly scene: Scene; readonly data: ComponentData };

/** What the map on the stand shows. */
export function standScene(knobs: Partial<Knobs>): Stood {
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
    palettes: usualPalettes,
  });
  const column = (seed: number): ColouredColumn => {
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
  const bytes = markedBytes(field.modules.count, knobs.selected ?? []);
  version += 1;
  return {
    scene: { scheme, origin: ORIGIN, bounds: [west, south, east, north], minPixels: 2 },
    data: {
      levels,
      column: knobs.coloured === false ? null : now,
      comparison: knobs.compare
        ? {
            mode: knobs.compare,
            isOtherOlder: true,
            position: knobs.position ?? 0.5,
            other: before,
            difference: {
              type: "module",
              values: differenceColumn(before.values, now.values, {
                direction: "higher_is_worse",
                step: 1,
                tolerance: 2,
              }),
              colouring: differenceColouring(scheme),
              isChange: true,
            },
          }
        : null,
      aggregation: {
        aggregate: "worst",
        direction: keyFigure.direction,
        shareLimit: 60,
        limits: [45, 60, 75],
        shareColouring: shareColouring(scheme, usualPalettes),
      },
      childless: new Map(),
      rowFlags: { version, of: (type) => (type === "module" ? bytes : undefined) },
    },
  };
}

/** Stands in for the state: these atoms have these values, others are read from what they derive from. */
export function standStore(values: ReadonlyMap<Atom<unknown>, unknown>): { get: Getter } {
  const get: Getter = <Value>(atom: Atom<Value>): Value => {
    if (values.has(atom)) return values.get(atom) as Value;
    if ("init" in atom) return atom.init as Value;
    return atom.read(get, {} as never);
  };
  return { get };
}

/** The values of `standStore` for a stand. */
export function standValues({ scene, data }: Stood, knobs: Partial<Knobs>) {
  const count = knobs.selected?.length ?? 0;
  return new Map<Atom<unknown>, unknown>([
    [sceneAtom, scene],
    [levelsAtom, data.levels],
    [rowFlagsAtom, data.rowFlags],
    [colouredColumnAtom, data.column],
    [comparisonAtom, data.comparison],
    [componentDataAtom, data],
    [patternAtom, true],
    [shownOpacityAtom, () => 1],
    [selectionAtom, count > 0 ? { component_type: "module", count } : null],
    [plantAtom, ready({ area: outline(scene.bounds), ...flightArea })],
  ]);
}

function outline([west, south, east, north]: Scene["bounds"]): GeoJSON.Polygon {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [ring] };
}

let version = 0;
const columns = new Map<string, Float32Array>();
const rowFlags = new Map<number, Uint8Array>();

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
): Level[] {
  if (made?.key === key) return made.levels;
  const level = (geometry: Geometry, prefix: string): Level => ({
    type: geometry.type,
    geometry,
    mesh: buildComponentMesh(geometry),
    names: namesOf(geometry, prefix),
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

function markedBytes(count: number, selected: readonly number[]): Uint8Array {
  const bytes = rowFlags.get(count) ?? new Uint8Array(count);
  rowFlags.set(count, bytes);
  bytes.fill(0);
  for (const row of selected) bytes[row] = SELECTED;
  return bytes;
}
