// The single images of a survey: they count for what no raster shows in a place that is sure.
//
// The place of an image depends on all images of its flight, and they are too many to be kept. So each is read twice: for
// its place, and to be measured.
import { isFailure } from "../../../domain/error.ts";
import type { Geometry } from "../../../domain/component/component-index.ts";
import type { ComponentSurvey } from "../../../domain/evaluation/component-survey.ts";
import type { EvaluationSettings } from "../../../domain/evaluation/evaluation-settings.ts";
import { rasterOf, surveyImage, type ImageLook } from "../../../domain/evaluation/image-survey.ts";
import { flightsOf } from "../../../domain/evaluation/place/flight-group.ts";
import {
  flightPlaces,
  notPlaced,
  type ImageDoubt,
  type ImagePlace,
} from "../../../domain/evaluation/place/flight-place.ts";
import { rowsInSight } from "../../../domain/evaluation/place/image-view.ts";
import { lookPlaces } from "../../../domain/evaluation/place/look-place.ts";
import { imagePlaces } from "../../../domain/evaluation/place/image-places.ts";
import type { SurveyLog } from "../../../domain/evaluation/survey-log.ts";
import type { RowPart } from "../row-part.ts";
import type { storeOf } from "../store-access.ts";
import type { TemperatureScale } from "../../../domain/raster/temperature.ts";
import { readPicture, type SingleImage } from "./image-picture.ts";
import type { visibleSurvey } from "./visible-part.ts";

type Visited = {
  readonly geometry: Geometry;
  readonly plane: ImageLook["plane"];
  readonly settings: EvaluationSettings;
  /** What the numbers of exported images mean; null until a user says it. */
  readonly scale: TemperatureScale | null;
  /** A raster shows the component in a place that is sure: its temperatures, or its colours. */
  isShown(row: number, is_thermal: boolean): boolean;
  readonly rows: RowPart;
  readonly visible: Awaited<ReturnType<typeof visibleSurvey>>;
  readonly visit: ComponentSurvey["visit"];
};

type Store = Awaited<ReturnType<typeof storeOf>>;

/** Reads the images that show a component that no raster shows, and visits those components. */
export async function visitImages(
  store: Store,
  images: readonly SingleImage[],
  visited: Visited,
): Promise<{
  readonly used: readonly SingleImage[];
  readonly counts: Omit<SurveyLog["images"], "by_jpeg">;
  readonly places: SurveyLog["image_places"];
  readonly pixels: number;
}> {
  const { geometry, plane, settings, scale, isShown, rows, visible, visit } = visited;
  const counts = {
    measured: 0,
    placed: 0,
    without_temperature: 0,
    visible: 0,
    turned: 0,
    visible_not_sure: 0,
    flight_not_sure: 0,
    flight_beside: 0,
    duplicates: 0,
    false_colour: 0,
    position_stated: 0,
    unconfirmed: 0,
    odd_unit: 0,
  };
  const used: SingleImage[] = [];
  // A raster shows all that they do. They are not measured, but say where the others of their flight lie.
  const inRaster = new Set<SingleImage>();
  const known = new Set<string>();
  for (const image of images) {
    const { sha256, camera, is_thermal } = image;
    // The same file under another name is no second look.
    if (known.has(sha256)) {
      counts.duplicates += 1;
      continue;
    }
    known.add(sha256);
    const inSight = rowsInSight(camera, geometry, plane);
    const isInRaster = inSight.length > 0 && inSight.every((row) => isShown(row, is_thermal));
    const isFalse = is_thermal && !image.is_radiometric;
    const isUnknown = image.is_exported && scale === null;
    if (isInRaster) {
      if (!isFalse && !isUnknown) inRaster.add(image);
    } else if (isFalse) counts.false_colour += 1;
    else if (isUnknown) counts.unconfirmed += 1;
    else used.push(image);
  }
  const readable = new Map<SingleImage, FlightPlace>();
  for (const flight of flightsOf([...used, ...inRaster])) {
    if (flight.some((image) => !inRaster.has(image))) await lookAt(flight);
  }
  const placed: Parameters<typeof imagePlaces>[0][number][] = [];
  const placeOf = lookPlaces(plane);
  let pixels = 0;
  for (const image of used) {
    const { name, camera, taken_at } = image;
    const place = placeOf(camera);
    if ((camera.position_m ?? null) !== null) counts.position_stated += 1;
    const own = readable.get(image);
    if (!own) continue;
    const picture = await readPicture(store, image, scale, geometry.type);
    if ("counted_as" in picture) continue;
    const at = own.place();
    await rows.visitImage(picture.grid, camera, own.rows(), taken_at);
    if (at.doubt !== null) countDoubt(at.doubt);
    if (picture.visible) {
      const shown = await visible.visitImage({ ...picture.visible, camera, plane, place }, at);
      if (shown.found) placed.push({ file: name, found: shown.found });
      if (shown.shown === "measured") counts.visible += 1;
      if (shown.shown === "not sure") counts.visible_not_sure += 1;
      continue;
    }
    const look = { grid: picture.grid, camera, geometry, plane };
    pixels += await surveyImage(look, settings, at, (one) => {
      if (!isShown(one.row, true)) visit({ ...one, place, file: name });
    });
    counts.measured += 1;
    if (!at.found) continue;
    counts.placed += 1;
    placed.push({ file: name, found: at.found.registration });
  }
  return { used, counts, places: imagePlaces(placed), pixels };

  function countDoubt(doubt: ImageDoubt) {
    if (doubt === "flight") counts.flight_not_sure += 1;
    if (doubt === "jump") counts.flight_beside += 1;
  }

  /** Looks for the rows of the images of one flight, in the order in which they were taken. */
  async function lookAt(flight: readonly SingleImage[]): Promise<void> {
    const cameras = flight.map(({ camera }) => camera);
    const isVisible = !flight[0]!.is_thermal;
    const own = isVisible
      ? visible.flight(cameras, plane)
      : flightPlaces({ geometry, plane, settings, cameras, isChecked: true });
    const ofRows = rows.flight?.(cameras) ?? null;
    const isNear = beside(flight.map((image) => !inRaster.has(image)));
    for (const [at, image] of flight.entries()) {
      const isUsed = !inRaster.has(image);
      const isKnown = own.isClosed() && (ofRows?.isClosed() ?? true);
      if (!isUsed && isKnown && !isNear[at]) continue;
      const picture = isUsed
        ? await readPicture(store, image, scale, geometry.type)
        : await readWitness(image);
      if (picture === null) continue;
      if ("counted_as" in picture) {
        if (isUsed) counts[picture.counted_as] += 1;
        continue;
      }
      await own.look(at, picture.visible?.bright ?? rasterOf(picture.grid));
      await ofRows?.look(at, rasterOf(picture.grid));
      if (!isUsed) continue;
      readable.set(image, {
        place: () => own.placeOf(at),
        rows: () => rowsPlace(own.placeOf(at), ofRows?.placeOf(at) ?? notPlaced),
      });
    }
  }

  /** Null for a file that cannot be read: it is not needed for what it shows. */
  async function readWitness(image: SingleImage) {
    try {
      return await readPicture(store, image, scale, geometry.type);
    } catch (cause) {
      if (!isFailure(cause)) throw cause;
      return null;
    }
  }
}

/**
 * Images before and after one that is measured which are asked, too, where the flight is known: its correction may have
 * jumped since.
 */
const NEAR = 8;

const beside = (isUsed: readonly boolean[]): boolean[] =>
  isUsed.map((_, at) => isUsed.slice(Math.max(0, at - NEAR), at + NEAR + 1).includes(true));

/** Its whole flight has to be read before. */
type FlightPlace = { readonly place: () => ImagePlace; readonly rows: () => ImagePlace };

/** A flight that is known by its modules or mirrors is known for its rows, too. */
const rowsPlace = (own: ImagePlace, ofRows: ImagePlace): ImagePlace => ({
  ...ofRows,
  isFlightKnown: own.doubt !== "jump" && (own.isFlightKnown || ofRows.isFlightKnown),
});
