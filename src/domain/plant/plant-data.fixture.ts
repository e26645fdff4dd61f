// A small plant with its data for tests.
import { encodeColumn } from "../column/column-codec.ts";
import { NO_ROW, type Geometry } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import { encodeGeometry } from "../geometry/geometry-codec.ts";
import { keyFigures } from "../key-figure/key-figure.ts";
import { encodeNames } from "../component/names-codec.ts";
import { plantData, type PlantData } from "./plant-data.ts";

const TRACKERS = 4;
export const MODULES = 40;
export const keyFigure = keyFigures.find(
  ({ component_type, kind, direction }) =>
    component_type === "module" && kind === "f32" && direction === "higher_is_worse",
)!;
const limits = [10, 20, 30];
export const judged = { hash: "now", key_figure_id: keyFigure.id, limits };
export const quantity = { kind: "f32", step: 0.1 } as const;

export function bytesOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer;
}

/** Opens a level of components in a line, ten metres apart. */
export function openLevel(
  data: PlantData,
  type: ComponentType,
  count: number,
  parentOf: (row: number) => number,
  nameOf: (row: number) => string,
): void {
  const floats = (value: (row: number) => number) =>
    Float32Array.from({ length: count }, (_, row) => value(row));
  const geometry: Geometry = {
    type,
    count,
    parent: Uint32Array.from({ length: count }, (_, row) => parentOf(row)),
    centreX: floats((row) => row * 10),
    centreY: floats(() => 0),
    length: floats((row) => (row === 39 ? 0 : 2)),
    width: floats(() => 1),
    rotation: floats(() => 0),
    height: floats(() => 2),
    polygons: { rows: new Uint32Array(0), offsets: new Uint32Array(1), xy: new Float32Array(0) },
    blockBounds: Float32Array.of(0, 0, (count - 1) * 10, 0),
  };
  const names = { count, dtId: (row: number) => `${type}-${row}`, pcs: nameOf };
  data.level({
    type,
    geometry: bytesOf(encodeGeometry(geometry)),
    names: bytesOf(encodeNames(names)),
  });
}

/** Four trackers of ten modules; module r has the value r, module 5 none, module 39 was removed. */
export function plant(): PlantData {
  const data = plantData();
  openLevel(
    data,
    "tracker",
    TRACKERS,
    () => NO_ROW,
    (row) => `T${row + 1}`,
  );
  openLevel(
    data,
    "module",
    MODULES,
    (row) => Math.floor(row / 10),
    (row) => `=M${row}`,
  );
  const values = Float32Array.from({ length: MODULES }, (_, row) => (row === 5 ? NaN : row));
  data.column({ hash: "now", bytes: bytesOf(encodeColumn(values, quantity)) });
  const before = Float32Array.from({ length: MODULES }, (_, row) => (row < 20 ? row : row - 8));
  data.column({ hash: "then", bytes: bytesOf(encodeColumn(before, quantity)) });
  return data;
}
