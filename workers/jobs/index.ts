// All jobs, one file each.

import type { Job } from "../../src/server/job/job.ts";
import { cloneTwin } from "./clone-twin.ts";
import { importResult } from "./import-result.ts";
import { importTwin } from "./import-twin.ts";

export const jobs: readonly Job[] = [importTwin, cloneTwin, importResult];
