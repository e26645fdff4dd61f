// FlightHub 2 through its OpenAPI V1.0 (`/openapi/v0.1`). A route is uploaded to a store that FlightHub names.
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { PutObjectCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { z } from "zod";
import { failure } from "../../domain/error.ts";
import { aircraftModels } from "../../domain/flight/route/flight-route.ts";
import type { DroneCloudTaskForm } from "../../domain/flight/flown/drone-cloud.ts";
import type { Dock, DroneCloudAdapter } from "./drone-cloud.ts";
import { askFlightHub, cloudAway, type FlightHub } from "./flighthub-request.ts";
import { isPermittedHost } from "./permitted-host.ts";

const projectsShape = z.object({
  list: z.array(
    z.object({
      uuid: z.string(),
      name: z.string(),
      project_work_center_point: z
        .object({ latitude: z.number(), longitude: z.number() })
        .nullish(),
    }),
  ),
});
const modelShape = z.object({ name: z.string() }).nullish();
const devicesShape = z.object({
  list: z.array(
    z.object({
      gateway: z.object({ sn: z.string(), callsign: z.string().nullish() }).nullish(),
      drone: z.object({ device_model: modelShape }).nullish(),
    }),
  ),
});
const routesShape = z.object({ list: z.array(z.object({ id: z.string(), name: z.string() })) });
const storeShape = z.object({
  endpoint: z.string(),
  bucket: z.string(),
  object_key_prefix: z.string(),
  provider: z.string().optional(),
  region: z.string().optional(),
  credentials: z.object({
    access_key_id: z.string(),
    access_key_secret: z.string(),
    security_token: z.string(),
  }),
});
type Store = z.output<typeof storeShape>;
const taskShape = z.object({
  status: z.union([z.string(), z.number()]).transform(String),
  folder_info: z
    .object({ expected_file_count: z.number().int(), uploaded_file_count: z.number().int() })
    .nullish(),
});
const mediaShape = z.object({
  list: z.array(
    z.object({
      name: z.string(),
      preview_url: z.string().nullish(),
      original_url: z.string().nullish(),
      size: z.number().int().nullish(),
    }),
  ),
});

const flightsShape = z.object({
  list: z.array(
    z.object({
      uuid: z.string(),
      name: z.string().nullish(),
      status: z.string(),
      /** Seconds, milliseconds or ISO 8601: the platform's documents do not agree. */
      begin_at: z.union([z.number(), z.string()]).nullish(),
    }),
  ),
});
/** Lines of a page: platforms cut longer pages, and a page that is not full is the last one. */
const PAGE = 100;
/** Pages of a list that are read; what goes on after them is refused, since a route that is not seen is stored twice. */
const MOST_PAGES = 50;

function isoOf(at: number | string | null | undefined): string | null {
  const time = typeof at === "number" && at < 1e11 ? at * 1000 : at;
  const date = time === null || time === undefined ? null : new Date(time);
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}

export function openFlightHub(hub: FlightHub): DroneCloudAdapter {
  const ask = <T>(shape: z.ZodType<T>, path: string, project?: string, body?: object) =>
    askFlightHub(hub, shape, { path, ...(project && { project }), ...(body && { body }) });
  const routesOf = (project: string) =>
    pagesOf(async (page) => (await ask(routesShape, `/wayline?${page}`, project)).list);
  return {
    async projects() {
      const query = "usage=simple&prj_authorized_status=project-status-authorized";
      const list = await pagesOf(
        async (page) => (await ask(projectsShape, `/project?${page}&${query}`)).list,
      );
      return list.map(({ uuid: id, name, project_work_center_point: point }) => {
        return { id, name, place: point ? [point.longitude, point.latitude] : null };
      });
    },
    async docks(project) {
      const { list } = await ask(devicesShape, "/project/device", project);
      return list.flatMap(({ gateway, drone }) =>
        gateway ? [dockOf(gateway, drone?.device_model?.name ?? "")] : [],
      );
    },
    routes: routesOf,
    async upload(project, name, kmz) {
      const readStore = () => ask(storeShape, "/project/sts-token", project);
      const object_key = await putFile(hub, readStore, `${randomUUID()}/${name}.kmz`, kmz);
      await ask(z.unknown(), "/wayline/finish-upload", project, { name, object_key });
      // The answer to the upload does not reliably have the ID.
      const found = (await routesOf(project)).find((route) => route.name === name);
      if (!found)
        throw failure("CONFLICT", { reason: "drone_cloud_route_missing", values: { name } });
      return found.id;
    },
    async plan(project, task) {
      const shape = z.object({ task_uuid: z.string() });
      return (await ask(shape, "/flight-task", project, taskBody(task))).task_uuid;
    },
    async task(project, id) {
      const { status, folder_info } = await ask(taskShape, `/flight-task/${id}`, project);
      const expected_files = folder_info?.expected_file_count ?? 0;
      return { id, status, expected_files, uploaded_files: folder_info?.uploaded_file_count ?? 0 };
    },
    async flights(project, since_ms, until_ms) {
      const { list: devices } = await ask(devicesShape, "/project/device", project);
      const docks = devices.flatMap(({ gateway }) => (gateway ? [gateway.sn] : []));
      const begin_at = Math.floor(since_ms / 1000);
      const end_at = Math.ceil(until_ms / 1000);
      const lists = await Promise.all(
        docks.map((sn) => {
          const query = new URLSearchParams({ sn, begin_at: `${begin_at}`, end_at: `${end_at}` });
          const path = `/flight-task/list?${query}`;
          return pagesOf(
            async (page) => (await ask(flightsShape, `${path}&${page}`, project)).list,
          );
        }),
      );
      return lists
        .flat()
        .map(({ uuid, name, status, begin_at: at }) => {
          return { id: uuid, name: name ?? uuid, status, begin_at: isoOf(at) };
        })
        .toSorted((a, b) => (b.begin_at ?? "").localeCompare(a.begin_at ?? ""));
    },
    async media(project, task_id) {
      const { list } = await ask(mediaShape, `/flight-task/${task_id}/media`, project);
      return list.flatMap(({ name, original_url, preview_url, size }) => {
        const url = original_url ?? preview_url;
        return url ? [{ name, url, bytes: size ?? null }] : [];
      });
    },
    async open({ url }) {
      // The platform names the address: it may lead neither to unencrypted servers nor, by a redirect, elsewhere.
      const { protocol, origin } = new URL(url);
      if (protocol !== "https:" && origin !== new URL(hub.url).origin) throw cloudAway();
      requirePermitted(hub, url);
      const signal = AbortSignal.timeout(hub.timeoutMs * 30);
      const response = await fetch(url, { signal, redirect: "error" }).catch(() => null);
      if (!response?.ok || !response.body) throw cloudAway();
      return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    },
    // V1.0 lists no call that deletes a route.
    remove: async () => "by_hand",
  };
}

/**
 * All lines of a list, page after page until one is not full. A platform that answers the first page again and again has
 * only that.
 * @throws CONFLICT for a list that is longer than we read
 */
async function pagesOf<T>(read: (page: string) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  let before = "";
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const list = await read(`page=${page}&page_size=${PAGE}`);
    const text = JSON.stringify(list);
    if (text === before) return all;
    before = text;
    all.push(...list);
    if (list.length < PAGE) return all;
  }
  const values = { most: MOST_PAGES * PAGE };
  throw failure("CONFLICT", { reason: "drone_cloud_long_list", values });
}

/** "Matrice 3TD" and "M3TD" are the same drone. */
function dockOf(
  { sn, callsign }: { sn: string; callsign?: string | null | undefined },
  model: string,
): Dock {
  const short = model.replace(/(matrice|mavic|dji|enterprise|\s)+/gi, (text) =>
    /matrice|mavic/i.test(text) ? "M" : "",
  );
  const aircraft = aircraftModels.find((known) => known === short.toUpperCase()) ?? null;
  return { serial_number: sn, name: callsign ?? sn, aircraft };
}

function taskBody({
  name,
  route_id,
  dock,
  start_ms,
  latest_ms,
  least_battery_percent,
  time_zone,
  return_height_m,
}: DroneCloudTaskForm) {
  const begin_at = start_ms === null ? null : Math.floor(start_ms / 1000);
  return {
    name,
    // The dock's, not the drone's.
    sn: dock,
    wayline_uuid: route_id,
    time_zone,
    // Whole metres: a height that keeps clear of the ground is never rounded down.
    rth_altitude: Math.ceil(return_height_m),
    rth_mode: "optimal",
    wayline_precision_type: "rtk",
    out_of_control_action_in_flight: "return_home",
    resumable_status: "manual",
    task_type: begin_at === null ? "immediate" : "timed",
    repeat_type: "nonrepeating",
    min_battery_capacity: least_battery_percent,
    ...(begin_at !== null && {
      begin_at,
      latest_begin_at: Math.max(begin_at, Math.floor((latest_ms ?? 0) / 1000)),
    }),
  };
}

/** @returns the key of the object */
async function putFile(
  hub: FlightHub,
  readStore: () => Promise<Store>,
  name: string,
  bytes: Uint8Array,
): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const store = await readStore();
    const key = `${store.object_key_prefix.replace(/\/+$/, "")}/${name}`;
    try {
      await storeClient(hub, store).send(
        new PutObjectCommand({ Bucket: store.bucket, Key: key, Body: bytes }),
      );
      return key;
    } catch (cause) {
      const code = cause instanceof S3ServiceException ? cause.name : null;
      // The credentials may have expired on the way: new ones are asked for once.
      if (attempt === 0 && /Expired|InvalidToken|SecurityToken/.test(code ?? "")) continue;
      if (code === null) throw cloudAway();
      throw failure("CONFLICT", { reason: "drone_cloud_store", values: { detail: code } });
    }
  }
}

/** @throws CONFLICT for an address of the platform that the operator has not permitted */
function requirePermitted({ url: own, permitted }: FlightHub, address: string): void {
  const { hostname } = new URL(address);
  if (hostname === new URL(own).hostname || isPermittedHost(permitted, hostname)) return;
  throw failure("CONFLICT", { reason: "drone_cloud_host", values: { name: hostname } });
}

function storeClient(hub: FlightHub, { endpoint, provider, region, credentials }: Store) {
  const { timeoutMs } = hub;
  const address = /^https?:/.test(endpoint) ? endpoint : `https://${endpoint}`;
  requirePermitted(hub, address);
  return new S3Client({
    endpoint: address,
    region: region ?? "us-east-1",
    forcePathStyle: provider !== "ali",
    credentials: {
      accessKeyId: credentials.access_key_id,
      secretAccessKey: credentials.access_key_secret,
      sessionToken: credentials.security_token,
    },
    maxAttempts: 2,
    requestHandler: { connectionTimeout: timeoutMs, requestTimeout: timeoutMs * 3 },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}
