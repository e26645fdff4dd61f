// Which images of a survey are of one flight: of one camera of one drone, without a pause.
//
// Two drones have two errors of their positions. Images of both in one flight would speak for each other, so a flight
// whose drone is not known ends where a drone cannot have flown.
import type { ImageCamera } from "../../image/image-camera.ts";
import { localMetres } from "../../image/local-metres.ts";

/** Minutes without an image after which another flight begins: its satellite corrections begin again, too. */
const PAUSE_MIN = 8;
/** No drone that inspects plants is faster; DJI's Matrice 350 RTK flies 23 m/s. */
const MOST_M_PER_S = 30;
/** Clocks of images are in whole seconds. */
const CLOCK_S = 1;

type Taken = {
  readonly name: string;
  /** ISO 8601; null where the file does not state it. */
  readonly clock: string | null;
  readonly is_thermal: boolean;
  /** Of the drone; null where the file does not state it. */
  readonly drone_serial: string | null;
  readonly camera: Pick<ImageCamera, "width_px" | "height_px" | "lon" | "lat">;
};

/** Each in the order in which its images were taken; images without a time are one flight by their names. */
export function flightsOf<Image extends Taken>(images: readonly Image[]): Image[][] {
  const byCamera = Map.groupBy(images, ({ is_thermal, camera, clock, drone_serial }) =>
    [is_thermal, camera.width_px, camera.height_px, clock === null, drone_serial].join(" "),
  );
  return [...byCamera.values()].flatMap((own) => divided(own.toSorted(byTime)));
}

function divided<Image extends Taken>(images: readonly Image[]): Image[][] {
  const flights: Image[][] = [];
  let before: Image | null = null;
  for (const image of images) {
    const passed_s = before && secondsBetween(before, image);
    const isOther =
      passed_s === null || passed_s > PAUSE_MIN * 60 || isTooFar(before!, image, passed_s);
    if (isOther) flights.push([]);
    flights.at(-1)!.push(image);
    before = image;
  }
  return flights;
}

/** NaN without times. */
const secondsBetween = (one: Taken, next: Taken) =>
  (Date.parse(next.clock ?? "") - Date.parse(one.clock ?? "")) / 1000;

function isTooFar(one: Taken, next: Taken, passed_s: number): boolean {
  if (next.drone_serial !== null) return false;
  const { toMetres } = localMetres(one.camera.lon, one.camera.lat);
  const away_m = Math.hypot(...toMetres(next.camera.lon, next.camera.lat));
  return away_m > MOST_M_PER_S * (passed_s + CLOCK_S);
}

const byTime = (one: Taken, other: Taken) => {
  const apart = Date.parse(one.clock ?? "") - Date.parse(other.clock ?? "");
  return apart || (one.name < other.name ? -1 : 1);
};
