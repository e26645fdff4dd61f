// 10,000 findings of which something was decided, in the panel of a real browser on the real server: opened, filtered,
// sorted, as a board, and selected on the map.
import { existsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { chromium } from "playwright";
import { permissionNames } from "../../../src/domain/account/permission.ts";
import { keyFigureByKey } from "../../../src/domain/key-figure/key-figure.ts";
import { writeColumns } from "../../../src/server/store/plant/column/column.ts";
import { addResultPlant } from "../../fixtures/result-plant.ts";
import { startProduct, type Product } from "../product.ts";
import { fullGoal, type BenchOptions, type Report } from "../report.ts";
import { measureFindings, type FindingTimes } from "./measure.ts";

const FINDINGS = { short: 2000, full: 10_000 };
const OPENINGS = { short: 1, full: 3 };
const PER_TRACKER = 20;
const GOAL_OPEN_MS = 1000;
const GOAL_STEP_MS = 150;
const FRAME_MS = 1000 / 60;

const words: Readonly<Record<keyof FindingTimes, string>> = {
  openMs: "opened",
  allMs: "all instead of the urgent ones",
  filterMs: "filtered by status",
  sortMs: "sorted by the last change",
  nameMs: "sorted by name",
  boardMs: "as a board",
  boardSortMs: "the board sorted by the last change",
  boardFilterMs: "the board filtered by status",
  mapMs: "all selected on the map",
  mapFilterMs: "the map filtered by repair state",
  mapNextMs: "the map filtered by another state, too",
};

/** What list, board and map promise to do within `GOAL_STEP_MS`. */
const isStep: ReadonlySet<keyof FindingTimes> = new Set([
  "allMs",
  "filterMs",
  "sortMs",
  "nameMs",
  "boardSortMs",
  "boardFilterMs",
  "mapFilterMs",
  "mapNextMs",
]);

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const count = FINDINGS[form];
  const product = await startProduct(() => ({ NODE_ENV: "staging" }));
  try {
    const plant_id = await addFindings(product, count);
    const runs: FindingTimes[] = [];
    for (let turn = 0; turn < OPENINGS[form]; turn += 1) {
      runs.push(await measured(product, plant_id));
    }
    const bare = await listed(product, plant_id);
    for (const name of Object.keys(words) as (keyof FindingTimes)[]) {
      const ms = median(runs.map((one) => one[name]));
      const isOpening = name === "openMs";
      const goal = isOpening ? GOAL_OPEN_MS : isStep.has(name) ? GOAL_STEP_MS : null;
      report({
        name: `${count.toLocaleString("en")} findings: ${words[name]}`,
        unit: "ms",
        ours: ms,
        baseline: isOpening ? "the list alone, read and parsed" : "one frame of a screen",
        theirs: isOpening ? bare : FRAME_MS,
        ...(goal === null ? {} : fullGoal(form, `at most ${goal} ms`, ms <= goal)),
      });
    }
  } finally {
    await product.close();
  }
}

/** A plant all of whose modules are findings of which something was decided. */
async function addFindings({ owner, customer_id }: Product, count: number): Promise<number> {
  const plant = await addResultPlant(owner, customer_id, "Pampa", count / PER_TRACKER);
  const survey = await plant.addAnalysis("Autumn", "2026-10-01", { visibility: "released" });
  const [types, classes] = ["fault_type", "class_of_abnormality"].map((key) =>
    keyFigureByKey(key)!,
  );
  const classOf = (figure: typeof types, name: string) =>
    figure!.classes.find(({ key }) => key === name)!.value;
  const names = ["hotspot", "substring_bypassed", "cell_damage", "shading", "connection"];
  const severe = ["thermal_abnormality", "safety_relevant", "power_lost"];
  const columns = new Map([
    [types!.id, Uint8Array.from({ length: count }, (_, row) => classOf(types, names[row % 5]!))],
    [
      classes!.id,
      Uint8Array.from({ length: count }, (_, row) => classOf(classes, severe[row % 3]!)),
    ],
  ]);
  await writeColumns(owner, survey, columns, { twin_version: 1 });
  const numbers = names.map((name) => classOf(types, name));
  await owner.db.execute(sql`insert into finding_life
      (plant_id, component_type, dt_id, fault_type, severity, analysis_id, status, crew, due_on, revision, updated_at)
    select ${plant.plant_id}, 'module', 'T' || (n / ${PER_TRACKER}::int) || '.M' || (n % ${PER_TRACKER}::int),
      (${sql.param(numbers)}::int[])[n % 5 + 1], 2, ${survey},
      (array['open', 'assigned', 'in_work', 'done'])[n % 4 + 1], 'Crew ' || n % 7,
      date '2026-11-01' + n % 60, 1, now() - (${count}::int - n) * interval '1 minute'
    from generate_series(0, ${count - 1}::int) n`);
  await owner.db.execute(sql`analyze`);
  return plant.plant_id;
}

/** Milliseconds until all pages are read and parsed in this process. */
async function listed({ url, headers }: Product, plant_id: number): Promise<number> {
  const begun = performance.now();
  for (let after: number | null = 0; after !== null;) {
    const path: string = `${url}/api/auth/plant/${plant_id}/findings?after=${after}`;
    const answer = await fetch(path, { headers });
    if (!answer.ok) throw new Error(`the list was answered with ${answer.status}`);
    after = ((await answer.json()) as { next: number | null }).next;
  }
  return performance.now() - begun;
}

async function measured({ url, headers }: Product, plant_id: number): Promise<FindingTimes> {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
      "--disable-gpu-compositing",
    ],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "en-GB" });
    page.setDefaultTimeout(120_000);
    const session = {
      token: headers["authorization"]?.replace("Bearer ", ""),
      permissions: [...permissionNames],
      customer: null,
      is_admin: false,
      is_super_admin: false,
      hidden_admin: false,
      white_labeling_version: null,
    };
    await page.addInitScript((auth) => {
      localStorage.setItem("hints-seen", "all");
      localStorage.setItem("locale", "en");
      if (localStorage.getItem("auth") === null) localStorage.setItem("auth", auth);
    }, JSON.stringify(session));
    await page.goto(`${url}/plant/${plant_id}`);
    const legend = page.getByRole("region", { name: "Legend" }).getByRole("status");
    await legend.filter({ hasText: /[1-9]\d*.* of .*in view/ }).waitFor();
    return await page.evaluate(measureFindings);
  } finally {
    await browser.close();
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
