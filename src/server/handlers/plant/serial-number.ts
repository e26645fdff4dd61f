// Serial numbers of components: read, searched, changed, and taken from a table.
import { serialNumberApi as calls } from "../../../api/plant/serial-number.ts";
import type { ComponentDirectory } from "../../../domain/component/component-directory.ts";
import { failure } from "../../../domain/error.ts";
import { readSerials, serialFileHeads } from "../../../domain/serial-number/serial-file.ts";
import {
  serialChanges,
  type NamedComponent,
  type SerialFacts,
} from "../../../domain/serial-number/serial-import.ts";
import {
  serialChangeRefusal,
  serialKey,
  type SerialEntry,
  type SerialImported,
} from "../../../domain/serial-number/serial-number.ts";
import type { Context, Database } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { readAccountNames } from "../../store/account/account-name.ts";
import { requireQuota } from "../../store/provider/quota.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { readComponents } from "../../store/plant/plant-component.ts";
import * as store from "../../store/plant/serial-number.ts";
import { stepsInTurns } from "../../turn.ts";
import { receiveTable } from "../../upload/table-upload.ts";

/** Changes that the preview lists; the rest is counted. */
const MOST_SHOWN = 100;

export const serialNumberHandlers: Handlers<typeof calls> = {
  list: (context, { plant, query }) => entriesOf(context, plant.id, query),

  async find(context, { plant, query: { text } }) {
    const found = await store.searchSerials(context.db, plant.id, text);
    if (found.length === 0) return [];
    const directory = await (await readComponents(context, plant.id)).directory();
    return found.map(({ component_type, dt_id, ...one }) => {
      const at = directory.byDtId(dt_id);
      const row = at?.type === component_type ? at.row : null;
      return { ...one, component_type, dt_id, row, pcs: row === null ? "" : pcsOf(directory, at) };
    });
  },

  async change(context, { plant, body }) {
    const { component_type, dt_id, serial, source, ending, fitted_on } = body;
    const directory = await (await readComponents(context, plant.id)).directory();
    const at = directory.byDtId(dt_id);
    if (at?.type !== component_type) {
      const values = { name: dt_id };
      throw failure("BAD_REQUEST", { reason: "component_unknown", field: "dt_id", values });
    }
    const by = { account_id: context.viewer.account_id, at: context.now() };
    const rows = serial === null ? 0 : 1;
    await requireQuota(context.db, context.viewer, plant.customer_id, { bytes: 0, rows });
    await changeWithAudit(
      context,
      async (db) => {
        await store.lockSerials(db, plant.id);
        const keys = serial === null ? [] : [serialKey(serial)];
        const held = await store.readPresent(db, plant.id, { dt_ids: [dt_id], keys });
        const present = held.find((one) => one.dt_id === dt_id)?.serial ?? null;
        const holder = held.find((one) => one.dt_id !== dt_id)?.dt_id ?? null;
        const refusal = serialChangeRefusal(body, {
          present,
          name: nameOf(directory, dt_id),
          holder: holder === null ? null : nameOf(directory, holder),
        });
        if (refusal) throw failure("CONFLICT", refusal);
        if (serial === present) return false;
        if (present !== null) {
          const end = serial === null ? "removed" : (ending ?? "corrected");
          await store.endSerials(db, plant.id, [dt_id], end, by);
        }
        if (serial !== null) {
          const own = [{ component_type, dt_id, serial }];
          await store.addSerials(db, plant.id, own, { source, fitted_on }, by);
        }
        return true;
      },
      (isChanged) =>
        isChanged
          ? {
              action: "update_serial_number",
              customer_id: plant.customer_id,
              detail: { plant_id: plant.id, component_type, dt_id, serial, before: body.before },
            }
          : null,
    );
    return entriesOf(context, plant.id, body);
  },

  async importFile(context, { plant, query: { apply, ending }, parts }) {
    const asked = { heads: serialFileHeads, fields: ["sheet"] as const };
    return receiveTable(context, parts, asked, async ({ table, placed, notes }) => {
      const read = await stepsInTurns(readSerials(table));
      const refuse = (problems: typeof read.problems) => {
        if (problems.length > 0) throw failure("FILE_REFUSED", ...problems.map(placed));
      };
      refuse(read.problems);
      const directory = await (await readComponents(context, plant.id)).directory();
      const componentOf = (name: string) => named(directory, name);
      const by = { account_id: context.viewer.account_id, at: context.now() };
      if (apply === "yes") {
        // Counted before the transaction: a question within it would wait for a second connection.
        const seen = await factsOf(context.db, plant.id, directory, read.rows, componentOf);
        const { changes } = await stepsInTurns(serialChanges(read.rows, seen));
        const wanted = { bytes: 0, rows: changes.length };
        await requireQuota(context.db, context.viewer, plant.customer_id, wanted);
      }
      return changeWithAudit(
        context,
        async (db): Promise<SerialImported> => {
          await store.lockSerials(db, plant.id);
          const facts = await factsOf(db, plant.id, directory, read.rows, componentOf);
          const judged = await stepsInTurns(serialChanges(read.rows, facts));
          refuse(judged.problems);
          const { changes, unchanged_count } = judged;
          const differing = changes.filter(({ old_value }) => old_value !== null);
          if (apply === "yes") {
            if (differing.length > 0 && ending === undefined) {
              throw failure("BAD_REQUEST", { reason: "serial_ending_missing", field: "ending" });
            }
            const ids = differing.map(({ dt_id }) => dt_id);
            await store.endSerials(db, plant.id, ids, ending ?? "corrected", by);
            const held = changes.map(({ new_value, ...one }) => ({ ...one, serial: new_value }));
            const more = { source: "import", fitted_on: null } as const;
            await store.addSerials(db, plant.id, held, more, by);
          }
          const first = [...differing, ...changes.filter(({ old_value }) => old_value === null)];
          return {
            is_applied: apply === "yes",
            changed_count: changes.length,
            differing_count: differing.length,
            unchanged_count,
            empty_count: read.empty_count,
            numeric_count: read.numeric_count,
            changes: first.slice(0, MOST_SHOWN).map(({ dt_id, name, old_value, new_value }) => ({
              dt_id,
              name,
              old_value,
              new_value,
            })),
            unread: [...read.unread],
            notes: [...notes],
          };
        },
        ({ is_applied, changed_count }) =>
          is_applied && changed_count > 0
            ? {
                action: "import_serial_numbers",
                customer_id: plant.customer_id,
                detail: { plant_id: plant.id, count: changed_count },
              }
            : null,
      );
    });
  },
};

type At = ReturnType<ComponentDirectory["byDtId"]>;

function pcsOf(directory: ComponentDirectory, at: At): string {
  const level = directory.levels.find(({ type }) => type === at?.type);
  return (at && level?.names.pcs(at.row)) ?? "";
}

/** The plant's own name; the ID without one. */
const nameOf = (directory: ComponentDirectory, dt_id: string) =>
  pcsOf(directory, directory.byDtId(dt_id)) || dt_id;

/** A name that is the ID of one component and the plant's name of another one names neither. */
function named(directory: ComponentDirectory, name: string): NamedComponent | "several" | null {
  const byId = directory.byDtId(name);
  const byPcs = directory.byPcs(name);
  if (byPcs === "ambiguous") return byId ? foundAt(directory, byId) : "several";
  const isSame = !byId || !byPcs || (byId.type === byPcs.type && byId.row === byPcs.row);
  if (!isSame) return "several";
  const at = byId ?? byPcs;
  return at ? foundAt(directory, at) : null;
}

function foundAt(directory: ComponentDirectory, at: NonNullable<At>): NamedComponent {
  const level = directory.levels.find(({ type }) => type === at.type);
  const dt_id = level?.names.dtId(at.row) ?? "";
  return { component_type: at.type, dt_id, name: pcsOf(directory, at) || dt_id };
}

async function factsOf(
  db: Database,
  plant_id: number,
  directory: ComponentDirectory,
  rows: readonly { readonly component: string; readonly serial: string }[],
  componentOf: SerialFacts["componentOf"],
): Promise<SerialFacts> {
  const dt_ids = rows.flatMap(({ component }) => {
    const at = componentOf(component);
    return at === null || at === "several" ? [] : [at.dt_id];
  });
  const keys = rows.map(({ serial }) => serialKey(serial));
  const held = await store.readPresent(db, plant_id, { dt_ids, keys });
  const present = new Map(held.map(({ dt_id, serial }) => [dt_id, serial]));
  const holders = new Map(held.map((one) => [serialKey(one.serial), one]));
  return {
    componentOf,
    presentOf: (dt_id) => present.get(dt_id) ?? null,
    holderOf(key) {
      const holder = holders.get(key);
      return holder ? { ...holder, name: nameOf(directory, holder.dt_id) } : null;
    },
  };
}

async function entriesOf(
  { db }: Pick<Context, "db">,
  plant_id: number,
  place: Parameters<typeof store.readSerials>[2],
): Promise<SerialEntry[]> {
  const rows = await store.readSerials(db, plant_id, place);
  const names = await readAccountNames(
    db,
    rows.flatMap(({ account_id, ended_by }) => [account_id, ended_by]),
  );
  const nameOfUser = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  return rows.map(({ account_id, ended_by, ...row }) => ({
    ...row,
    user_name: nameOfUser(account_id),
    ended_by: nameOfUser(ended_by),
  }));
}
