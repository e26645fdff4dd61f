// Serial numbers of components: read, searched, changed, and taken from a table.
import { serialNumberApi as calls } from "../../../api/plant/serial-number.ts";
import { failure } from "../../../domain/error.ts";
import {
  serialChangeRefusal,
  serialKey,
  type SerialEntry,
} from "../../../domain/serial-number/serial-number.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { readAccountNames } from "../../store/account/account-name.ts";
import { requireQuota } from "../../store/provider/quota.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { readComponents } from "../../store/plant/plant-component.ts";
import * as store from "../../store/plant/serial-number.ts";
import { nameOf, pcsOf } from "../../upload/serial-component.ts";
import { serialFileHandlers } from "../../upload/serial-table.ts";

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

  ...serialFileHandlers,
};

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
