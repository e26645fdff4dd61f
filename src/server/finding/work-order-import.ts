// States of work orders that come back from another system, by stable ID.
import { workOrderApi as calls } from "../../api/plant/work-order.ts";
import { failure, type Problem } from "../../domain/error.ts";
import type { Table } from "../../domain/table/table.ts";
import { workOrderCode, workOrderNumber } from "../../domain/work-order/work-order-code.ts";
import { changedOrder, isAssigning } from "../../domain/work-order/work-order-change.ts";
import type { WorkOrderImported } from "../../domain/work-order/work-order-import-shape.ts";
import type { KnownOrder } from "../../domain/work-order/known-order.ts";
import { stateChanges, type StateChange } from "../../domain/work-order/work-order-import.ts";
import type { StateWords } from "../../domain/work-order/state-words.ts";
import {
  isStatesJson,
  MOST_UNREAD,
  readStates,
  type ReadStates,
  type StateEntry,
} from "../../domain/work-order/work-order-read.ts";
import type { Context, Database } from "../context.ts";
import { refuse } from "../implement.ts";
import { readAccountNames } from "../store/account/account-name.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { livesWith, type LockedLife } from "../store/plant/finding/finding-life.ts";
import { readPeople } from "../store/plant/finding/finding-people.ts";
import { requireQuota } from "../store/provider/quota.ts";
import { lockOrders, readOrderIds, readOrders } from "../store/plant/work-order/work-order.ts";
import { refuseHeld, settingsOf, storeOrderStep, type OfPlant } from "./change-work-order.ts";
import { isHolding } from "../../domain/work-order/work-order-status.ts";
import { readFindingSerials } from "./finding-serial.ts";
import { dayAt, foundOn } from "./plant-day.ts";
import { inTurns, stepsInTurns } from "../turn.ts";

/** Serial numbers that are read at once. */
const PIECE = 5000;

/**
 * The orders that the file names, as far as the viewer sees them, with their findings. Where it is applied they are locked,
 * so that nothing changes in between: they alone. No one waits for a preview.
 */
async function namedStates(
  { viewer }: Context,
  db: Database,
  plant: OfPlant,
  { entries, isApplied }: { readonly entries: readonly StateEntry[]; readonly isApplied: boolean },
): Promise<{ known: KnownOrder[]; lives: Map<number, LockedLife> }> {
  const numbers = new Set(entries.flatMap(({ cells }) => workOrderNumber(cells.order ?? "") ?? []));
  const ids = await readOrderIds(db, viewer, plant.id, [...numbers]);
  const read = isApplied ? lockOrders : readOrders;
  const orders = await read(db, viewer, plant.id, ids);
  const all = orders.flatMap(({ finding_ids }) => finding_ids);
  const lives = new Map<number, LockedLife>();
  for await (const piece of livesWith(db, viewer, plant.id, all, isApplied)) {
    for (const life of piece) lives.set(life.id, life);
  }
  const named = [...lives.values()];
  const serials = new Map<number, string | null>();
  for (let start = 0; start < named.length; start += PIECE) {
    const piece = named.slice(start, start + PIECE);
    for (const [id, { serial }] of await readFindingSerials({ viewer }, db, plant.id, piece)) {
      serials.set(id, serial);
    }
  }
  const findingOf = (id: number) => {
    const life = lives.get(id);
    return life ? [{ ...life, serial: serials.get(id) ?? null }] : [];
  };
  const names = await readAccountNames(
    db,
    orders.map(({ assignee_id }) => assignee_id),
  );
  const known: KnownOrder[] = [];
  for await (const order of inTurns(orders)) {
    known.push({
      ...order,
      assignee_name: order.assignee_id === null ? null : (names.get(order.assignee_id) ?? null),
      findings: order.finding_ids.flatMap(findingOf),
    });
  }
  return { known, lives };
}

/** The states of the file; JSON is parsed in a process of its own. */
async function statesOf(
  { readers, viewer }: Pick<Context, "readers" | "viewer">,
  { table, name }: Pick<StatesSent, "table" | "name">,
): Promise<ReadStates> {
  if (!isStatesJson(table)) return stepsInTurns(readStates(table));
  const entries: StateEntry[] = [];
  const read = await readers.now("work_order_states", {
    input: { bytes: table },
    file: name,
    bytes: table.length,
    owner: viewer.account_id,
    onSaid: (piece) => void entries.push(...piece),
  });
  return { ...read, entries };
}

/** The findings of which the file states a day of repair. */
const datedIn = (entries: readonly StateEntry[], lives: ReadonlyMap<number, unknown>) =>
  entries.flatMap(({ cells: { finding_id = "", done_on = "" } }) =>
    done_on !== "" && lives.has(Number(finding_id)) ? [Number(finding_id)] : [],
  );

const answered = ({ order, set, fields, findings }: StateChange) => ({
  code: workOrderCode(order.number),
  title: order.title,
  old_value: order.status,
  new_value: set.status ?? order.status,
  findings: findings.map((one) => ({
    id: one.id,
    dt_id: one.dt_id,
    old_value: one.old_value,
    new_value: one.new_value,
    old_rma: one.old_rma,
    new_rma: one.new_rma,
    rma_claim: one.rma_claim,
    new_parts: one.new_parts,
    new_done_on: one.new_done_on,
    new_reason: one.new_reason,
  })),
  fields: [...fields],
});

type StatesSent = {
  /** Of the file. */
  readonly name: string;
  readonly table: Table;
  /** What words of the other system mean. */
  readonly words: StateWords;
  /** A problem with the file and its place there. */
  readonly placed: (problem: Problem) => Problem;
  /** What was read although the file does not show it, or in another encoding. */
  readonly notes: readonly Problem[];
  readonly isApplied: boolean;
};

/**
 * Reads states of orders and findings, and applies them where `isApplied`; all or nothing.
 * @throws FILE_REFUSED with everything that is wrong in the file, by line and column
 */
export async function importStates(
  context: Context,
  plant: OfPlant,
  { words, placed, notes, isApplied, ...sent }: StatesSent,
): Promise<WorkOrderImported> {
  const { viewer } = context;
  const read = await statesOf(context, sent);
  const refuseFile = (problems: typeof read.problems) => {
    if (problems.length > 0) throw failure("FILE_REFUSED", ...problems.map(placed));
  };
  refuseFile(read.problems);
  const { entries } = read;
  // At least a field for each line.
  const rows = isApplied ? entries.length : 0;
  await requireQuota(context.db, viewer, plant.customer_id, { bytes: 0, rows });
  const { users: people } = await readPeople(context.db, viewer, plant);
  return changeWithAudit(
    context,
    async (db) => {
      const asked = { entries, isApplied };
      const { known: orders, lives } = await namedStates(context, db, plant, asked);
      const today = await dayAt(db, plant.id, context.now());
      const found_on = await foundOn(db, viewer, plant.id, datedIn(entries, lives));
      const facts = { orders, people, words, today, found_on };
      const { changes, unchanged, others, problems } = await stepsInTurns(
        stateChanges(entries, facts),
      );
      refuseFile(problems);
      const count = changes.reduce((sum, { findings }) => sum + findings.length, 0);
      const assigns = changes.some(({ set }) => isAssigning(set));
      refuse(calls.importStates, viewer, { findings: count, assigns });
      // Before it is applied, what would be refused is refused in the preview too.
      for (const { order, set } of changes) {
        if (set.status && isHolding(set.status) && !isHolding(order.status)) {
          const own = order.findings.flatMap(({ id }) => lives.get(id) ?? []);
          await refuseHeld(context, db, own, order.id, null);
        }
      }
      if (isApplied) for (const change of changes) await apply(context, db, plant, change, lives);
      return {
        is_applied: isApplied,
        changes: changes.map(answered),
        unchanged: [...unchanged],
        unread: [...others, ...read.unread].slice(0, MOST_UNREAD),
        notes: [...notes],
      };
    },
    ({ changes }) =>
      isApplied && changes.length > 0
        ? {
            action: "import_work_orders",
            customer_id: plant.customer_id,
            detail: { plant_id: plant.id, count: changes.length },
          }
        : null,
  );
}

async function apply(
  context: Context,
  db: Database,
  plant: OfPlant,
  { order, set, findings }: StateChange,
  lives: ReadonlyMap<number, LockedLife>,
): Promise<void> {
  const { viewer, now } = context;
  const [before] = await lockOrders(db, viewer, plant.id, [order.id]);
  if (!before) return;
  const own = before.finding_ids.flatMap((id) => lives.get(id) ?? []);
  const states = new Map(findings.map((one) => [one.id, one.set]));
  const about = { plant_id: plant.id, order_id: order.id, kind: "import" } as const;
  const by = { analysis_id: null, account_id: viewer.account_id, at: now() };
  await storeOrderStep(
    context,
    db,
    { ...about, ...by },
    {
      before,
      now: changedOrder(before, set),
      added: [],
      removed: [],
      findings: settingsOf(own, set, new Set(), { former: before }).map(
        ({ life, set: assigned }) => {
          return { life, set: { ...assigned, ...states.get(life.id) } };
        },
      ),
    },
  );
}
