// Why a raster has no place on the earth, although its file can be read.
import { failure, type Problem } from "../error.ts";

/** Reasons of refusals that are about the place alone. */
const placeReasons: ReadonlySet<string> = new Set([
  "raster_not_georeferenced",
  "raster_system_unsaid",
  "raster_system_proposed",
  "raster_system_unknown",
  "raster_systems_differ",
  "raster_off_earth",
  "raster_gcps_bent",
]);

/** True where the file lacks a place that is understood, and nothing else is wrong with it. */
export function isPlaceless(problems: readonly Problem[]): boolean {
  return problems.length > 0 && problems.every(({ reason }) => placeReasons.has(reason));
}

/**
 * Where nothing was placed, nothing was measured: what an earlier evaluation wrote stays together then.
 * @throws FILE_REFUSED where each of the rasters lacks its place
 */
export function requirePlaced(
  rasters: readonly { readonly name: string }[],
  unplaced: readonly Problem[],
): void {
  const files = new Set(unplaced.map(({ file }) => file));
  if (rasters.length === 0 || !rasters.every(({ name }) => files.has(name))) return;
  throw failure("FILE_REFUSED", ...unplaced);
}
