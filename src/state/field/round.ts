// A round: a checklist of components for an inspection in the field, kept over a reload.
import { atom } from "jotai";
import { removeLocal } from "../../client/local.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { meAtom } from "../account/me.ts";
import { sheetHeightAtom } from "../shell/dock.ts";
import { perPlant, sessionLifetime } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import type { Store } from "../shell/on-change.ts";
import { readStored, writeStored } from "../shell/remembered.ts";
import { openComponent } from "../plant/component/component.ts";
import { findingsAtom } from "../plant/analysis/finding.ts";
import { keyFigureAtom } from "../plant/column/key-figure.ts";
import { geometryVersionAtom, namesOf, plantIdAtom } from "../plant/plant.ts";
import {
  selectedRowsAtom,
  selectionAtom,
  type ComponentRow,
} from "../plant/component/selection.ts";

export type Stop = { readonly component_type: ComponentType; readonly dt_id: string };
export type Round = {
  readonly stops: readonly Stop[];
  /** Places of the stops that are done. */
  readonly done: readonly number[];
  /** The place of the present stop. */
  readonly at: number;
};

/** More stops are no round on foot. */
export const MOST_STOPS = 2000;

const heldAtom = perPlant<Round | null>(null);

/** The round of this user in this plant; null for none. */
export const roundAtom = atom((get) => get(heldAtom));

const nameAtom = atom((get): string | null => {
  const me = valueOf(get(meAtom));
  const plantId = get(plantIdAtom);
  return me && plantId !== null ? `round-${me.id}-${plantId}` : null;
});

const keep = atom(null, (get, set, round: Round | null) => {
  set(heldAtom, round);
  const name = get(nameAtom);
  if (name !== null) writeStored(name, round);
});

/** Takes up the round that was begun before a reload. Returns the stop function. */
export function startRoundWork(store: Store): () => void {
  const { signal } = sessionLifetime();
  let kept: string | null = null;
  const take = () => {
    const name = store.get(nameAtom);
    if (name === null || name === kept) return;
    kept = name;
    const stored = readStored<Round>(name);
    if (stored && !store.get(heldAtom)) store.set(heldAtom, stored);
  };
  // The next user of this browser must not see what this one was doing, in whatever plant.
  signal.addEventListener("abort", () => removeLocal("round-"), { once: true });
  take();
  // Where another plant is opened, the round stays for the way back.
  return store.sub(nameAtom, take);
}

/** Begins a round at the first of these components. */
export const startRound = atom(null, (_get, set, stops: readonly Stop[]) => {
  if (stops.length === 0) return;
  set(keep, { stops: stops.slice(0, MOST_STOPS), done: [], at: 0 });
  set(goToStop);
});

/** The selected components as stops. */
export const selectedStopsAtom = atom((get): readonly Stop[] => {
  const selection = get(selectionAtom);
  return selection ? stopsOf(selection.component_type, get(selectedRowsAtom)) : [];
});

/** The findings that meet the filters, worst first, as stops. */
export const findingStopsAtom = atom((get): readonly Stop[] => {
  const type = get(keyFigureAtom)?.component_type;
  const rows = valueOf(get(findingsAtom))?.rows;
  return type && rows ? stopsOf(type, rows) : [];
});

function stopsOf(component_type: ComponentType, rows: ArrayLike<number>): Stop[] {
  const names = namesOf(component_type);
  if (!names) return [];
  return Array.from({ length: Math.min(rows.length, MOST_STOPS) }, (_, at) => ({
    component_type,
    dt_id: names.dtId(rows[at]!),
  }));
}

function rowOf({ component_type, dt_id }: Stop): ComponentRow | null {
  const names = namesOf(component_type);
  for (let row = 0; row < (names?.count ?? 0); row += 1) {
    if (names!.dtId(row) === dt_id) return { component_type, row };
  }
  return null;
}

/** The component of the present stop; null while the names are loading, or where the twin has it no more. */
export const stopRowAtom = atom((get): ComponentRow | null => {
  get(geometryVersionAtom);
  const round = get(heldAtom);
  const stop = round?.stops[round.at];
  return stop ? rowOf(stop) : null;
});

/** Opens the component of the present stop and shows it on the map. */
export const goToStop = atom(null, (get, set) => {
  const row = get(stopRowAtom);
  if (!row) return;
  set(openComponent, row, true);
  // On a phone the map is needed, too.
  set(sheetHeightAtom, "half");
});

/** Goes to the next or the previous stop. */
export const stepStop = atom(null, (get, set, step: 1 | -1) => {
  const round = get(heldAtom);
  const at = (round?.at ?? 0) + step;
  if (!round || at < 0 || at >= round.stops.length) return;
  set(keep, { ...round, at });
  set(goToStop);
});

/** Ticks the present stop off and goes to the next one that is open, or takes the tick back. */
export const tickStop = atom(null, (get, set) => {
  const round = get(heldAtom);
  if (!round) return;
  const isDone = round.done.includes(round.at);
  const done = isDone ? round.done.filter((at) => at !== round.at) : [...round.done, round.at];
  const open = round.stops.map((_, at) => at).filter((at) => !done.includes(at));
  const next = isDone ? round.at : (open.find((at) => at > round.at) ?? open[0] ?? round.at);
  set(keep, { ...round, done, at: next });
  if (next !== round.at) set(goToStop);
});

/** Ends the round. */
export const endRound = atom(null, (_get, set) => set(keep, null));
