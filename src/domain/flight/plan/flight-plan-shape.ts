// What the planner is given and what it makes.
import type { Problem } from "../../error.ts";
import type { ElevationGrid } from "../ground/elevation.ts";
import type { RouteFault } from "../route/flight-fault.ts";
import type { FlightMetrics } from "./flight-metrics.ts";
import type { FlightAreas, FlightRoute, Place } from "../route/flight-route.ts";
import type { FlightSettings } from "./flight-settings.ts";
import type { FlightLight } from "../time/flight-light.ts";
import type { FlightTarget } from "../area/flight-target.ts";
import type { PlannedFlight } from "../flown/planned-flight.ts";

export type FlightPlanInput = {
  /** Routes are called by it and a number. */
  readonly name: string;
  readonly areas: FlightAreas;
  /** Null: everything inside the flight polygons is photographed. */
  readonly target: FlightTarget | null;
  readonly settings: FlightSettings;
  /** Sorties without the light that they need wait for it. Absent: they start at any hour. */
  readonly light?: FlightLight;
  /** Metres of the ground, all above the same zero; null where it is not known. Absent: the ground is flat. */
  readonly elevation?: (place: Place) => number | null;
  /** Metres above ground that nothing may fly above at the plant; null or absent: no such rule. */
  readonly ceiling_m?: number | null;
  /** `preview`: of areas that are large or have many no-fly polygons a first order, quickly. */
  readonly effort?: "preview" | "full";
  /** Hears which part of the work is done, 0 to 1 and never less than before. */
  readonly onShare?: (share: number) => void;
};

/** What a thread can be given: the terrain as a grid instead of a function, and no function that hears of it. */
export type ThreadPlanInput = Omit<FlightPlanInput, "elevation" | "onShare"> & {
  readonly terrain: ElevationGrid | null;
};

export type PlannedRoute = FlightRoute & {
  /** When the drone leaves the ground, milliseconds since 1970 UTC. */
  readonly start_ms: number;
};

export type FlightPlan = {
  readonly routes: readonly PlannedRoute[];
  readonly flights: readonly PlannedFlight[];
  readonly metrics: FlightMetrics;
  /** Of each route by its index; a route with faults must not be flown. */
  readonly faults: readonly (readonly RouteFault[])[];
  /** Why nothing, or not all, could be planned; reasons are keys of refusal.json. */
  readonly problems: readonly Problem[];
  /** Ordered with less work than the routes that are flown: those may be others. Absent: they are the same. */
  readonly is_rough?: true;
};
