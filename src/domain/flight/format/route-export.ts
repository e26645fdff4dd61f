// The files of routes: each format by its name, and all of them together.
import { strToU8 } from "fflate";
import { failure, isFailure, type Problem } from "../../error.ts";
import { takeOffNameAt } from "../area/flight-area.ts";
import type { FlightAreas, FlightRoute } from "../route/flight-route.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import { homeHeights, type HomeHeights } from "../route/home-leg.ts";
import { featuresToGeoJson } from "./feature-geojson.ts";
import { featuresToKml } from "./feature-kml.ts";
import { fileName } from "./file-name.ts";
import { writeKmz, type KmzOptions } from "./kmz-write.ts";
import { litchiBinary } from "./litchi-binary.ts";
import { litchiCsv } from "./litchi-csv.ts";
import {
  litchiMissions,
  litchiProblems,
  type LitchiHome,
  type LitchiMission,
} from "./litchi-mission.ts";
import { areaFeatures, routeFeatures, type HeightOf } from "./map-feature.ts";
import { qgcPlan } from "./qgc-plan.ts";
import type { RouteFormat } from "./route-format.ts";

export type RouteFile = { readonly name: string; readonly bytes: Uint8Array };

export type ExportOptions = KmzOptions & {
  /** Areas of the plant, for the formats that hold them. */
  readonly areas: FlightAreas | null;
};

/**
 * The files of one route; several where a format allows fewer waypoints than the route has.
 * @throws Failure CONFLICT with everything that the format does not allow
 */
export function routeFiles(
  route: FlightRoute,
  format: RouteFormat,
  options: ExportOptions,
): RouteFile[] {
  const name = fileName(route.name);
  const { areas, elevation = null } = options;
  const obstacles = options.obstacles ?? areas?.obstacles;
  const heights = homeHeights(route, elevation, obstacles);
  const whole = (content: string | Uint8Array): RouteFile[] => {
    const bytes = typeof content === "string" ? strToU8(content) : content;
    return [{ name: `${name}.${format}`, bytes }];
  };
  switch (format) {
    case "kmz":
      return whole(writeKmz(route, { ...options, obstacles }).bytes);
    case "csv":
      return missionFiles(route, { heights, areas }, format, (mission) =>
        strToU8(litchiCsv(mission)),
      );
    case "lchm":
      return missionFiles(route, { heights, areas }, format, litchiBinary);
    case "plan":
      return whole(qgcPlan(route, heights, areas));
    case "kml":
      return whole(
        featuresToKml(route.name, features(route, heights, areas, aboveGround(route, elevation))),
      );
    case "geojson":
      return whole(featuresToGeoJson(route.name, features(route, heights, areas)));
  }
}

const features = (
  route: FlightRoute,
  heights: HomeHeights,
  areas: FlightAreas | null,
  heightOf?: HeightOf,
) => {
  const name = areas ? takeOffNameAt(route.take_off.place, areas) : "";
  const named = name === "" ? route : { ...route, take_off: { ...route.take_off, name } };
  return [...routeFeatures(named, heights, heightOf), ...(areas ? areaFeatures(areas) : [])];
};

/** Heights of KML count from the ground below; without terrain the ground is flat. */
function aboveGround({ take_off }: FlightRoute, elevation: ElevationOf | null): HeightOf {
  const floor = elevation?.(take_off.place) ?? null;
  return ({ place, height_m }) => {
    const ground = elevation?.(place) ?? null;
    return floor === null || ground === null ? height_m : height_m - (ground - floor);
  };
}

function missionFiles(
  route: FlightRoute,
  home: LitchiHome,
  ending: string,
  write: (mission: LitchiMission) => Uint8Array,
): RouteFile[] {
  const missions = litchiMissions(route, home);
  const files = missions.map((mission, at) => {
    const part = missions.length === 1 ? "" : `-${at + 1}`;
    return { name: `${fileName(route.name)}${part}.${ending}`, mission };
  });
  const faults = files.flatMap(({ name, mission }) =>
    litchiProblems(mission).map((problem) => ({ ...problem, file: name })),
  );
  if (faults.length > 0) throw failure("CONFLICT", ...faults);
  return files.map(({ name, mission }) => ({ name, bytes: write(mission) }));
}

export type RouteFiles = {
  readonly files: readonly RouteFile[];
  /** What no file was made of, each with the reason. */
  readonly left_out: readonly Problem[];
};

/**
 * The files of routes in several formats, each in a folder of its own. A format that does not allow a route leaves
 * it out.
 * @param pause awaited after each route, so that other work goes on
 * @throws Failure CONFLICT if no format allows any route
 */
export async function allRouteFiles(
  routes: readonly FlightRoute[],
  formats: readonly RouteFormat[],
  options: ExportOptions,
  pause: () => Promise<unknown> = async () => undefined,
): Promise<RouteFiles> {
  const files: RouteFile[] = [];
  const left_out: Problem[] = [];
  for (const format of formats) {
    const folder = formats.length === 1 ? "" : `${format}/`;
    const names = new Set<string>();
    for (const route of routes) {
      try {
        for (const { name, bytes } of routeFiles(route, format, options)) {
          files.push({ name: folder + freeName(name, names), bytes });
        }
      } catch (cause) {
        if (!isFailure(cause)) throw cause;
        left_out.push(...cause.problems);
      }
      await pause();
    }
  }
  if (files.length === 0) throw failure("CONFLICT", ...left_out);
  return { files, left_out };
}

/** Two routes may have the same name; two files may not. */
function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf(".");
  let free = name;
  for (let next = 2; taken.has(free.toLowerCase()); next += 1) {
    free = `${name.slice(0, dot)} (${next})${name.slice(dot)}`;
  }
  taken.add(free.toLowerCase());
  return free;
}
