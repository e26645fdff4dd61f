// Components and values for maps outside this product.
import { geoVisualApi } from "../../../api/plant/geo-visual.ts";
import { markReader } from "../../finding/marked-component.ts";
import type { Handlers } from "../../implement.ts";
import { refuse } from "../../implement.ts";
import { geoJsonAnswer, placedCsvAnswer } from "../../result/geo-rows.ts";
import * as geo from "../../result/geo-visual.ts";
import { parseRowsQuery } from "../../result/result-rows.ts";
import { readCompared, shownOfType, visibleKeyFigure } from "../../result/shown-result.ts";

export const geoVisualHandlers: Handlers<typeof geoVisualApi> = {
  async components(context, { plant, query }) {
    refuse(geoVisualApi.components, context.viewer, query);
    const { dt_ids } = parseRowsQuery({ dt_ids: query.dt_ids });
    const twin = await geo.requireTwin(context, plant.id);
    const shapes = geo.componentShapes(context, twin, query.component_type, dt_ids);
    const isCsv = query.csv === "1";
    return isCsv
      ? placedCsvAnswer(shapes, `${plant.name} ${query.component_type ?? "components"}`)
      : geoJsonAnswer(shapes);
  },

  async keyFigure(context, { analysis, params, query }) {
    const keyFigure = visibleKeyFigure(analysis, params.key_figure_id);
    const rows = parseRowsQuery(query, markReader(context, analysis));
    return geoJsonAnswer(await geo.keyFigureShapes(context, analysis, keyFigure, rows));
  },

  async analysisResult(context, { analysis, query }) {
    const keyFigures = shownOfType(analysis, query.component_type);
    const rows = parseRowsQuery(query, markReader(context, analysis));
    return geoJsonAnswer(await geo.resultShapes(context, analysis, keyFigures, rows));
  },

  async compare(context, { analysis, params, query }) {
    const keyFigure = visibleKeyFigure(analysis, params.key_figure_id);
    const other = await readCompared(context, analysis, query.compare_analysis_id);
    const rows = parseRowsQuery(query, markReader(context, analysis));
    return geoJsonAnswer(await geo.comparedShapes(context, analysis, other, keyFigure, rows));
  },
};
