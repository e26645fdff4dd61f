// All readings, each with its file. A process loads the file when it is first asked for the reading.

export const readingFiles = {
  plant_areas: () => import("./plant-area-reading.ts"),
  nomenclature: () => import("./nomenclature-reading.ts"),
  blueprint: () => import("./blueprint-reading.ts"),
  blueprint_picture: () => import("./blueprint-picture-reading.ts"),
  twin_check: () => import("./twin-check-reading.ts"),
  twin: () => import("./twin-reading.ts"),
  result_check: () => import("./result-check-reading.ts"),
  result: () => import("./result-reading.ts"),
  picture: () => import("./picture-reading.ts"),
  analysis_file: () => import("./analysis-file-reading.ts"),
  raster_place: () => import("./raster-place-reading.ts"),
  radiometry: () => import("./radiometry-reading.ts"),
  elevation: () => import("./elevation-reading.ts"),
  model_check: () => import("./model-check-reading.ts"),
  model_file: () => import("./model-file-reading.ts"),
  orthomosaic: () => import("./orthomosaic-reading.ts"),
  orthomosaic_fit: () => import("./orthomosaic-fit-reading.ts"),
  orthomosaic_tile: () => import("./orthomosaic-tile-reading.ts"),
  survey: () => import("./survey-reading.ts"),
  coverage: () => import("./coverage-reading.ts"),
  loss: () => import("./loss-reading.ts"),
  report: () => import("./report-reading.ts"),
  logo: () => import("./logo-reading.ts"),
} as const;

export type ReadingName = keyof typeof readingFiles;
type Of<Name extends ReadingName> = Awaited<ReturnType<(typeof readingFiles)[Name]>>["reading"];
export type InputOf<Name extends ReadingName> = Parameters<Of<Name>>[0];
export type ResultOf<Name extends ReadingName> = Awaited<ReturnType<Of<Name>>>;
export type SaidOf<Name extends ReadingName> = Parameters<Parameters<Of<Name>>[1]>[0];
