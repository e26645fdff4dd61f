// Work orders as files for another system, and states that come back from it.
import { workOrderApi as calls } from "../../api/plant/work-order.ts";
import { failure, type Problem } from "../../domain/error.ts";
import type { Table } from "../../domain/table/table.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { FindingLife } from "../../domain/finding/finding-life.ts";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import { changedOrder } from "../../domain/work-order/work-order-change.ts";
import type { WorkOrderImported } from "../../domain/work-order/work-order-import-shape.ts";
import {
  readStates,
  stateChanges,
  type KnownOrder,
  type StateChange,
} from "../../domain/work-order/work-order-import.ts";
import {
  workOrdersCsv,
  workOrdersJson,
  type Located,
  type WorkOrderFileFormat,
} from "../../domain/work-order/work-order-file.ts";
import type { Context, Database } from "../context.ts";
import { refuse, type ByteAnswer } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { lockLives } from "../store/plant/finding/finding-life.ts";
import { readTwin } from "../store/plant/twin.ts";
import { readLevel } from "../store/plant/twin-object.ts";
import { lockOrders } from "../store/plant/work-order/work-order.ts";
import { readFindings } from "./answer.ts";
import { refuseHeld, storeOrderStep, type OfPlant } from "./change-work-order.ts";
import { isHolding } from "../../domain/work-order/work-order-status.ts";
import { readWorkOrders } from "./work-order-answer.ts";

/** The orders that the viewer sees, with their findings. */
export async function workOrderFile(
  context: Context,
  plant: OfPlant & { readonly name: string },
  format: WorkOrderFileFormat,
): Promise<ByteAnswer> {
  const orders = await readWorkOrders(context, plant.id);
  const ids = [...new Set(orders.flatMap(({ finding_ids }) => finding_ids))];
  const lives = ids.length > 0 ? await readFindings(context, plant.id, ids) : [];
  const findings = new Map(lives.map((life) => [life.id, life]));
  const locate = await locator(context, plant.id, lives);
  const parts = { orders, findings, locate };
  // Spreadsheets take the file for UTF-8 by this mark alone.
  const text = format === "csv" ? `\uFEFF${workOrdersCsv(parts)}` : workOrdersJson(parts);
  const body = Buffer.from(text);
  const name = plant.name.replaceAll(/[^\p{L}\d]+/gu, "-");
  return {
    content_type: format === "csv" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
    file_name: `${name}-work-orders.${format}`,
    bytes: body.length,
    body,
  };
}

/** Where the components of these findings are, and what the plant calls them. */
async function locator(
  { db, files }: Context,
  plant_id: number,
  lives: readonly FindingLife[],
): Promise<(life: FindingLife) => Located | null> {
  const twin = lives.length > 0 ? await readTwin(db, plant_id) : null;
  if (!twin) return () => null;
  const plane = planeAt(twin.origin);
  const levels = new Map<ComponentType, Awaited<ReturnType<typeof readLevel>>>();
  for (const type of new Set(lives.map(({ component_type }) => component_type))) {
    const level = twin.levels.find(({ component_type }) => component_type === type);
    if (level) levels.set(type, await readLevel(files, level));
  }
  return ({ component_type, row }) => {
    const level = levels.get(component_type);
    if (!level || row === null) return null;
    const { geometry, names } = level;
    const [lon, lat] = plane.toLonLat(geometry.centreX[row] ?? 0, geometry.centreY[row] ?? 0);
    return { name: names.pcs(row) || names.dtId(row), lon, lat };
  };
}

/** Taken before the file is applied, so that nothing changes in between; all orders that the viewer sees. */
async function lockedStates(
  context: Context,
  db: Database,
  plant: OfPlant,
  ids: readonly number[],
): Promise<{ known: KnownOrder[]; lives: Map<number, LockedLives[number]> }> {
  const orders = await lockOrders(db, context.viewer, plant.id, ids);
  const all = orders.flatMap(({ finding_ids }) => finding_ids);
  const locked = await lockLives(db, context.viewer, plant.id, { ids: all });
  const lives = new Map(locked.map((life) => [life.id, life]));
  const known = orders.map((order) => ({
    ...order,
    findings: order.finding_ids.flatMap((id) => lives.get(id) ?? []),
  }));
  return { known, lives };
}
type LockedLives = Awaited<ReturnType<typeof lockLives>>;

const answered = ({ order, status, findings }: StateChange) => ({
  code: workOrderCode(order.number),
  title: order.title,
  old_value: order.status,
  new_value: status ?? order.status,
  findings: [...findings],
});

type StatesSent = {
  readonly table: Table;
  /** A problem with the file and its place there. */
  readonly placed: (problem: Problem) => Problem;
  readonly isApplied: boolean;
};

/**
 * Reads states of orders and findings, and applies them where `isApplied`; all or nothing.
 * @throws FILE_REFUSED with everything that is wrong in the file, by line and column
 */
export async function importStates(
  context: Context,
  plant: OfPlant,
  { table, placed, isApplied }: StatesSent,
): Promise<WorkOrderImported> {
  const { viewer } = context;
  const read = readStates(table);
  const refuseFile = (problems: typeof read.problems) => {
    if (problems.length > 0) {
      throw failure("FILE_REFUSED", ...problems.map(placed));
    }
  };
  refuseFile(read.problems);
  const seen = await readWorkOrders(context, plant.id);
  return changeWithAudit(
    context,
    async (db) => {
      const { known, lives } = await lockedStates(
        context,
        db,
        plant,
        seen.map(({ id }) => id),
      );
      const { changes, problems } = stateChanges(read.entries, known);
      refuseFile(problems);
      const count = changes.reduce((sum, { findings }) => sum + findings.length, 0);
      refuse(calls.importStates, viewer, { findings: count });
      // Before it is applied, what would be refused is refused in the preview too.
      for (const { order, status } of changes) {
        if (status && isHolding(status) && !isHolding(order.status)) {
          const own = order.findings.flatMap(({ id }) => lives.get(id) ?? []);
          await refuseHeld(db, own, order.id, false);
        }
      }
      if (isApplied) for (const change of changes) await apply(context, db, plant, change, lives);
      return { is_applied: isApplied, changes: changes.map(answered) };
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
  { viewer, now }: Context,
  db: Database,
  plant: OfPlant,
  { order, status, findings }: StateChange,
  lives: ReadonlyMap<number, LockedLives[number]>,
): Promise<void> {
  const [before] = await lockOrders(db, viewer, plant.id, [order.id]);
  if (!before) return;
  const about = { plant_id: plant.id, order_id: order.id, kind: "import" } as const;
  const by = { analysis_id: null, account_id: viewer.account_id, at: now() };
  await storeOrderStep(
    db,
    { ...about, ...by },
    {
      before,
      now: changedOrder(before, status ? { status } : {}),
      added: [],
      removed: [],
      findings: findings.flatMap(({ id, new_value }) => {
        const life = lives.get(id);
        return life ? [{ life, set: { status: new_value } }] : [];
      }),
    },
  );
}
