// What another user feels while the digital twin of a large plant is updated, and how long the event loop waits.
import { fork, spawn, type ChildProcess } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createWriteStream, openAsBlob } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { api } from "../../src/api/index.ts";
import type { Task } from "../../src/domain/analysis/task.ts";
import { keyFigures } from "../../src/domain/key-figure/key-figure.ts";
import { buildTwin } from "../../src/domain/twin/twin-build.ts";
import { generatePhotovoltaicPlant } from "../../src/demo/photovoltaic/photovoltaic-plant.ts";
import { analysis, plant } from "../../src/server/store/schema/plant.ts";
import { writeColumns } from "../../src/server/store/plant/column/column.ts";
import { publishTwin } from "../../src/server/store/plant/twin.ts";
import { componentsOf } from "../../src/server/twin-file/component-row.ts";
import { geoJsonFile } from "../../src/server/twin-file/text-file.ts";
import type { BystanderOrder, BystanderReport } from "../fixtures/bystander.ts";
import { startBare } from "./bare.ts";
import { startProduct, type Product } from "./product.ts";
import { fullGoal, type BenchOptions, type Report } from "./report.ts";

const MODULES = { short: 60_000, full: 300_000 };
const SURVEYS = 3;
const name = "Bench";
const monitor = join(import.meta.dirname, "loop-delay.ts");
const watched = (file: string) => ({
  NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import ${monitor}`,
  LOOP_DELAY_FILE: file,
});

/** The longest delay that a process wrote since then. */
async function longestDelay(file: string, since: number): Promise<number> {
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  const delays = lines.map((line) => line.split(" ").map(Number) as [number, number]);
  return Math.max(...delays.filter(([at]) => at >= since).map(([, delay]) => delay));
}

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const modules = MODULES[form];
  const children: ChildProcess[] = [];
  const stops: (() => void)[] = [];
  const delays = { ours: "", idle: "" };
  const product = await startProduct((dataDir) => {
    delays.ours = join(dataDir, "delay-of-server");
    delays.idle = join(dataDir, "delay-of-idle");
    return watched(delays.ours);
  });
  try {
    children.push(
      spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], {
        env: { ...process.env, ...watched(delays.idle) },
      }),
    );
    const id = await addPlant(product);
    const path = join(product.dataDir, `${name} components.geojson`);
    const survey = await writeFiles(product, id, path, modules);
    const list = join(product.dataDir, "list.json");
    await writeFile(list, "[]");
    const bare = await startBare(list, product.dataDir, product.ownerUrl);
    stops.push(bare.stop);
    const others = [
      startBystander(product.url, product.headers, [
        api.plant.list.path,
        api.digitalTwin.read.path.replace("{id}", String(id)),
        api.analysisResult.component.path
          .replace("{id}", String(survey))
          .replace("{component_type}", "module")
          .replace("{dt_id}", "module-17"),
        `/auth/plant/${id}/subfields`,
      ]),
      startBystander(bare.url, {}, ["/query"]),
    ];
    children.push(...others.map(({ child }) => child));
    await sleep(2000);
    for (const [what, fields] of [
      ["preview", { preview: "1", mode: "replace_all" }],
      ["update", { mode: "replace_all" }],
    ] as const) {
      for (const { take } of others) await take();
      const since = Date.now();
      await send(product, id, path, fields);
      // What the server does after the task has ended counts as well.
      await sleep(3000);
      const [ours, theirs] = [await others[0]!.take(), await others[1]!.take()];
      if (ours.faults.length > 0) throw new Error(`another user got ${ours.faults[0]}`);
      const about = `${modules.toLocaleString("en")} modules: ${what}`;
      const seconds = ((Date.now() - since) / 1000).toFixed(0);
      const [delay, idle] = [
        await longestDelay(delays.ours, since),
        await longestDelay(delays.idle, since),
      ];
      report({
        name: `${about}, longest delay of the event loop`,
        unit: "ms",
        ours: delay,
        baseline: "idle Node process beside it",
        theirs: idle,
        ...fullGoal(
          form,
          "at most 250 ms, or 5 times the idle process",
          delay <= Math.max(250, 5 * idle),
        ),
        note: `${seconds} s`,
      });
      const [slowest, bareSlowest] = [Math.max(...ours.times), Math.max(...theirs.times)];
      report({
        name: `${about}, slowest answer to another user`,
        unit: "ms",
        ours: slowest,
        baseline: "bare server beside it, the same query",
        theirs: bareSlowest,
        ...fullGoal(
          form,
          "at most 500 ms, or 5 times the bare server",
          slowest <= Math.max(500, 5 * bareSlowest),
        ),
        note: `${ours.times.length} answers`,
      });
    }
  } finally {
    for (const child of children) child.kill();
    for (const stop of stops) stop();
    await product.close();
  }
}

async function addPlant({ owner, customer_id }: Product): Promise<number> {
  const [row] = await owner.db
    .insert(plant)
    .values({
      customer_id,
      name,
      technology: "photovoltaic",
      nominal_capacity: 1,
      lon: -3,
      lat: 37,
    })
    .returning();
  if (!row) throw new Error("the plant was not stored");
  return row.id;
}

/** The plant with its surveys, and a file of its components that lacks the last tracker's modules. */
async function writeFiles(
  { owner }: Product,
  plant_id: number,
  path: string,
  modules: number,
): Promise<number> {
  const draft = generatePhotovoltaicPlant({
    origin: [-3, 37],
    modules,
    mounting: "tracked",
  });
  const about = { plant: { id: plant_id, twin_version: 0 }, report: {}, created_by: null };
  const twin = await publishTwin(owner, buildTwin(draft), about);
  const rows =
    twin.levels.find(({ component_type }) => component_type === "module")?.row_count ?? 0;
  const ofModules = keyFigures.filter(({ component_type }) => component_type === "module");
  let last = 0;
  for (let survey = 0; survey < SURVEYS; survey++) {
    const flown_at = `2026-0${survey + 1}-01T10:00:00Z`;
    const [row] = await owner.db
      .insert(analysis)
      .values({ plant_id, name: flown_at, flown_at, state: "DATA_COMPLETE_VERIFIED" })
      .returning();
    const columns = ofModules.map(({ id, kind, classes }) => {
      const value = (at: number) => (at * 7 + survey * 3) % 101;
      const one = (at: number) => classes[value(at) % classes.length]?.value ?? 0;
      const values =
        kind === "u8"
          ? Uint8Array.from({ length: rows }, (_, at) => one(at))
          : Float32Array.from({ length: rows }, (_, at) => value(at) / 10);
      return [id, values] as const;
    });
    last = row?.id ?? 0;
    await writeColumns(owner, last, new Map(columns), { twin_version: twin.version });
  }
  const pieces = geoJsonFile(
    (async function* () {
      let left = rows - 1000;
      for await (const component of componentsOf(owner.files, twin)) {
        if (component.component_type !== "module" || left-- > 0) yield component;
      }
    })(),
  );
  await pipeline(Readable.from(pieces, { objectMode: false }), createWriteStream(path));
  return last;
}

/** Sends the files and waits for the task. */
async function send(
  { url, headers }: Product,
  id: number,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append("files", await openAsBlob(path), `${name} components.geojson`);
  const asked = await fetch(
    `${url}/api${api.digitalTwin.importFiles.path.replace("{id}", String(id))}`,
    { method: "POST", headers, body },
  );
  const { task_id } = (await asked.json()) as { task_id: number };
  for (;;) {
    await sleep(500);
    const answer = await fetch(`${url}/api${api.task.read.path.replace("{id}", String(task_id))}`, {
      headers,
    });
    const task = (await answer.json()) as Task;
    if (task.state === "SUCCESSFUL") return;
    if (task.state === "FAILED") throw new Error(`the import failed: ${task.output.error}`);
  }
}

function startBystander(
  url: string,
  headers: Readonly<Record<string, string>>,
  paths: readonly string[],
) {
  const child = fork(join(import.meta.dirname, "..", "fixtures", "bystander.ts"));
  const token = headers["authorization"]?.replace("Bearer ", "") ?? "";
  child.send({ url, token, paths } satisfies BystanderOrder);
  const take = () =>
    new Promise<BystanderReport>((resolve) => {
      child.once("message", (report: BystanderReport) => resolve(report));
      child.send("report");
    });
  return { child, take };
}

if (process.argv[1] === import.meta.filename) {
  await bench((row) => process.stdout.write(`${JSON.stringify(row)}\n`), { form: "full" });
}
