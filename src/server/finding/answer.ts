// Findings and their history as calls answer them: with the rows of components, and the names of people.
import type { FindingHistory, FindingLife } from "../../domain/finding/finding-life.ts";
import type { Context } from "../context.ts";
import { readAccountNames } from "../store/account/account-name.ts";
import { readComments, readMentions } from "../store/plant/finding/finding-comment.ts";
import * as store from "../store/plant/finding/finding-life.ts";
import { readSteps } from "../store/plant/finding/finding-step.ts";
import { readTwin } from "../store/plant/twin.ts";
import { componentsOfTwin } from "../store/plant/twin-components.ts";
import { heldNumbers } from "../store/plant/work-order/work-order.ts";
import { inTurns } from "../turn.ts";
import { dangerReader, type DangerReader } from "./finding-danger.ts";

type Parts = Pick<Context, "db" | "files" | "viewer">;

/** The findings that the viewer sees; `ids` narrows them. @param readDanger where more are read later */
export async function readFindings(
  parts: Parts,
  plant_id: number,
  ids?: readonly number[],
  readDanger: DangerReader = dangerReader(parts),
): Promise<FindingLife[]> {
  const { db, files, viewer } = parts;
  const rows = await store.readLives(db, viewer, plant_id, ids);
  if (rows.length === 0) return [];
  const held = await heldNumbers(db, viewer, plant_id, ids);
  const [twin, names] = [
    await readTwin(db, plant_id),
    await readAccountNames(
      db,
      rows.flatMap(({ assignee_id, updated_by }) => [assignee_id, updated_by]),
    ),
  ];
  const directory = twin && (await (await componentsOfTwin(files, twin)).directory());
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  const placed: Omit<FindingLife, "is_dangerous">[] = [];
  for await (const row of inTurns(rows)) {
    const found = directory?.byDtId(row.dt_id);
    placed.push({
      ...row,
      work_order: held.get(row.id) ?? null,
      row: found?.type === row.component_type ? found.row : null,
      assignee_name: nameOf(row.assignee_id),
      updated_by: nameOf(row.updated_by),
    });
  }
  const isDangerous = await readDanger(placed);
  const lives: FindingLife[] = [];
  for await (const one of inTurns(placed)) lives.push({ ...one, is_dangerous: isDangerous(one) });
  return lives;
}

/** The steps and comments of a finding, without the surveys that the viewer does not see. */
export async function readHistory(
  { db, viewer }: Parts,
  finding_id: number,
): Promise<FindingHistory> {
  const [steps, comments, mentions] = [
    await readSteps(db, viewer, finding_id),
    await readComments(db, finding_id),
    await readMentions(db, finding_id),
  ];
  const assignees = steps.flatMap(({ changes }) =>
    changes
      .filter(({ field }) => field === "assignee_id")
      .flatMap(({ old_value, new_value }) => [old_value, new_value])
      .flatMap((text) => (text === null ? [] : [Number(text)])),
  );
  const names = await readAccountNames(db, [
    ...assignees,
    ...steps.flatMap(({ account_id, undone_by }) => [account_id, undone_by]),
    ...comments.map(({ account_id }) => account_id),
    ...mentions.map(({ account_id }) => account_id),
  ]);
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  const shown = (field: string, text: string | null) =>
    field === "assignee_id" && text !== null ? (names.get(Number(text)) ?? text) : text;
  const mentionsOf = Map.groupBy(mentions, ({ comment_id }) => comment_id);
  return {
    steps: steps.map(({ account_id, undone_by, changes, ...step }) => ({
      ...step,
      user_name: nameOf(account_id),
      undone_by: nameOf(undone_by),
      changes: changes.map(({ field, old_value, new_value }) => ({
        field,
        old_value: shown(field, old_value),
        new_value: shown(field, new_value),
      })),
    })),
    comments: comments.map(({ id, message, account_id, created_at }) => ({
      id,
      message,
      account_id,
      user_name: nameOf(account_id),
      mentions: (mentionsOf.get(id) ?? []).map((one) => ({
        user_id: one.user_id,
        name: nameOf(one.account_id),
      })),
      created_at,
    })),
  };
}
