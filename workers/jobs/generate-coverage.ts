// Counts what the images of an analysis show of each component.
import { z } from "zod";
import { coverageTask } from "../../src/domain/coverage/coverage.ts";
import { idShape } from "../../src/domain/id.ts";
import { generateCoverage as generate } from "../../src/server/analysis/coverage.ts";
import { defineJob } from "../../src/server/job/job.ts";

export const generateCoverage = defineJob({
  name: coverageTask,
  input: z.object({ analysis_id: idShape }),
  // The columns are replaced as a whole in one transaction, so that the job can run again.
  async run(services, { analysis_id }, progress, { signal }) {
    await progress.step(0, 1, { reason: "coverage_counting" });
    const done = await generate(services, analysis_id, signal);
    await progress.step(1, 1);
    return { ...done };
  },
});
