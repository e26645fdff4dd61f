// The work of the demo, in the order in which it is done.
import type { DemoWork } from "./demo-call.ts";
import { findingWork } from "./finding-work.ts";
import { flightWork } from "./flight-work.ts";
import { plantOrthomosaicWork, terrainWork } from "./ground-work.ts";
import { meterWork } from "./meter-work.ts";
import { overlayWork } from "./overlay-work.ts";
import { analysisServerWork, gpuServerWork } from "./server-work.ts";
import { workOrderWork } from "./work-order-work.ts";
import { batchWork, referenceWork, releaseNoteWork, reportWork } from "./survey-work.ts";

export const demoWork: readonly DemoWork[] = [
  terrainWork,
  analysisServerWork,
  gpuServerWork,
  batchWork,
  overlayWork,
  referenceWork,
  releaseNoteWork,
  findingWork,
  workOrderWork,
  meterWork,
  flightWork,
  reportWork,
  plantOrthomosaicWork,
];
