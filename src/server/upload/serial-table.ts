// Serial numbers from a table: shown first, then stored, all of them or none.
import type { serialNumberApi } from "../../api/plant/serial-number.ts";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { readSerials } from "../../domain/serial-number/serial-file.ts";
import { isSerialHead } from "../../domain/serial-number/serial-head.ts";
import {
  serialChanges,
  type SerialFacts,
  type SerialPlace,
} from "../../domain/serial-number/serial-import.ts";
import { serialKey, type SerialImported } from "../../domain/serial-number/serial-number.ts";
import { previewTable } from "../../domain/file-preview/read-table-preview.ts";
import { tableWords } from "../../domain/file-preview/table-mapping.ts";
import type { Database } from "../context.ts";
import type { Handlers } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import type { PlantComponents } from "../store/plant/twin-components.ts";
import * as store from "../store/plant/serial-number.ts";
import { requireQuota } from "../store/provider/quota.ts";
import { stepsInTurns } from "../turn.ts";
import { componentLookup, nameOf } from "./serial-component.ts";
import {
  explainedPreview,
  namedTable,
  rememberedFor,
  rememberTable,
  rowsOfTable,
} from "./table-preview.ts";
import { receiveTable } from "./table-upload.ts";

/** Changes that the preview lists; the rest is counted. */
const MOST_SHOWN = 100;

const purpose = "serials" as const;
const kind = { purpose, heads: isSerialHead, most_rows: limits.serialFileRows } as const;
const form = { heads: purpose, fields: ["sheet"], purpose } as const;

export const serialFileHandlers: Pick<
  Handlers<typeof serialNumberApi>,
  "previewFile" | "importFile"
> = {
  async previewFile(context, { plant, parts }) {
    const of = { purpose, plant_id: plant.id };
    const asked = { ...form, remembered: () => rememberedFor(context, of) };
    return receiveTable(context, parts, asked, async (sent) => {
      const { table, mapping, placed, notes } = sent;
      const components = await readComponents(context, plant.id);
      const shown = await previewTable({
        rows: rowsOfTable(sent),
        words: tableWords[purpose],
        mapping: mapping ?? null,
        remembered: sent.remembered,
        async read(said) {
          const named = await namedTable(table, said, kind);
          const { rows, problems } = await stepsInTurns(readSerials(named.table));
          const judged =
            problems.length > 0
              ? { problems }
              : await judge(context.db, plant.id, await factsFor(components, rows), rows);
          return {
            result_count: judged.problems.length > 0 ? 0 : rows.length,
            faults: judged.problems.map(placed),
            notes: [...notes, ...named.notes],
          };
        },
      });
      return explainedPreview(context, shown);
    });
  },

  async importFile(context, { plant, query: { apply, ending }, parts }) {
    return receiveTable(context, parts, form, async ({ table, mapping, placed, notes }) => {
      const named = await namedTable(table, mapping, kind);
      const read = await stepsInTurns(readSerials(named.table));
      const refuse = (problems: typeof read.problems) => {
        if (problems.length > 0) throw failure("FILE_REFUSED", ...problems.map(placed));
      };
      refuse(read.problems);
      const found = await factsFor(await readComponents(context, plant.id), read.rows);
      const by = { account_id: context.viewer.account_id, at: context.now() };
      if (apply === "yes") {
        // Counted before the transaction: a question within it would wait for a second connection.
        const { changes } = await judge(context.db, plant.id, found, read.rows);
        const wanted = { bytes: 0, rows: changes.length };
        await requireQuota(context.db, context.viewer, plant.customer_id, wanted);
      }
      return changeWithAudit(
        context,
        async (db): Promise<SerialImported> => {
          await store.lockSerials(db, plant.id);
          const judged = await judge(db, plant.id, found, read.rows);
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
            await rememberTable(db, { purpose, plant_id: plant.id }, mapping);
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
            notes: [...notes, ...named.notes],
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

type Row = SerialPlace & { readonly serial: string; readonly line: number };
type Found = Pick<SerialFacts, "componentOf"> & { readonly nameOf: (dt_id: string) => string };

async function factsFor(components: PlantComponents, rows: readonly Row[]): Promise<Found> {
  const directory = await components.directory();
  const componentOf = await componentLookup(components, rows);
  return { componentOf, nameOf: (dt_id) => nameOf(directory, dt_id) };
}

/** What the rows change beside the numbers that the components of the plant have at present. */
async function judge(db: Database, plant_id: number, found: Found, rows: readonly Row[]) {
  const { componentOf } = found;
  const dt_ids = rows.flatMap((row) => {
    const at = componentOf(row);
    return at === null || typeof at === "string" ? [] : [at.dt_id];
  });
  const keys = rows.map(({ serial }) => serialKey(serial));
  const held = await store.readPresent(db, plant_id, { dt_ids, keys });
  const present = new Map(held.map(({ dt_id, serial }) => [dt_id, serial]));
  const holders = new Map(held.map((one) => [serialKey(one.serial), one]));
  const facts: SerialFacts = {
    componentOf,
    presentOf: (dt_id) => present.get(dt_id) ?? null,
    holderOf(key) {
      const holder = holders.get(key);
      return holder ? { ...holder, name: found.nameOf(holder.dt_id) } : null;
    },
  };
  return stepsInTurns(serialChanges(rows, facts));
}
