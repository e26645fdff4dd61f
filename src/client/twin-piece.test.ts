// Levels are copied to the worker of the 3D view once, in parts, and again after it has crashed.
import { beforeEach, expect, test, vi } from "vitest";
import { dimensionDefaults } from "../domain/twin-view/dimension.ts";
import { geometryOf } from "../domain/twin-view/solid.fixture.ts";
import type { PieceRequest } from "../../workers/browser/twin-view-piece.ts";
import { startPieces } from "./twin-piece.ts";

/** The messages of all workers, as they arrive: what is handed over is no longer with the page. */
let sent: PieceRequest[] = [];
let workers: FakeWorker[] = [];
/** The number of the message that ends the worker, as where memory is missing. */
let crashesAt = Infinity;

class FakeWorker extends EventTarget {
  isEnded = false;
  constructor() {
    super();
    workers.push(this);
  }
  postMessage(message: PieceRequest, transfer: Transferable[]) {
    const data = structuredClone(message, { transfer });
    sent.push(data);
    queueMicrotask(() => {
      if (this.isEnded) return;
      if (sent.length >= crashesAt) {
        crashesAt = Infinity;
        return void this.dispatchEvent(Object.assign(new Event("error"), { message: "ended" }));
      }
      const { id } = data;
      const empty = new Float32Array(0);
      const places = { pieces: empty, blocks: empty };
      const answer = "places" in data ? { id, places } : { id, isDone: true };
      this.dispatchEvent(new MessageEvent("message", { data: answer }));
    });
  }
  terminate() {
    this.isEnded = true;
  }
}

beforeEach(() => {
  [sent, workers, crashesAt] = [[], [], Infinity];
  vi.stubGlobal("Worker", FakeWorker);
});

const kinds = () => sent.map((message) => Object.keys(message).find((name) => name !== "id"));
const many = geometryOf(
  "module",
  Array.from({ length: 300_000 }, (_, x) => ({ x, y: 0, length: 2, width: 1 })),
);
const table = geometryOf("tracker", [{ x: 0, y: 0, length: 10, width: 2 }]);

test("a level goes in parts of some megabytes, once, and stays with the page", async () => {
  const pieces = startPieces();
  await pieces.places(many, undefined, 512);
  expect(kinds()).toEqual(["level", "level", "level", "places"]);
  const parts = sent.flatMap((message) => ("level" in message ? [message.level] : []));
  expect(parts.map(({ from, columns }) => [from, columns.centreX.length])).toEqual([
    [0, 131_072],
    [131_072, 131_072],
    [262_144, 37_856],
  ]);
  expect(parts[2]!.columns.centreX[0]).toBe(262_144);
  expect(many.centreX).toHaveLength(300_000);
  await pieces.places(many, undefined, 64);
  expect(kinds().slice(4)).toEqual(["places"]);
  expect(workers).toHaveLength(1);
});

test("levels that are drawn no more are given back, and copied again where they return", async () => {
  const pieces = startPieces();
  await pieces.places(table, undefined, 64);
  pieces.retain(new Set([table]));
  await pieces.places(table, undefined, 64);
  expect(kinds()).toEqual(["level", "places", "places"]);
  pieces.retain(new Set());
  await pieces.places(table, undefined, 64);
  expect(kinds().slice(3).toSorted()).toEqual(["forget", "level", "places"]);
});

test("after a crash the next order starts another worker, with copies of its own", async () => {
  const pieces = startPieces();
  await pieces.places(table, undefined, 64);
  crashesAt = 3;
  await expect(pieces.places(table, undefined, 64)).rejects.toThrow("ended");
  await pieces.places(table, undefined, 64);
  expect(workers).toHaveLength(2);
  expect(kinds().slice(3)).toEqual(["level", "places"]);
});

test("an empty level and a ground are held too", async () => {
  const pieces = startPieces();
  await pieces.places(geometryOf("module", []), undefined, 512);
  expect(kinds()).toEqual(["level", "places"]);
  const grid = { xs: [0, 1], ys: [0, 1], heights: new Float32Array(4) };
  const plant = {
    technology: "photovoltaic",
    mounting_type: "fixed",
    mounting_orientation: null,
    module_inclination: 0,
    orientation_angle: null,
    lat: 40,
  } as const;
  const order = {
    geometry: table,
    above: undefined,
    ground: grid,
    pose: [plant, { elevation_deg: 9, azimuth_deg: 0 }, dimensionDefaults],
    dimensions: dimensionDefaults,
    rows: [0, 1],
    isCoarse: false,
    hasGaps: false,
  } as const;
  // The worker of this test makes nothing.
  await expect(pieces.solids(order)).rejects.toThrow("something else");
  expect(kinds().slice(2).toSorted()).toEqual(["ground", "level", "solids"]);
  expect(grid.heights).toHaveLength(4);
});

test("a stopped worker is ended", async () => {
  const pieces = startPieces();
  await pieces.places(table, undefined, 64);
  pieces.stop();
  expect(workers[0]!.isEnded).toBe(true);
});
