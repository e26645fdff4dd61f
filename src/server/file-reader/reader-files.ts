// All readers, each with its file. A process loads the file when it is first asked for it.

export const readerFiles = {
  plant_areas: () => import("./plant-area-reader.ts"),
  nomenclature: () => import("./table/nomenclature-reader.ts"),
  table: () => import("./table/table-reader.ts"),
  work_order_states: () => import("./table/state-reader.ts"),
  file_preview: () => import("./file-preview-reader.ts"),
  observations: () => import("./table/observation-reader.ts"),
  shapes: () => import("./shape-reader.ts"),
  blueprint: () => import("./blueprint-reader.ts"),
  blueprint_picture: () => import("./picture/blueprint-picture-reader.ts"),
  twin_check: () => import("./twin-check-reader.ts"),
  twin: () => import("./twin-reader.ts"),
  result_check: () => import("./table/result-check-reader.ts"),
  result_preview: () => import("./table/result-preview-reader.ts"),
  result: () => import("./table/result-reader.ts"),
  picture: () => import("./picture/picture-reader.ts"),
  analysis_file: () => import("./analysis-file-reader.ts"),
  raster_place: () => import("./raster/raster-place-reader.ts"),
  radiometry: () => import("./picture/radiometry-reader.ts"),
  elevation: () => import("./raster/elevation-reader.ts"),
  model_check: () => import("./model-check-reader.ts"),
  model_file: () => import("./model-file-reader.ts"),
  orthomosaic: () => import("./raster/orthomosaic-reader.ts"),
  orthomosaic_fit: () => import("./raster/orthomosaic-fit-reader.ts"),
  orthomosaic_tile: () => import("./raster/orthomosaic-tile-reader.ts"),
  survey: () => import("./survey-reader.ts"),
  coverage: () => import("./raster/coverage-reader.ts"),
  loss: () => import("./loss-reader.ts"),
  meter: () => import("./table/meter-reader.ts"),
  report: () => import("./report-reader.ts"),
  warranty: () => import("./warranty-reader.ts"),
  logo: () => import("./picture/logo-reader.ts"),
} as const;

export type ReaderName = keyof typeof readerFiles;
type Of<Name extends ReaderName> = Awaited<ReturnType<(typeof readerFiles)[Name]>>["reader"];
export type InputOf<Name extends ReaderName> = Parameters<Of<Name>>[0];
export type ResultOf<Name extends ReaderName> = Awaited<ReturnType<Of<Name>>>;
export type SaidOf<Name extends ReaderName> = Parameters<Parameters<Of<Name>>[1]>[0];
