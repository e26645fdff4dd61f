// The drone cloud platform, which sends routes to docks: the type of the adapter. drone-cloud-flighthub.ts calls
// FlightHub 2, drone-cloud-local.ts replaces it in tests and demos.
import type { Readable } from "node:stream";
import type { AircraftModel } from "../../domain/flight/route/flight-route.ts";
import type {
  DroneCloudFlight,
  DroneCloudMedium,
  DroneCloudProject,
  DroneCloudRoute,
  DroneCloudTask,
  DroneCloudTaskForm,
} from "../../domain/flight/flown/drone-cloud.ts";

export type Dock = {
  readonly serial_number: string;
  readonly name: string;
  /** Model of the drone in the dock; null where the platform names one that routes are not planned for. */
  readonly aircraft: AircraftModel | null;
};

/**
 * Calls reject with UNAVAILABLE if the platform does not answer, CONFLICT if it refuses, each with a reason for the
 * user. Projects are named by their ID.
 */
export type DroneCloudAdapter = {
  projects(): Promise<DroneCloudProject[]>;
  /** The docks of a project. A task plan needs exactly one. */
  docks(project: string): Promise<Dock[]>;
  routes(project: string): Promise<DroneCloudRoute[]>;
  /** Stores a route file. The platform knows routes by name, so it must be a new one. @returns the route's ID */
  upload(project: string, name: string, kmz: Uint8Array): Promise<string>;
  /** Plans a flight of a route. @returns the task's ID */
  plan(project: string, task: DroneCloudTaskForm): Promise<string>;
  task(project: string, id: string): Promise<DroneCloudTask>;
  /** The flights of a project's docks between two times, the newest first. */
  flights(project: string, since_ms: number, until_ms: number): Promise<DroneCloudFlight[]>;
  /** The files that a task has brought. */
  media(project: string, task_id: string): Promise<DroneCloudMedium[]>;
  open(medium: DroneCloudMedium): Promise<Readable>;
  /** "by_hand" where the platform offers no such call. */
  remove(project: string, route_id: string): Promise<"deleted" | "by_hand">;
};

/** The platform of a customer, with its projects. */
export type DroneCloudAccount = {
  readonly cloud: DroneCloudAdapter;
  /** The project that is proposed; null for none. */
  readonly project: string | null;
};
