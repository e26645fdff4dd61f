// A number by which the terrain under a plan is known again, also where its file is added once more.
import { createHash } from "node:crypto";
import type { ElevationGrid } from "../../domain/flight/ground/elevation.ts";
import { FLAT_GROUND } from "../../domain/flight/route/planned-terrain.ts";
import type { Services } from "../context.ts";
import { readStoredGrid } from "../store/plant/flight/elevation.ts";

/** The heights around a plant with their mark; null and the least of all marks without an elevation file. */
export type MarkedTerrain = { readonly grid: ElevationGrid | null; readonly mark: number };

/** Marks by the keys of their files: each request reads the grid, and the sum of it would hold up all others. */
const marks = new Map<string, number>();
/** An entry is a key of 60 letters. */
const MOST_MARKS = 2000;

export async function readMarkedTerrain(
  services: Pick<Services, "db" | "files">,
  plant_id: number,
): Promise<MarkedTerrain> {
  const stored = await readStoredGrid(services, plant_id);
  if (!stored) return { grid: null, mark: FLAT_GROUND };
  const { object, grid } = stored;
  const known = marks.get(object);
  if (known !== undefined) return { grid, mark: known };
  const mark = terrainMark(grid);
  if (marks.size >= MOST_MARKS) marks.clear();
  marks.set(object, mark);
  return { grid, mark };
}

/** Of its places and heights. */
export function terrainMark(grid: ElevationGrid): number {
  const { heights, west, south, step_lon, step_lat, columns, rows } = grid;
  const hash = createHash("sha256");
  hash.update([west, south, step_lon, step_lat, columns, rows].join());
  hash.update(new Uint8Array(heights.buffer, heights.byteOffset, heights.byteLength));
  // 48 bits: what a number of JSON holds exactly.
  return FLAT_GROUND + 1 + Number.parseInt(hash.digest("hex").slice(0, 12), 16);
}
