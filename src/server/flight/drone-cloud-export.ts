// Routes on their way to the drone cloud platform: their files, and the flights that a dock begins by itself.
import { createHash } from "node:crypto";
import { failure, type Problem, type Refusal } from "../../domain/error.ts";
import {
  cloudStartRefusal,
  docksRefusal,
  droneCloudName,
  latestBegin,
  leastBattery,
  plannedAlready,
  type DroneCloudTaskForm,
} from "../../domain/flight/flown/drone-cloud.ts";
import { kmzContent, writeKmz, type KmzOptions } from "../../domain/flight/format/kmz-write.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { homeHeights } from "../../domain/flight/route/home-leg.ts";
import type { CheckedAgainst } from "../../domain/flight/route/route-check.ts";
import type { Dock, DroneCloudAdapter } from "../adapters/drone-cloud.ts";

const DAY_MS = 86_400_000;

/** A route with its name on the platform and its file. */
export type CloudFile = {
  readonly route: FlightRouteRecord;
  readonly name: string;
  readonly kmz: Uint8Array;
};

/** The first characters of the hash of what is flown: two contents of one route share them once in four billion times. */
export const contentHash = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex").slice(0, 8);

/** @throws CONFLICT for a route that is no valid file */
export function cloudFile(route: FlightRouteRecord, options: KmzOptions): CloudFile {
  const { bytes: kmz } = writeKmz(route, options);
  return { route, name: droneCloudName(route, contentHash(kmzContent(route, options))), kmz };
}

/**
 * Stores the files, then plans their flights: all files are there before the first flight is planned.
 * @param flights in the order of the files; empty: none are planned
 */
export async function sendFiles(
  cloud: DroneCloudAdapter,
  project: string,
  files: readonly CloudFile[],
  flights: readonly CloudFlight[],
) {
  const stored = await storeFiles(cloud, project, files);
  const exported = [];
  for (const [at, { route }] of files.entries()) {
    const cloud_route_id = stored[at]!;
    const flight = flights[at];
    const task_id = flight
      ? (flight.task_id ?? (await cloud.plan(project, { ...flight, route_id: cloud_route_id })))
      : null;
    exported.push({ route_id: route.id, cloud_route_id, task_id });
  }
  return exported;
}

/** The platform's ID of each route, in their order. A file that is there already is not sent again. */
async function storeFiles(
  cloud: DroneCloudAdapter,
  project: string,
  files: readonly CloudFile[],
): Promise<string[]> {
  const known = await cloud.routes(project);
  const ids: string[] = [];
  for (const { name, kmz } of files) {
    const stored = known.find((one) => one.name === name);
    ids.push(stored?.id ?? (await cloud.upload(project, name, kmz)));
  }
  return ids;
}

/** A flight to plan, without the ID of its route; `task_id` where the platform has it already. */
export type CloudFlight = Omit<DroneCloudTaskForm, "route_id"> & {
  readonly task_id: string | null;
};

type Planned = {
  readonly against: Pick<CheckedAgainst, "areas" | "elevation" | "windows">;
  readonly reserve_percent: number;
  readonly time_zone: string;
  readonly now_ms: number;
};

/**
 * The flights of the routes, in their order: when the dock begins, how late it may, and how full its battery must be.
 * @throws CONFLICT with every route that cannot be planned, before anything is sent
 */
export async function flightsToPlan(
  cloud: DroneCloudAdapter,
  project: string,
  files: readonly CloudFile[],
  { against, reserve_percent, time_zone, now_ms }: Planned,
): Promise<CloudFlight[]> {
  const problems: Problem[] = [];
  const refused = (refusal: Refusal, { name: file }: FlightRouteRecord): [] => {
    problems.push({ ...refusal, file });
    return [];
  };
  const timed = files.flatMap(({ route, name }) => {
    const past = cloudStartRefusal(route, now_ms);
    if (past) return refused(past, route);
    const latest = latestBegin(route, against.windows);
    if (typeof latest !== "number") return refused(latest, route);
    return [{ route, name, start_ms: Date.parse(route.start_at ?? ""), latest_ms: latest }];
  });
  if (problems.length > 0) throw failure("CONFLICT", ...problems);
  const dock = await dockFor(cloud, project, files);
  const last_ms = timed.reduce((latest, { latest_ms }) => Math.max(latest, latest_ms), now_ms);
  const flights = await cloud.flights(project, now_ms - DAY_MS, last_ms + DAY_MS);
  const planned = timed.flatMap(({ route, name, start_ms, latest_ms }): CloudFlight[] => {
    const before = plannedAlready(route, { name, start_ms }, flights, now_ms);
    if (before !== null && typeof before !== "string") return refused(before, route);
    return [
      {
        task_id: before,
        name,
        dock: dock.serial_number,
        start_ms,
        latest_ms,
        least_battery_percent: leastBattery(route, reserve_percent),
        time_zone,
        return_height_m: homeHeights(route, against.elevation, against.areas.obstacles)
          .return_height_m,
      },
    ];
  });
  if (problems.length > 0) throw failure("CONFLICT", ...problems);
  return planned;
}

/** The one dock of the project, with the drone that the routes are planned for. @throws CONFLICT */
async function dockFor(
  cloud: DroneCloudAdapter,
  project: string,
  files: readonly CloudFile[],
): Promise<Dock> {
  const docks = await cloud.docks(project);
  const refusal = docksRefusal(docks);
  const [dock] = docks;
  if (refusal || !dock) throw failure("CONFLICT", refusal ?? { reason: "drone_cloud_docks" });
  const other = files.find(({ route: { aircraft } }) => aircraft !== dock.aircraft)?.route;
  if (!other) return dock;
  const values = { dock: dock.name, aircraft: other.aircraft };
  throw failure("CONFLICT", { reason: "drone_cloud_other_model", values });
}
