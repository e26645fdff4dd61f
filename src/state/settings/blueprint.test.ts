// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Blueprint } from "../../domain/plant/blueprint.ts";
import { unsavedWorkAtom } from "../shell/leave.ts";
import { valueOf } from "../shell/loaded.ts";
import { asked, refusal, serve, serveAlso } from "../shell/served.fixture.ts";
import { settle, signedInStore, watch } from "../shell/signed-in.fixture.ts";
import * as state from "./blueprint.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));
vi.mock("../../client/upload.ts", () => import("../shell/served.fixture.ts"));

const blueprint = (id: number, more: Partial<Blueprint> = {}): Blueprint => ({
  id,
  plant_id: 7,
  kind: "pdf",
  file_name: `plan ${id}.pdf`,
  bytes: 10,
  created_at: "2026-05-01T10:00:00Z",
  user_name: "Ada Diaz",
  corners: null,
  ...more,
});
const LIST = "GET /auth/plant/{id}/blueprints";

let store = signedInStore();
beforeEach(async () => {
  serve({ [LIST]: [blueprint(2), blueprint(1)] });
  store = signedInStore([], [unsavedWorkAtom]);
  watch(store, state.blueprintsOf(7));
  await settle();
});
afterEach(() => vi.restoreAllMocks());
const ids = () => valueOf(store.get(state.blueprintsOf(7)))?.map(({ id }) => id);

test("the blueprints of a plant are fetched, and again on request", async () => {
  expect(ids()).toEqual([2, 1]);
  serveAlso({ [LIST]: [blueprint(3)] });
  await state.reloadBlueprints(7);
  expect(ids()).toEqual([3]);
  expect(asked).toEqual([["GET /auth/plant/7/blueprints"], ["GET /auth/plant/7/blueprints"]]);
});

const uploads = [
  ["pdf", "plan.pdf"],
  ["kml", "fence.kml"],
] as const;
test.each(uploads)("a %s is uploaded to its own address, with progress", async (kind, name) => {
  asked.splice(0);
  const shares: number[] = [];
  const file = new File(["text"], name);
  serveAlso({
    [`POST /auth/plant/{id}/blueprint/${kind}`]: async ({
      onProgress,
    }: {
      onProgress: (done: number, total: number) => void;
    }) => {
      expect(store.get(unsavedWorkAtom)).toMatchObject([{ kind: "uploading" }]);
      onProgress(1, 4);
      onProgress(4, 4);
      return { ...blueprint(3, { kind }), feature_count: 2 };
    },
    [LIST]: [blueprint(3), blueprint(2), blueprint(1)],
  });
  const onProgress = (share: number) => shares.push(share);
  const sent = await store.set(state.sendBlueprint, { plant_id: 7, kind, file, onProgress });
  expect(sent).toMatchObject({ id: 3, feature_count: 2 });
  expect(shares).toEqual([0.25, 1]);
  expect(asked.map(([to]) => to)).toEqual([
    `POST /auth/plant/7/blueprint/${kind}`,
    "GET /auth/plant/7/blueprints",
  ]);
  const form = asked[0]?.[1] as { file: File };
  expect([form.file.name, await form.file.text()]).toEqual([name, "text"]);
  expect(ids()).toEqual([3, 2, 1]);
  expect(store.get(unsavedWorkAtom)).toEqual([]);
});

test("a refused upload rejects, also without a listener for its progress", async () => {
  serveAlso({
    "POST /auth/plant/{id}/blueprint/pdf": ({
      onProgress,
    }: {
      onProgress: (done: number, total: number) => void;
    }) => {
      onProgress(1, 4);
      throw refusal("BAD_REQUEST");
    },
  });
  const file = new File(["text"], "plan.pdf");
  await expect(
    store.set(state.sendBlueprint, { plant_id: 7, kind: "pdf", file }),
  ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  expect(store.get(unsavedWorkAtom)).toEqual([]);
});

test("a download has the blueprint's own name and a signed address", async () => {
  const clicked: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(this);
  });
  serveAlso({
    "GET /auth/blueprint/{id}/file-url": ({ params }: { params: { id: number } }) => ({
      url: `/api/file-of-${params.id}?url_token=t`,
    }),
  });
  await store.set(state.downloadBlueprint, blueprint(2));
  expect(clicked.map((link) => [link.getAttribute("href"), link.download])).toEqual([
    ["/api/file-of-2?url_token=t", "plan 2.pdf"],
  ]);
});

test("a deleted blueprint disappears at once, and is back where the server refuses", async () => {
  serveAlso({ "DELETE /auth/blueprint/{id}": refusal() });
  const removing = store.set(state.removeBlueprint, blueprint(2));
  expect(ids()).toEqual([1]);
  await expect(removing).rejects.toMatchObject({ code: "CONFLICT" });
  expect(ids()).toEqual([2, 1]);
  expect(asked.at(-1)).toEqual(["DELETE /auth/blueprint/2"]);
});

test("the shapes of a KML are read as GeoJSON, until the reader gives up", async () => {
  const shapes = { type: "FeatureCollection", features: [] };
  serveAlso({ "GET /auth/blueprint/{id}/features": JSON.stringify(shapes) });
  expect(await state.fetchBlueprintShapes(2, {})).toEqual(shapes);
  expect(asked.at(-1)).toEqual(["GET /auth/blueprint/2/features"]);
  const signal = AbortSignal.abort();
  await expect(state.fetchBlueprintShapes(2, { signal })).rejects.toThrow();
});
