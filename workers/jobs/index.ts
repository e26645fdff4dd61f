// The jobs, one file each; a line here makes one known to the runner.

import type { Job } from "../../src/server/job.ts";

export const jobs: readonly Job[] = [];
