// The plant on the map: its fields, its digital twin and the decoded geometry of every level.
//
// Typed arrays live outside the atoms; a version atom says when to read them again.
import { atom, type Atom, type Getter } from "jotai";
import { api } from "../../api/index.ts";
import { call, callBytes } from "../../client/call.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { Geometry, Names, Twin } from "../../domain/component/component-index.ts";
import { areaBounds } from "../../domain/geometry/place-bounds.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { failed, valueOf, type Loaded, type LoadFault } from "../shell/loaded.ts";
import { perPlantValue, nextVersion, perPlant, plantLifetimeAtom } from "../shell/lifetime.ts";
import { siteClock } from "../shell/site-clock.ts";
import { queryOf, queryClient, type ServerQuery } from "../shell/query.ts";

export const plantIdAtom = perPlant<number | null>(null);

/** Start of every query key of the plant; these queries are removed when the plant is closed. */
const keyPrefix = perPlantValue(({ signal }) => {
  const key = ["open-plant", nextVersion()];
  const client = queryClient();
  signal.addEventListener("abort", () => client.removeQueries({ queryKey: key }), { once: true });
  return key;
});

/** The query key of data of the plant on the map. */
export function plantKey(...parts: readonly unknown[]): readonly unknown[] {
  return [...keyPrefix(), ...parts];
}

/** Data of the server for the plant on the map; `idle` while there is no plant, or no query. */
export function plantQueryOf<Value extends object>(
  queryFor: (id: number, get: Getter) => ServerQuery<Value> | null,
): Atom<Loaded<Value>> {
  return queryOf((get) => {
    // The same plant opened again has the same id, but its data are fetched again.
    get(plantLifetimeAtom);
    const id = get(plantIdAtom);
    return id === null ? null : queryFor(id, get);
  });
}

/** The fields of the plant on the map. */
export const plantAtom = plantQueryOf((id): ServerQuery<Plant> => ({
  key: plantKey("fields"),
  ask: (options) => call(api.plant.read, { params: { id } }, options),
}));

/** The clock at the plant on the map. */
export const plantClockAtom = atom((get) => siteClock(valueOf(get(plantAtom))?.time_zone));

/** True once the server says that the plant does not exist, or is not for this viewer. */
export const isPlantMissingAtom = atom((get) => {
  const plant = get(plantAtom);
  if (plant.state !== "failed") return false;
  const { code } = plant.fault;
  return code === "RESOURCE_NOT_FOUND" || code === "PERMISSION_DENIED";
});

/** The twin of a plant: its levels, and the hashes of their objects. */
export function twinQuery(id: number): ServerQuery<Twin> {
  return {
    key: plantKey("twin"),
    isFixed: true,
    ask: (options) => call(api.digitalTwin.read, { params: { id } }, options),
  };
}

/** The bytes of an object of the twin, by its hash. They are decoded once and not cached. */
export function twinObject(id: number, hash: string): ServerQuery<ArrayBuffer> {
  return {
    key: plantKey("object", hash),
    isFixed: true,
    async ask(options) {
      const blob = await callBytes(api.digitalTwin.readObject, { params: { id, hash } }, options);
      return blob.arrayBuffer();
    },
  };
}

const twinQueryAtom = plantQueryOf(twinQuery);
const levelFaultAtom = perPlant<LoadFault | null>(null);

/** `failed` with code RESOURCE_NOT_FOUND and reason twin_missing where the plant has none. */
export const twinAtom = atom((get): Loaded<Twin> => {
  const fault = get(levelFaultAtom);
  return fault ? { state: "failed", fault } : get(twinQueryAtom);
});

/** [west, south, east, north] of the twin, or of the plant's area where there is none; null without both. */
export const plantBoundsAtom = atom((get): readonly [number, number, number, number] | null => {
  const twin = get(twinAtom);
  if (twin.state === "ready") return twin.value.bounds;
  const area = twin.state === "failed" ? valueOf(get(plantAtom))?.area : null;
  return area ? areaBounds(area) : null;
});

/** Sets the twin to `failed`: its geometry could not be loaded. */
export const failTwin = atom(null, (_get, set, cause: unknown) => {
  set(levelFaultAtom, failed(cause).fault);
});

type Level = { geometry?: Geometry; names?: Names };
const levels = perPlantValue(() => new Map<ComponentType, Level>());

/** Changes whenever the geometry or the names of a level have arrived. */
export const geometryVersionAtom = perPlant(0);

/** The decoded geometry of a level, or undefined until it is loaded. */
export function geometryOf(type: ComponentType): Geometry | undefined {
  return levels().get(type)?.geometry;
}

/** The names of a level, or undefined until they are loaded. */
export function namesOf(type: ComponentType): Names | undefined {
  return levels().get(type)?.names;
}

/** Stores the decoded data of a level. */
export const keepLevel = atom(null, (_get, set, type: ComponentType, level: Level) => {
  levels().set(type, { ...levels().get(type), ...level });
  set(geometryVersionAtom, nextVersion());
});
