// Lets the newer analyses of a plant take over the values of a holder for components that they did not measure.
import { z } from "zod";
import { defineJob } from "../../src/server/job/job.ts";
import {
  newerAnalyses,
  refreshCarried,
} from "../../src/server/store/plant/column/carried-refresh.ts";
import { readPlantOfAnalysis } from "../../src/server/store/plant/column/column.ts";

export const refreshUnmeasured = defineJob({
  name: "refresh_unmeasured",
  input: z.object({ analysis_id: z.number().int() }),
  // Each analysis is replaced as a whole in one transaction, so that the job can run again.
  async run(services, { analysis_id }, progress, { account_id }) {
    const { id: plant_id } = await readPlantOfAnalysis(services.db, analysis_id);
    const newer = await newerAnalyses(services.db, { id: analysis_id, plant_id });
    let values = 0;
    for (const [at, { id, name }] of newer.entries()) {
      await progress.step(at, newer.length, { reason: "unmeasured_refreshing", values: { name } });
      values += await refreshCarried(services, id, account_id);
    }
    await progress.step(newer.length, newer.length);
    return { analyses: newer.length, values };
  },
});
