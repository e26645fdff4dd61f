// The trackers or collectors of a survey: how they are turned, from how wide they look.
import type { Twin } from "../../domain/component/component-index.ts";
import type { EvaluationSettings } from "../../domain/evaluation/evaluation-settings.ts";
import { namedFindings, type FoundFinding } from "../../domain/evaluation/finding-review.ts";
import { flaggedFindings } from "../../domain/evaluation/flagged-finding.ts";
import type { FindingColumns } from "../../domain/evaluation/module/module-finding.ts";
import type { FlightPlaces, ImagePlace } from "../../domain/evaluation/place/flight-place.ts";
import { facingAt } from "../../domain/evaluation/row/row-facing.ts";
import { rowSurvey, type RowSurvey } from "../../domain/evaluation/row/row-survey.ts";
import { groundPlane } from "../../domain/geometry/ground-geometry.ts";
import type { ImageCamera } from "../../domain/image/image-camera.ts";
import type { Grid } from "../../domain/image/measure.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { dimensionsWith, type Dimensions } from "../../domain/twin-view/dimension.ts";
import { isTurned, type poseOf } from "../../domain/twin-view/pose.ts";
import { readGroundLevel } from "./raster/ground-level.ts";
import type { storeOf } from "./store-access.ts";

export type RowPlant = Parameters<typeof poseOf>[0] &
  Pick<Plant, "lon" | "lat"> & { readonly dimensions: Partial<Dimensions> | null };
type Store = Awaited<ReturnType<typeof storeOf>>;

export type RowPart = {
  visitRaster: RowSurvey["visitRaster"];
  /** Finds out where the images of a flight lie; null for a plant whose rows are not measured. */
  flight: ((cameras: readonly ImageCamera[]) => FlightPlaces) | null;
  /** @param taken_at time of the image; without one, where the sun stood is not known */
  visitImage(
    grid: Grid,
    camera: ImageCamera,
    place: ImagePlace,
    taken_at: string | null,
  ): Promise<void>;
  columns(): FindingColumns;
  /** @param judged dt_ids of components that a reviewer has judged */
  findings(judged: ReadonlySet<string>): FoundFinding[];
};

const nothing: RowPart = {
  visitRaster: () => Promise.resolve(),
  flight: null,
  visitImage: () => Promise.resolve(),
  columns: () => ({}),
  findings: () => [],
};

export async function rowPart(
  store: Store,
  twin: Twin,
  plant: RowPlant,
  settings: EvaluationSettings,
): Promise<RowPart> {
  const type = plant.technology === "photovoltaic" ? "tracker" : "sca";
  const level = twin.levels.find(({ component_type }) => component_type === type);
  if (!level || !isTurned(plant)) return nothing;
  const { geometry, names } = await readGroundLevel(store, twin, level);
  const survey = rowSurvey(geometry, groundPlane(twin.origin), settings);
  const dimensions = dimensionsWith(plant.dimensions);
  return {
    visitRaster: survey.visitRaster,
    flight: survey.flight,
    visitImage(grid, camera, place, taken_at) {
      return survey.visitImage(grid, camera, place, facingAt(plant, taken_at, dimensions));
    },
    columns: survey.columns,
    findings(judged) {
      const found = flaggedFindings(geometry, survey.columns(), {
        isUnsure: () => false,
        isJudged: (row) => judged.has(names.dtId(row)),
        settings,
      });
      return namedFindings(type, names, found);
    },
  };
}
