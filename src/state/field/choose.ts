// Choosing the component of an observation on the spot: the nearest ones, the one in the middle of the map, or
// the one that a code or a name says.
import { atom } from "jotai";
import { componentCode } from "../../domain/component/component-code.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { nearestRows, type Near, type SearchStrategy } from "../../domain/component/nearest.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { cameraAtom } from "../map/view.ts";
import { broughtAtom, startWithPhotos, type Brought } from "../observation/open.ts";
import { openComponent } from "../plant/component/component.ts";
import { keyFigureAtom } from "../plant/column/key-figure.ts";
import { geometryOf, geometryVersionAtom, namesOf, plantIdAtom, twinAtom } from "../plant/plant.ts";
import type { ComponentRow } from "../plant/component/selection.ts";
import { closePanel } from "../shell/dock.ts";
import { perPlant } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { isSmallScreenAtom } from "../shell/small-screen.ts";
import { ownPointAtom, ownPositionAtom } from "./own-position.ts";

export const MOST_OFFERED = 5;
/** Farther from the crosshair than this, nothing is meant. */
const CROSSHAIR_M = 15;

/** The types of components that the twin has, from the top down. */
export const twinTypesAtom = atom((get): readonly ComponentType[] =>
  (valueOf(get(twinAtom))?.levels ?? []).map(({ component_type }) => component_type),
);

const chosenTypeAtom = perPlant<ComponentType | null>(null);

/** The type of the components that are offered: that of the key figure on the map, until another is chosen. */
export const offeredTypeAtom = atom(
  (get): ComponentType | null =>
    get(chosenTypeAtom) ?? get(keyFigureAtom)?.component_type ?? get(twinTypesAtom).at(-1) ?? null,
  (_get, set, type: ComponentType) => set(chosenTypeAtom, type),
);

/** How the distance to a component is measured. */
export const strategyAtom = perPlant<SearchStrategy>("distance_to_nearest_point");

/** The components nearest to the own position, one more than are offered; null without a position. */
const nearbyAtom = atom((get): readonly (ComponentRow & Near)[] | null => {
  get(geometryVersionAtom);
  const point = get(ownPointAtom);
  const component_type = get(offeredTypeAtom);
  const geometry = component_type && geometryOf(component_type);
  if (!point || !geometry) return null;
  const near = nearestRows(geometry, point, get(strategyAtom), MOST_OFFERED + 1);
  return near.map((one) => ({ ...one, component_type }));
});

/** The components nearest to the own position that are offered; null without a position. */
export const nearestAtom = atom((get) => get(nearbyAtom)?.slice(0, MOST_OFFERED) ?? null);

/**
 * How many of the components may be the nearest one: the position may be off by its accuracy, towards one and away from
 * another. More than `MOST_OFFERED` where one may that is not offered; 0 without a position.
 */
export const nearDoubtAtom = atom((get): number => {
  const nearest = get(nearbyAtom);
  const accuracy_m = get(ownPositionAtom)?.accuracy_m ?? 0;
  const [first] = nearest ?? [];
  if (!nearest || !first) return 0;
  const reach_m = first.distance_m + 2 * accuracy_m;
  return nearest.filter(({ distance_m }) => distance_m <= reach_m).length;
});

/**
 * Opens the card of a component and the form for a new observation of it.
 * @param brought its photos; without them, those that wait for a component
 * @param onOpen is called once the form is shown; not where the user stays at another form
 */
export const takeComponent = atom(
  null,
  (get, set, { component_type, row }: ComponentRow, brought?: Brought, onOpen?: () => void) => {
    const photos = brought ?? get(broughtAtom);
    set(isCrosshairAtom, false);
    set(openComponent, { component_type, row });
    set(startWithPhotos, { component_type, row }, photos, onOpen);
  },
);

/** True while the component in the middle of the map is chosen. */
export const isCrosshairAtom = perPlant(false);

/** The component in the middle of the map, or the nearest one close by. */
export const crosshairTargetAtom = atom((get): ComponentRow | null => {
  if (!get(isCrosshairAtom)) return null;
  get(geometryVersionAtom);
  const camera = get(cameraAtom);
  const origin = valueOf(get(twinAtom))?.origin;
  const component_type = get(offeredTypeAtom);
  const geometry = component_type && geometryOf(component_type);
  if (!camera || !origin || !geometry) return null;
  const middle = planeAt(origin).toPlane(...camera.centre);
  const [near] = nearestRows(geometry, middle, "distance_to_nearest_point", 1);
  return near && near.distance_m <= CROSSHAIR_M ? { component_type, row: near.row } : null;
});

/** Chooses by the middle of the map: no finger hides it, and gloves are precise enough. */
export const startCrosshair = atom(null, (get, set) => {
  set(isCrosshairAtom, true);
  if (!get(isSmallScreenAtom)) return;
  set(closePanel, "observations");
  set(closePanel, "component");
});

/** True while a code is read by the camera. */
export const isReadingCodeAtom = perPlant(false);

export type NamedComponents =
  | { readonly kind: "found"; readonly at: ComponentRow }
  /** Several components have this name. */
  | { readonly kind: "several"; readonly all: readonly ComponentRow[] }
  | { readonly kind: "unknown"; readonly name: string }
  | { readonly kind: "other_plant" }
  /** The code is no name of a component. */
  | { readonly kind: "no_name" };

/** The component that a code or a typed name says: its dt_id or pcs. */
export const findNamed = atom(null, (get, _set, text: string): NamedComponents => {
  const code = componentCode(text);
  if (!code || (code.name === "" && code.plant_id === null)) return { kind: "no_name" };
  if (code.plant_id !== null && code.plant_id !== get(plantIdAtom)) return { kind: "other_plant" };
  const types = get(twinTypesAtom);
  const exact = rowsNamed(types, (name) => name === code.name);
  const lower = code.name.toLowerCase();
  const all = exact.length > 0 ? exact : rowsNamed(types, (name) => name.toLowerCase() === lower);
  const [first, ...others] = all;
  if (!first) return { kind: "unknown", name: code.name };
  return others.length > 0 ? { kind: "several", all } : { kind: "found", at: first };
});

const MOST_SAME = 20;

function rowsNamed(
  types: readonly ComponentType[],
  isName: (name: string) => boolean,
): ComponentRow[] {
  const found: ComponentRow[] = [];
  for (const component_type of types) {
    const [names, geometry] = [namesOf(component_type), geometryOf(component_type)];
    for (let row = 0; row < (names?.count ?? 0) && found.length < MOST_SAME; row += 1) {
      if (geometry?.length[row] === 0) continue;
      if (isName(names!.dtId(row)) || isName(names!.pcs(row))) found.push({ component_type, row });
    }
  }
  return found;
}
