// The custom component properties of a plant.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type {
  CustomComponentProperty,
  CustomComponentPropertyChanges,
  CustomComponentPropertyForm,
} from "../../domain/plant/custom-component-property.ts";
import { plantQueryOf } from "../plant/plant.ts";
import { change, removeRow } from "../shell/mutation.ts";
import { queriesById, reload, type ServerQuery } from "../shell/query.ts";

type Properties = readonly CustomComponentProperty[];

const keyOf = (plant_id: number) => ["custom-component-properties", plant_id];

function propertiesQuery(plant_id: number): ServerQuery<Properties> {
  return {
    key: keyOf(plant_id),
    ask: (options) => call(api.customComponentProperty.list, { params: { id: plant_id } }, options),
  };
}

/** The properties of a plant, by component type and in their order. */
export const propertiesOf = queriesById(propertiesQuery);

/** The properties of the plant on the map. */
export const plantPropertiesAtom = plantQueryOf(propertiesQuery);

/** Fetches a plant's properties again. */
export function reloadProperties(plant_id: number): Promise<void> {
  return reload(keyOf(plant_id));
}

/** Creates and returns a property. Rejects with the refusal. */
export const createProperty = atom(
  null,
  async (_get, _set, plant_id: number, body: CustomComponentPropertyForm) => {
    const params = { id: plant_id };
    const made = await call(api.customComponentProperty.create, { params, body });
    await reloadProperties(plant_id);
    return made;
  },
);

/** Changes a property. Rejects with the refusal. */
export const changeProperty = atom(
  null,
  (_get, _set, { id, plant_id }: CustomComponentProperty, body: CustomComponentPropertyChanges) =>
    change<Properties, CustomComponentProperty>({
      key: keyOf(plant_id),
      send: () => call(api.customComponentProperty.update, { params: { id }, body }),
      keep: (known, changed) => known.map((one) => (one.id === id ? changed : one)),
    }),
);

/** Deletes a property, from the screen at once. Rejects with the refusal; the row is back then. */
export const removeProperty = atom(null, (_get, _set, { id, plant_id }: CustomComponentProperty) =>
  removeRow<CustomComponentProperty>(keyOf(plant_id), id, () =>
    call(api.customComponentProperty.remove, { params: { id } }),
  ),
);

/** Puts the properties of a component type into this order, on the screen at once. */
export const orderProperties = atom(
  null,
  (_get, _set, plant_id: number, component_type: ComponentType, ids: readonly number[]) => {
    const place = (one: CustomComponentProperty) =>
      one.component_type === component_type ? ids.indexOf(one.id) : one.position;
    const body = { component_type, ids: [...ids] };
    return change<Properties, Properties>({
      key: keyOf(plant_id),
      preview: (known) =>
        known.toSorted(
          (a, b) => a.component_type.localeCompare(b.component_type) || place(a) - place(b),
        ),
      send: () => call(api.customComponentProperty.order, { params: { id: plant_id }, body }),
      keep: (_known, all) => all,
      isUncertain: true,
    });
  },
);
