// Findings and their history as calls answer them: with the rows of components, and the names of people.
import type {
  FindingHistory,
  FindingLife,
  FindingPage,
} from "../../domain/finding/finding-life.ts";
import type { Context } from "../context.ts";
import { readAccountNames } from "../store/account/account-name.ts";
import { readComments, readMentions } from "../store/plant/finding/finding-comment.ts";
import * as store from "../store/plant/finding/finding-life.ts";
import { readSteps } from "../store/plant/finding/finding-step.ts";
import { readFindingVersion } from "../store/plant/finding/finding-version.ts";
import { readTwin } from "../store/plant/twin.ts";
import { componentsOfTwin } from "../store/plant/twin-components.ts";
import { heldNumbers } from "../store/plant/work-order/work-order.ts";
import { inTurns } from "../turn.ts";
import { dangerReader, type DangerReader } from "./finding-danger.ts";

type Parts = Pick<Context, "db" | "files" | "viewer">;

/** Those of the findings that the viewer sees. @param readDanger where more are read later */
export async function readFindings(
  parts: Parts,
  plant_id: number,
  ids: readonly number[],
  readDanger = dangerReader(parts),
): Promise<FindingLife[]> {
  const rows = await store.readLives(parts.db, parts.viewer, plant_id, { ids });
  return answered(parts, plant_id, rows, readDanger);
}

/** All findings that the viewer sees. */
export async function readAllFindings(parts: Parts, plant_id: number): Promise<FindingLife[]> {
  const all: FindingLife[] = [];
  const readDanger = dangerReader(parts);
  const whole = { after: 0, limit: Infinity };
  for await (const rows of store.livesAfter(parts.db, parts.viewer, plant_id, whole)) {
    for (const one of await answered(parts, plant_id, rows, readDanger)) all.push(one);
  }
  return all;
}

/** So many of the findings that the viewer sees, after an ID. */
export async function readFindingPage(
  parts: Parts,
  plant_id: number,
  page: { readonly after: number; readonly limit: number },
): Promise<FindingPage> {
  const { db, viewer } = parts;
  // Read first: what is changed meanwhile has another one.
  const version = page.after === 0 ? await readFindingVersion(parts, plant_id) : null;
  const findings: FindingLife[] = [];
  const readDanger = dangerReader(parts);
  // One more says whether another page follows: the last one is not asked for to find it empty.
  const wanted = { ...page, limit: page.limit + 1 };
  for await (const rows of store.livesAfter(db, viewer, plant_id, wanted)) {
    for (const one of await answered(parts, plant_id, rows, readDanger)) findings.push(one);
  }
  const isLast = findings.length <= page.limit;
  if (!isLast) findings.length = page.limit;
  return { findings, next: isLast ? null : findings.at(-1)!.id, version };
}

async function answered(
  parts: Parts,
  plant_id: number,
  rows: readonly store.LifeRow[],
  readDanger: DangerReader,
): Promise<FindingLife[]> {
  const { db, files, viewer } = parts;
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
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
  const placed = rows.map((row): Omit<FindingLife, "is_dangerous"> => {
    const found = directory?.byDtId(row.dt_id);
    return {
      ...row,
      work_order: held.get(row.id) ?? null,
      row: found?.type === row.component_type ? found.row : null,
      assignee_name: nameOf(row.assignee_id),
      updated_by: nameOf(row.updated_by),
    };
  });
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
