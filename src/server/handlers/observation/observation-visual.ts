// Observations on maps outside this product.
import type { observationVisualApi } from "../../../api/observation/observation-visual.ts";
import { failure } from "../../../domain/error.ts";
import {
  keyFigureColumnId,
  propertyColumnId,
} from "../../../domain/observation/observation-column.ts";
import { keyFigureById } from "../../../domain/key-figure/key-figure.ts";
import { requireFound, type Handlers } from "../../implement.ts";
import { keyFigureShapes, propertyShapes } from "../../observation/observation-shapes.ts";
import { readSelected } from "../../observation/read-observations.ts";
import { geoJsonAnswer } from "../../result/geo-rows.ts";
import { readProperty } from "../../store/plant/observation/custom-component-property.ts";

export const observationVisualHandlers: Handlers<typeof observationVisualApi> = {
  async byProperty(context, { plant, params: { property_id }, query }) {
    const property = requireFound(await readProperty(context.db, property_id));
    const observations = await readSelected(context, plant.id, query);
    const column = propertyColumnId(property.id);
    return geoJsonAnswer(await propertyShapes(context, plant.id, observations, column, property));
  },

  async byIndicator(context, { plant, params: { key_figure_id }, query }) {
    const keyFigure = keyFigureById(key_figure_id);
    if (keyFigure?.technology !== plant.technology) throw failure("RESOURCE_NOT_FOUND");
    const observations = await readSelected(context, plant.id, query);
    const column = keyFigureColumnId(keyFigure.id);
    return geoJsonAnswer(await keyFigureShapes(context, plant.id, observations, column, keyFigure));
  },
};
