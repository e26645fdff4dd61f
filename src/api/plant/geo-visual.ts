// Components and values for maps outside this product: GeoJSON in longitude and latitude, or CSV.
import { z } from "zod";
import { geoExportRefusal } from "../../domain/analysis/analysis.ts";
import { componentTypeShape } from "../../domain/column/filter.ts";
import { idTextShape } from "../../domain/id.ts";
import { limits } from "../../domain/limits.ts";
import { exactLineShape } from "../../domain/text.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

/** JSON in the query, as in `analysisResult.read`. */
const jsonText = exactLineShape.max(limits.filterBytes).optional();
const selection = z.object({ filters: jsonText, dt_ids: jsonText });
const scope = { analysis: "analysis_id" } as const;
const analysisParams = z.object({ analysis_id: idTextShape });
const keyFigureParams = analysisParams.extend({ key_figure_id: idTextShape });
const reads = "READ_ANALYSIS_RESULT";

export const geoVisualApi = {
  components: endpoint({
    method: "GET",
    path: "/auth/geo-visual/{id}/components",
    summary: "The components of a plant as GeoJSON, or as CSV with csv=1.",
    permission: { any: [reads, "READ_DIGITAL_TWIN_VISUALIZATION", "READ_OBSERVATION"] },
    refusal: geoExportRefusal,
    scope: { plant: "id" },
    params: idParams,
    query: z.object({
      component_type: componentTypeShape.optional(),
      dt_ids: jsonText,
      csv: z.enum(["0", "1"]).optional(),
    }),
    answerKind: "bytes",
    download: "values",
    heavy: true,
  }),
  keyFigure: endpoint({
    method: "GET",
    path: "/auth/geo-visual/{analysis_id}/key-figure/{key_figure_id}",
    summary: "The filtered components with value and severity of a key figure, as GeoJSON.",
    permission: reads,
    scope,
    params: keyFigureParams,
    query: selection,
    answerKind: "bytes",
    download: "values",
    heavy: true,
  }),
  analysisResult: endpoint({
    method: "GET",
    path: "/auth/geo-visual/{analysis_id}/analysis-result",
    summary: "The filtered components of a type with all their key figures, as GeoJSON.",
    permission: reads,
    scope,
    params: analysisParams,
    /** Absent: the lowest type with values. */
    query: selection.extend({ component_type: componentTypeShape.optional() }),
    answerKind: "bytes",
    download: "values",
    heavy: true,
  }),
  compare: endpoint({
    method: "GET",
    path: "/auth/geo-visual/{analysis_id}/compare/{key_figure_id}",
    summary: "The filtered components with the values of two analyses and the change, as GeoJSON.",
    permission: reads,
    scope,
    params: keyFigureParams,
    query: selection.extend({ compare_analysis_id: idTextShape }),
    answerKind: "bytes",
    download: "values",
    heavy: true,
  }),
};
