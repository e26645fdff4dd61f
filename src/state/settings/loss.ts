// What losses of a plant cost.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { LossAmount, LossSettings } from "../../domain/loss/loss-settings.ts";
import { plantKey } from "../plant/plant.ts";
import { queriesById, reload } from "../shell/query.ts";

const keyOf = (id: number) => ["plant", id, "loss-settings"];

/** The settings of a plant by its id. */
export const lossSettingsOf = queriesById((id: number) => ({
  key: keyOf(id),
  ask: (options) => call(api.loss.read, { params: { id } }, options),
}));

/** What a plant states: an amount of money is stated, or left out. */
export type Stated = Omit<LossSettings, LossAmount> & Readonly<Record<LossAmount, number>>;

/** Sets these settings; the others have their defaults. Rejects with the refusal. */
export const setLossSettings = atom(
  null,
  async (_get, _set, id: number, body: Partial<Stated>): Promise<void> => {
    await call(api.loss.set, { params: { id }, body });
    await reload(keyOf(id));
    // What is on the screen of the plant is calculated with them.
    await reload(plantKey());
  },
);
