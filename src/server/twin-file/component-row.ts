// Reads the components of a twin one by one, for its download files.
import type { ComponentType } from "../../domain/component/component.ts";
import { componentTypes } from "../../domain/component/component.ts";
import { NO_ROW, type Twin } from "../../domain/component/component-index.ts";
import { polygonIndex, ringOfRow } from "../../domain/geometry/geometry-rows.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { Services } from "../context.ts";
import { takeTurns } from "../turn.ts";
import { readLevel } from "../store/plant/twin-object.ts";

export type TwinComponent = {
  readonly component_type: ComponentType;
  readonly dt_id: string;
  readonly pcs: string;
  /** dt_id of the parent; "" without one. */
  readonly parent: string;
  readonly height: number;
  /** Longitude, latitude pairs, closed, counter-clockwise. */
  readonly ring: readonly (readonly [number, number])[];
};

/** Rounds degrees to 0.1 mm, the precision of the stored geometry. */
const rounded = (degrees: number) => Math.round(degrees * 1e9) / 1e9;

/** A component with its row, and its centre in degrees. */
export type PlacedComponent = {
  readonly row: number;
  readonly lon: number;
  readonly lat: number;
  readonly component: TwinComponent;
};

/** Existing components of one type, or of all types from the top of the hierarchy. */
export async function* componentsOf(
  files: Services["files"],
  twin: Twin,
  only?: ComponentType,
): AsyncGenerator<TwinComponent> {
  for await (const { component } of placedComponentsOf(files, twin, only)) yield component;
}

/** The same with their places; `rows` narrows those of the one type. */
export async function* placedComponentsOf(
  files: Services["files"],
  twin: Twin,
  only?: ComponentType,
  rows?: Uint32Array,
): AsyncGenerator<PlacedComponent> {
  const plane = planeAt(twin.origin);
  for (const level of twin.levels) {
    if (only !== undefined && level.component_type !== only) continue;
    const { geometry, names } = await readLevel(files, level);
    const parentType: ComponentType | null = componentTypes[level.component_type].parent;
    const above = twin.levels.find(({ component_type }) => component_type === parentType);
    const parents = above === undefined ? null : await readLevel(files, above);
    const polygons = polygonIndex(geometry);
    const count = rows?.length ?? geometry.count;
    const turns = takeTurns();
    for (let at = 0; at < count; at++) {
      if (turns.isOver()) await turns.end();
      const row = rows === undefined ? at : rows[at]!;
      if (row >= geometry.count || geometry.length[row] === 0) continue;
      const xy = ringOfRow(geometry, row, polygons[row]!);
      const ring: [number, number][] = [];
      for (let v = 0; v < xy.length; v += 2) {
        const [lon, lat] = plane.toLonLat(xy[v]!, xy[v + 1]!);
        ring.push([rounded(lon), rounded(lat)]);
      }
      ring.push(ring[0]!);
      const parent = geometry.parent[row]!;
      const component = {
        component_type: level.component_type,
        dt_id: names.dtId(row),
        pcs: names.pcs(row),
        parent: parents === null || parent === NO_ROW ? "" : parents.names.dtId(parent),
        height: geometry.height[row]!,
        ring,
      };
      const [lon, lat] = plane.toLonLat(geometry.centreX[row]!, geometry.centreY[row]!);
      yield { row, lon: rounded(lon), lat: rounded(lat), component };
    }
  }
}
