// The custom component properties of a plant, and what their types are called.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type {
  CustomComponentProperty,
  CustomComponentPropertyChanges,
  CustomComponentPropertyForm,
} from "../../domain/plant/custom-component-property.ts";
import { failed, idle, loading, ready, type Loaded } from "../shell/loaded.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { perSession } from "../shell/lifetime.ts";

type Properties = readonly CustomComponentProperty[];

const byPlantAtom = perSession<Readonly<Record<number, Loaded<Properties>>>>({});

/** Answers the properties of a plant, by component type and in their order. */
export const propertiesOfAtom = atom((get) => {
  const all = get(byPlantAtom);
  return (plant_id: number): Loaded<Properties> => all[plant_id] ?? idle;
});

/** The properties of the plant on the map. */
export const plantPropertiesAtom = atom((get): Loaded<Properties> => {
  const id = get(plantIdAtom);
  return id === null ? idle : get(propertiesOfAtom)(id);
});

const put = atom(null, (get, set, plant_id: number, loaded: Loaded<Properties>) => {
  set(byPlantAtom, { ...get(byPlantAtom), [plant_id]: loaded });
});

/** Fetches a plant's properties; what is known stays in sight meanwhile. */
export const loadProperties = atom(null, async (get, set, plant_id: number) => {
  if (get(propertiesOfAtom)(plant_id).state !== "ready") set(put, plant_id, loading);
  try {
    const all = await call(api.customComponentProperty.list, { params: { id: plant_id } });
    set(put, plant_id, ready(all));
  } catch (cause) {
    set(put, plant_id, failed(cause));
  }
});

/** Defines a property and answers it. Rejects with the refusal. */
export const createProperty = atom(
  null,
  async (_get, set, plant_id: number, body: CustomComponentPropertyForm) => {
    const params = { id: plant_id };
    const made = await call(api.customComponentProperty.create, { params, body });
    await set(loadProperties, plant_id);
    return made;
  },
);

/** Changes a property. Rejects with the refusal. */
export const changeProperty = atom(
  null,
  async (
    get,
    set,
    { id, plant_id }: CustomComponentProperty,
    body: CustomComponentPropertyChanges,
  ) => {
    const changed = await call(api.customComponentProperty.update, { params: { id }, body });
    const known = get(propertiesOfAtom)(plant_id);
    if (known.state === "ready") {
      set(put, plant_id, ready(known.value.map((one) => (one.id === id ? changed : one))));
    }
    return changed;
  },
);

/** Deletes a property, from the screen at once. Rejects with the refusal; it stands again then. */
export const removeProperty = atom(
  null,
  async (get, set, { id, plant_id }: CustomComponentProperty) => {
    const known = get(propertiesOfAtom)(plant_id);
    if (known.state === "ready") {
      set(put, plant_id, ready(known.value.filter((one) => one.id !== id)));
    }
    try {
      await call(api.customComponentProperty.remove, { params: { id } });
    } catch (cause) {
      set(put, plant_id, known);
      throw cause;
    }
  },
);

/** Puts the properties of a component type into this order, on the screen at once. */
export const orderProperties = atom(
  null,
  async (get, set, plant_id: number, component_type: ComponentType, ids: readonly number[]) => {
    const known = get(propertiesOfAtom)(plant_id);
    if (known.state !== "ready") return;
    const place = (one: CustomComponentProperty) =>
      one.component_type === component_type ? ids.indexOf(one.id) : one.position;
    const moved = known.value.toSorted(
      (a, b) => a.component_type.localeCompare(b.component_type) || place(a) - place(b),
    );
    set(put, plant_id, ready(moved));
    try {
      const body = { component_type, ids: [...ids] };
      const all = await call(api.customComponentProperty.order, { params: { id: plant_id }, body });
      set(put, plant_id, ready(all));
    } catch (cause) {
      await set(loadProperties, plant_id);
      throw cause;
    }
  },
);
