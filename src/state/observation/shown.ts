// The observations of the plant as they are shown: what the server has, with what waits on this device.
import { atom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import type { Names } from "../../domain/component/component-index.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import type { OutboxEntry } from "../../domain/observation/outbox.ts";
import {
  isWaitingId,
  waitingId,
  waitingObservation,
} from "../../domain/observation/waiting-observation.ts";
import { meAtom } from "../account/me.ts";
import { analysesAtom } from "../plant/analysis/analysis.ts";
import { geometryVersionAtom, namesOf, twinAtom } from "../plant/plant.ts";
import { perPlantValue } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { observationsAtom, withObservations } from "./observation.ts";
import { waitingHereAtom } from "./waiting.ts";

const none: readonly Observation[] = [];

/** Rows by the names that were looked for; -1 for those that are not there. */
const foundByNames = perPlantValue(() => new WeakMap<Names, Map<string, number>>());

/** The rows of these components. All that are not known yet are looked for at once. */
function rowsOf(names: Names, wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const found = foundByNames();
  const known = found.get(names) ?? new Map<string, number>();
  found.set(names, known);
  const missing = new Set([...wanted].filter((dt_id) => !known.has(dt_id)));
  if (missing.size === 0) return known;
  for (const dt_id of missing) known.set(dt_id, -1);
  for (let row = 0; row < names.count; row += 1) {
    const dt_id = names.dtId(row);
    if (missing.has(dt_id)) known.set(dt_id, row);
  }
  return known;
}

/** The components of the entries, as far as their names are loaded. */
const componentsAtom = atom((get) => {
  get(geometryVersionAtom);
  const wanted = new Set(get(waitingHereAtom).map(({ dt_id }) => dt_id));
  const components = new Map<string, { component_type: ComponentType; row: number }>();
  if (wanted.size === 0) return components;
  for (const { component_type } of valueOf(get(twinAtom))?.levels ?? []) {
    const names = namesOf(component_type);
    if (!names) continue;
    const rows = rowsOf(names, wanted);
    for (const dt_id of wanted) {
      const row = rows.get(dt_id) ?? -1;
      if (row >= 0) components.set(dt_id, { component_type, row });
    }
  }
  return components;
});

type Waiting = { readonly entry: OutboxEntry; readonly one: Observation };

/** What waits, as observations. One whose component is not known is in the outbox alone. */
const waitingAtom = atom((get): readonly Waiting[] => {
  const entries = get(waitingHereAtom);
  const all = valueOf(get(observationsAtom));
  if (entries.length === 0 || !all) return [];
  const stored = new Map(all.map((one) => [one.external_id, one]));
  const components = get(componentsAtom);
  const me = valueOf(get(meAtom));
  const analyses = valueOf(get(analysesAtom)) ?? [];
  return entries.flatMap((entry) => {
    const { external_id, dt_id, pcs, fields } = entry;
    const base = stored.get(external_id);
    if (entry.removes) {
      const there = base ?? entry.current;
      return there ? [{ entry, one: there }] : [];
    }
    const at = components.get(dt_id);
    if (!base && !at) return [];
    const analysis = analyses.find(({ id }) => id === fields.request.analysis_id);
    const one = waitingObservation(entry, {
      base,
      component: {
        component_id: at?.row ?? null,
        component_type: at?.component_type ?? base!.fieldgeometry_component.component_type,
        pcs,
        dt_id,
      },
      user_name: me ? `${me.first_name} ${me.last_name}`.trim() : null,
      analysis: analysis
        ? { id: analysis.id, name: analysis.name, flown_at: analysis.flown_at }
        : (base?.analysis ?? null),
    });
    return { entry, one };
  });
});

/** A function that returns the entry of the outbox behind an observation, or undefined where nothing of it waits. */
export const waitingOfAtom = atom((get) => {
  const byId = new Map(get(waitingAtom).map(({ entry, one }) => [one.id, entry]));
  return (id: number): OutboxEntry | undefined => byId.get(id);
});

/** All observations, newest first. An unsent edit replaces the stored version, an unsent deletion hides it. */
export const shownObservationsAtom = atom((get): readonly Observation[] => {
  const all = valueOf(get(observationsAtom)) ?? none;
  const waiting = get(waitingAtom);
  if (waiting.length === 0) return all;
  const isHidden = ({ entry }: Waiting) => entry.removes === true && entry.state === "waiting";
  const hidden = new Set(waiting.filter(isHidden).map(({ one }) => one.id));
  const changed = waiting.map(({ one }) => one);
  return withObservations(all, changed).filter(({ id }) => !hidden.has(id));
});

/** A function that returns the observations of a component, newest first. */
export const observationsOfAtom = atom((get) => {
  const byId = Map.groupBy(get(shownObservationsAtom), (one) => one.fieldgeometry_component.dt_id);
  return (dt_id: string): readonly Observation[] => byId.get(dt_id) ?? none;
});

/** A function that returns an observation by its ID, also by the one that it had before it was sent. */
export const observationByIdAtom = atom((get) => {
  const all = get(shownObservationsAtom);
  const byId = new Map(all.map((one) => [one.id, one]));
  return (id: number): Observation | undefined =>
    byId.get(id) ??
    (isWaitingId(id) ? all.find((one) => waitingId(one.external_id) === id) : undefined);
});
