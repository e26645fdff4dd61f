// The open panels around the map: one per dock, listed in the address (?panel=layers,table) and stored for
// the next visit.
import { atom } from "jotai";
import { readLocal, writeLocal } from "../../client/local.ts";

export const docks = ["left", "right", "bottom"] as const;
export type Dock = (typeof docks)[number];

/** What the docks need to know of a panel; the list of panels fills it at start. */
export type DockedPanel = { readonly id: string; readonly dock: Dock; readonly opens: boolean };

const QUERY = "panel";
const STORED = "open-panels";

const panelsAtom = atom<readonly DockedPanel[]>([]);
const openAtom = atom<readonly string[]>([]);

/** Ids of the open panels, at most one per dock. */
export const openPanelsAtom = atom((get) => get(openAtom));

const openDocksAtom = atom((get) => {
  const open = get(openAtom);
  return new Set(get(panelsAtom).flatMap(({ id, dock }) => (open.includes(id) ? [dock] : [])));
});

/** Whether a panel below the map takes some of its height. */
export const isBottomOpenAtom = atom((get) => get(openDocksAtom).has("bottom"));

/** Whether panels on both sides of the map take some of its width. */
export const areSidesOpenAtom = atom((get) => {
  const docks = get(openDocksAtom);
  return docks.has("left") && docks.has("right");
});

/** The panel opened last; on a phone it is the one in the sheet. */
export const frontPanelAtom = atom((get) => get(openAtom).at(-1) ?? null);

/** Sets the panels the viewer may open, and opens those of the address, else those of the last visit. */
export const startDocks = atom(null, (_get, set, panels: readonly DockedPanel[]) => {
  set(panelsAtom, panels);
  const stored = new URLSearchParams(location.search).get(QUERY) ?? readLocal(STORED);
  const requested =
    stored === null
      ? panels.filter(({ opens }) => opens).map(({ id }) => id)
      : stored.split(",").filter((id) => panels.some((panel) => panel.id === id));
  set(
    openAtom,
    requested.filter((id, at) => lastOfDock(panels, requested, id) === at),
  );
});

/**
 * The panel that was asked for last: the layout gives it the focus. `stays` where what asked can be used on, such as
 * the map or a list that is walked through.
 */
export type AskedPanel = { readonly id: string; readonly stays: boolean };
const askedAtom = atom<AskedPanel | null>(null);
export const askedPanelAtom = atom((get) => get(askedAtom));

/** Opens a panel, instead of the one in its dock, and moves the focus there. Unknown or forbidden panels stay closed. */
export const openPanel = atom(null, (_get, set, id: string) => set(place, id, false));

/** Opens a panel that shows what is chosen elsewhere; the focus may stay there. */
export const showPanel = atom(null, (_get, set, id: string) => set(place, id, true));

const place = atom(null, (get, set, id: string, stays: boolean) => {
  const panels = get(panelsAtom);
  const panel = panels.find((one) => one.id === id);
  if (!panel) return;
  const others = get(openAtom).filter(
    (open) => open !== id && panels.find((one) => one.id === open)?.dock !== panel.dock,
  );
  set(openAtom, keep([...others, id]));
  set(askedAtom, { id, stays });
});

/** Moves the focus to a panel or page that stands beside the map in another way. */
export const askForPanel = atom(null, (_get, set, id: string) =>
  set(askedAtom, { id, stays: false }),
);

/** The panel that the keyboard is in; null where a pointer went there, and outside of panels. */
export const keyboardPanelAtom = atom<string | null>(null);

/** Shows these panels and no others, as a saved view says. */
export const showPanels = atom(null, (get, set, ids: readonly string[]) => {
  const panels = get(panelsAtom);
  const known = ids.filter((id) => panels.some((panel) => panel.id === id));
  set(openAtom, keep(known.filter((id, at) => lastOfDock(panels, known, id) === at)));
});

/** Closes a panel. */
export const closePanel = atom(null, (get, set, id: string) => {
  set(openAtom, keep(get(openAtom).filter((open) => open !== id)));
});

/** Opens a closed panel, closes an open one. */
export const togglePanel = atom(null, (get, set, id: string) => {
  if (get(openAtom).includes(id)) set(closePanel, id);
  else set(openPanel, id);
});

/** Sheet heights on a phone, from a peek to the whole window. */
export const sheetHeights = ["peek", "half", "full"] as const;
export type SheetHeight = (typeof sheetHeights)[number];
export const sheetHeightAtom = atom<SheetHeight>("half");

/** Lifts a sheet that only peeks out, so that what the user asked for is seen. */
export const raiseSheet = atom(null, (get, set) => {
  if (get(sheetHeightAtom) === "peek") set(sheetHeightAtom, "half");
});

const beforeFormAtom = atom<SheetHeight | null>(null);

/** Gives a form the whole sheet, so that its fields are seen; afterwards the sheet is as it was before. */
export const growSheet = atom(null, (get, set) => {
  set(raiseSheet);
  if (get(beforeFormAtom) === null) set(beforeFormAtom, get(sheetHeightAtom));
  set(sheetHeightAtom, "full");
});

/** The form is closed. */
export const shrinkSheet = atom(null, (get, set) => {
  const before = get(beforeFormAtom);
  if (before !== null) set(sheetHeightAtom, before);
  set(beforeFormAtom, null);
});

/** state/shell/address.ts writes the open panels into the address. */
function keep(open: readonly string[]): readonly string[] {
  writeLocal(STORED, open.join(","));
  return open;
}

function lastOfDock(panels: readonly DockedPanel[], ids: readonly string[], id: string): number {
  const dockOf = (one: string) => panels.find((panel) => panel.id === one)?.dock;
  return ids.findLastIndex((other) => dockOf(other) === dockOf(id));
}
