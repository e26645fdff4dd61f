// The key figures that are switched off at a plant.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { askAtom } from "../account/ask.ts";
import { plantQueryOf } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { change } from "../shell/mutation.ts";
import { queriesById, reload, type ServerQuery } from "../shell/query.ts";

type Ids = readonly number[];

const keyOf = (plant_id: number) => ["disabled-key-figures", plant_id];

function disabledQuery(plant_id: number): ServerQuery<Ids> {
  return {
    key: keyOf(plant_id),
    async ask(options) {
      const params = { id: plant_id };
      return (await call(api.enabledKeyFigure.listDisabled, { params }, options)).key_figure_ids;
    },
  };
}

/** The ids of the key figures that are switched off at a plant. */
export const disabledKeyFiguresOf = queriesById(disabledQuery);

/** Fetches them again. */
export function reloadDisabled(plant_id: number): Promise<void> {
  return reload(keyOf(plant_id));
}

/** Switches key figures on or off, on the screen at once. Rejects with the refusal. */
export const switchKeyFigures = atom(
  null,
  (_get, _set, plant_id: number, key_figure_ids: Ids, isOn: boolean) => {
    const withSwitch = (ids: Ids, on: boolean): Ids => {
      const others = ids.filter((id) => !key_figure_ids.includes(id));
      return on ? others : [...others, ...key_figure_ids];
    };
    const endpoint = isOn ? api.enabledKeyFigure.enable : api.enabledKeyFigure.disable;
    const ask = { params: { id: plant_id }, body: { key_figure_ids: [...key_figure_ids] } };
    return change<Ids, unknown>({
      key: keyOf(plant_id),
      preview: (ids) => withSwitch(ids, isOn),
      send: () => call(endpoint, ask),
      isUncertain: true,
    });
  },
);

/**
 * Key figures that are switched off at the plant on the map. Staff who show all key figures see them with a
 * note; other users do not see them.
 */
export const disabledKeyFiguresAtom = atom(
  (get): ReadonlySet<number> => new Set(valueOf(get(disabledQueryAtom))),
);

const disabledQueryAtom = plantQueryOf((plant_id, get) => {
  const isAllowed = get(askAtom)("enabledKeyFigure.listDisabled") === null;
  return isAllowed ? disabledQuery(plant_id) : null;
});
