// @vitest-environment happy-dom
// The images of a verdict: of the survey that judged, and of the newest one before that has any of the component.
import { afterEach, expect, test, vi } from "vitest";
import { settle } from "../../shell/signed-in.fixture.ts";
import { valueOf } from "../../shell/loaded.ts";
import { openedPlant } from "../opened.fixture.ts";
import { answers, asked } from "../two-plants.fixture.ts";
import { followFindings } from "./life.ts";
import { isJudged, verdictImagesOf } from "./verdict-images.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock("../../../client/plant-data.ts", async () => ({
  plantWorker: (await import("../two-plants.fixture.ts")).worker,
}));

let close: () => void = () => undefined;
afterEach(() => close());

const IMAGES = "GET /auth/analysis/{id}/images";
/** Kinds by analysis: 11 was flown in 2024, 12 in 2025. */
async function read(kinds: Readonly<Record<number, readonly string[]>>, judge: number | null) {
  answers[IMAGES] = ({ id }, _body, _signal, query) =>
    query?.["dt_id"] === "M1"
      ? (kinds[id] ?? []).map((kind, at) => ({ id: id * 100 + at, kind }))
      : [];
  const opened = await openedPlant("", []);
  ({ close } = opened);
  const images = verdictImagesOf("M1", judge);
  const stop = opened.store.sub(images, () => undefined);
  await settle();
  const loaded = opened.store.get(images);
  stop();
  const value = valueOf(loaded);
  if (!value) return loaded.state;
  const said = (side: typeof value.before) => side && [side.analysis.id, side.image?.id ?? null];
  return [said(value.before), said(value.after)];
}

test("are of one kind", async () => {
  expect(await read({ 11: ["rgb", "thermal"], 12: ["rgb"] }, 12)).toEqual([
    [11, 1100],
    [12, 1200],
  ]);
  close();
  expect(await read({ 11: ["rgb", "thermal"], 12: ["rgb", "thermal"] }, 12)).toEqual([
    [11, 1101],
    [12, 1201],
  ]);
});

test("say where there are none", async () => {
  expect(await read({ 12: ["thermal"] }, 12)).toEqual([null, [12, 1200]]);
  close();
  expect(await read({ 11: ["thermal"] }, 12)).toEqual([
    [11, 1100],
    [12, null],
  ]);
  close();
  expect(await read({ 11: ["thermal"] }, 11)).toEqual([null, [11, 1100]]);
  close();
  // The survey was deleted, or the viewer does not see it.
  expect(await read({ 11: ["thermal"] }, null)).toBe("idle");
});

test("belong to what a survey has judged", () => {
  expect(
    [
      { status: "verified", returned: false },
      { status: "open", returned: true },
      { status: "done", returned: false },
    ].map((one) => isJudged(one as Parameters<typeof isJudged>[0])),
  ).toEqual([true, true, false]);
});

test("a list that is open is loaded again only where the server says that something changed", async () => {
  const { store, close: end } = await openedPlant("", []);
  close = end;
  let version = "a";
  answers["GET /auth/plant/{id}/finding-version"] = () => ({ version });
  const load = vi.fn(async () => undefined);
  for (const next of ["a", "a", "b", "b"]) {
    version = next;
    await store.set(followFindings, "findings", load);
  }
  expect(load).toHaveBeenCalledTimes(2);
  // Another panel follows by itself, and a load that failed is made again.
  const failing = vi.fn(async () => Promise.reject(new Error("lost")));
  for (const _ of [1, 2]) {
    await expect(store.set(followFindings, "orders", failing)).rejects.toThrow("lost");
  }
  expect(failing).toHaveBeenCalledTimes(2);
  expect(asked.filter((one) => one.includes("finding-version"))).toHaveLength(6);
});
