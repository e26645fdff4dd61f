// Thermal rasters of the test plant, and their evaluation.
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { ResultImport } from "../../../tests/fixtures/result-import.ts";
import type { ConditionRow } from "../../domain/evaluation/condition-record.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { tiffOf } from "../raster/tiff.fixture.ts";
import { listColumns, readColumn, type ColumnRow } from "../store/plant/column/column.ts";
import { analysis } from "../store/schema/plant.ts";
import { readTwin } from "../store/plant/twin.ts";
import { readLevel } from "../store/plant/twin-object.ts";
import { lonLatSystem } from "../../domain/geometry/crs.ts";
import { evaluateSurvey } from "./survey.ts";

const utm = lonLatSystem("EPSG:32719")!;
const pixel = 0.05;
/** Metres of ground around the middles of the outer modules: the ends of rows are seen. */
const margin = 5;
/** Metres to the north, where the next tracker would be. */
const north_m = 1.2;

type RasterOptions = {
  readonly beside?: number;
  readonly over?: number;
  /** Colours instead of temperatures: modules are blue, the ground brown, and `hot` is not there. */
  readonly isVisible?: boolean;
  /** Number of a module in whose place the file has 0, as where no image was taken. */
  readonly empty?: number;
  /** Colours of an iron palette for the temperatures: purple ground, yellow modules. */
  readonly isIron?: boolean;
  /** `over` only in a disc of 15 cm at the middle of `hot`, as a reflection of the sun has it. */
  readonly isRound?: boolean;
};
const [blue, brown] = [
  [30, 40, 70],
  [140, 120, 97],
];
const [yellow, purple] = [
  [250, 170, 20],
  [110, 10, 150],
];

/** A raster of the modules `from` to `to` in UTM 19 south: all at 45 °C, `hot` `over` K warmer, the ground at 25 °C; `beside` metres too far east. */
export async function rasterOf(
  host: ResultImport,
  from: number,
  to: number,
  hot: number,
  {
    beside = 0,
    over = 6,
    isVisible = false,
    isIron = false,
    isRound = false,
    empty,
  }: RasterOptions = {},
): Promise<Uint8Array> {
  const twin = (await readTwin(host.owner.db, host.plant.plant_id))!;
  const level = twin.levels.find(({ component_type }) => component_type === "module")!;
  const { geometry, names } = await readLevel(host.owner.files, level);
  const plane = planeAt(twin.origin);
  const rows = Array.from({ length: geometry.count }, (_, row) => row);
  const place = (x: number, y: number) => utm.fromLonLat(...plane.toLonLat(x, y));
  const at = (row: number) => place(geometry.centreX[row]!, geometry.centreY[row]!);
  const index = (row: number) => {
    const [tracker, module] = names.dtId(row).slice(1).split(".M").map(Number);
    return tracker! * 20 + module!;
  };
  const shown = rows.filter((row) => index(row) >= from && index(row) < to);
  const [xs, ys] = [shown.map((row) => at(row)[0]), shown.map((row) => at(row)[1])];
  const [west, north] = [Math.min(...xs) - margin, Math.max(...ys) + north_m];
  const width = Math.ceil((Math.max(...xs) + margin - west) / pixel);
  const height = Math.ceil((north - Math.min(...ys) + margin) / pixel);
  const picture = new Float32Array(width * height).fill(25);
  const image = { width, height, sample: "float32" as const, strip: 16 };
  for (const row of shown) {
    const [x, y] = at(row);
    const reach = Math.ceil(geometry.length[row]! / pixel);
    const [column, line] = [Math.round((x - west) / pixel), Math.round((north - y) / pixel)];
    for (let down = -reach; down <= reach; down++) {
      for (let across = -reach; across <= reach; across++) {
        const [lon, lat] = utm.toLonLat(
          west + (column + across + 0.5) * pixel,
          north - (line + down + 0.5) * pixel,
        );
        const [px, py] = plane.toPlane(lon, lat);
        const [dx, dy] = [px - geometry.centreX[row]!, py - geometry.centreY[row]!];
        const [cos, sin] = [Math.cos(geometry.rotation[row]!), Math.sin(geometry.rotation[row]!)];
        if (Math.abs(dx * cos + dy * sin) > geometry.length[row]! / 2) continue;
        if (Math.abs(dy * cos - dx * sin) > geometry.width[row]! / 2) continue;
        const cell = (line + down) * width + column + across;
        if (cell < 0 || cell >= picture.length) continue;
        const more = index(row) === hot ? over * (isRound ? roundShare(dx, dy) : 1) : 0;
        picture[cell] = index(row) === empty ? 0 : 45 + more;
      }
    }
  }
  const value = (column: number, row: number) => picture[row * width + column]!;
  const colour = (column: number, row: number, band: number) =>
    (value(column, row) === 45 ? (isIron ? yellow : blue) : isIron ? purple : brown)[band]!;
  const colours = { ...image, sample: "uint8" as const, bands: 3, value: colour };
  return tiffOf([isVisible || isIron ? colours : { ...image, value }], {
    epsg: 32719,
    to_map: [pixel, 0, west + beside, 0, -pixel, north],
  });
}

/** Share of a pixel that a disc of 15 cm around its module's middle covers. */
function roundShare(dx: number, dy: number): number {
  let inside = 0;
  for (let i = -2; i <= 2; i++)
    for (let k = -2; k <= 2; k++)
      if (Math.hypot(dx + (i * pixel) / 5, dy + (k * pixel) / 5) < 0.075) inside += 1;
  return inside / 25;
}

export async function fileOf(host: ResultImport, name: string, content: Uint8Array | string) {
  const bytes = Buffer.from(content);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await host.owner.files.put(`survey/${sha256}`, bytes);
  return { name, key: `survey/${sha256}`, bytes: bytes.length, sha256 };
}

type SurveyFile = Awaited<ReturnType<typeof fileOf>>;
type SurveyOptions = { readonly confirmed?: boolean; readonly rows?: ConditionRow[] };

/** The rasters are confirmed to be °C. */
export async function evaluate(
  host: ResultImport,
  analysis_id: number,
  files: readonly SurveyFile[],
  { confirmed = true, rows = [] }: SurveyOptions = {},
) {
  // A file of colours is never confirmed.
  const rasters = files.filter(({ name }) => name.endsWith(".tif") && name !== "colours.tif");
  const temperature_rasters = rasters.map(({ sha256 }) => ({ sha256, unit: "celsius" as const }));
  await host.owner.db
    .update(analysis)
    .set({ temperature_rasters: confirmed ? temperature_rasters : [], survey_conditions: rows })
    .where(eq(analysis.id, analysis_id));
  const { signal } = new AbortController();
  return evaluateSurvey(host.owner, { analysis_id, files, signal });
}

/** As they were measured, by the number of the module; null for a key figure without a column. */
export async function valuesOf(host: ResultImport, analysis_id: number, key: string) {
  return numbered(host, analysis_id, key, ({ base_hash }) => base_hash);
}

/** With the changes by hand. */
export async function valuesServed(host: ResultImport, analysis_id: number, key: string) {
  return numbered(host, analysis_id, key, ({ summary }) => summary.hash);
}

async function numbered(
  host: ResultImport,
  analysis_id: number,
  key: string,
  hashOf: (column: ColumnRow) => string,
): Promise<number[] | null> {
  const [column] = await listColumns(host.owner.db, [analysis_id], [keyFigureByKey(key)!.id]);
  if (!column) return null;
  const values = await readColumn(host.owner.files, hashOf(column));
  const twin = (await readTwin(host.owner.db, host.plant.plant_id))!;
  const level = twin.levels.find(({ component_type }) => component_type === "module")!;
  const { names } = await readLevel(host.owner.files, level);
  const rows = new Map(Array.from(values, (value, row) => [names.dtId(row), value]));
  return Array.from({ length: host.plant.modules }, (_, i) => rows.get(host.plant.moduleId(i))!);
}
