// Observations of several components at once: those of the selected ones, and components by a list of names.
import { atom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import { namesInText, spellingsOf } from "../../domain/component/name-list.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { twinTypesAtom } from "../field/choose.ts";
import { select, selectedRowsAtom, selectionAtom } from "../plant/component/selection.ts";
import { geometryOf, geometryVersionAtom, namesOf } from "../plant/plant.ts";
import { componentRowOf } from "./observation.ts";
import { openView } from "./open.ts";
import { shownObservationsAtom } from "./shown.ts";

/** The observations of the selected components, newest first. */
export const selectedObservationsAtom = atom((get): readonly Observation[] => {
  const selection = get(selectionAtom);
  if (!selection) return [];
  const rows = new Set(get(selectedRowsAtom));
  return get(shownObservationsAtom).filter((one) => {
    const at = componentRowOf(one);
    return at?.component_type === selection.component_type && rows.has(at.row);
  });
});

/** Components by their names. */
export type NamedList = {
  /** The type that most names are of; null where none is known. */
  readonly component_type: ComponentType | null;
  readonly rows: readonly number[];
  readonly dt_ids: readonly string[];
  /** Names of components of another type. */
  readonly others: readonly string[];
  /** Names that the plant has no component of, or several. */
  readonly unknown: readonly string[];
  /** Names that are written otherwise in the plant, each with the plant's way. */
  readonly spelled: readonly (readonly [typed: string, name: string])[];
};

/**
 * A function that looks the names of a text up, by dt_id first, then by the plant's own names, then by other ways to
 * write them, where all of these mean one component.
 */
export const findListAtom = atom((get) => {
  get(geometryVersionAtom);
  const types = get(twinTypesAtom);
  return (text: string): NamedList => {
    const wanted = namesInText(text);
    const spellings = new Map(wanted.map((name) => [name, spellingsOf(name)]));
    const byName = rowsByName(types, new Set([...wanted, ...[...spellings.values()].flat()]));
    const spelled: (readonly [string, string])[] = [];
    const found = new Map<string, Place>();
    for (const name of wanted) {
      const other = byName.has(name) ? null : onlyOne(byName, spellings.get(name) ?? []);
      if (other) spelled.push([name, other]);
      const at = byName.get(other ?? name);
      if (at) found.set(name, at);
    }
    const counts = new Map<ComponentType, number>();
    for (const { type } of found.values()) counts.set(type, (counts.get(type) ?? 0) + 1);
    const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
    const component_type = most?.[0] ?? null;
    const rows = new Set<number>();
    const others: string[] = [];
    const unknown: string[] = [];
    for (const name of wanted) {
      const at = found.get(name);
      if (!at) unknown.push(name);
      else if (at.type === component_type) rows.add(at.row);
      else others.push(name);
    }
    const names = component_type && namesOf(component_type);
    const dt_ids = names ? [...rows].map((row) => names.dtId(row)) : [];
    return { component_type, rows: [...rows], dt_ids, others, unknown, spelled };
  };
});

type Place = { readonly type: ComponentType; readonly row: number };

/** The spelling that the plant has; null where it has none, or spellings of several components. */
function onlyOne(byName: ReadonlyMap<string, Place>, spellings: readonly string[]): string | null {
  const known = spellings.filter((one) => byName.has(one));
  const places = new Set(known.map((one) => `${byName.get(one)!.type} ${byName.get(one)!.row}`));
  return places.size === 1 ? known[0]! : null;
}

/** Goes through the components once. A dt_id wins over the plant's own name of another component. */
function rowsByName(types: readonly ComponentType[], wanted: ReadonlySet<string>) {
  const byId = new Map<string, Place>();
  const byOwnName = new Map<string, Place>();
  if (wanted.size === 0) return byId;
  for (const type of types) {
    const [names, geometry] = [namesOf(type), geometryOf(type)];
    for (let row = 0; row < (names?.count ?? 0); row += 1) {
      if (geometry?.length[row] === 0) continue;
      const [dt_id, pcs] = [names!.dtId(row), names!.pcs(row)];
      if (wanted.has(dt_id)) byId.set(dt_id, { type, row });
      if (wanted.has(pcs) && !byOwnName.has(pcs)) byOwnName.set(pcs, { type, row });
    }
  }
  return new Map([...byOwnName, ...byId]);
}

/** Selects the named components on the map. */
export const selectList = atom(null, (_get, set, { component_type, rows }: NamedList) => {
  if (component_type) set(select, { component_type, rows, mode: "replace" });
});

/** Opens the form for the same observation at all of them. */
export const startList = atom(null, (_get, set, { component_type, dt_ids }: NamedList) => {
  if (component_type) set(openView, { view: "bulk", component_type, dt_ids });
});
