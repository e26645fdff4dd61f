// Reads the components of a twin one by one, for its download files.
import type { ComponentType } from "../../domain/component/component.ts";
import { componentTypes } from "../../domain/component/component.ts";
import { NO_ROW, type Twin } from "../../domain/component/component-index.ts";
import { polygonIndex, ringOfRow } from "../../domain/geometry/geometry-rows.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { Services } from "../context.ts";
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

/** Existing components of one type, or of all types from the top of the hierarchy. */
export async function* componentsOf(
  files: Services["files"],
  twin: Twin,
  only?: ComponentType,
): AsyncGenerator<TwinComponent> {
  const plane = planeAt(twin.origin);
  for (const level of twin.levels) {
    if (only !== undefined && level.component_type !== only) continue;
    const { geometry, names } = await readLevel(files, level);
    const parentType: ComponentType | null = componentTypes[level.component_type].parent;
    const above = twin.levels.find(({ component_type }) => component_type === parentType);
    const parents = above === undefined ? null : await readLevel(files, above);
    const polygons = polygonIndex(geometry);
    for (let row = 0; row < geometry.count; row++) {
      if (geometry.length[row] === 0) continue;
      const xy = ringOfRow(geometry, row, polygons[row]!);
      const ring: [number, number][] = [];
      for (let v = 0; v < xy.length; v += 2) {
        const [lon, lat] = plane.toLonLat(xy[v]!, xy[v + 1]!);
        ring.push([rounded(lon), rounded(lat)]);
      }
      ring.push(ring[0]!);
      const parent = geometry.parent[row]!;
      yield {
        component_type: level.component_type,
        dt_id: names.dtId(row),
        pcs: names.pcs(row),
        parent: parents === null || parent === NO_ROW ? "" : parents.names.dtId(parent),
        height: geometry.height[row]!,
        ring,
      };
    }
  }
}
