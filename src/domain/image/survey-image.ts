// The images of a survey that show a place: what the server answers, and how thermal and visible ones belong together.
import { z } from "zod";
import { idShape } from "../id.ts";
import { lensBases } from "./lens.ts";

const number = z.number();
const pixel = z.tuple([number, number]);

export const surveyImageShape = z.object({
  /** Of the uploaded file. */
  id: idShape,
  file_name: z.string(),
  kind: z.enum(["thermal", "rgb"]),
  /** The file has a temperature for each pixel. */
  is_radiometric: z.boolean(),
  taken_at: z.string().nullable(),
  camera_model: z.string().nullable(),
  width: number.int(),
  height: number.int(),
  /** Where the focal length comes from; see lens.ts. */
  lens_basis: z.enum(lensBases),
  /** Corners of the place in pixels from the upper left corner. */
  outline: z.array(pixel),
  gsd_m: number,
  angle_deg: number,
  edge: number,
  is_whole: z.boolean(),
});
export type SurveyImage = z.infer<typeof surveyImageShape>;

/** One release of the drone's cameras. */
export const shotShape = z.object({
  thermal: surveyImageShape.nullable(),
  rgb: surveyImageShape.nullable(),
});
export type Shot = z.infer<typeof shotShape>;

export const shotsShape = z.object({
  /** Best first, at most `limits.shots`. */
  shots: z.array(shotShape),
  /** How many shots show the place. */
  count: number.int(),
  /** Images of the analysis with a camera, of all that were uploaded. */
  usable: number.int(),
  uploaded: number.int(),
});
export type Shots = z.infer<typeof shotsShape>;

type Ranked = {
  readonly image: SurveyImage;
  readonly score: number;
  readonly lon: number;
  readonly lat: number;
};

/** Two cameras of a drone write their files within this time, and from this distance. */
const SHOT_MS = 1500;
const SHOT_DEGREES = 3e-5;

/** Pairs the images of each shot; best shots first. Scores are compared within a kind only. */
export function shotsOf(ranked: readonly Ranked[]): Shot[] {
  const best = { thermal: 0, rgb: 0 };
  for (const { image, score } of ranked) best[image.kind] = Math.max(best[image.kind], score);
  const rate = ({ image, score }: Ranked) => score / best[image.kind];
  const visible = ranked.filter(({ image }) => image.kind === "rgb");
  const paired = new Set<Ranked>();
  const shots: { shot: Shot; rate: number }[] = [];
  for (const thermal of ranked.filter(({ image }) => image.kind === "thermal")) {
    const other = visible
      .filter((one) => !paired.has(one) && isSameShot(thermal, one))
      .toSorted((a, b) => b.score - a.score)[0];
    if (other) paired.add(other);
    shots.push({
      shot: { thermal: thermal.image, rgb: other?.image ?? null },
      rate: rate(thermal),
    });
  }
  for (const one of visible) {
    if (!paired.has(one)) shots.push({ shot: { thermal: null, rgb: one.image }, rate: rate(one) });
  }
  return shots.toSorted((a, b) => b.rate - a.rate).map(({ shot }) => shot);
}

function isSameShot(a: Ranked, b: Ranked): boolean {
  if (a.image.taken_at === null || b.image.taken_at === null) return false;
  const apart = Math.abs(Date.parse(a.image.taken_at) - Date.parse(b.image.taken_at));
  const isNear = Math.hypot(a.lon - b.lon, a.lat - b.lat) <= SHOT_DEGREES;
  return apart <= SHOT_MS && isNear;
}
