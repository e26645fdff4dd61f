// Where a raster of a survey lies: by the control points that a person has set, else by its rows alone.
import type { Geometry } from "../../domain/component/component-index.ts";
import { controlledRaster } from "../../domain/evaluation/place/control-registration.ts";
import { controlFit, type RasterControl } from "../../domain/evaluation/place/control-point.ts";
import { dividedModules } from "../../domain/evaluation/place/divided-module.ts";
import { groundAlike } from "../../domain/evaluation/place/ground-contrast.ts";
import type { SurveyRaster, ToPixel } from "../../domain/evaluation/raster-survey.ts";
import { registerRaster, type Registered } from "../../domain/evaluation/registration.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";

export type Placer = (raster: SurveyRaster, geometry: Geometry) => Promise<Registered | null>;

/** @param origin of the plane of the plant */
export function placerOf(controls: readonly RasterControl[], origin: LonLat) {
  return (file: { readonly sha256: string }, stated: ToPixel): Placer => {
    const control = controls.find(({ sha256 }) => sha256 === file.sha256);
    const fit = control ? controlFit(control.points, origin) : null;
    return (raster, geometry) =>
      fit
        ? controlledRaster(raster, geometry, stated, fit)
        : registerRaster(raster, geometry, stated);
  };
}

/** With a larger share of modules that look like the ground, the two cannot be distinguished. */
const MOST_ALIKE = 0.5;

/** With a larger share of modules through which a line of the ground runs, the twin has others than the plant. */
const MOST_DIVIDED = 0.4;

const unsure = (found: Registered, why: Partial<Registered["registration"]>): Registered => ({
  ...found,
  registration: { ...found.registration, is_ambiguous: true, ...why },
});

/** The same place, which is not sure where the twin has other modules, and where modules look like the ground beside them. */
export async function checkedGround(
  raster: SurveyRaster,
  geometry: Geometry,
  found: Registered | null,
): Promise<Registered | null> {
  if (!found || found.registration.is_ambiguous || geometry.type !== "module") return found;
  const alike = await groundAlike(raster, geometry, found.toPixel);
  if (alike !== null && alike > MOST_ALIKE) return unsure(found, { ground_alike: alike });
  const divided = await dividedModules(raster, geometry, found.toPixel);
  return divided !== null && divided > MOST_DIVIDED ? unsure(found, { divided }) : found;
}
