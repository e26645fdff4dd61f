// A route as a file holds it, and how a file is refused.
import { failure, type Failure, type Problem } from "../../error.ts";
import type {
  AircraftModel,
  FlightRoute,
  FlightType,
  Lens,
  PhotoRun,
  TakeOff,
  Waypoint,
} from "../route/flight-route.ts";

/** What the heights of the waypoints are measured from. */
export type HeightReference = "take_off" | "ellipsoid" | "ground";

/** A route that was read from a file; null where the file or its format does not say it. */
export type OpenedRoute = {
  readonly name: string;
  readonly aircraft: AircraftModel | null;
  readonly flight_type: FlightType | null;
  readonly lenses: readonly Lens[];
  readonly altitude_agl_m: number | null;
  readonly speed_m_s: number | null;
  readonly take_off: TakeOff | null;
  readonly waypoints: readonly Waypoint[];
  readonly photo_runs: readonly PhotoRun[];
  readonly height_reference: HeightReference;
  /** As the file states it, in its own way of counting. */
  readonly distance_m: number | null;
  readonly duration_s: number | null;
  readonly eval_batch_num: number | null;
  /** What the file has that no route has, or what it leaves open: a person must know it. */
  readonly notes: readonly Problem[];
};

/** What every route file says. */
type StatedRoute = Pick<OpenedRoute, "name" | "waypoints"> & Partial<OpenedRoute>;

/** A route of which a file says only this. */
export function openedRoute(stated: StatedRoute): OpenedRoute {
  return {
    aircraft: null,
    flight_type: null,
    lenses: [],
    altitude_agl_m: null,
    speed_m_s: null,
    take_off: null,
    photo_runs: [],
    height_reference: "take_off",
    distance_m: null,
    duration_s: null,
    eval_batch_num: null,
    notes: [],
    ...stated,
  };
}

/** The route that a file holds completely. */
export function openedFrom(route: FlightRoute): OpenedRoute {
  return openedRoute(route);
}

/** @param file name of the file, for the user */
export function refusedFile(file: string, problem: Problem): Failure {
  return failure("FILE_REFUSED", { file, ...problem });
}

/**
 * What the heights of all waypoints count from.
 * @throws Failure FILE_REFUSED where they differ: one of them would be flown at another height
 */
export function oneReference(
  file: string,
  references: readonly HeightReference[],
): HeightReference {
  const [first = "take_off"] = references;
  const other = references.findIndex((reference) => reference !== first);
  if (other < 0) return first;
  throw refusedFile(file, { reason: "route_heights_mixed", values: { waypoint: other + 1 } });
}

/** The name of a file without its folder and its ending. */
export function baseName(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.[a-z]+$/i, "");
}
