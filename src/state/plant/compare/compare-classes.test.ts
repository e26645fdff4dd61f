// @vitest-environment happy-dom
// Comparing classes: by their severity, not by their numbers.
import { afterEach, expect, it, vi } from "vitest";
import { differenceClasses } from "../../../domain/column/difference.ts";
import { nextUndoAtom, stepCountAtom, undo } from "../../shell/undo.ts";
import { alsoPatterns } from "../column/classified.fixture.ts";
import { compare, compareAtom, compareColumnAtom, differenceAtom } from "./compare.ts";
import { differenceValues } from "./compare.ts";
import { chooseKeyFigure, columnAtom } from "../column/key-figure.ts";
import { openedPlant } from "../opened.fixture.ts";
import { answers } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});

it("classes of the same severity are the same, whatever their numbers", async () => {
  // Rows 0 to 9 from clean to uniform (worse), 10 to 19 from uniform to lower edge (both are of severity 1),
  // 20 to 29 from bird droppings to clean (better), and 30 to 39 have a class that does not exist.
  const earlier = [0, 1, 3, 77];
  const later = [1, 2, 0, 0];
  const pattern = alsoPatterns(
    (row, analysis_id) => (analysis_id === 11 ? earlier : later)[Math.floor(row / 10)]!,
  );
  opened = await openedPlant("analysis=12");
  const { store } = opened;
  store.set(chooseKeyFigure, pattern.id);
  store.set(compare, { analysis_id: 11 });
  const hash = "pattern-11 pattern-12";
  await vi.waitUntil(() => differenceValues(hash) !== undefined);
  const difference = store.get(differenceAtom);
  const counts = difference.state === "ready" ? difference.value.counts : [];
  expect(Object.fromEntries(counts.map((count, at) => [differenceClasses[at], count]))).toEqual({
    worse: 10,
    same: 10,
    cannot_tell: 0,
    better: 10,
    only_newer: 0,
    only_older: 0,
    unknown: 10,
  });
  // Of two comparisons only the last one is kept.
  store.set(compare, { analysis_id: 12 });
  await vi.waitUntil(() => differenceValues("pattern-12 pattern-12") !== undefined);
  expect(differenceValues(hash)).toBeUndefined();
});

it("a key figure that one of the analyses did not measure has no difference", async () => {
  const pattern = alsoPatterns(() => 1);
  const both = answers["GET /auth/analysis/{id}/columns"]!;
  answers["GET /auth/analysis/{id}/columns"] = (params, body) =>
    (both(params, body) as unknown[]).slice(0, params.id === 11 ? 1 : 2);
  opened = await openedPlant("analysis=12");
  const { store } = opened;
  store.set(compare, { analysis_id: 11 });
  await vi.waitUntil(() => store.get(differenceAtom).state === "ready");
  store.set(chooseKeyFigure, pattern.id);
  await vi.waitUntil(() => store.get(differenceAtom).state === "idle");
  expect(store.get(compareColumnAtom).state).toBe("idle");
  expect(store.get(columnAtom)).toMatchObject({ state: "ready", value: { hash: "pattern-12" } });
});

it("each comparison is a step, dragging the swipe is one, and so is the end", async () => {
  opened = await openedPlant("analysis=12");
  const { store } = opened;
  store.set(compare, { analysis_id: 0 });
  store.set(compare, { analysis_id: -1 });
  expect([store.get(compareAtom), store.get(stepCountAtom)]).toEqual([null, 0]);
  store.set(compare, { analysis_id: 11 });
  expect(store.get(compareAtom)).toEqual({ analysis_id: 11, mode: "swipe", position: 0.5 });
  expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.compare");
  for (const position of [0.4, 0.3, 0.2]) store.set(compare, { position });
  expect(store.get(stepCountAtom)).toBe(2);
  store.set(compare, { mode: "difference" });
  store.set(compare, { mode: "swipe" });
  expect(store.get(stepCountAtom)).toBe(4);
  store.set(compare, null);
  expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.stop_comparing");
  await store.set(undo);
  expect(store.get(compareAtom)).toMatchObject({ analysis_id: 11, position: 0.2 });
});
