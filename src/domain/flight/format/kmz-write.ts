// Writes a route for DJI Pilot 2 and FlightHub 2: a ZIP with template.kml and waylines.wpml.
import { strFromU8, strToU8, zipSync } from "fflate";
import { failure, type Problem } from "../../error.ts";
import type { FlightRoute, Obstacle } from "../route/flight-route.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import { homeHeights } from "../route/home-leg.ts";
import { djiModelOf, type DjiModel } from "./dji-model.ts";
import { checkKmz, type KmzCheck } from "./kmz-check.ts";
import type { WpmlRoute, WpmlVersion } from "./wpml-parts.ts";
import { wpmlTemplate } from "./wpml-template.ts";
import { wpmlWaylines } from "./wpml-waylines.ts";
import { fileName } from "./file-name.ts";

export type KmzOptions = {
  /** 1.0.6 for current firmware, 1.0.2 for drones that do not know it. */
  readonly version?: WpmlVersion;
  /** The drone starts from a dock. */
  readonly dock?: boolean;
  /** What the camera H20T flies on. */
  readonly airframe?: DjiModel["airframe"];
  /** Milliseconds since 1970. */
  readonly created_ms: number;
  /** The plant's terrain, over which the ways from and to the take-off position lead. */
  readonly elevation?: ElevationOf | null;
  /** Of the plant; absent: none is known. */
  readonly obstacles?: readonly Obstacle[] | undefined;
};

export type KmzFile = {
  readonly bytes: Uint8Array;
  /** What the pilot should know, but what stops no export. */
  readonly warnings: readonly Problem[];
};

/** Why the route cannot be a DJI route file; all that the check of its two files finds. */
export function kmzProblems(route: FlightRoute, options: KmzOptions): KmzCheck {
  const entries = kmzEntries(route, options);
  if ("reason" in entries) return { faults: [entries], warnings: [] };
  return checkKmz(entries, { dock: options.dock ?? false });
}

/** @throws Failure CONFLICT with everything that makes the route no valid route file */
export function writeKmz(route: FlightRoute, options: KmzOptions): KmzFile {
  const entries = kmzEntries(route, options);
  if ("reason" in entries) throw failure("CONFLICT", { ...entries, file: kmzName(route) });
  const { faults, warnings } = checkKmz(entries, { dock: options.dock ?? false });
  if (faults.length > 0) throw failure("CONFLICT", ...faults);
  const files = Object.fromEntries(entries);
  return { bytes: zipSync(files, { mtime: options.created_ms, level: 6 }), warnings };
}

/**
 * What the drone executes and what is shown of it, without the time of writing: the same text as long as nothing that is
 * flown has changed. Empty for a drone that flies no such files.
 */
export function kmzContent(route: FlightRoute, options: Omit<KmzOptions, "created_ms">): string {
  const entries = kmzEntries(route, { ...options, created_ms: 0 });
  return "reason" in entries ? "" : [...entries.values()].map((bytes) => strFromU8(bytes)).join("");
}

/** DJI's programs take the name of the file for the name of the route. */
export function kmzName({ name }: Pick<FlightRoute, "name">): string {
  return `${fileName(name)}.kmz`;
}

function kmzEntries(
  route: FlightRoute,
  { version = "1.0.6", airframe, created_ms, elevation = null, obstacles }: KmzOptions,
): Map<string, Uint8Array> | Problem {
  const model = djiModelOf(route.aircraft, airframe);
  if (!model) return { reason: "kmz_aircraft", values: { aircraft: route.aircraft } };
  const home = homeHeights(route, elevation, obstacles);
  const written: WpmlRoute = { route, model, version, created_ms, home };
  return new Map([
    ["wpmz/template.kml", strToU8(wpmlTemplate(written))],
    ["wpmz/waylines.wpml", strToU8(wpmlWaylines(written))],
  ]);
}
