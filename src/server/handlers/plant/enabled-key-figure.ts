// Key figures that a plant shows. Staff enable and disable them; the audit log records it.
import { enabledKeyFigureApi } from "../../../api/plant/enabled-key-figure.ts";
import { keyFiguresOf } from "../../../domain/key-figure/key-figure.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import type { Context } from "../../context.ts";
import { refuse, type Handlers } from "../../implement.ts";
import { changeWithAudit, type AuditEntry } from "../../store/account/audit.ts";
import * as store from "../../store/plant/column/enabled-key-figure.ts";

export const enabledKeyFigureHandlers: Handlers<typeof enabledKeyFigureApi> = {
  listEnabled: ({ db }, { plant }) => enabledOf(db, plant),

  async listDisabled({ db }, { plant }) {
    return { key_figure_ids: await store.readDisabled(db, plant.id) };
  },

  async enable(context, { plant, body }) {
    const { id, technology } = plant;
    refuse(enabledKeyFigureApi.enable, context.viewer, { technology, ...body });
    await changeWithAudit(
      context,
      (db) => store.removeDisabled(db, id, body.key_figure_ids),
      () => entryOf("enable_key_figures", plant, body.key_figure_ids),
    );
    return enabledOf(context.db, plant);
  },

  async disable(context, { plant, body }) {
    const { id, technology } = plant;
    refuse(enabledKeyFigureApi.disable, context.viewer, { technology, ...body });
    await changeWithAudit(
      context,
      (db) => store.storeDisabled(db, id, body.key_figure_ids),
      () => entryOf("disable_key_figures", plant, body.key_figure_ids),
    );
    return { key_figure_ids: await store.readDisabled(context.db, id) };
  },
};

async function enabledOf(db: Context["db"], { id, technology }: Plant) {
  const disabled = new Set(await store.readDisabled(db, id));
  const ids = keyFiguresOf(technology).map((keyFigure) => keyFigure.id);
  return { key_figure_ids: ids.filter((id) => !disabled.has(id)) };
}

function entryOf(
  action: AuditEntry["action"],
  { id: plant_id, customer_id }: Plant,
  key_figure_ids: readonly number[],
): AuditEntry {
  return { action, customer_id, detail: { plant_id, key_figure_ids } };
}
