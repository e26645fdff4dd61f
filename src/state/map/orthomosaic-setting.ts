// The user's settings of single orthomosaics. They lie among those of the layers, so that address, saved views
// and undo have them too.
import { atom } from "jotai";
import { doUndoably } from "../shell/undoable.ts";
import { layerOrderAtom, layerSettingsAtom, type LayerSetting } from "./layer.ts";

/** The name of an orthomosaic among the layers. */
const settingId = (id: number) => `orthomosaic-${id}`;
const fresh: LayerSetting = { visible: true, opacity: 1 };

/** Whether an orthomosaic is drawn while its layer is, and how opaque it is within the layer. */
export const orthomosaicSettingAtom = atom((get) => {
  const settings = get(layerSettingsAtom);
  return (id: number): LayerSetting => settings[settingId(id)] ?? fresh;
});

/** Sorts orthomosaics bottom to top as the user ordered them; those that were not moved keep their order above. */
export const orthomosaicOrderAtom = atom((get) => {
  const order = get(layerOrderAtom);
  const rank = (id: number) => {
    const at = order.indexOf(settingId(id));
    return at < 0 ? order.length : at;
  };
  return <One extends { readonly id: number }>(all: readonly One[]): One[] =>
    all.toSorted((a, b) => rank(a.id) - rank(b.id));
});

const changeOrthomosaic = atom(
  null,
  (get, set, id: number, change: Partial<LayerSetting>, name: string) => {
    const next = { ...get(orthomosaicSettingAtom)(id), ...change };
    const settings = { ...get(layerSettingsAtom), [settingId(id)]: next };
    set(doUndoably, {
      name,
      merge: `${name} ${settingId(id)}`,
      change: (_get, set) => set(layerSettingsAtom, settings),
    });
  },
);

/** Shows or hides one orthomosaic of its layer. */
export const showOrthomosaic = atom(null, (_get, set, id: number, visible: boolean) =>
  set(changeOrthomosaic, id, { visible }, "workbench:step.show_layer"),
);

/** Sets how opaque one orthomosaic is, 0 to 1. */
export const fadeOrthomosaic = atom(null, (_get, set, id: number, opacity: number) => {
  const clamped = Math.min(1, Math.max(0, opacity));
  set(changeOrthomosaic, id, { opacity: clamped }, "workbench:step.fade_layer");
});

/**
 * Moves an orthomosaic to a place among those of its layer, 0 at the bottom.
 * @param all their IDs bottom to top, as they lie now
 */
export const moveOrthomosaic = atom(
  null,
  (get, set, id: number, place: number, all: readonly number[]) => {
    const others = all.filter((one) => one !== id);
    const next = others.toSpliced(Math.min(others.length, Math.max(0, place)), 0, id);
    if (!all.includes(id) || next.join() === all.join()) return;
    const ids = next.map(settingId);
    const order = [...get(layerOrderAtom).filter((one) => !ids.includes(one)), ...ids];
    set(doUndoably, {
      name: "workbench:step.move_layer",
      change: (_get, set) => set(layerOrderAtom, order),
    });
  },
);
