// The saved views of the plant on the map.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { viewFromQuery, viewToQuery } from "../../domain/plant/view.ts";
import type { SavedView, SavedViewChanges } from "../../domain/plant/saved-view.ts";
import { readAddress, viewAtom } from "../shell/address.ts";
import { showPanels } from "../shell/dock.ts";
import { change, removeRow } from "../shell/mutation.ts";
import { reload, type ServerQuery } from "../shell/query.ts";
import { plantIdAtom, plantKey, plantQueryOf } from "./plant.ts";

/** The panel of the views is not part of a view. */
const OWN_PANEL = "saved-views";

/** Own views and those that others share, by name. */
export const savedViewsAtom = plantQueryOf((id): ServerQuery<readonly SavedView[]> => ({
  key: plantKey("saved-views"),
  ask: (options) => call(api.savedView.list, { params: { id } }, options),
}));

/** The query of what is on the screen. */
export const currentQueryAtom = atom((get): string => {
  const view = get(viewAtom);
  return viewToQuery({ ...view, panels: view.panels.filter((id) => id !== OWN_PANEL) });
});

/** The address of a view, below the server's. */
export function addressOf({ plant_id, query }: Pick<SavedView, "plant_id" | "query">): string {
  return `/plant/${plant_id}?${query}`;
}

/** Saves what is on the screen. Rejects with the refusal. */
export const saveView = atom(
  null,
  async (get, _set, form: { name: string; is_shared: boolean }) => {
    const id = get(plantIdAtom);
    if (id === null) return;
    const body = { ...form, query: get(currentQueryAtom) };
    await call(api.savedView.create, { params: { id }, body });
    await reload(plantKey("saved-views"));
  },
);

/** Renames or shares a view, or replaces what it shows. Rejects with the refusal. */
export const changeView = atom(
  null,
  async (_get, _set, { id, plant_id }: SavedView, body: SavedViewChanges) => {
    const params = { id: plant_id, view_id: id };
    await change<readonly SavedView[], SavedView>({
      key: plantKey("saved-views"),
      send: () => call(api.savedView.update, { params, body }),
      keep: (known, changed) => known.map((one) => (one.id === id ? changed : one)),
    });
  },
);

/** Deletes a view, from the screen at once. Rejects with the refusal; the row is back then. */
export const removeView = atom(null, async (_get, _set, { id, plant_id }: SavedView) => {
  const params = { id: plant_id, view_id: id };
  await removeRow<SavedView>(plantKey("saved-views"), id, () =>
    call(api.savedView.remove, { params }),
  );
});

/** Shows a view; the browser's back button leads to what was shown before. */
export const openView = atom(null, async (_get, set, view: SavedView) => {
  history.pushState(history.state, "", addressOf(view));
  set(showPanels, viewFromQuery(view.query).view.panels);
  await set(readAddress);
});
