// A number by which the terrain under a plan is known again, also where its file is added once more.
import { createHash } from "node:crypto";
import type { ElevationGrid } from "../../domain/flight/ground/elevation.ts";
import { FLAT_GROUND } from "../../domain/flight/route/planned-terrain.ts";

/** Of its places and heights; the least of all marks without terrain. */
export function terrainMark(grid: ElevationGrid | null): number {
  if (!grid) return FLAT_GROUND;
  const { heights, west, south, step_lon, step_lat, columns, rows } = grid;
  const hash = createHash("sha256");
  hash.update([west, south, step_lon, step_lat, columns, rows].join());
  hash.update(new Uint8Array(heights.buffer, heights.byteOffset, heights.byteLength));
  // 48 bits: what a number of JSON holds exactly.
  return FLAT_GROUND + 1 + Number.parseInt(hash.digest("hex").slice(0, 12), 16);
}
