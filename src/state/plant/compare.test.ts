// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { differenceClasses } from "../../domain/column/difference.ts";
import { chooseAnalysis } from "./analysis.ts";
import { compare, compareAtom, compareColumnAtom, differenceAtom } from "./compare.ts";
import { differenceValues } from "./compare.ts";
import { columnValues } from "./column.ts";
import { openedPlant } from "./opened.fixture.ts";
import { addFilter } from "./filter.ts";
import { measured } from "./two-plants.fixture.ts";

vi.mock("../../client/call.ts", async () => (await import("./two-plants.fixture.ts")).client);
vi.mock("../../client/plant-data.ts", async () => (await import("./two-plants.fixture.ts")).worker);

let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  opened = await openedPlant("analysis=12");
});
afterEach(() => opened.close());

/** Counts by class, once they are `hash`'s. */
async function counts(hash: string) {
  const { store } = opened;
  const now = () => {
    const difference = store.get(differenceAtom);
    return difference.state === "ready" && difference.value.hash === hash ? difference.value : null;
  };
  await vi.waitUntil(() => now() !== null);
  return Object.fromEntries(now()!.counts.map((count, at) => [differenceClasses[at], count]));
}

describe("a comparison", () => {
  it("counts what became worse in the newer analysis, among the components that match the filters", async () => {
    const { store } = opened;
    // Rows from 20 on had 8 less in analysis 11, flown a year before: more is worse.
    store.set(compare, { analysis_id: 11 });
    expect(await counts("column-11 column-12")).toMatchObject({ worse: 20, better: 0, same: 20 });
    expect(differenceValues("column-11 column-12")).toHaveLength(40);
    store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: 35, max: null });
    await vi.waitUntil(() => {
      const difference = store.get(differenceAtom);
      return difference.state === "ready" && difference.value.counts.includes(5);
    });
  });

  it("gives the same result where the older analysis is the current one", async () => {
    const { store } = opened;
    store.set(chooseAnalysis, 11);
    store.set(compare, { analysis_id: 12 });
    expect(await counts("column-12 column-11")).toMatchObject({ worse: 20, better: 0 });
  });

  it("shows the other analysis' values, and nothing once it ends", async () => {
    const { store } = opened;
    store.set(compare, { analysis_id: 11 });
    await vi.waitUntil(() => store.get(compareColumnAtom).state === "ready");
    expect(columnValues("column-11")?.[20]).toBe(12);
    store.set(compare, null);
    await vi.waitUntil(() => store.get(compareColumnAtom).state === "idle");
    await vi.waitUntil(() => store.get(differenceAtom).state === "idle");
  });

  it("keeps what is not changed, and needs an analysis", () => {
    const { store } = opened;
    store.set(compare, { mode: "difference" });
    expect(store.get(compareAtom)).toBeNull();
    store.set(compare, { analysis_id: 11, position: 0.3 });
    store.set(compare, { mode: "difference" });
    expect(store.get(compareAtom)).toEqual({ analysis_id: 11, mode: "difference", position: 0.3 });
  });
});
