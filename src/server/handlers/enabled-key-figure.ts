// Which key figures a plant shows: switched on and off by staff, written down.
import type { enabledKeyFigureApi } from "../../api/enabled-key-figure.ts";
import { keyFigureSwitchRefusal } from "../../domain/key-figure/enabled-key-figure.ts";
import { failure } from "../../domain/error.ts";
import { keyFiguresOf } from "../../domain/key-figure/key-figure.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { Context } from "../context.ts";
import { named, type Handlers } from "../implement.ts";
import { audit } from "../store/account/account.ts";
import * as store from "../store/plant/enabled-key-figure.ts";

export const enabledKeyFigureHandlers: Handlers<typeof enabledKeyFigureApi> = {
  listEnabled: ({ db }, { plant }) => enabledOf(db, named(plant)),

  async listDisabled({ db }, { plant }) {
    return { key_figure_ids: await store.readDisabled(db, named(plant).id) };
  },

  async enable(context, { plant, body }) {
    const { db } = context;
    const { id } = checked(named(plant), body.key_figure_ids);
    await store.removeDisabled(db, id, body.key_figure_ids);
    await noteAct(context, "enable_key_figures", named(plant), body.key_figure_ids);
    return enabledOf(db, named(plant));
  },

  async disable(context, { plant, body }) {
    const { db } = context;
    const { id } = checked(named(plant), body.key_figure_ids);
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

function checked(plant: Plant, key_figure_ids: readonly number[]): Plant {
  const refusal = keyFigureSwitchRefusal(plant.technology, key_figure_ids);
  if (refusal) throw failure("BAD_REQUEST", refusal);
  return plant;
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
