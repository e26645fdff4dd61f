// The plant on the map: its fields, its digital twin and the decoded geometry of every level.
//
// Typed arrays live outside the atoms; a version atom says when to read them again.
import { atom, type Atom, type Getter } from "jotai";
import { api } from "../../api/index.ts";
import { call, callBytes } from "../../client/call.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { Geometry, Names, Twin } from "../../domain/component/component-index.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { failed, type Loaded, type LoadFault } from "../shell/loaded.ts";
import { heldByPlant, nextVersion, perPlant, plantLifetimeAtom } from "../shell/lifetime.ts";
import { queryOf, queryClient, type Question } from "../shell/query.ts";

export const plantIdAtom = perPlant<number | null>(null);

/** What is asked for a plant begins with this and goes with it. */
const stay = heldByPlant(({ signal }) => {
  const key = ["open-plant", nextVersion()];
  const client = queryClient();
  signal.addEventListener("abort", () => client.removeQueries({ queryKey: key }), { once: true });
  return key;
});

/** The key of something that is asked for the plant on the map. */
export function plantKey(...parts: readonly unknown[]): readonly unknown[] {
  return [...stay(), ...parts];
}

/** What the server answers for the plant on the map; `idle` while there is none, or no question. */
export function plantQueryOf<Value extends object>(
  questionOf: (id: number, get: Getter) => Question<Value> | null,
): Atom<Loaded<Value>> {
  return queryOf((get) => {
    // The same plant opened again has the same id, and is asked for again.
    get(plantLifetimeAtom);
    const id = get(plantIdAtom);
    return id === null ? null : questionOf(id, get);
  });
}

/** The fields of the plant on the map. */
export const plantAtom = plantQueryOf((id): Question<Plant> => ({
  key: plantKey("fields"),
  ask: (options) => call(api.plant.read, { params: { id } }, options),
}));

/** The twin of a plant: what levels it has, and the names of their objects. */
export function twinQuestion(id: number): Question<Twin> {
  return {
    key: plantKey("twin"),
    isFixed: true,
    ask: (options) => call(api.digitalTwin.read, { params: { id } }, options),
  };
}

/** An object of the twin by its hash: the bytes, decoded once and not kept. */
export function twinObject(id: number, hash: string): Question<ArrayBuffer> {
  return {
    key: plantKey("object", hash),
    isFixed: true,
    async ask(options) {
      const blob = await callBytes(api.digitalTwin.readObject, { params: { id, hash } }, options);
      return blob.arrayBuffer();
    },
  };
}

const twinQueryAtom = plantQueryOf(twinQuestion);
const levelFaultAtom = perPlant<LoadFault | null>(null);

/** `failed` with code RESOURCE_NOT_FOUND and reason twin_missing where the plant has none. */
export const twinAtom = atom((get): Loaded<Twin> => {
  const fault = get(levelFaultAtom);
  return fault ? { state: "failed", fault } : get(twinQueryAtom);
});

/** Says that the geometry of the twin could not be had. */
export const failTwin = atom(null, (_get, set, cause: unknown) => {
  set(levelFaultAtom, failed(cause).fault);
});

type Level = { geometry?: Geometry; names?: Names };
const levels = heldByPlant(() => new Map<ComponentType, Level>());

/** Another number whenever the geometry or the names of a level have arrived. */
export const geometryVersionAtom = perPlant(0);

/** The decoded geometry of a level, or undefined while it is on its way. */
export function geometryOf(type: ComponentType): Geometry | undefined {
  return levels().get(type)?.geometry;
}

/** The names of a level, or undefined while they are on their way. */
export function namesOf(type: ComponentType): Names | undefined {
  return levels().get(type)?.names;
}

/** Takes over what has been decoded of a level. */
export const keepLevel = atom(null, (_get, set, type: ComponentType, level: Level) => {
  levels().set(type, { ...levels().get(type), ...level });
  set(geometryVersionAtom, nextVersion());
});
