// The plant on the map: its fields, its digital twin and the decoded geometry of every level.
//
// Typed arrays live outside the atoms; a version atom says when to read them again.
import { atom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import type { Geometry, Names, Twin } from "../../domain/component/component-index.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { idle, type Loaded } from "../shell/loaded.ts";
import { heldByPlant, nextVersion, perPlant } from "../shell/lifetime.ts";

export const plantIdAtom = perPlant<number | null>(null);
export const plantAtom = perPlant<Loaded<Plant>>(idle);
/** `failed` with code RESOURCE_NOT_FOUND and reason twin_missing where the plant has none. */
export const twinAtom = perPlant<Loaded<Twin>>(idle);

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
