// Work orders and their history as calls answer them, with the names of people.
import type { WorkOrder, WorkOrderStep } from "../../domain/work-order/work-order.ts";
import type { Context } from "../context.ts";
import { readAccountNames } from "../store/account/account-name.ts";
import * as store from "../store/plant/work-order/work-order.ts";
import { readOrderSteps } from "../store/plant/work-order/work-order-step.ts";

type Parts = Pick<Context, "db" | "viewer">;

/** The orders that the viewer sees; `ids` narrows them. */
export async function readWorkOrders(
  { db, viewer }: Parts,
  plant_id: number,
  ids?: readonly number[],
): Promise<WorkOrder[]> {
  const rows = await store.readOrders(db, viewer, plant_id, ids);
  const names = await readAccountNames(
    db,
    rows.flatMap(({ assignee_id, created_by, updated_by }) => [
      assignee_id,
      created_by,
      updated_by,
    ]),
  );
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  return rows.map((row) => ({
    ...row,
    assignee_name: nameOf(row.assignee_id),
    created_by: nameOf(row.created_by),
    updated_by: nameOf(row.updated_by),
  }));
}

/** The steps of an order, newest first. */
export async function readWorkOrderSteps(
  { db }: Parts,
  order_id: number,
): Promise<WorkOrderStep[]> {
  const steps = await readOrderSteps(db, order_id);
  const assignees = steps.flatMap(({ changes }) =>
    changes
      .filter(({ field }) => field === "assignee_id")
      .flatMap(({ old_value, new_value }) => [old_value, new_value])
      .flatMap((text) => (text === null ? [] : [Number(text)])),
  );
  const names = await readAccountNames(db, [
    ...assignees,
    ...steps.flatMap(({ account_id, undone_by }) => [account_id, undone_by]),
  ]);
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  const shown = (field: string, text: string | null) =>
    field === "assignee_id" && text !== null ? (names.get(Number(text)) ?? text) : text;
  return steps.map(({ account_id, undone_by, changes, ...step }) => ({
    ...step,
    user_name: nameOf(account_id),
    undone_by: nameOf(undone_by),
    changes: changes.map(({ field, old_value, new_value }) => ({
      field,
      old_value: shown(field, old_value),
      new_value: shown(field, new_value),
    })),
  }));
}
