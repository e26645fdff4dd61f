// What is drawn over the plant in 3D, in this order.
import { blueprintLines } from "./blueprint-lines.ts";
import { flightAreas } from "./flight-areas.ts";
import { flightDrone } from "./flight-drone.ts";
import { flightPhotos } from "./flight-photos.ts";
import { flightRoutes } from "./flight-routes.ts";
import { imageFrusta } from "./image-frusta.ts";
import { observationMarks } from "./observation-marks.ts";
import { orthomosaicDrapes } from "./orthomosaic-drape.ts";
import { componentOutlines, selectionMarks } from "./selection-marks.ts";
import type { TwinOverlay } from "./twin-overlay.ts";
import { urgentMarks } from "./urgent-marks.ts";

/** Where the elements of `plant-models.tsx` are drawn. */
const modelPlace: TwinOverlay = ({ models }) => ({ primitive: models, stop() {} });

/** On the orthomosaics, which are the ground that one sees. */
const shadowPlace: TwinOverlay = ({ shadows }) => ({ primitive: shadows, stop() {} });

export const twinOverlays: readonly TwinOverlay[] = [
  ...orthomosaicDrapes,
  shadowPlace,
  modelPlace,
  blueprintLines,
  imageFrusta,
  componentOutlines,
  selectionMarks,
  urgentMarks,
  observationMarks,
  flightAreas,
  flightPhotos,
  flightRoutes,
  flightDrone,
];
