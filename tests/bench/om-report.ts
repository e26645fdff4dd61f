// A report with 300 findings, two pictures each, of a plant of 120,000 modules, from the request until it can be
// downloaded, against Chromium that prints a page with the same cards. Chromium does not read the survey.
import { chromium } from "playwright";
import { existsSync } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { keyFigureByKey } from "../../src/domain/key-figure/key-figure.ts";
import { reportSections, type Report as OmReport } from "../../src/domain/report/report.ts";
import { writeColumns } from "../../src/server/store/plant/column/column.ts";
import { publishImages, storeImage } from "../../src/server/store/plant/analysis/result-image.ts";
import { addResultPlant, type ResultPlant } from "../fixtures/result-plant.ts";
import { startProduct, type Product } from "./product.ts";
import type { Report } from "./report.ts";

const TRACKERS = 6000;
const FINDINGS = 300;
/** Different ones; a file keeps each finding's own all the same. */
const PICTURES = 40;
const MB = 1e6;

/** Noise on a slope, as large as the small picture of a result: it packs like a thermal image. */
function picture(seed: number): Promise<Buffer> {
  const [width, height] = [320, 256];
  let state = seed + 1;
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    const place = Math.floor(at / 3);
    pixels[at] = 60 + ((place % width) >> 2) + ((state >> 16) & 31) + 20 * (at % 3);
  }
  const raw = { width, height, channels: 3 } as const;
  return sharp(pixels, { raw }).jpeg({ quality: 78 }).toBuffer();
}

async function addSurvey({ owner }: Product, plant: ResultPlant, pictures: readonly Buffer[]) {
  const more = { state: "FINISHED", visibility: "released" } as const;
  const id = await plant.addAnalysis("Survey", "2026-10-01", more);
  const of = (key: string) => keyFigureByKey(key)!.id;
  const each = (found: (row: number) => number, good: number) =>
    Float32Array.from({ length: plant.modules }, (_, row) => (row < FINDINGS ? found(row) : good));
  const columns = new Map<number, Float32Array | Uint8Array>([
    [of("class_of_abnormality"), Uint8Array.from(each((row) => 2 + (row % 2), 1))],
    [of("delta_t_normalised"), each((row) => 10 + (row % 20), 0)],
    [of("power_loss"), each(() => 100, 0)],
  ]);
  await writeColumns(owner, id, columns, { twin_version: 1 });
  const rows = [];
  for (let module = 0; module < FINDINGS; module++) {
    for (const [at, kind] of (["thermal", "rgb"] as const).entries()) {
      const bytes = pictures[(2 * module + at) % PICTURES]!;
      const shape = { format: "jpeg", width: 320, height: 256, thumb: bytes } as const;
      const image = {
        component_type: "module",
        dt_id: plant.moduleId(module),
        file_name: `${kind} ${module}.jpg`,
        kind,
        bytes,
      } as const;
      const place = { lon: null, lat: null, taken_at: null };
      rows.push(await storeImage(owner.files, image, { ...shape, ...place }));
    }
  }
  await publishImages(owner.db, id, rows);
  return id;
}

/** Seconds from the request until the report is ready, and its bytes. */
async function make(product: Product, plant_id: number, analysis_id: number) {
  const begun = performance.now();
  const body = new FormData();
  body.append("analysis_id", String(analysis_id));
  body.append("title", "Report");
  body.append("locale", "en");
  body.append("sections", reportSections.join(","));
  const url = `${product.url}/api/auth/plant/${plant_id}/reports`;
  const { headers } = product;
  const answer = await fetch(url, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  const { id } = (await answer.json()) as OmReport;
  for (;;) {
    const all = (await (await fetch(url, { headers })).json()) as OmReport[];
    const made = all.find((one) => one.id === id);
    if (made?.state === "failed") throw new Error(made.problem?.message);
    if (made?.state === "ready") {
      return { seconds: (performance.now() - begun) / 1000, bytes: made.bytes ?? 0 };
    }
    await sleep(100);
  }
}

/** The same cards as a page that Chromium prints, tagged and with bookmarks; null where it is missing. */
async function print(pictures: readonly Buffer[], folder: string) {
  const known = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium", "/usr/bin/google-chrome"];
  const executablePath = known.find((one) => one !== undefined && existsSync(one));
  if (executablePath === undefined) return null;
  const path = join(folder, "cards.html");
  const image = (at: number) =>
    `<img width=120 src="data:image/jpeg;base64,${pictures[at % PICTURES]!.toString("base64")}">`;
  const card = (at: number) =>
    `<section style="break-inside:avoid"><h3>T0.M${at}</h3><p>Class 3<br>20 K<br>100 W<br>Repair soon</p>${image(2 * at)}${image(2 * at + 1)}</section>`;
  const cards = Array.from({ length: FINDINGS }, (_, at) => card(at));
  await writeFile(path, `<!doctype html><title>Report</title>${cards.join("")}`);
  const begun = performance.now();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.goto(`file://${path}`);
  const to = join(folder, "cards.pdf");
  await page.pdf({ path: to, format: "A4", tagged: true, outline: true });
  await browser.close();
  return { seconds: (performance.now() - begun) / 1000, bytes: (await stat(to)).size };
}

export async function bench(report: Report): Promise<void> {
  const product = await startProduct();
  const folder = await mkdtemp(join(tmpdir(), "report-bench-"));
  try {
    const pictures = await Promise.all(Array.from({ length: PICTURES }, (_, at) => picture(at)));
    const plant = await addResultPlant(product.owner, product.customer_id, "Reported", TRACKERS);
    const id = await addSurvey(product, plant, pictures);
    const ours = await make(product, plant.plant_id, id);
    const theirs = await print(pictures, folder);
    const name = `report with ${FINDINGS} findings of ${plant.modules.toLocaleString("en")} modules`;
    const baseline = theirs ? "Chromium prints the cards" : "Chromium is not installed";
    report({
      name,
      unit: "s",
      ours: ours.seconds,
      baseline,
      theirs: theirs?.seconds ?? null,
      goal: "under 20 s",
      met: ours.seconds < 20,
    });
    report({
      name: `${name}: size`,
      unit: "MB",
      ours: ours.bytes / MB,
      baseline,
      theirs: theirs && theirs.bytes / MB,
      goal: "under 60 MB",
      met: ours.bytes < 60 * MB,
    });
  } finally {
    await product.close();
    await rm(folder, { recursive: true, force: true });
  }
}
