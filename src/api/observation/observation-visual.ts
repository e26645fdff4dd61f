// Observations for maps outside this product: GeoJSON in longitude and latitude.
import { z } from "zod";
import { idTextShape } from "../../domain/id.ts";
import { endpoint } from "../endpoint.ts";
import { observationSelection } from "./observation.ts";
import { idParams } from "../plant/plant.ts";

const permission = "READ_OBSERVATION_VISUALIZATION";

export const observationVisualApi = {
  byProperty: endpoint({
    method: "GET",
    path: "/auth/geo-visual/{id}/observations/custom-component-property/{property_id}",
    summary: "Components with the newest value of a custom property, its label and colour.",
    permission,
    scope: { plant: "id", custom_component_property: "property_id" },
    params: idParams.extend({ property_id: idTextShape }),
    query: observationSelection,
    answerKind: "bytes",
    download: "values",
    heavy: true,
  }),
  byIndicator: endpoint({
    method: "GET",
    path: "/auth/geo-visual/{id}/observations/indicator/{key_figure_id}",
    summary: "Components with the newest observed value of a key figure, and its severity.",
    permission,
    scope: { plant: "id" },
    params: z.object({ id: idTextShape, key_figure_id: idTextShape }),
    query: observationSelection,
    answerKind: "bytes",
    download: "values",
    heavy: true,
  }),
};
