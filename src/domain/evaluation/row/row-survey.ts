// How trackers and collectors are turned: measured by how wide they look, in orthomosaics and in single images.
import type { Geometry } from "../../component/component-index.ts";
import type { Plane } from "../../geometry/plane.ts";
import type { ImageCamera } from "../../image/image-camera.ts";
import type { Grid } from "../../image/measure.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import { rasterOf } from "../image-survey.ts";
import {
  flightPlaces,
  statedPlace,
  type FlightPlaces,
  type ImagePlace,
} from "../place/flight-place.ts";
import { knownPlace, partOf, positionError, rowsInSight } from "../place/image-view.ts";
import type { FindingColumns } from "../module/module-finding.ts";
import type { SurveyRaster } from "../raster-survey.ts";
import { isPlacedIn, type Registered } from "../registration.ts";
import { axisOf, seenWidth, type SeenWidth } from "./row-edge.ts";
import { leastApart } from "./row-apart.ts";
import { medianOf } from "../../median.ts";
import { withAside } from "./row-middle.ts";
import { collectorColumns, tiltsOf, trackerColumns, type RowLook } from "./row-columns.ts";
import type { From } from "./row-tilt.ts";

type RowPlace = Pick<Registered, "toPixel" | "certainty" | "windows">;

export type RowSurvey = {
  /** @param placed a raster whose place is sure; rows that lie in a part of it which is not are left out */
  visitRaster(raster: SurveyRaster, placed: RowPlace): Promise<void>;
  /** Finds out where the images of a flight lie, by these rows. */
  flight(cameras: readonly ImageCamera[]): FlightPlaces;
  /**
   * Nothing counts of an image whose rows may be those beside: its flight may lie a row beside, or its place was not
   * found, and the camera may lie half of the distance between two rows beside its own.
   * @param place where its flight has it
   * @param facing of a direction of the axis (radians counter-clockwise from east), at the time of the image
   */
  visitImage(
    grid: Grid,
    camera: ImageCamera,
    place: ImagePlace,
    facing: (rotation: number) => number,
  ): Promise<void>;
  /** By key figure; empty where nothing was measured. */
  columns(): FindingColumns;
};

/** @param geometry trackers or SCAs, whose width is that of their surface */
export function rowSurvey(
  geometry: Geometry,
  plane: Plane,
  settings: EvaluationSettings,
): RowSurvey {
  const looks = new Map<number, RowLook[]>();
  const add = (row: number, look: RowLook) => {
    const known = looks.get(row);
    if (known) known.push(look);
    else looks.set(row, [look]);
  };
  return {
    async visitRaster(raster, placed) {
      const seen: Seen[] = [];
      for (let row = 0; row < geometry.count; row++) {
        if (!(geometry.length[row]! > 0) || !isWholePlaced(placed, geometry, row)) continue;
        const one = await seenWidth(raster, geometry, row, placed.toPixel);
        if (one) seen.push({ ...one, row, at: row });
      }
      for (const one of withAside(geometry, seen, settings))
        add(one.row, { ...one, from: null, facing: NaN });
    },
    flight: (cameras) =>
      flightPlaces({ geometry, plane, settings, cameras, isChecked: false, isStatedAsked: true }),
    async visitImage(grid, camera, { found, isFlightKnown }, facing) {
      const rows = rowsInSight(camera, geometry, plane);
      if (rows.length === 0 || !isFlightKnown) return;
      const part = partOf(geometry, rows);
      // Its rows may be those beside: neither the picture nor the place of the camera says which they are.
      if (!found && knownPlace(camera, settings) >= leastApart(part) / 2) return;
      const toPixel = statedPlace(camera, plane, part);
      const raster = rasterOf(grid);
      const placed = found ?? { toPixel, certainty: null, windows: null };
      const seen: Seen[] = [];
      for (const [at, row] of rows.entries()) {
        if (!isWholePlaced(placed, part, at)) continue;
        const one = await seenWidth(raster, part, at, placed.toPixel);
        if (one) seen.push({ ...one, row, at });
      }
      const scale = scaleOf(part, seen, settings);
      for (const one of seen) {
        const { width_m, noise_m } = widthIn(one, scale);
        // A mosaic shows all rows at one time. Collectors of an unknown time would be mixed with others.
        if (looks.get(one.row)?.some((look) => look.from === null)) continue;
        const turned = facing(geometry.rotation[one.row]!);
        if (geometry.type === "sca" && Number.isNaN(turned)) continue;
        const from = {
          ...fromOf(camera, plane, geometry, one.row),
          position_m: positionError(camera, settings),
        };
        add(one.row, { width_m, noise_m, from, facing: turned });
      }
    },
    columns() {
      const tilts = tiltsOf(looks, geometry);
      if (tilts.size === 0) return {};
      return geometry.type === "sca"
        ? collectorColumns(geometry, looks, tilts, settings)
        : trackerColumns(geometry, looks, tilts, settings);
    },
  };
}

/** Whether a row lies within what is sure at both of its ends and in its middle. */
function isWholePlaced(
  placed: RowPlace,
  { centreX, centreY, length, rotation }: Geometry,
  row: number,
): boolean {
  const [half, angle] = [length[row]! / 2, rotation[row]!];
  return [-half, 0, half].every((along) =>
    isPlacedIn(
      placed,
      centreX[row]! + along * Math.cos(angle),
      centreY[row]! + along * Math.sin(angle),
    ),
  );
}

type Seen = SeenWidth & { readonly row: number; readonly at: number };
type Scale = { readonly value: number; readonly error: number };

/**
 * Metres on the image over metres of the plant, by the distances between the rows: the height of the camera is not
 * known well enough. With one row it is, with its uncertainty.
 */
function scaleOf(
  part: Geometry,
  seen: readonly Seen[],
  { camera_height_share }: EvaluationSettings,
): Scale {
  const stated = { value: 1, error: camera_height_share };
  const [first] = seen;
  if (!first) return stated;
  const axis = axisOf(part, first.at);
  const places = seen.map((one) => ({
    known: axis.rightOf(part.centreX[one.at]!, part.centreY[one.at]!),
    beside: one.middle_m,
    noise: one.noise_m,
  }));
  const slopes = places.flatMap((one, at) =>
    places.slice(at + 1).flatMap((other) => {
      const apart = other.known - one.known;
      return Math.abs(apart) > axis.width
        ? [{ apart, slope: (other.beside - one.beside) / apart }]
        : [];
    }),
  );
  if (slopes.length === 0) return stated;
  const value = 1 + medianOf(slopes.map(({ slope }) => slope));
  const widest = Math.max(...slopes.map(({ apart }) => Math.abs(apart)));
  const error = (Math.SQRT2 * medianOf(places.map(({ noise }) => noise))) / widest;
  return { value, error: Math.min(error, stated.error) };
}

function widthIn({ width_m, noise_m }: SeenWidth, { value, error }: Scale) {
  return { width_m: width_m / value, noise_m: Math.hypot(noise_m, error * width_m) };
}

function fromOf(
  camera: ImageCamera,
  plane: Plane,
  geometry: Geometry,
  row: number,
): Omit<NonNullable<From>, "position_m"> {
  const [east, north] = plane.toPlane(camera.lon, camera.lat);
  const right_m = axisOf(geometry, row).rightOf(east, north);
  return { right_m, above_m: camera.height_m - geometry.height[row]! };
}
