// The images that judge a type of components, with the sun and the surfaces at their time.
import type { FileOrigin } from "../analysis/analysis-file.ts";
import { mountingsOf } from "../flight/area/plant-mounting.ts";
import { normalOf, sunAt, towardsSun } from "../flight/time/sun.ts";
import { fileCamera } from "../image/file-camera.ts";
import type { LensTags } from "../image/lens.ts";
import type { Plant } from "../plant/plant.ts";
import type { CoverageRule } from "./coverage-rule.ts";
import type { CoverageImage } from "./look.ts";

export type CoveragePlant = Parameters<typeof mountingsOf>[0] & Pick<Plant, "lon" | "lat">;
export type CoverageFile = FileOrigin & {
  readonly lens: LensTags | null;
  /** Of a thermal camera, also where it holds no temperatures. */
  readonly is_thermal?: boolean | null;
};
export type Judging = {
  readonly image: CoverageImage;
  readonly kind: "thermal" | "rgb";
  /** Of the drone that took it; null where the file does not say. */
  readonly drone_serial: string | null;
};

/** The images with a camera. Others show nothing that could be counted. */
export function judgingImages(files: readonly CoverageFile[], plant: CoveragePlant): Judging[] {
  const mountings = mountingsOf(plant);
  return files.flatMap((file) => {
    const camera = fileCamera(file, file.lens);
    if (!camera) return [];
    const time = file.taken_at === null ? NaN : Date.parse(file.taken_at);
    const sun = Number.isNaN(time) ? null : sunAt(time, [plant.lon, plant.lat]);
    const isTracked = mountings.some(({ kind }) => kind === "tracked");
    // Where trackers stand without a time is not known.
    const normals = sun
      ? mountings.map((one) => normalOf(one, sun))
      : isTracked
        ? []
        : mountings.map((one) => normalOf(one, { elevation_deg: 90, azimuth_deg: 0 }));
    const image = { camera, sun: sun && towardsSun(sun), normals };
    const isThermal = file.is_radiometric === true || file.is_thermal === true;
    const kind = isThermal ? "thermal" : "rgb";
    return [{ image, kind, drone_serial: file.drone_serial }];
  });
}

/** Those of the camera that judges; without thermal images the visible ones stand in. */
export function imagesFor(
  { kind }: Pick<CoverageRule, "kind">,
  judging: readonly Judging[],
): readonly Judging[] {
  const own = judging.filter((one) => one.kind === kind);
  return own.length > 0 || kind === "rgb" ? own : judging;
}
