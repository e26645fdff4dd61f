// How true an evaluation is of surveys that somebody else's renderer has made: no code and no assumption in common.
//
// Each survey goes through the reader that the product starts for it: finding the place, all checks, all columns. The
// renderer needs Python with numpy, scipy and GDAL. It lies beside the shared data; where either is absent, this part
// says so.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { EVALUATION_METHOD } from "../../../src/domain/evaluation/evaluation-age.ts";
import { sharedData } from "../../fixtures/shared-data.ts";
import { fullGoal, type BenchOptions, type Form, type Report } from "../report.ts";
import { goalRows, type JudgedClasses } from "./handed-goals.ts";
import { modulesBench } from "./handed-modules.ts";
import { handedPlant, type HandedPlant } from "./handed-plant.ts";
import { tubesBench } from "./handed-tubes.ts";

const run = promisify(execFile);

type Scene = readonly [name: string, options: string];
type Kind = {
  readonly script: string;
  /** What the surveys show, in words. */
  readonly name: string;
  /** Seeds that were not used in development begin here. */
  readonly firstSeed: number;
  readonly scenes: readonly Scene[];
  readonly short: number;
  plantIn(folder: string): Promise<HandedPlant>;
  /** The place of the survey, and what is true of its components. */
  judge(
    plant: HandedPlant,
    out: string,
    classes: JudgedClasses,
  ): Promise<"found" | "unsure" | "wrong">;
};

const kinds: readonly Kind[] = [
  {
    script: "photovoltaic.py",
    name: "modules",
    firstSeed: 73_100,
    scenes: [
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
    ],
    short: 1,
    plantIn: (folder) =>
      handedPlant(folder, "Synth", "photovoltaic", [
        ["tracker", "Synth trackers.geojson"],
        ["module", "Synth modules.geojson"],
      ]),
    judge: modulesBench,
  },
  {
    script: "trough.py",
    name: "tubes",
    firstSeed: 73_200,
    scenes: [
      ["wind 1.5 m/s", "--wind 1.5"],
      ["wind 6 m/s, camera 1.2 K wrong", "--wind 6 --offset 1.2"],
      ["wind 3 m/s, of which 0.65 reaches the tubes", "--wind 3 --wind-at-tube 0.65"],
      ["sunlight of 75 W/m in the glass, wind 1.5 m/s", "--sun 75 --wind 1.5 --offset -1"],
    ],
    short: 1,
    plantIn: (folder) =>
      handedPlant(folder, "Canal", "parabolic_trough", [
        ["loop", "Canal loop.geojson"],
        ["sca", "Canal sca.geojson"],
        ["sce", "Canal sce.geojson"],
        ["absorber_tube", "Canal absorber_tube.geojson"],
      ]),
    judge: tubesBench,
  },
];

/** What the renderer needs, in words; null where nothing is absent. */
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
  for (const kind of kinds) {
    const script = join(sharedData() ?? ".", "..", "tools", "render-survey", kind.script);
    const why = await absent(script);
    if (why === null) await kindBench(report, kind, script, form);
    else
      report({
        name: `surveys of another renderer, ${kind.name}: not run, ${why}`,
        unit: "",
        ours: null,
        baseline: "",
        theirs: null,
      });
  }
}

async function kindBench(report: Report, kind: Kind, script: string, form: Form): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-survey-"));
  try {
    const plant = await plantOf(kind, script, folder);
    const places = { found: 0, unsure: 0, wrong: 0 };
    const surveys: JudgedClasses[] = [];
    const chosen = form === "full" ? kind.scenes : kind.scenes.slice(0, kind.short);
    for (const [at, [name, options]] of chosen.entries()) {
      const seed = kind.firstSeed + at;
      const out = join(folder, `s${seed}`);
      await run(python, [script, "survey", out, "--seed", `${seed}`, ...options.split(" ")]);
      const own: JudgedClasses = new Map();
      places[await kind.judge(plant, out, own)] += 1;
      surveys.push(own);
      // One survey has too few of a class to judge it by.
      for (const row of goalRows([own], `another renderer, ${kind.name}, ${name}`, "short"))
        report({ ...row, goal: undefined });
      await rm(`${out}.tif`);
    }
    const of = `${chosen.length} surveys of another renderer, ${kind.name}, method ${EVALUATION_METHOD}`;
    for (const row of goalRows(surveys, of, form)) report(row);
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

async function plantOf(kind: Kind, script: string, folder: string): Promise<HandedPlant> {
  const name = kind.name === "modules" ? "Synth" : "Canal";
  await run(python, [script, "twin", folder, name]);
  return kind.plantIn(folder);
}
