// A million values on their way out and in: against a file server, rows from PostgreSQL, and the clock.
import { Readable } from "node:stream";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { ColumnValues } from "../../src/domain/column/column.ts";
import { keyFigures, type KeyFigure } from "../../src/domain/key-figure/key-figure.ts";
import { columnKey, writeColumns } from "../../src/server/store/plant/column/column.ts";
import { readTwin } from "../../src/server/store/plant/twin.ts";
import { importResult } from "../../workers/jobs/import-result.ts";
import { addResultPlant } from "../fixtures/result-plant.ts";
import { underFilteredQueries } from "./filtered.ts";
import { load } from "./load.ts";
import { startProduct, type Product } from "./product.ts";
import type { BenchOptions, Report } from "./report.ts";

const ROWS = 1_000_000;
const PER_TRACKER = 20;
const ofModules = keyFigures.filter(
  ({ component_type, expert }) => component_type === "module" && !expert,
);
const measured = ofModules.find(({ key }) => key === "soiling") as KeyFigure;
const classified = ofModules.find(({ kind }) => kind === "u8") as KeyFigure;

/** Uneven like a survey: a slow wave over the field, noise, some missing; tenths, as in its files. */
function surveyValues(rows: number): Float32Array {
  let state = 7;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return Float32Array.from({ length: rows }, (_, row) => {
    const noise = random() + random() + random() + random() - 2;
    const value = Math.max(0, 12 + 6 * Math.sin(row / 30_000) + 3 * noise);
    return row % 101 === 0 ? NaN : Math.round(10 * value) / 10;
  });
}

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const product = await startProduct();
  try {
    const plant = await addResultPlant(
      product.owner,
      product.customer_id,
      "Million",
      ROWS / PER_TRACKER,
    );
    const id = await plant.addAnalysis("served", "2026-01-01");
    await serve(product, report, plant.plant_id, id);
    const values = `/api/auth/analysis-result/${id}/${measured.id}`;
    await underFilteredQueries(product, report, values, measured.id);
    const files = ["entries", "blocks", "csv"] as const;
    for (const file of form === "full" ? files : files.slice(0, 1)) {
      const own = await plant.addAnalysis(file, "2026-02-01");
      await take(product, report, own, file, plant.moduleId);
    }
  } finally {
    await product.close();
  }
}

async function serve(product: Product, report: Report, plantId: number, id: number) {
  const values = surveyValues(ROWS);
  const classes = Uint8Array.from(values, (value, row) => {
    const worst = classified.classes.length - 1;
    const one = Math.min(worst, Math.floor(Math.max(0, value - 16 + (row % 7)) / 3));
    return classified.classes[one]?.value ?? 0;
  });
  const twin = await readTwin(product.owner.db, plantId);
  const columns = new Map<number, ColumnValues>([
    [measured.id, values],
    [classified.id, classes],
  ]);
  const edition = { twin_version: twin?.version ?? 1 };
  const [ours, ofClasses] = await writeColumns(product.owner, id, columns, edition);
  if (!ours || !ofClasses) throw new Error("the columns were not written");
  const million = "1,000,000 values";
  const wire = { unit: "MB", baseline: "float32 as they are", theirs: (4 * ROWS) / 1e6 };
  report({
    ...wire,
    name: `${million} on the wire, measured`,
    ours: ours.bytes / 1e6,
    goal: "at most 1.5 MB",
    met: ours.bytes <= 1.5e6,
  });
  report({
    ...wire,
    name: `${million} on the wire, classes`,
    ours: ofClasses.bytes / 1e6,
    goal: "at most 0.3 MB",
    met: ofClasses.bytes <= 0.3e6,
  });
  const bare = await product.startBaseline(join(product.dataDir, "objects", columnKey(ours.hash)));
  const headers = { ...product.headers, "accept-encoding": "gzip" };
  const url = `${product.url}/api/auth/analysis-result/${id}/${measured.id}/column/${ours.hash}`;
  // In turns: what else the machine does then hits both alike.
  const ask = { connections: 8, seconds: 2 };
  const rounds = 3;
  const sums = { served: 0, file: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const served = await load({ ...ask, url, headers });
    const file = await load({ ...ask, url: `${bare}/file` });
    if (served.bytes !== file.bytes) throw new Error("the two do not send the same");
    sums.served += served.requestsPerSecond / rounds;
    sums.file += file.requestsPerSecond / rounds;
  }
  report({
    name: `${million}: serving a column`,
    unit: "columns/s",
    ours: sums.served,
    baseline: "bare file server",
    theirs: sums.file,
    higher_is_better: true,
    goal: "at least 80 %",
    met: sums.served >= 0.8 * sums.file,
  });
  await product.owner.db.execute(
    sql`create table bench_value (row integer primary key, value real)`,
  );
  await product.owner.db.execute(
    sql`insert into bench_value select i, (i % 997) / 10.0 from generate_series(0, ${ROWS - 1}::int) i`,
  );
  const one = await load({ url, headers, connections: 1, seconds: 3 });
  const rows = await load({ url: `${bare}/values`, connections: 1, seconds: 3 });
  report({
    name: `${million}: one after the other`,
    unit: "ms",
    ours: 1000 / one.requestsPerSecond,
    baseline: "JSON rows from PostgreSQL",
    theirs: 1000 / rows.requestsPerSecond,
    note: `${(rows.bytes / 1e6).toFixed(1)} MB of JSON`,
  });
}

async function take(
  product: Product,
  report: Report,
  analysis_id: number,
  form: "entries" | "blocks" | "csv",
  moduleId: (index: number) => string,
): Promise<void> {
  const key = `upload/result/bench-${form}`;
  await product.owner.files.put(key, Readable.from(pieces(form, moduleId)));
  const bytes = (await product.owner.files.size(key)) ?? 0;
  const name = form === "csv" ? "result.csv" : "result.json";
  const input = importResult.input.parse({
    analysis_id,
    values: { key, name, bytes },
    images: null,
    delete_before: false,
    eval_batch_num: null,
  });
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const start = performance.now();
  const progress = { step: async () => undefined };
  const { signal } = new AbortController();
  const about = { task_id: 0, account_id: null, signal };
  await importResult.run(product.owner, input, progress, about);
  const perSecond = ROWS / ((performance.now() - start) / 1000);
  clearInterval(timer);
  report({
    name: `1,000,000 values: import as ${form}`,
    unit: "values/s",
    ours: perSecond,
    baseline: "goal",
    theirs: 500_000,
    higher_is_better: true,
    goal: "500,000 values/s",
    met: perSecond >= 500_000,
    note: `${(bytes / 1e6).toFixed(0)} MB file, memory grew by ${((most - before) / 1e6).toFixed(0)} MB`,
  });
}

/** The file in pieces of ten thousand components, so that the bench itself stays small. */
function* pieces(form: "entries" | "blocks" | "csv", moduleId: (index: number) => string) {
  const values = surveyValues(ROWS);
  const value = (row: number) => (Number.isNaN(values[row]) ? "null" : values[row]?.toFixed(1));
  const id = measured.id;
  const entry = {
    entries: (row: number) =>
      `{"dt_id":"${moduleId(row)}","key_figure_id":${id},"value":${value(row)}}`,
    blocks: (row: number) => `"${moduleId(row)}"`,
    csv: (row: number) => `${moduleId(row)},${value(row)}\n`,
  }[form];
  const head = '{"format":"analysis-result","version":1,';
  if (form === "entries") yield Buffer.from(`${head}"values":[`);
  if (form === "blocks") yield Buffer.from(`${head}"columns":[{"key_figure_id":${id},"dt_ids":[`);
  if (form === "csv") yield Buffer.from(`dt_id,${id}\n`);
  yield* listed(entry, form === "csv" ? "" : ",\n");
  if (form === "blocks") {
    yield Buffer.from('],"values":[');
    yield* listed((row) => String(value(row)), ",");
    yield Buffer.from("]}]}");
  }
  if (form === "entries") yield Buffer.from("]}");
}

function* listed(one: (row: number) => string, between: string) {
  for (let start = 0; start < ROWS; start += 10_000) {
    const some = Array.from({ length: 10_000 }, (_, i) => one(start + i)).join(between);
    yield Buffer.from(start === 0 ? some : between + some);
  }
}
