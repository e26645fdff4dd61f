// All jobs, one file each.

import type { Job } from "../../src/server/job/job.ts";
import { checkOrthomosaicFit } from "./check-orthomosaic-fit.ts";
import { cloneTwin } from "./clone-twin.ts";
import { evaluateAnalysis } from "./evaluate-analysis.ts";
import { generateFlightCampaign } from "./generate-flight-campaign.ts";
import { generateCoverage } from "./generate-coverage.ts";
import { generateReport } from "./generate-report.ts";
import { generateWarrantyPackage } from "./generate-warranty-package.ts";
import { importDroneCloudMedia } from "./import-drone-cloud-media.ts";
import { importResult } from "./import-result.ts";
import { importTwin } from "./import-twin.ts";
import { prepareOrthomosaic } from "./prepare-orthomosaic.ts";
import { refreshUnmeasured } from "./refresh-unmeasured.ts";
import { readAnalysisFiles } from "./read-analysis-files.ts";

export const jobs: readonly Job[] = [
  importTwin,
  cloneTwin,
  importResult,
  evaluateAnalysis,
  refreshUnmeasured,
  readAnalysisFiles,
  prepareOrthomosaic,
  checkOrthomosaicFit,
  generateFlightCampaign,
  generateCoverage,
  generateReport,
  generateWarrantyPackage,
  importDroneCloudMedia,
];
