// The worker of a plant's data on this thread: the order of its answers while an export runs.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { NO_ROW } from "../../src/domain/component/component-index.ts";
import { encodeColumn } from "../../src/domain/column/column-codec.ts";
import { bytesOf, judged, openLevel, quantity } from "../../src/domain/plant/plant-data.fixture.ts";
import type { PlantData } from "../../src/domain/plant/plant-data.ts";
import type { PlantDataAnswer, PlantDataAsk, PlantDataVerb } from "./plant-data.ts";

const MODULES = 40;
/** Written in hundreds of pieces: the same components again and again. */
const ROWS = 300_000;

let said: PlantDataAnswer[] = [];
let awaited: { isIt: (one: PlantDataAnswer) => boolean; resolve: () => void }[] = [];
const listeners: ((event: { data: PlantDataAsk }) => void)[] = [];
vi.stubGlobal("self", {
  addEventListener: (_: string, listener: (typeof listeners)[number]) => listeners.push(listener),
  postMessage: (one: PlantDataAnswer) => {
    said.push(one);
    for (const { isIt, resolve } of awaited) if (isIt(one)) resolve();
  },
});

const send = (data: PlantDataAsk) => listeners.forEach((listener) => listener({ data }));
let last = 0;
function ask(verb: PlantDataVerb, of: unknown): number {
  last += 1;
  send({ id: last, verb, ask: of });
  return last;
}
const until = (isIt: (one: PlantDataAnswer) => boolean) =>
  new Promise<void>((resolve) => awaited.push({ isIt, resolve }));
const isAnswer = (id: number) => (one: PlantDataAnswer) => one.id === id && !("progress" in one);
const isProgress = (id: number) => (one: PlantDataAnswer) => one.id === id && "progress" in one;
const placeOf = (id: number) => said.findIndex(isAnswer(id));
const shares = () => said.flatMap((one) => ("progress" in one ? [one.progress] : []));

beforeAll(async () => {
  await import("./plant-data.ts");
  const levels = { level: (of: unknown) => ask("level", of) } as unknown as PlantData;
  openLevel(
    levels,
    "tracker",
    4,
    () => NO_ROW,
    (row) => `T${row}`,
  );
  openLevel(
    levels,
    "module",
    MODULES,
    (row) => Math.floor(row / 10),
    (row) => `M${row}`,
  );
  const values = Float32Array.from({ length: MODULES }, (_, row) => row);
  await Promise.all([
    until((one) => one.id === 3),
    ask("column", { hash: "now", bytes: bytesOf(encodeColumn(values, quantity)) }),
  ]);
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  said = [];
  awaited = [];
});

const exported = () =>
  ask("exportFile", {
    format: "csv",
    title: "Plant",
    type: "module",
    origin: [-3, 37],
    rows: Uint32Array.from({ length: ROWS }, (_, at) => at % (MODULES - 1)),
    columns: [
      { header: "Name", key: "pcs", of: "pcs" },
      { header: "Part of", key: "path", of: "path" },
      { header: "Value", key: "value", of: { hash: "now" } },
    ],
  });
const filter = { kind: "range", key_figure_id: judged.key_figure_id, min: 30, max: null };
const masked = () => ask("mask", { type: "module", filters: [filter], columns: [judged] });
const counted = () => ask("legend", { ...judged, box: null, domain: [0, 40] });

it("answers what is asked during an export before the export ends, and the file is whole", async () => {
  const file = exported();
  await until(isProgress(file));
  const others = [masked(), counted()];
  await until(isAnswer(file));
  const places = others.map(placeOf);
  expect(places.every((place) => place >= 0 && place < placeOf(file))).toBe(true);
  // One after the other.
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const answer = said[placeOf(file)] as { value: Blob };
  const lines = (await answer.value.text()).trimEnd().split("\r\n");
  expect(lines).toHaveLength(1 + ROWS);
  expect([lines[1], lines.at(-1)]).toEqual([
    "M0,T0,0",
    `M${(ROWS - 1) % 39},T1,${(ROWS - 1) % 39}`,
  ]);
});

it("says how far an export is, in steps of a per cent, to its end", async () => {
  const file = exported();
  await until(isAnswer(file));
  expect(shares().length).toBeGreaterThan(2);
  expect(shares().length).toBeLessThanOrEqual(101);
  expect(shares()).toEqual(shares().toSorted((a, b) => a - b));
  expect(shares().at(-1)).toBe(1);
});

it("stops an export between two pieces", async () => {
  const file = exported();
  await until(isProgress(file));
  send({ cancel: file });
  await until(isAnswer(file));
  expect(said[placeOf(file)]).toEqual({ id: file, value: null });
  expect(shares().every((share) => share < 1)).toBe(true);
  // What was cancelled before it began is not answered, and holds up nothing.
  const dropped = masked();
  send({ cancel: dropped });
  const next = counted();
  await until(isAnswer(next));
  expect(placeOf(dropped)).toBe(-1);
});
