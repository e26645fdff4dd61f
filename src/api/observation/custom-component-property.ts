// Custom component properties of a plant.
import { z } from "zod";
import {
  customComponentPropertyChangesShape,
  customComponentPropertyFormShape,
  customComponentPropertyShape,
  customPropertyCountRefusal,
} from "../../domain/plant/custom-component-property.ts";
import { componentTypeShape } from "../../domain/column/filter.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";
import { idShape } from "../../domain/id.ts";

const permission = "MANAGE_CUSTOM_COMPONENT_PROPERTY";
const scope = { custom_component_property: "id" } as const;

export const customComponentPropertyApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/custom-component-property",
    summary: "The plant's custom component properties, ordered by component type and position.",
    permission: {
      any: [
        permission,
        "READ_ANALYSIS_RESULT",
        "READ_DIGITAL_TWIN_VISUALIZATION",
        "READ_OBSERVATION",
        "READ_ALL_PLANT",
      ],
    },
    scope: { plant: "id" },
    params: idParams,
    answer: z.array(customComponentPropertyShape),
    offline: "custom properties",
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/custom-component-property",
    summary: "Defines a property; it becomes the last of its component type.",
    permission,
    refusal: (_, plant: { readonly count: number }) => customPropertyCountRefusal(plant),
    scope: { plant: "id" },
    params: idParams,
    body: customComponentPropertyFormShape,
    answer: customComponentPropertyShape,
  }),
  order: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/custom-component-property-order",
    summary: "Sets the order of all properties of a component type.",
    permission,
    scope: { plant: "id" },
    params: idParams,
    body: z.object({
      component_type: componentTypeShape,
      ids: z.array(idShape).max(1000),
    }),
    answer: z.array(customComponentPropertyShape),
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/custom-component-property/{id}",
    summary: "Changes name, options or ranges. Data type and relation cannot change.",
    permission,
    scope,
    params: idParams,
    body: customComponentPropertyChangesShape,
    answer: customComponentPropertyShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/custom-component-property/{id}",
    summary: "Deletes a property with all its values.",
    permission,
    scope,
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
};
