// Stands in for the drone cloud platform in development and tests: one project with one dock, in memory.
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { failure } from "../../domain/error.ts";
import type {
  DroneCloudFlight,
  DroneCloudRoute,
  DroneCloudTask,
} from "../../domain/flight/flown/drone-cloud.ts";
import type { DroneCloudAdapter } from "./drone-cloud.ts";

/** A grey picture of the size of a thermal camera's. */
async function picture(): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const create = { width: 640, height: 512, channels: 3, background: "#777777" } as const;
  return sharp({ create }).jpeg().toBuffer();
}

export function openLocalDroneCloud(): DroneCloudAdapter {
  const routes: DroneCloudRoute[] = [];
  const tasks = new Map<string, DroneCloudTask>();
  const flights: DroneCloudFlight[] = [];
  return {
    projects: async () => [{ id: "local-project", name: "Local project", place: null }],
    docks: async () => [{ serial_number: "LOCALDOCK1", name: "Local dock", aircraft: "M3TD" }],
    routes: async () => [...routes],
    async upload(_project, name) {
      const id = randomUUID();
      routes.push({ id, name });
      return id;
    },
    async plan(_project, { name, start_ms }) {
      const id = randomUUID();
      const begin_at = new Date(start_ms ?? Date.now()).toISOString();
      flights.unshift({ id, name, status: "success", begin_at });
      tasks.set(id, { id, status: "success", expected_files: 1, uploaded_files: 1 });
      return id;
    },
    async task(_project, id) {
      const found = tasks.get(id);
      if (!found) throw failure("RESOURCE_NOT_FOUND", { reason: "drone_cloud_unknown" });
      return found;
    },
    flights: async () => [...flights],
    async media(_project, task_id) {
      if (!tasks.has(task_id)) {
        throw failure("RESOURCE_NOT_FOUND", { reason: "drone_cloud_unknown" });
      }
      const name = `DJI_${task_id.slice(0, 4)}_0001_T.JPG`;
      return [{ name, url: `local:${task_id}/${name}`, bytes: null }];
    },
    open: async () => Readable.from([await picture()]),
    async remove(_project, route_id) {
      const at = routes.findIndex(({ id }) => id === route_id);
      if (at >= 0) routes.splice(at, 1);
      return "deleted";
    },
  };
}
