// The observations of the plant on the map and their columns: read once, for list, map, card and comparison.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import type { ObservationColumn } from "../../domain/observation/observation-column.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { isWaitingId } from "../../domain/observation/waiting-observation.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { plantKey, plantQueryOf } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { reload } from "../shell/query.ts";
import { observationSource } from "./present-source.ts";

export const observationsKey = () => plantKey("observations");

/** Reads what others have written meanwhile. */
export const reloadObservations = (): Promise<void> => reload(observationsKey());

/** All observations of the plant, newest first; `idle` for viewers who may not read them. */
export const observationsAtom = plantQueryOf((id, get) =>
  get(hasPermissionAtom)(api.observation.list.permission)
    ? { key: observationsKey(), ask: (options) => observationSource().list(id, options) }
    : null,
);

/** The columns of the plant: custom component properties in their order, then key figures. */
export const observationColumnsAtom = plantQueryOf((id, get) =>
  get(hasPermissionAtom)(api.observation.columns.permission)
    ? {
        key: plantKey("observation-columns"),
        ask: (options) => observationSource().columns(id, options),
      }
    : null,
);

/** The columns by ID; empty until they are loaded. */
export const columnsByIdAtom = atom(
  (get): ReadonlyMap<string, ObservationColumn> =>
    new Map(valueOf(get(observationColumnsAtom))?.map((column) => [column.id, column])),
);

/** The component of an observation; null where the twin has it no more. */
export function componentRowOf({ fieldgeometry_component }: Observation): ComponentRow | null {
  const { component_id: row, component_type } = fieldgeometry_component;
  return row === null ? null : { component_type, row };
}

/** Of one minute, the last one written first: it keeps its place when the server gives it its ID. */
function newestFirst(a: Observation, b: Observation): number {
  const byTime = Date.parse(b.observed_at) - Date.parse(a.observed_at);
  if (byTime !== 0) return byTime;
  const waiting = Number(isWaitingId(b.id)) - Number(isWaitingId(a.id));
  if (waiting !== 0) return waiting;
  const written = isWaitingId(a.id) ? Date.parse(b.created_at) - Date.parse(a.created_at) : 0;
  return written || b.id - a.id;
}

/** The list with these observations, in place of older versions of them. */
export function withObservations(
  all: readonly Observation[],
  changed: readonly Observation[],
): readonly Observation[] {
  const ids = new Set(changed.map(({ id }) => id));
  return [...all.filter(({ id }) => !ids.has(id)), ...changed].toSorted(newestFirst);
}

/** Shows that the server has deleted it. */
export function dropObservation(external_id: string): void {
  updateAnswer<readonly Observation[]>(observationsKey(), (all) =>
    all.filter((one) => one.external_id !== external_id),
  );
}

/** Shows what the server has stored. */
export function keepObservations(changed: readonly Observation[]): void {
  updateAnswer<readonly Observation[]>(observationsKey(), (all) => withObservations(all, changed));
}
