// @vitest-environment happy-dom
// A plant needs no more room on the device than was asked for. The sizes on the network are made by zlib, as the
// server stores twins (brotli, quality 5) and columns (gzip).
import "fake-indexeddb/auto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterEach, expect, it, vi } from "vitest";
import { analysisResultApi } from "../../api/analysis/analysis-result.ts";
import { digitalTwinApi } from "../../api/plant/digital-twin.ts";
import { permissionNames } from "../../domain/account/permission.ts";
import { encodeColumn } from "../../domain/column/column-codec.ts";
import { NO_ROW } from "../../domain/component/component-index.ts";
import { namedLevel } from "../../domain/component/named-level.fixture.ts";
import { encodeNames } from "../../domain/component/names-codec.ts";
import { encodeGeometry } from "../../domain/geometry/geometry-codec.ts";
import { keepSession } from "../session.ts";
import * as answer from "./offline-answer.ts";
import { fillPlant } from "./offline-fill.ts";
import { keptTwinBytes } from "./offline-plan.ts";
import { setOffline } from "./offline.ts";
import { deleteAll } from "./offline-store.ts";

/** Rows of trackers with 20,000 modules, some centimetres off a grid as plants are built, and a column of temperatures that differ by some tenths. */
const rows = Array.from({ length: 20_000 }, (_, at) => ({
  x: 1.05 * (at % 200) + 0.02 * Math.sin(at),
  y: 6 * Math.floor(at / 200) + 0.03 * Math.sin(at * at),
  parent: NO_ROW,
  dt_id: `M${at + 1}`,
  pcs: `T${Math.floor(at / 200) + 1}.M${(at % 200) + 1}`,
}));
const level = namedLevel("module", rows);
const heat = Float32Array.from(rows, (_, at) => Math.round(350 + 40 * Math.sin(at * at)) / 10);
const raw = {
  ["a".repeat(64)]: encodeGeometry(level.geometry),
  ["b".repeat(64)]: encodeNames(level.names),
  ["c".repeat(64)]: encodeColumn(heat, { kind: "f32" } as never),
};
const [geometry = "", names = "", hash = ""] = Object.keys(raw);
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
const brotli = (of: string) => brotliCompressSync(raw[of]!, { params }).length;
const gzip = (of: string) => gzipSync(raw[of]!).length;

function served(path: string): unknown {
  if (path === "/plant/7") return { id: 7, name: "Soledad" };
  if (path === "/user/me") return { id: 1, white_labeling_version: null };
  if (path === "/analyses-for-view/7") return [{ id: 4, name: "spring" }];
  if (path === "/plant/7/field-geometry") {
    const sizes = { geometry_bytes: brotli(geometry), names_bytes: brotli(names) };
    return { levels: [{ component_type: "module", geometry, names, ...sizes }] };
  }
  if (path.includes("/observations?")) return { count: 0, observations: [] };
  if (path === "/analysis/4/columns") return [{ key_figure_id: 1, hash, bytes: gzip(hash) }];
  return [];
}
vi.mock("../call.ts", async (original) => ({
  ...(await original<typeof import("../call.ts")>()),
  callBytes: async (
    endpoint: { path: string },
    { params: at, query }: { params?: object; query?: object },
  ) => {
    const { addressOf } = await import("../address.ts");
    const path = addressOf(endpoint, { params: at, query }).replace("/api/auth", "");
    const body = raw[path.slice(-64)];
    if (body) return new Blob([new Uint8Array(body)], { type: "application/octet-stream" });
    return new Blob([JSON.stringify(served(path))], { type: "application/json" });
  },
}));

afterEach(async () => {
  setOffline(null);
  answer.closeOffline();
  await deleteAll(1);
});

it("takes on the device no more than is asked for, and gives the same bytes back", async () => {
  keepSession({
    token: "token of the viewer",
    permissions: [...permissionNames],
    customer: null,
    is_admin: false,
    is_super_admin: false,
    hidden_admin: false,
    white_labeling_version: null,
  });
  const { signal } = new AbortController();
  const choice = {
    analysis_ids: [4],
    has_images: false,
    has_orthomosaics: false,
    has_blueprints: false,
  };
  const onProgress = () => undefined;
  const held = await fillPlant({ account_id: 1, plant_id: 7, choice, signal, onProgress });
  const plain = Object.values(raw).reduce((sum, { length }) => sum + length, 0);
  const announced = brotli(geometry) + brotli(names) + gzip(hash);
  // The lists are kept as they were loaded.
  const lists = held.loaded_bytes - announced;
  expect(lists).toBeGreaterThan(0);
  expect(lists).toBeLessThan(5000);
  const twin = keptTwinBytes([{ geometry_bytes: brotli(geometry), names_bytes: brotli(names) }]);
  const kept_bytes = held.bytes - lists;
  expect(kept_bytes).toBeGreaterThan(announced);
  expect(kept_bytes).toBeLessThanOrEqual(twin + gzip(hash) + 100);
  expect(plain).toBeGreaterThan(2 * kept_bytes);

  setOffline({ account_id: 1, plant_ids: [7] });
  const bytesOf = async (asked: Promise<unknown>) =>
    new Uint8Array(await ((await asked) as Blob).arrayBuffer());
  for (const object of [geometry, names]) {
    const ask = { params: { id: 7, hash: object } };
    const kept = await bytesOf(answer.answerOffline(digitalTwinApi.readObject, ask, "blob"));
    expect(gzipSync(kept).equals(gzipSync(raw[object]!))).toBe(true);
  }
  const ask = { params: { analysis_id: 4, key_figure_id: 1, hash } };
  const kept = await bytesOf(answer.answerOffline(analysisResultApi.column, ask, "blob"));
  expect(gzipSync(kept).equals(gzipSync(raw[hash]!))).toBe(true);
});
