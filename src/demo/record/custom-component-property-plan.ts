// The demo's custom properties and disabled key figures.
import type {
  CustomComponentPropertyForm,
  NumberRanges,
} from "../../domain/plant/custom-component-property.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import type { Database } from "../../server/context.ts";
import { insertProperty } from "../../server/store/plant/observation/custom-component-property.ts";
import { storeDisabled } from "../../server/store/plant/column/enabled-key-figure.ts";

type PropertyPlan = Pick<
  CustomComponentPropertyForm,
  "component_type" | "name" | "data_type" | "relation_type"
> & {
  readonly options?: readonly string[];
  readonly number_ranges?: NumberRanges;
  readonly is_required?: boolean;
  /** A property that stands before it, and the answer with which this one applies. */
  readonly where?: readonly [name: string, value: boolean];
};

const ranges = (
  unit: string,
  ...rows: readonly (readonly [number | null, number | null, string, string])[]
): NumberRanges => ({
  unit,
  ranges: rows.map(([min, max, label, colour]) => ({ min, max, label, colour })),
});

const [green, yellow, red] = ["#2f9e5b", "#e0b000", "#c92a2a"];

/** By plant name; both plants have every data type. */
export const propertyPlans: Readonly<Record<string, readonly PropertyPlan[]>> = {
  Valdesol: [
    {
      component_type: "absorber_tube",
      name: "Manufacturer",
      data_type: "text",
      relation_type: "component",
    },
    {
      component_type: "absorber_tube",
      name: "Getter colour",
      data_type: "color",
      relation_type: "analysis",
    },
    {
      component_type: "absorber_tube",
      name: "Replaced with",
      data_type: "options",
      relation_type: "time",
      options: ["New receiver", "Refurbished receiver", "Spare from the store"],
    },
    {
      component_type: "absorber_tube",
      name: "Bellows dented",
      data_type: "true_false",
      relation_type: "analysis",
    },
    {
      component_type: "mirror",
      name: "Reflectance by hand",
      data_type: "number_range",
      relation_type: "time",
      number_ranges: ranges(
        "%",
        [0, 85, "Clean now", red],
        [85, 92, "Clean soon", yellow],
        [92, 100, "Clean", green],
      ),
    },
    {
      component_type: "mirror",
      name: "Cracked corner",
      data_type: "checkbox",
      relation_type: "component",
    },
    {
      component_type: "sca",
      name: "Drive pressure",
      data_type: "number",
      relation_type: "time",
    },
  ],
  "Llano Grande": [
    {
      component_type: "module",
      name: "Manufacturer",
      data_type: "text",
      relation_type: "component",
    },
    {
      component_type: "module",
      name: "Damage seen on the module",
      data_type: "options",
      relation_type: "time",
      options: ["Hail", "Bird", "Lightning", "Delamination", "Other"],
    },
    {
      component_type: "module",
      name: "Cable colour",
      data_type: "color",
      relation_type: "component",
    },
    {
      component_type: "module",
      name: "Insulation resistance",
      data_type: "number_range",
      relation_type: "time",
      number_ranges: ranges(
        "MΩ",
        [0, 1, "Danger", red],
        [1, 40, "Watch", yellow],
        [40, null, "Good", green],
      ),
    },
    {
      component_type: "tracker",
      name: "Motor hours",
      data_type: "number",
      relation_type: "time",
    },
    {
      component_type: "tracker",
      name: "Gear greased",
      data_type: "checkbox",
      relation_type: "analysis",
    },
    {
      component_type: "tracker",
      name: "Stow sensor works",
      data_type: "true_false",
      relation_type: "analysis",
    },
    {
      component_type: "tracker",
      name: "Fault of the stow sensor",
      data_type: "options",
      relation_type: "analysis",
      options: ["No signal", "Stuck", "Wrong angle"],
      is_required: true,
      where: ["Stow sensor works", false],
    },
  ],
};

/** Keys of the disabled key figures, by plant name. */
const disabledKeys: Readonly<Record<string, readonly string[]>> = {
  "Llano Grande": ["edge_heating"],
};

/** @param plants IDs by name; missing plants are skipped */
export async function writeProperties(
  db: Database,
  plants: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [name, properties] of Object.entries(propertyPlans)) {
    const plant_id = plants.get(name);
    if (plant_id === undefined) continue;
    const ids = new Map<string, number>();
    for (const { options, number_ranges, where, ...property } of properties) {
      const property_id = where && ids.get(where[0]);
      const id = await insertProperty(db, plant_id, {
        ...property,
        condition: where && property_id ? { property_id, values: [where[1]] } : null,
        options: options?.map((label, at) => ({ id: `demo-${at + 1}`, label })) ?? null,
        number_ranges: number_ranges ?? null,
      });
      ids.set(property.name, id);
    }
  }
  for (const [name, keys] of Object.entries(disabledKeys)) {
    const plant_id = plants.get(name);
    const ids = keys.map((key) => keyFigureByKey(key)?.id ?? 0);
    if (plant_id !== undefined) await storeDisabled(db, plant_id, ids);
  }
}
