// New drones from a table: shown first, then created, all of them or none.
import type { droneApi } from "../../api/flight/drone.ts";
import { failure, type Problem } from "../../domain/error.ts";
import {
  droneHeads,
  readDroneTable,
  type DroneRow,
  type ReadDrones,
} from "../../domain/provider/drone-table.ts";
import { serialHolders } from "../../domain/provider/drone.ts";
import { limits } from "../../domain/limits.ts";
import { plainText } from "../../domain/table/record-rows.ts";
import type { Table } from "../../domain/table/table.ts";
import type { Context } from "../context.ts";
import type { Handlers } from "../implement.ts";
import { writeAuditEntry } from "../store/account/audit.ts";
import { isUniqueViolation } from "../store/database-fault.ts";
import { customerExists } from "../store/plant/plant.ts";
import { insertDrone, lockDrones, readDrones } from "../store/provider/drone.ts";
import { readDroneModels } from "../store/provider/drone-model.ts";
import { stepsInTurns } from "../turn.ts";
import { previewRecords, requireRows, takeRecords } from "./record-table.ts";
import { rememberTable } from "./table-preview.ts";

export const droneTableHandlers: Pick<Handlers<typeof droneApi>, "previewFile" | "importFile"> = {
  async previewFile(context, { query: { customer_id = null }, parts }) {
    await checkOwner(context, customer_id);
    return previewRecords(context, parts, kindOf(context, customer_id), (table) =>
      readTable(context, customer_id, table),
    );
  },

  async importFile(context, { query: { customer_id = null }, parts }) {
    await checkOwner(context, customer_id);
    const kind = kindOf(context, customer_id);
    return takeRecords(context, parts, kind, (table, sent) =>
      context.db.transaction(async (db) => {
        const bound = { ...context, db };
        // Before the numbers of others are read: who registers one meanwhile waits.
        await lockDrones(db);
        const read = await readTable(bound, customer_id, table);
        const rows = requireRows(read, sent);
        for (const row of rows) await insert(bound, row, sent.placed);
        await rememberTable(db, kind, sent.mapping);
        return { count: rows.length, notes: [...sent.notes, ...read.notes] };
      }),
    );
  },
};

/** What was said of the provider's tables is remembered for those who import them. */
const kindOf = ({ viewer }: Context, customer_id: number | null) =>
  ({
    purpose: "drones",
    heads: droneHeads,
    most_rows: limits.droneFileRows,
    customer_id: customer_id ?? viewer.own_customer_id,
  }) as const;

/** @throws BAD_REQUEST for an owner that is missing. Customers of others count as missing. */
export async function checkOwner(
  { db, viewer }: Pick<Context, "db" | "viewer">,
  customer_id: number | null,
): Promise<void> {
  const isOwn = viewer.customer_id === null || viewer.customer_id === customer_id;
  const exists = customer_id === null || (await customerExists(db, customer_id));
  if (isOwn && exists) return;
  throw failure("BAD_REQUEST", { reason: "customer_unknown", field: "customer_id" });
}

async function readTable(
  { db, viewer }: Pick<Context, "db" | "viewer">,
  customer_id: number | null,
  table: Table,
): Promise<ReadDrones> {
  const [models, drones] = await Promise.all([readDroneModels(db), readDrones(db, viewer)]);
  const named = models.flatMap(({ id, name, abbreviation }) =>
    [...new Set([name, abbreviation].map(plainText))].map((text) => ({ text, id })),
  );
  const byName = Map.groupBy(named, ({ text }) => text);
  const facts = {
    customer_id,
    modelsOf: (text: string) => byName.get(text)?.map(({ id }) => id) ?? [],
    identifiers: new Set(drones.map(({ internal_identifier }) => internal_identifier)),
    bySerial: serialHolders(drones),
  };
  return stepsInTurns(readDroneTable(table, facts));
}

/** @throws FILE_REFUSED with the line of an identifier that a drone has which the viewer does not see */
async function insert(
  context: Context,
  { form, line }: DroneRow,
  placed: (problem: Problem) => Problem,
): Promise<void> {
  const { internal_identifier: name, customer_id } = form;
  try {
    const drone_id = await insertDrone(context.db, form);
    const detail = { drone_id, name };
    await writeAuditEntry(context, context.db, { action: "create_drone", customer_id, detail });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const field = "internal_identifier";
    const problem = { reason: "internal_identifier_taken", field, line };
    throw failure("FILE_REFUSED", placed(problem));
  }
}
