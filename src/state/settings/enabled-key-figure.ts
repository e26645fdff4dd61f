// Which key figures are switched off at a plant.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { failed, idle, loading, ready, valueOf, type Loaded } from "../shell/loaded.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { askAtom } from "../account/ask.ts";
import { perSession } from "../shell/lifetime.ts";

type Ids = readonly number[];

const byPlantAtom = perSession<Readonly<Record<number, Loaded<Ids>>>>({});

/** Answers the ids of the key figures that are off at a plant. */
export const disabledOfAtom = atom((get) => {
  const all = get(byPlantAtom);
  return (plant_id: number): Loaded<Ids> => all[plant_id] ?? idle;
});

const put = atom(null, (get, set, plant_id: number, loaded: Loaded<Ids>) => {
  set(byPlantAtom, { ...get(byPlantAtom), [plant_id]: loaded });
});

/** Fetches which key figures are off; what is known stays in sight meanwhile. */
export const loadDisabled = atom(null, async (get, set, plant_id: number) => {
  if (get(disabledOfAtom)(plant_id).state !== "ready") set(put, plant_id, loading);
  try {
    const params = { id: plant_id };
    const { key_figure_ids } = await call(api.enabledKeyFigure.listDisabled, { params });
    set(put, plant_id, ready(key_figure_ids));
  } catch (cause) {
    set(put, plant_id, failed(cause));
  }
});

/** Switches key figures on or off, on the screen at once. Rejects with the refusal. */
export const switchKeyFigures = atom(
  null,
  async (get, set, plant_id: number, key_figure_ids: Ids, isOn: boolean) => {
    const before = get(disabledOfAtom)(plant_id);
    const off = new Set(valueOf(before));
    for (const id of key_figure_ids) {
      if (isOn) off.delete(id);
      else off.add(id);
    }
    set(put, plant_id, ready([...off]));
    const ask = { params: { id: plant_id }, body: { key_figure_ids: [...key_figure_ids] } };
    try {
      await call(isOn ? api.enabledKeyFigure.enable : api.enabledKeyFigure.disable, ask);
    } catch (cause) {
      await set(loadDisabled, plant_id);
      throw cause;
    }
  },
);

/**
 * Key figures that are off at the plant on the map. Where one is shown all the same, to staff who show
 * all key figures, it is marked; to everybody else it does not exist.
 */
export const markedOffAtom = atom((get): ReadonlySet<number> => {
  const id = get(plantIdAtom);
  return id === null ? new Set() : new Set(valueOf(get(disabledOfAtom)(id)));
});

/** Fetches what is off at the plant on the map, for those who might be shown it all the same. */
export const loadMarkedOff = atom(null, async (get, set) => {
  const id = get(plantIdAtom);
  const may = get(askAtom)("enabledKeyFigure.listDisabled") === null;
  if (id !== null && may) await set(loadDisabled, id);
});
