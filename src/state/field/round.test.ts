// @vitest-environment happy-dom
// A round through components: from stop to stop, ticked off, kept over a reload, gone with the session.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepSession } from "../../client/session.ts";
import { openRowAtom } from "../plant/component/component.ts";
import { openedPlant } from "../plant/opened.fixture.ts";
import { select } from "../plant/component/selection.ts";
import {
  endRound,
  roundAtom,
  selectedStopsAtom,
  startRound,
  startRoundWork,
  stepStop,
  stopRowAtom,
  tickStop,
} from "./round.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);
vi.mock("../account/me.ts", async () => {
  const { atom } = await import("jotai");
  return { meAtom: atom({ state: "ready", value: { id: 5 } }) };
});

let opened: Awaited<ReturnType<typeof openedPlant>>;
const at = (row: number) => ({ component_type: "module", row }) as const;
const begin = () => {
  const { store } = opened;
  store.set(select, { component_type: "module", rows: [3, 8, 21], mode: "replace" });
  store.set(startRound, store.get(selectedStopsAtom));
};
beforeEach(async () => {
  localStorage.clear();
  opened = await openedPlant("analysis=12");
});
afterEach(() => opened.close());

it("goes from stop to stop and ends at both ends", () => {
  const { store } = opened;
  begin();
  expect(store.get(openRowAtom)).toEqual(at(3));
  store.set(stepStop, -1);
  expect(store.get(roundAtom)?.at).toBe(0);
  store.set(stepStop, 1);
  store.set(stepStop, 1);
  store.set(stepStop, 1);
  expect([store.get(roundAtom)?.at, store.get(openRowAtom)]).toEqual([2, at(21)]);
});

it("ticks off, goes to the next open stop, and takes a tick back", () => {
  const { store } = opened;
  begin();
  store.set(stepStop, 1);
  store.set(tickStop);
  expect(store.get(roundAtom)).toMatchObject({ done: [1], at: 2 });
  store.set(tickStop);
  // The first stop is still open.
  expect(store.get(roundAtom)).toMatchObject({ done: [1, 2], at: 0 });
  store.set(tickStop);
  expect(store.get(roundAtom)).toMatchObject({ done: [1, 2, 0], at: 0 });
  store.set(tickStop);
  expect(store.get(roundAtom)).toMatchObject({ done: [1, 2], at: 0 });
});

it("is there again after a reload, until the session ends", () => {
  const { store } = opened;
  begin();
  store.set(tickStop);
  const stored = localStorage.getItem("round-5-1");
  expect(stored).not.toBeNull();
  store.set(endRound);
  expect(store.get(roundAtom)).toBeNull();
  localStorage.setItem("round-5-1", stored!);
  // As after a reload.
  startRoundWork(store)();
  expect(store.get(roundAtom)).toMatchObject({ done: [0], at: 1 });
  expect(store.get(stopRowAtom)).toEqual(at(8));
  // Also the round of a plant that was not opened since.
  localStorage.setItem("round-5-2", stored!);
  localStorage.setItem("locale", "en");
  keepSession(null);
  expect(Object.keys(localStorage).filter((name) => name.startsWith("round-"))).toEqual([]);
  expect(localStorage.getItem("locale")).toBe("en");
});
