// The subfields of a plant: the components at the top of its digital twin.
import { NO_ROW, type Geometry, type Twin } from "../../../domain/component/component-index.ts";
import { componentTypes, type ComponentType } from "../../../domain/component/component.ts";
import { polygonIndex, ringOfRow } from "../../../domain/geometry/geometry-rows.ts";
import { planeAt, type LonLat } from "../../../domain/geometry/plane.ts";
import { placesBounds } from "../../../domain/geometry/place-bounds.ts";
import type { Services } from "../../context.ts";
import { readLevel, readLevels } from "./twin-object.ts";
import { readTwin } from "./twin.ts";

export type Subfield = {
  readonly component_type: ComponentType;
  readonly dt_id: string;
  readonly pcs: string;
  readonly child_count: number;
  readonly bounds: [west: number, south: number, east: number, north: number];
};

const names = new Intl.Collator("en", { numeric: true });

/** The existing components of the highest level, by name; none without a twin or without that level. */
export async function readSubfields(
  { db, files }: Pick<Services, "db" | "files">,
  plant_id: number,
): Promise<Subfield[]> {
  const twin = await readTwin(db, plant_id);
  const top = twin?.levels.find((one) => parentOf(one.component_type) === null);
  if (!twin || !top) return [];
  const { component_type } = top;
  const level = await readLevel(files, top);
  const below = twin.levels.filter((one) => parentOf(one.component_type) === component_type);
  const children = countChildren(await readLevels(files, below), level.geometry.count);
  const subfields: Subfield[] = [];
  const polygons = polygonIndex(level.geometry);
  for (let row = 0; row < level.geometry.count; row++) {
    if (level.geometry.length[row] === 0) continue;
    subfields.push({
      component_type,
      dt_id: level.names.dtId(row),
      pcs: level.names.pcs(row),
      child_count: children[row]!,
      bounds: boundsOf(twin, ringOfRow(level.geometry, row, polygons[row]!)),
    });
  }
  return subfields.toSorted((a, b) => names.compare(a.pcs || a.dt_id, b.pcs || b.dt_id));
}

function parentOf(type: ComponentType): ComponentType | null {
  return componentTypes[type].parent;
}

/** Existing components by the row of their parent. */
function countChildren(levels: readonly { geometry: Geometry }[], rows: number): Uint32Array {
  const counts = new Uint32Array(rows);
  for (const { geometry } of levels) {
    for (let row = 0; row < geometry.count; row++) {
      const parent = geometry.parent[row]!;
      if (geometry.length[row] !== 0 && parent !== NO_ROW) counts[parent]! += 1;
    }
  }
  return counts;
}

function boundsOf({ origin }: Twin, ring: readonly number[]): Subfield["bounds"] {
  const plane = planeAt(origin);
  const places: LonLat[] = [];
  for (let v = 0; v < ring.length; v += 2) places.push(plane.toLonLat(ring[v]!, ring[v + 1]!));
  return placesBounds(places)!;
}
