// How true an evaluation is of surveys that somebody else's renderer has made: no code and no assumption in common.
//
// The renderer needs Python with numpy, scipy and GDAL. It lies beside the shared data; where either is absent, this
// part says so.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { Geometry } from "../../src/domain/component/component-index.ts";
import { noConditions } from "../../src/domain/evaluation/condition-record.ts";
import { evaluationSettings as settings } from "../../src/domain/evaluation/evaluation-settings.ts";
import { moduleSurvey } from "../../src/domain/evaluation/module-survey.ts";
import type { ToPixel } from "../../src/domain/evaluation/raster-survey.ts";
import { surveySharp } from "../../src/domain/evaluation/spot/edge-blur.ts";
import { isPlaceSure, registerRaster } from "../../src/domain/evaluation/registration.ts";
import { planeAt, type LonLat } from "../../src/domain/geometry/plane.ts";
import { lonLatSystem } from "../../src/domain/geometry/crs.ts";
import { inverse } from "../../src/domain/raster/raster.ts";
import { buildTwin } from "../../src/domain/twin/twin-build.ts";
import { openRaster } from "../../src/server/raster/open-raster.ts";
import { memorySource } from "../../src/server/raster/range-source.ts";
import { bufferSource } from "../../src/server/geo-file/buffer-source.ts";
import { readTwinFiles } from "../../src/server/twin-file/read-files.ts";
import { sharedData } from "../fixtures/shared-data.ts";
import {
  addSurvey,
  reportTallies,
  type KnownState,
  type StateClass,
  type Tallies,
} from "./evaluation-tally.ts";
import { fullGoal, type BenchOptions, type Report } from "./report.ts";

const run = promisify(execFile);
const PLANT = "Synth";
/** Metres within which a component lies in its place. */
const FOUND_M = 0.05;
/** The renderer's wind in m/s. */
const WIND = 2;

/** Seeds that were not used in development begin here. What a scene shows, and the options of the renderer. */
const FIRST_SEED = 8100;
const scenes: readonly (readonly [name: string, options: string])[] = [
  ["5 cm, grass, 1.5 m beside", "--east 1.2 --north -0.9"],
  ["5 cm, warm soil, half cells, in place", "--ground soil --half-cells"],
  ["3 cm, grass, in place", "--gsd 0.03"],
  ["8 cm, grass, 1.5 m beside", "--gsd 0.08 --east 1.2 --north -0.9"],
  ["5 cm, hot ground, 2 m beside", "--ground hot --east -1.6 --north 1.3"],
  ["5 cm, warm soil, 3 m beside", "--ground soil --east 2.1 --north 2"],
  [
    "5 cm, grass, vignetting of 1 K, seams of 0.4 K",
    "--vignetting 1 --seams 0.4 --east 0.8 --north 0.4",
  ],
  ["5 cm, grass, glint on 1 %", "--glint 0.01 --east 0.8 --north -1.4"],
  ["5 cm, grass, noise 0.3 K", "--noise 0.3 --east 1.2 --north 0.9"],
  ["5 cm, grass, blur 1 pixel, half cells", "--blur 1 --half-cells --east 1.2 --north 0.9"],
];
const SHORT_SCENES = 2;

const classOf: Readonly<Record<string, StateClass>> = {
  ok: "healthy",
  hot1: "hot cell",
  hotn: "several hot cells",
  sub1: "one substring",
  sub2: "two substrings",
  open: "open module",
  open_string: "open string",
  missing: "missing",
  shade: "shadow",
  edge: "edge",
  soil: "soil",
};
/** K of a single hot cell below which it may lie under the limit of the survey. */
const WEAK_K = 8;

const truthShape = z.object({
  irradiance: z.number(),
  shift_m: z.tuple([z.number(), z.number()]),
  gsd_m: z.number(),
  modules: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      K: z.number().optional(),
      median_c: z.number().nullable(),
      peak_c: z.number().nullable(),
      healthy_c: z.number(),
    }),
  ),
});
type Truth = z.infer<typeof truthShape>;

/** What the renderer needs, and null; else in words what is absent. */
async function absent(script: string): Promise<string | null> {
  if (!existsSync(script)) return "its renderer is not beside the shared data";
  const asked = run(python, ["-c", "import numpy, scipy, osgeo.gdal"]);
  return asked.then(
    () => null,
    () => "Python with numpy, scipy and GDAL is not on this machine",
  );
}

/** Debian's packages are seen by the Python of the system. */
const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";

export async function handedBench(report: Report, { form }: BenchOptions): Promise<void> {
  const script = join(sharedData() ?? ".", "..", "tools", "render-survey", "photovoltaic.py");
  const why = await absent(script);
  if (why !== null) {
    report({
      name: `surveys of another renderer: not run, ${why}`,
      unit: "",
      ours: null,
      baseline: "",
      theirs: null,
    });
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "bench-survey-"));
  try {
    await run(python, [script, "twin", folder, PLANT]);
    const twin = await twinIn(folder);
    const places = { found: 0, unsure: 0, wrong: 0 };
    const chosen = form === "full" ? scenes : scenes.slice(0, SHORT_SCENES);
    for (const [at, [name, options]] of chosen.entries()) {
      const seed = FIRST_SEED + at;
      const out = join(folder, `s${seed}`);
      await run(python, [script, "survey", out, "--seed", `${seed}`, ...options.split(" ")]);
      places[await surveyBench(report, twin, out, `another renderer, ${name}`)] += 1;
      await rm(`${out}.tif`);
    }
    const of = `${chosen.length} surveys of another renderer`;
    report({
      name: `place found within 5 cm: ${of}`,
      unit: "",
      ours: places.found,
      baseline: "",
      theirs: null,
      note: `${places.unsure} not sure`,
    });
    report({
      name: `wrong place called sure: ${of}`,
      unit: "",
      ours: places.wrong,
      baseline: "",
      theirs: null,
      ...fullGoal(form, "none", places.wrong === 0),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type HandedTwin = {
  readonly origin: LonLat;
  readonly geometry: Geometry;
  readonly nameOf: (row: number) => string;
};

async function twinIn(folder: string): Promise<HandedTwin> {
  const sources = [];
  for (const name of [`${PLANT} trackers.geojson`, `${PLANT} modules.geojson`])
    sources.push(bufferSource(name, await readFile(join(folder, name))));
  const about = { name: PLANT, technology: "photovoltaic" } as const;
  const { draft } = await readTwinFiles(sources, about, new Set());
  const { origin, levels } = buildTwin(draft);
  const { geometry, names } = levels.find((level) => level.geometry.type === "module")!;
  return { origin, geometry, nameOf: (row) => names.dtId(row) };
}

async function surveyBench(
  report: Report,
  { origin, geometry, nameOf }: HandedTwin,
  out: string,
  where: string,
): Promise<"found" | "unsure" | "wrong"> {
  const truth = truthShape.parse(JSON.parse(await readFile(`${out}.json`, "utf8")));
  const raster = await openRaster(memorySource(new Uint8Array(await readFile(`${out}.tif`))));
  const plane = planeAt(origin);
  const { fromLonLat } = lonLatSystem(`EPSG:${raster.epsg}`)!;
  const [a, b, c, d, e, f] = inverse(raster.to_map)!;
  const [east, north] = truth.shift_m;
  const pixelOf =
    (dx: number, dy: number): ToPixel =>
    (x, y) => {
      const [mapX, mapY] = fromLonLat(...plane.toLonLat(x, y));
      return [a * (mapX + dx) + b * (mapY + dy) + c, d * (mapX + dx) + e * (mapY + dy) + f];
    };
  const [stated, real] = [pixelOf(0, 0), pixelOf(east, north)];
  const placed = await registerRaster(raster, geometry, stated);
  if (!placed || !isPlaceSure(placed)) return "unsure";
  const values = {
    irradiance: { mean: truth.irradiance, deviation: 0, count: 1 },
    wind: { mean: WIND, deviation: 0, count: 1 },
  };
  const survey = moduleSurvey(geometry, { ...noConditions, values }, settings);
  await surveySharp(raster, geometry, placed.toPixel, settings, survey.visit);
  const tallies: Tallies = new Map();
  addSurvey(tallies, statesOf(truth, geometry, nameOf), survey.columns());
  reportTallies(report, tallies, where);
  let worst = 0;
  for (let row = 0; row < geometry.count; row++) {
    const place = [geometry.centreX[row]!, geometry.centreY[row]!] as const;
    const [is, should] = [placed.toPixel(...place), real(...place)];
    worst = Math.max(worst, Math.hypot(is[0] - should[0], is[1] - should[1]) * truth.gsd_m);
  }
  return worst <= FOUND_M ? "found" : "wrong";
}

function statesOf(
  { modules, irradiance }: Truth,
  { count }: Geometry,
  nameOf: (row: number) => string,
): KnownState[] {
  const byName = new Map(modules.map((one) => [one.name, one]));
  return Array.from({ length: count }, (_, row): KnownState => {
    const one = byName.get(nameOf(row))!;
    const state = classOf[one.kind]!;
    const isWeak = one.kind === "hot1" && one.K! < WEAK_K;
    const hasPart = ["hot1", "hotn", "sub1", "sub2"].includes(one.kind);
    const own = hasPart ? one.peak_c : one.median_c;
    return {
      state,
      name: isWeak ? "hot cell, 3 and 5 K" : state,
      kelvin: own === null ? null : ((own - one.healthy_c) * 1000) / irradiance,
    };
  });
}
