// Orthomosaics: pictures of a whole plant, made of the images of one survey.
import { z } from "zod";
import { problemShape } from "../error-shape.ts";
import type { Refusal } from "../error.ts";
import { fitShape, placementIds } from "./fit.ts";
import { rasterValuesShape, answeredScaleShape, unitSources } from "./temperature.ts";

export const orthomosaicKinds = ["rgb", "thermal"] as const;
export type OrthomosaicKind = (typeof orthomosaicKinds)[number];
export const orthomosaicStates = ["waiting", "ready", "failed"] as const;

/** Pixels of a side of a tile. */
export const TILE_SIDE = 256;
/** The nearest zoom of tiles: a pixel is 9 mm at the equator. */
export const MOST_ZOOM = 24;

const number = z.number();

/** Degrees Celsius. `low` and `high`: 2 and 98 % of the pixels, between which it is coloured at first. */
const temperatureShape = answeredScaleShape.extend({
  /** Who says the unit; null for orthomosaics of versions up to 0.3.0, which guessed it. */
  said_by: z.enum([...unitSources, "user"]).nullable(),
  /** The numbers of the file, from which another unit can be tried. */
  values: rasterValuesShape.nullable(),
  lowest: number,
  highest: number,
  low: number,
  high: number,
});
export type OrthomosaicTemperature = z.infer<typeof temperatureShape>;

export const orthomosaicShape = z.object({
  id: z.number().int(),
  analysis_id: z.number().int(),
  file_name: z.string(),
  /** Of the file. */
  bytes: z.number().int(),
  state: z.enum(orthomosaicStates),
  /** Why it could not be prepared. */
  fault: problemShape.nullable(),
  task_id: z.number().int().nullable(),
  created_at: z.string(),
  user_name: z.string(),
  /** Null until it is prepared. */
  picture: z
    .object({
      kind: z.enum(orthomosaicKinds),
      /** Of the pyramid: the same hash has the same tiles. */
      hash: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      bands: z.number().int(),
      sample: z.string(),
      epsg: z.number().int(),
      /** Metres on the ground per pixel. */
      resolution_m: number,
      /** West, south, east, north in degrees. */
      bounds: z.tuple([number, number, number, number]),
      /** Of a thermal one. */
      temperature: temperatureShape.nullable(),
    })
    .nullable(),
  /** What the last check of its place has found; null also where no pattern of rows was found. */
  fit: fitShape.nullable(),
  /** When its place was last checked; null if never. */
  fit_at: z.string().nullable(),
  /** Where it is drawn for everybody. */
  placement: z.enum(placementIds),
});
export type Orthomosaic = z.infer<typeof orthomosaicShape>;
export type OrthomosaicPicture = NonNullable<Orthomosaic["picture"]>;

/** Why a file of this name cannot become an orthomosaic, or null. */
export function orthomosaicFileRefusal(file_name: string): Refusal | null {
  return /\.tiff?$/i.test(file_name) ? null : { reason: "orthomosaic_ending" };
}

/** West, south, east, north of a tile in degrees. */
export function tileBounds(z: number, x: number, y: number): [number, number, number, number] {
  const lon = (column: number) => (column / 2 ** z) * 360 - 180;
  const lat = (row: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;
  return [lon(x), lat(y + 1), lon(x + 1), lat(y)];
}

/** Columns and rows of tiles at a zoom, as fractions, from longitude and latitude. */
export function tilePlace(z: number, lon: number, lat: number): [x: number, y: number] {
  const sine = Math.sin((Math.min(85.05, Math.max(-85.05, lat)) * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [((lon + 180) / 360) * 2 ** z, y * 2 ** z];
}
