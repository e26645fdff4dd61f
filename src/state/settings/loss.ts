// What losses of a plant cost.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { LossSettings } from "../../domain/loss/loss-settings.ts";
import { plantKey } from "../plant/plant.ts";
import { queriesById, reload } from "../shell/query.ts";

const keyOf = (id: number) => ["plant", id, "loss-settings"];

/** The settings of a plant by its id. */
export const lossSettingsOf = queriesById((id: number) => ({
  key: keyOf(id),
  ask: (options) => call(api.loss.read, { params: { id } }, options),
}));

/** Rejects with the refusal. */
export const setLossSettings = atom(
  null,
  async (_get, _set, id: number, body: LossSettings): Promise<void> => {
    await call(api.loss.set, { params: { id }, body });
    await reload(keyOf(id));
    // What is on the screen of the plant is calculated with them.
    await reload(plantKey());
  },
);
