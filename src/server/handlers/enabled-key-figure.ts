// Which key figures a plant shows: switched on and off by staff, written down.
import { enabledKeyFigureApi } from "../../api/enabled-key-figure.ts";
import { keyFiguresOf } from "../../domain/key-figure/key-figure.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { Context } from "../context.ts";
import { named, refuse, type Handlers } from "../implement.ts";
import { audit } from "../store/account/account.ts";
import * as store from "../store/plant/enabled-key-figure.ts";

export const enabledKeyFigureHandlers: Handlers<typeof enabledKeyFigureApi> = {
  listEnabled: ({ db }, { plant }) => enabledOf(db, named(plant)),

  async listDisabled({ db }, { plant }) {
    return { key_figure_ids: await store.readDisabled(db, named(plant).id) };
  },

  async enable(context, { plant, body }) {
    const { db } = context;
    const { id, technology } = named(plant);
    refuse(enabledKeyFigureApi.enable, context.viewer, { technology, ...body });
    await store.removeDisabled(db, id, body.key_figure_ids);
    await noteAct(context, "enable_key_figures", named(plant), body.key_figure_ids);
    return enabledOf(db, named(plant));
  },

  async disable(context, { plant, body }) {
    const { db } = context;
    const { id, technology } = named(plant);
    refuse(enabledKeyFigureApi.disable, context.viewer, { technology, ...body });
    await store.storeDisabled(db, id, body.key_figure_ids);
    await noteAct(context, "disable_key_figures", named(plant), body.key_figure_ids);
    return { key_figure_ids: await store.readDisabled(db, id) };
  },
};

async function enabledOf(db: Context["db"], { id, technology }: Plant) {
  const disabled = new Set(await store.readDisabled(db, id));
  const ids = keyFiguresOf(technology).map((keyFigure) => keyFigure.id);
  return { key_figure_ids: ids.filter((one) => !disabled.has(one)) };
}

function noteAct(
  { db, viewer, request_id }: Context,
  action: string,
  { id, customer_id }: Plant,
  key_figure_ids: readonly number[],
): Promise<void> {
  const detail = { plant_id: id, key_figure_ids };
  return audit(db, { account_id: viewer.account_id, customer_id, action, detail, request_id });
}
