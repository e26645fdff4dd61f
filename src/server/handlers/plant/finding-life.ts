// The life of findings: listed, changed, undone, talked about.
import { findingLifeApi as calls } from "../../../api/plant/finding-life.ts";
import { readFindingPage, readFindings, readHistory } from "../../finding/answer.ts";
import { mentionedIds } from "../../../domain/finding/mention.ts";
import { changeFindings, checkMentioned, undoStep } from "../../finding/change-finding.ts";
import { findPlaces, lockPlaces } from "../../finding/find-place.ts";
import type { Context } from "../../context.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import * as comments from "../../store/plant/finding/finding-comment.ts";
import { readRepairRates } from "../../store/plant/finding/repair-rate.ts";
import { readFindingVersion } from "../../store/plant/finding/finding-version.ts";
import { readPeople } from "../../store/plant/finding/finding-people.ts";
import { requireQuota } from "../../store/provider/quota.ts";

export const findingLifeHandlers: Handlers<typeof calls> = {
  list: (context, { plant, query }) => readFindingPage(context, plant.id, query),

  version: async (context, { plant }) => ({
    version: await readFindingVersion(context, plant.id),
  }),

  people: ({ db, viewer }, { plant }) => readPeople(db, viewer, plant),

  async history(context, { plant, params: { life_id } }) {
    await requireSeen(context, plant.id, life_id);
    return readHistory(context, life_id);
  },

  rates: ({ db, viewer }, { plant }) => readRepairRates(db, viewer, plant.id),

  change: (context, { analysis, plant, body }) =>
    changeFindings(context, { analysis, plant }, body),

  undo: (context, { plant, params: { step_id } }) => undoStep(context, plant, step_id),

  async comment(context, { analysis, plant, body: { message, ...place } }) {
    const { account_id } = context.viewer;
    const mentioned = mentionedIds(message);
    await checkMentioned(context, plant, mentioned);
    await requireQuota(context.db, context.viewer, plant.customer_id, { bytes: 0, rows: 1 });
    const found = await findPlaces(context, { analysis }, [place]);
    const finding_id = await changeWithAudit(
      context,
      async (db) => {
        const [one] = await lockPlaces(context, db, plant.id, [place], found);
        const { id } = requireFound(one);
        await comments.insertComment(db, { finding_id: id, account_id, message }, mentioned);
        return id;
      },
      (finding_id) => ({
        action: "comment_finding",
        customer_id: plant.customer_id,
        detail: { plant_id: plant.id, finding_id },
      }),
    );
    return requireSeen(context, plant.id, finding_id);
  },

  async removeComment(context, { plant, params: { comment_id } }) {
    const comment = requireFound(await comments.readComment(context.db, comment_id));
    const { finding_id } = comment;
    await requireSeen(context, plant.id, finding_id);
    refuse(calls.removeComment, context.viewer, comment);
    await changeWithAudit(
      context,
      (db) => comments.deleteComment(db, comment_id),
      () => ({
        action: "delete_finding_comment",
        customer_id: plant.customer_id,
        detail: { plant_id: plant.id, finding_id, comment_id },
      }),
    );
    return requireSeen(context, plant.id, finding_id);
  },
};

/** @throws RESOURCE_NOT_FOUND for a finding that the viewer does not see at this plant */
async function requireSeen(context: Context, plant_id: number, id: number) {
  return requireFound((await readFindings(context, plant_id, [id]))[0]);
}
