// Holders of values for components that other analyses did not measure.
import { unmeasuredApi } from "../../../api/analysis/unmeasured.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { readCarried } from "../../result/carried.ts";
import { readUnmeasured } from "../../store/plant/column/carried-refresh.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { writeHistory } from "../../store/plant/analysis/analysis-change.ts";
import { updateAnalysis } from "../../store/plant/analysis/analysis.ts";
import { lockAnalysis } from "../../store/plant/column/column.ts";

export const unmeasuredHandlers: Handlers<typeof unmeasuredApi> = {
  read: ({ db }, { analysis }) => readUnmeasured(db, analysis),

  async setHolder(context, { analysis, body: { is_unmeasured_holder } }) {
    refuse(unmeasuredApi.setHolder, context.viewer, { analysis, is_unmeasured_holder });
    const { id } = analysis;
    await changeWithAudit(
      context,
      async (db) => {
        const before = requireFound(await lockAnalysis(db, id)).is_unmeasured_holder;
        if (before === is_unmeasured_holder) return false;
        await updateAnalysis(db, id, { is_unmeasured_holder });
        await writeHistory(db, id, context.viewer.account_id, [
          {
            field: "is_unmeasured_holder",
            old_value: String(before),
            new_value: String(is_unmeasured_holder),
          },
        ]);
        return true;
      },
      (isChanged) =>
        isChanged
          ? {
              action: "set_unmeasured_holder",
              detail: { analysis_id: id, is_unmeasured_holder },
            }
          : null,
    );
    return readUnmeasured(context.db, analysis);
  },

  async refresh({ enqueue }, { analysis: { id: analysis_id, plant_id } }) {
    const about = { analysis_id, plant_id };
    const audit = { action: "refresh_unmeasured", detail: about } as const;
    return { task_id: await enqueue("refresh_unmeasured", { analysis_id }, about, audit) };
  },

  carried: (context, { analysis }) => readCarried(context, analysis),
};
