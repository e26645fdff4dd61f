// Files of a result: listed, exported; images that are sent ahead of an import.
import type { resultFileApi } from "../../../api/analysis/result-file.ts";
import type { Handlers } from "../../implement.ts";
import { geoJsonAnswer, placedCsvAnswer } from "../../result/geo-rows.ts";
import { resultShapes } from "../../result/geo-visual.ts";
import { parseRowsQuery } from "../../result/result-rows.ts";
import { shownOfType, shownTypesOf } from "../../result/shown-result.ts";
import { listImages } from "../../store/plant/analysis/result-image.ts";
import { readPlantOfAnalysis } from "../../store/plant/column/column.ts";
import { receiveImages } from "../../upload/image-upload.ts";
import { previewResult } from "../../upload/result-preview.ts";
import { plantInstant } from "../../../domain/plant/plant-time.ts";

export const resultFileHandlers: Handlers<typeof resultFileApi> = {
  async preview(context, { analysis, parts }) {
    const { technology } = await readPlantOfAnalysis(context.db, analysis.id);
    return previewResult(context, { plant_id: analysis.plant_id, technology }, parts);
  },

  async list({ db }, { analysis }) {
    const { id, name, plant_name } = analysis;
    const values = shownTypesOf(analysis).map((component_type) => ({
      file_name: `${plant_name} ${name} ${component_type}.csv`,
      kind: "values" as const,
      component_type,
      dt_id: null,
      url: `/api/auth/export-analysis-result/${id}?component_type=${component_type}`,
    }));
    const images = await listImages(db, id);
    return [
      ...values,
      ...images.map((image) => ({
        ...image,
        url: `/api/auth/analysis/${id}/image/${image.id}/full`,
      })),
    ];
  },

  async export(context, { analysis, query }) {
    const { plant_name, name } = analysis;
    const flown_at = plantInstant(analysis.time_zone, analysis.flown_at);
    const keyFigures = shownOfType(analysis, query.component_type);
    const all = parseRowsQuery({});
    const shapes = await resultShapes(context, analysis, keyFigures, all);
    const properties = [...shapes.properties, { name: "flown_at", of: () => flown_at }];
    const file_name = `${plant_name} ${name} ${keyFigures[0].component_type}`;
    const written = { placed: shapes.placed, properties };
    return query.format === "csv"
      ? placedCsvAnswer(written, file_name)
      : geoJsonAnswer(written, file_name);
  },

  uploadImages: (context, { parts }) => receiveImages(context, parts),
  uploadImagesAsSpecified: (context, { parts }) => receiveImages(context, parts),
};
