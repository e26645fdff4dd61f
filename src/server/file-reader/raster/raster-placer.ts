// Where a raster of a survey lies: by the control points that a person has set, else by its rows alone.
import type { Geometry } from "../../../domain/component/component-index.ts";
import { controlledRaster } from "../../../domain/evaluation/place/control-registration.ts";
import { controlFit, type RasterControl } from "../../../domain/evaluation/place/control-point.ts";
import type { SurveyRaster, ToPixel } from "../../../domain/evaluation/raster-survey.ts";
import { registerRaster, type Registered } from "../../../domain/evaluation/registration.ts";
import type { LonLat } from "../../../domain/geometry/plane.ts";

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
