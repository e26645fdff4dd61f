// One look at a place: the thermal and the visible picture of it, cut out for a component or taken by the drone.
import type { ResultImage } from "../analysis/analysis-result.ts";
import type { Shot, SurveyImage } from "./survey-image.ts";

/** Pictures with a result were cut out of images of the flight, or came with it. */
export const lookSources = ["result", "flight"] as const;
export type LookSource = (typeof lookSources)[number];

export type Picture = Pick<
  SurveyImage,
  "id" | "file_name" | "kind" | "taken_at" | "width" | "height" | "outline"
> & {
  readonly source: LookSource;
  /** Metres per pixel; of a picture of the result, which says none, the part of its width that a pixel is. */
  readonly gsd_m: number;
  /** The file of a flight has a temperature for each pixel. */
  readonly is_radiometric: boolean;
  /** °C of the darkest and the brightest pixel, where only colours are known. */
  readonly scale: readonly [low: number, high: number] | null;
};

export type Look = {
  /** Different for each look at a place. */
  readonly key: string;
  readonly source: LookSource;
  readonly thermal: Picture | null;
  readonly rgb: Picture | null;
  /** Null of a picture of the result. */
  readonly shot: Shot | null;
};

function ofFlight(image: SurveyImage | null): Picture | null {
  return image && { ...image, source: "flight", scale: null };
}

function ofResult(image: ResultImage | undefined): Picture | null {
  if (!image) return null;
  const { id, file_name, kind, taken_at, width, height, outline, scale_min, scale_max } = image;
  return {
    id,
    file_name,
    kind,
    taken_at,
    width,
    height,
    source: "result",
    outline,
    gsd_m: 1 / width,
    is_radiometric: false,
    scale: scale_min === null || scale_max === null ? null : [scale_min, scale_max],
  };
}

/** The looks at a place: first the pictures of the result, by pairs, then the shots, which are best first. */
export function looksOf(images: readonly ResultImage[], shots: readonly Shot[]): Look[] {
  const thermal = images.filter(({ kind }) => kind === "thermal");
  const visible = images.filter(({ kind }) => kind === "rgb");
  const pairs = Math.max(thermal.length, visible.length);
  return [
    ...Array.from({ length: pairs }, (_, at): Look => {
      const [own, other] = [ofResult(thermal[at]), ofResult(visible[at])];
      const key = `result ${own?.id ?? ""} ${other?.id ?? ""}`;
      return { key, source: "result", thermal: own, rgb: other, shot: null };
    }),
    ...shots.map((shot): Look => {
      const key = `flight ${shot.thermal?.id ?? ""} ${shot.rgb?.id ?? ""}`;
      const [own, other] = [ofFlight(shot.thermal), ofFlight(shot.rgb)];
      return { key, source: "flight", thermal: own, rgb: other, shot };
    }),
  ];
}
