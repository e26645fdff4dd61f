// A level of a twin as it lies on the ground: surveys measure in metres, and the plant plane is an image of the map.
import type { Twin, TwinLevel } from "../../../domain/component/component-index.ts";
import { groundGeometry } from "../../../domain/geometry/ground-geometry.ts";
import { readLevel, type ReadLevel } from "../../store/plant/twin-object.ts";

/** Places are metres on `groundPlane(twin.origin)`. */
export async function readGroundLevel(
  store: Parameters<typeof readLevel>[0],
  { origin }: Pick<Twin, "origin">,
  level: TwinLevel,
): Promise<ReadLevel> {
  const { geometry, ...rest } = await readLevel(store, level);
  return { ...rest, geometry: groundGeometry(geometry, origin) };
}
