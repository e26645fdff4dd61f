// The numbers by which DJI's route files name drones and cameras (Cloud API documentation, "Product support").
import type { Refusal } from "../../error.ts";
import type { AircraftModel } from "../route/flight-route.ts";

/** The drones that a camera may hang on; a route file names one, and is refused by another. */
export const airframes = ["M350", "M300"] as const;
export type Airframe = (typeof airframes)[number];

export type DjiModel = {
  readonly aircraft: AircraftModel;
  /** The drone itself, where a camera flies on several. */
  readonly airframe?: Airframe;
  readonly drone: number;
  readonly drone_sub: number;
  readonly payload: number;
  /** How far the camera tilts, in degrees: -90 looks straight down. */
  readonly pitch: readonly [least: number, most: number];
};

/** A Mavic 2 is not among them: it flies no route files, but routes of the Litchi app. */
export const djiModels: readonly DjiModel[] = [
  { aircraft: "M3E", drone: 77, drone_sub: 0, payload: 66, pitch: [-90, 35] },
  { aircraft: "M3T", drone: 77, drone_sub: 1, payload: 67, pitch: [-90, 35] },
  { aircraft: "M3TD", drone: 91, drone_sub: 1, payload: 81, pitch: [-90, 30] },
  { aircraft: "M30T", drone: 67, drone_sub: 1, payload: 53, pitch: [-120, 45] },
  { aircraft: "M4T", drone: 99, drone_sub: 1, payload: 89, pitch: [-90, 35] },
  { aircraft: "M4TD", drone: 100, drone_sub: 1, payload: 99, pitch: [-90, 35] },
  {
    aircraft: "H20T",
    airframe: "M350",
    drone: 89,
    drone_sub: 0,
    payload: 43,
    pitch: [-120, 30],
  },
  {
    aircraft: "H20T",
    airframe: "M300",
    drone: 60,
    drone_sub: 0,
    payload: 43,
    pitch: [-120, 30],
  },
];

/** Pairs of drone and camera that DJI documents, besides those that routes are planned for. */
const otherPairs: readonly (readonly [drone: number, drone_sub: number, payload: number])[] = [
  ...[60, 89, 103].flatMap((drone) =>
    [42, 43, 61, 82, 83, 65534].map((payload) => [drone, 0, payload] as const),
  ),
  [67, 0, 52],
  [77, 2, 68],
  [77, 3, 129],
  [91, 0, 80],
  [99, 0, 88],
  [100, 0, 98],
];

/** The row of a model; undefined for a drone that flies no route files. */
export function djiModelOf(
  aircraft: AircraftModel,
  airframe: DjiModel["airframe"] = "M350",
): DjiModel | undefined {
  return djiModels.find(
    (model) => model.aircraft === aircraft && (model.airframe ?? airframe) === airframe,
  );
}

/** The drones that this one is a camera of; empty where it is a drone itself. */
export const airframesOf = (aircraft: AircraftModel): readonly Airframe[] =>
  djiModels.flatMap((model) =>
    model.aircraft === aircraft && model.airframe ? [model.airframe] : [],
  );

/** Why no DJI file is written before a person has said which drone the camera hangs on, or null. */
export function airframeRefusal(
  aircraft: AircraftModel,
  airframe: Airframe | undefined,
): Refusal | null {
  const values = { aircraft };
  const isAsked = airframe === undefined && airframesOf(aircraft).length > 0;
  return isAsked ? { reason: "kmz_airframe", values } : null;
}

/** The row of the numbers in a file; undefined for a drone that routes are not planned for. */
export function djiModelNumbered(
  drone: number,
  drone_sub: number,
  payload: number,
): DjiModel | undefined {
  return djiModels.find(
    (model) => model.drone === drone && model.drone_sub === drone_sub && model.payload === payload,
  );
}

/** True for a camera that this drone carries. */
export function isDjiPair(drone: number, drone_sub: number, payload: number): boolean {
  return (
    djiModelNumbered(drone, drone_sub, payload) !== undefined ||
    otherPairs.some((pair) => pair[0] === drone && pair[1] === drone_sub && pair[2] === payload)
  );
}
