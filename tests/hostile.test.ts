import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import type { HostileFile } from "./fixtures/hostile-file.ts";
import { hostileFiles } from "./fixtures/hostile-files.ts";
import { hostileLogosAndImages } from "./fixtures/hostile-pictures.ts";
import { hostileResults } from "./fixtures/hostile-results.ts";
import { startHostileScene, type Watched } from "./fixtures/hostile-scene.ts";
import { everyNth, isRelease } from "./fixtures/rounds.ts";

const all: readonly HostileFile[] = [...hostileFiles, ...hostileLogosAndImages, ...hostileResults];
/** One of each kind that cost the most before files were read in processes of their own. */
const worst: readonly string[] = [
  "logo: 5000-scans.jpg",
  "logo: 5000-exif-entries.jpg",
  "logo: one-column-of-25-megapixels.png",
  "image: 5000-scans.jpg",
  "image: 25-megapixels-interlaced.png",
  "CSV: a million unknown components of different names",
  "JSON: 300,000 unknown fields",
  "ZIP: folders of 10,000 levels",
  "area: a multipolygon of 8,000 parts",
  "a zigzag of 40,000 vertices",
  "8,000 trackers that each cover the plant",
  "KML, blueprint: a placemark with 40,000 polygons",
  "document: a PDF of zeros",
];
const few = all.filter(({ name }) => worst.includes(name));
const files = isRelease ? all : everyNth(few, 3);

/** The product promises a quarter of a second. A machine that is slower when idle gets five times that. */
const PROMISED_MS = 250;
const PROMISED_GROWTH_MB = 300;

const percentile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

let scene: Awaited<ReturnType<typeof startHostileScene>>;
/** Answers while no file is worked on, before and after. */
const idles: (readonly number[])[] = [];
let before = 0;
/** Adds a row to the table that HOSTILE_TABLE names. */
const row = (...cells: (string | number)[]) => {
  const path = process.env["HOSTILE_TABLE"];
  const texts = cells.map((cell) => (typeof cell === "number" ? Math.round(cell) : cell));
  if (path) appendFileSync(path, `${texts.join(" | ")}\n`);
};
const growth = () => scene.memory() - before;
/** Processes that read files end a few seconds after their last one. */
const soon = { interval: 250 };
const times: number[] = [];
const bound = () => Math.max(PROMISED_MS, ...idles.map((times) => 5 * percentile(times, 0.99)));
beforeAll(async () => {
  scene = await startHostileScene();
  await scene.watch(async () => undefined, 2000);
  const idle = await scene.watch(async () => undefined, 4000);
  idles.push(idle.times);
  before = scene.memory();
  row("file", "outcome", "ms", "p99 of the other user", "slowest", "memory above the start");
  row("idle", "", "", percentile(idle.times, 0.99), Math.max(...idle.times), before);
});
afterAll(async () => {
  await scene?.close();
});

function note(name: string, outcome: string, watched: Watched): void {
  const { ms, memory } = watched;
  row(
    name,
    outcome,
    ms,
    percentile(watched.times, 0.99),
    Math.max(...watched.times),
    memory - before,
  );
}

describe(`${files.length} hostile files`, { timeout: patient(120_000) }, () => {
  it("are of all kinds, and as many as promised", () => {
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(few.map(({ name }) => name).toSorted()).toEqual(worst.toSorted());
    expect(new Set(all.map(({ kind }) => kind)).size).toBe(7);
  });

  it.each(files.map((file) => [file.name, file] as const))(
    "do not delay another user, nor fill the memory: %s",
    async (name, file) => {
      const bytes = await file.make();
      // What the file before it took must be given back first.
      await expect.poll(growth, soon).toBeLessThan(PROMISED_GROWTH_MB / 2);
      const rest = scene.memory();
      let outcome = "";
      const watched = await scene.watch(async () => (outcome = await scene.send(file, bytes)));
      note(name, outcome, watched);
      times.push(...watched.times);
      expect(watched.faults).toEqual([]);
      expect(watched.times.length).toBeGreaterThan(10);
      expect(watched.memory - rest).toBeLessThan(PROMISED_GROWTH_MB);
      expect(outcome).toMatch(/^(200|4\d\d \w+|task (?!task_failed|failed|\d)\w+)/);
    },
  );

  it("let 99 of 100 answers through in time", async () => {
    // The machine may have become busy with other things meanwhile.
    idles.push((await scene.watch(async () => undefined, 4000)).times);
    const p99 = percentile(times, 0.99);
    row("all files", `${times.length} answers`, "", p99, Math.max(...times), "");
    expect(p99).toBeLessThan(bound());
  });

  it("are worked on together, and others are still answered", async () => {
    const sent = await Promise.all(few.map(async (file) => [file, await file.make()] as const));
    const watched = await scene.watch(() =>
      Promise.all(sent.map(([file, bytes]) => scene.send(file, bytes))),
    );
    note("the worst at once", "", watched);
    expect(watched.faults).toEqual([]);
    expect(percentile(watched.times, 0.9)).toBeLessThan(2 * bound());
  });

  it("leave no memory behind", async () => {
    await expect.poll(growth, soon).toBeLessThan(PROMISED_GROWTH_MB / 2);
    row("after all", "", "", "", "", growth());
  });
});
