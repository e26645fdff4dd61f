// Where the single images of one flight lie: each by its rows, and all of them together by what some of them show.
import type { Geometry } from "../../component/component-index.ts";
import type { Plane } from "../../geometry/plane.ts";
import { imageToGround, projectorOf, type ImageCamera } from "../../image/image-camera.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";
import { isPlaceSure, registerRaster, type Registered } from "../registration.ts";
import { checkedGround } from "./checked-ground.ts";
import { flightEvidence, type Evidence } from "./flight-evidence.ts";
import { imageEvidence } from "./image-evidence.ts";
import { knownPlace, partOf, rowsInSight } from "./image-view.ts";
import { still } from "./pose.ts";
import { nearbyOf } from "./place-window.ts";
import { SHIFT_REACH_M, wholeShifts, type Bounds } from "./whole-shift.ts";

/** An image shows fewer modules than a mosaic: of so many the ground beside them is compared. */
const LEAST_COMPARED = 8;
/** Cells in which components are found, in metres. */
const NEARBY_M = 8;

/**
 * Why the place of an image is not sure. `pattern`: its rows were not found, or another place fits as well. `flight`:
 * its rows fit, but no image of the flight shows that they are not the next ones. `jump`: it shows, or an image before
 * or after it, that they are the next ones.
 */
export type ImageDoubt = "pattern" | "flight" | "jump";

export type ImagePlace = {
  /** Null where the place is not sure. */
  readonly found: Registered | null;
  readonly doubt: ImageDoubt | null;
  /** Whether the flight lies where its files state it, as its images show: also for one whose rows were not found. */
  readonly isFlightKnown: boolean;
};

/** Of an image that no flight has placed. */
export const notPlaced: ImagePlace = { found: null, doubt: "pattern", isFlightKnown: false };

export type FlightPlaces = {
  /** Looks for the rows of an image, by its number; all of them in the order in which they were taken. */
  look(image: number, raster: SurveyRaster): Promise<void>;
  /** Whether the images so far rule out every movement. */
  isClosed(): boolean;
  /** The place of an image. All images have to be read before. */
  placeOf(image: number): ImagePlace;
};

type Flight = {
  readonly geometry: Geometry;
  readonly plane: Plane;
  readonly settings: Pick<EvaluationSettings, "camera_position_m">;
  /** By the number of the image. */
  readonly cameras: readonly ImageCamera[];
  /** Whether the ground beside modules is compared, as in thermal images. */
  readonly isChecked: boolean;
  /**
   * Whether an image whose components were not found is asked at the place that its file states: rows that are turned
   * about their axis are narrower than the twin has them, and seldom found.
   */
  readonly isStatedAsked?: boolean;
};

export function flightPlaces({
  geometry,
  plane,
  settings,
  cameras,
  isChecked,
  isStatedAsked = false,
}: Flight): FlightPlaces {
  const all = Array.from(geometry.length.keys()).filter((row) => geometry.length[row]! > 0);
  const nearby = nearbyOf(geometry, all, NEARBY_M);
  const seen = new Set(cameras.flatMap((camera) => rowsInSight(camera, geometry, plane)));
  const rowsOfFlight = [...seen].toSorted((a, b) => a - b);
  // Tubes have no face: their own lines and ends say where they are.
  const isAsked = geometry.type !== "absorber_tube";
  const shifts = !isAsked ? [] : wholeShifts(geometry, rowsOfFlight, nearby);
  const evidence = flightEvidence(shifts);
  const found = new Map<number, { readonly registered: Registered | null; readonly at: number }>();
  let verdict: ReturnType<typeof evidence.verdict> | null = null;
  return {
    async look(image, raster) {
      const camera = cameras[image]!;
      const at = found.size;
      const rows = rowsInSight(camera, geometry, plane);
      const registered = await placeByRows(raster, camera, {
        geometry,
        plane,
        settings,
        isChecked,
      });
      found.set(image, { registered, at });
      const isFound = isPlaceSure(registered);
      evidence.add(isFound || isStatedAsked ? await ofImage() : null);

      async function ofImage(): Promise<Evidence | null> {
        const ground = groundOf(camera, plane);
        if (!ground || shifts.length === 0 || rows.length === 0) return null;
        const around = rowsInSight(camera, geometry, plane, SHIFT_REACH_M);
        const toPixel = statedPlace(camera, plane, partOf(geometry, rows));
        const input = { raster, geometry, nearby, toPixel };
        const at = isFound ? registered! : { pose: still, middle: [0, 0] as const };
        return imageEvidence(input, around, ground, at, isFound);
      }
    },
    isClosed: () => evidence.verdict().open.length === 0,
    placeOf(image) {
      const own = found.get(image);
      if (!own) return notPlaced;
      const isFound = own.registered !== null && isPlaceSure(own.registered);
      verdict ??= evidence.verdict();
      const isSteady = verdict.isSteady[own.at]!;
      const isClosed = isSteady && verdict.open.length === 0;
      const isFlightKnown = isAsked && isClosed;
      if (!isFound) return { found: null, doubt: "pattern", isFlightKnown };
      if (isClosed) return { found: own.registered, doubt: null, isFlightKnown };
      return { found: null, doubt: isSteady ? "flight" : "jump", isFlightKnown };
    },
  };
}

/** By the rows in sight of an image alone: within what its file states of its place, whether that is true or not. */
export async function placeByRows(
  raster: SurveyRaster,
  camera: ImageCamera,
  { geometry, plane, settings, isChecked }: Omit<Flight, "cameras">,
): Promise<Registered | null> {
  const rows = rowsInSight(camera, geometry, plane);
  if (rows.length === 0) return null;
  const part = partOf(geometry, rows);
  const toPixel = statedPlace(camera, plane, part);
  const placed = await registerRaster(raster, part, toPixel, knownPlace(camera, settings));
  return isChecked ? checkedGround(raster, part, placed, LEAST_COMPARED) : placed;
}

/** Pixels of places of the plant plane, by what the file says of the camera. */
export function statedPlace(camera: ImageCamera, plane: Plane, part: Geometry): ToPixel {
  const height = part.height.reduce((sum, one) => sum + one, 0) / Math.max(1, part.count);
  const project = projectorOf(camera);
  return (x, y) => project([...plane.toLonLat(x, y), height])?.pixel ?? [NaN, NaN];
}

/** The ground that the corners of the image show, as far as it is not seen too flat; null for the sky. */
function groundOf(camera: ImageCamera, plane: Plane): Bounds | null {
  const { width_px: w, height_px: h } = camera;
  const places = [
    [0, 0],
    [w, 0],
    [0, h],
    [w, h],
  ].map(([x, y]) => imageToGround(camera, [x!, y!]));
  const points = places.flatMap((one) => (one ? [plane.toPlane(one[0], one[1])] : []));
  if (points.length < places.length) return null;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { low: [Math.min(...xs), Math.min(...ys)], high: [Math.max(...xs), Math.max(...ys)] };
}
