// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startWords } from "../../client/i18n.ts";
import type { Geometry } from "../../domain/component/component-index.ts";
import { scopeAtom } from "../plant/filter/filter.ts";
import { keepLevel } from "../plant/plant.ts";
import { setSelection } from "../plant/component/selection.ts";
import { copyLink, copyText } from "./clipboard.ts";
import { needWords } from "./locale.ts";
import { onToast } from "./toast.ts";

const shownAnalysis = vi.hoisted(() => ({ current: undefined as unknown }));
vi.mock("../plant/analysis/analysis.ts", async (original) => {
  const { atom } = await import("jotai");
  const analysisAtom = atom(() => shownAnalysis.current);
  return { ...(await original<object>()), analysisAtom };
});
const said: [tone: string, message: string][] = [];
onToast(({ tone, message }) => said.push([tone, message]));
const writeText = vi.fn<(text: string) => Promise<void>>();
beforeAll(async () => {
  await startWords("en");
  await needWords("workbench", "selection");
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(writeText);
});
beforeEach(() => {
  said.splice(0);
  writeText.mockReset().mockResolvedValue();
  history.replaceState(null, "", "/plant/1");
});

test("a copied text is confirmed", async () => {
  await copyText("module-7", "The id was copied.");
  expect(writeText).toHaveBeenCalledWith("module-7");
  expect(said).toEqual([["good", "The id was copied."]]);
});

test("a text that the browser does not copy is shown, to be copied by hand", async () => {
  writeText.mockRejectedValue(new Error("denied"));
  await copyText("module-7", "The id was copied.");
  expect(said).toEqual([["danger", "The browser blocked copying. Copy this link: module-7"]]);
});

test("the link is that to the view on the screen", async () => {
  const store = createStore();
  store.set(scopeAtom, "in_view");
  await copyLink(store.get);
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/plant/1?legend=classes&scope=in_view`);
  expect(said).toEqual([["good", "The link was copied."]]);
});

test("copying a link to results that are not released warns that customers cannot see them", async () => {
  for (const [visibility, notes] of [
    ["not_released", 1],
    ["released", 0],
  ] as const) {
    said.splice(0);
    shownAnalysis.current = { name: "Autumn", visibility };
    await copyLink(createStore().get);
    expect(
      said.filter(([, message]) => message.includes("The results of Autumn are not released")),
    ).toHaveLength(notes);
  }
  shownAnalysis.current = undefined;
});

test("a selection that is too large for the link is reported", async () => {
  const store = createStore();
  const count = 30_000;
  const names = { count, dtId: (row: number) => `module-${row}`, pcs: () => "" };
  store.set(keepLevel, "module", { geometry: { count } as Geometry, names: names as never });
  const rows = Array.from({ length: count / 2 }, (_, at) => at * 2);
  store.set(setSelection, { component_type: "module", rows, mode: "replace" });
  await copyLink(store.get);
  expect(said).toEqual([
    ["good", "The link was copied."],
    ["info", "The selection is too large for a link. The link does not include it."],
  ]);
});
