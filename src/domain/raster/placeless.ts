// Why a raster has no place on the earth, although its file can be read.
import type { Problem } from "../error.ts";

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
