// @vitest-environment happy-dom
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createStore, type Atom } from "jotai";
import { beforeEach, expect, it, vi } from "vitest";
import { askAhead } from "../../client/ahead.ts";
import { localNames, writeLocal } from "../../client/local.ts";
import { keepSession } from "../../client/session.ts";
import { sessionAtom } from "../account/session.ts";
import { importAnalysisIdAtom } from "../import/result-import.ts";
import { chosenAggregateAtom } from "../map/detail.ts";
import { fadeLayer, layerBoundsAtom, layerEntriesAtom, soloLayer } from "../map/layer.ts";
import { toolIdAtom } from "../map/tool.ts";
import { showSpace, spaceAtom } from "../map/space.ts";
import { cameraAtom, flyRequestAtom, viewAreaAtom } from "../map/view.ts";
import { endPlant } from "../shell/lifetime.ts";
import { nextUndoAtom } from "../shell/undo.ts";
import { refusedPartsAtom } from "../shell/address.ts";
import { analysisIdAtom, chooseAnalysis } from "./analysis/analysis.ts";
import { compare } from "./compare/compare.ts";
import { openComponent } from "./component/component.ts";
import { addFilter, chooseScope } from "./filter/filter.ts";
import { findingPlaceAtom } from "./analysis/finding.ts";
import { setLimits } from "./column/key-figure.ts";
import { stretchRamp } from "./column/legend.ts";
import { rowFlagsOf } from "./column/row-flag.ts";
import { openPlant } from "./open-plant.ts";
import { geometryOf } from "./plant.ts";
import { startPlantWork } from "./plant-work.ts";
import { search } from "./component/search.ts";
import { hoveredAtom, select } from "./component/selection.ts";
import { sortTable, tableFocusAtom, tableTypeAtom } from "./filter/table.ts";
import { measured, workers } from "./two-plants.fixture.ts";

vi.mock("../../client/call.ts", async () => (await import("./two-plants.fixture.ts")).client);
vi.mock("../../client/plant-data.ts", async () => (await import("./two-plants.fixture.ts")).worker);
vi.mock("../../client/mesh.ts", () => ({ buildMesh: async () => ({}) }));

/** Every atom that the files of the plant, the map and the imports export, by file and name. */
const atoms: [name: string, atom: Atom<unknown>][] = [];
for (const folder of ["plant", "map", "import"]) {
  for (const file of readdirSync(join(import.meta.dirname, "..", folder), { recursive: true })) {
    if (!/^[\w/-]+\.ts$/.test(String(file))) continue;
    const all = (await import(/* @vite-ignore */ `../${folder}/${file}`)) as Record<
      string,
      unknown
    >;
    for (const [name, value] of Object.entries(all)) {
      // Versions are never the same twice.
      if (name.endsWith("Atom") && !name.endsWith("VersionAtom")) {
        atoms.push([`${folder}/${file} ${name}`, value as Atom<unknown>]);
      }
    }
  }
}
atoms.push(["refusedPartsAtom", refusedPartsAtom], ["nextUndoAtom", nextUndoAtom]);

const all = [
  { id: "area", name: "area", group: "plant" as const, visible: true, opacity: 1, fixed: false },
];
let store = createStore();
let stop = () => {};
beforeEach(() => {
  stop();
  localStorage.clear();
  keepSession(null);
  keepSession({ token: crypto.randomUUID(), permissions: [] } as never);
  store = createStore();
  store.sub(sessionAtom, () => undefined);
  store.set(layerEntriesAtom, all);
});

async function open(id: number, query = ""): Promise<void> {
  history.replaceState(null, "", `/plant/${id}?${query}`);
  const opened = store.set(openPlant, id, query);
  stop = startPlantWork(store);
  await opened;
  // The longest pause that work waits for.
  await new Promise((done) => setTimeout(done, 450));
}

function close(): void {
  stop();
  store.set(endPlant);
}

function everything(): Record<string, unknown> {
  return Object.fromEntries(
    atoms.map(([name, atom]) => {
      const value = JSON.stringify(store.get(atom), (key, part: unknown) =>
        key === "id" && name.endsWith("flyRequestAtom") ? "any" : part,
      );
      return [name, value];
    }),
  );
}

/** Does what can be done with plant 1. */
async function useAll(): Promise<void> {
  store.set(chooseAnalysis, 11);
  await vi.waitUntil(() => store.get(analysisIdAtom) === 11);
  await store.set(setLimits, measured.id, [1, 2, 3]);
  store.set(compare, { analysis_id: 12, mode: "difference" });
  store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: 5, max: 30 });
  store.set(stretchRamp, [3, 9]);
  store.set(chooseScope, "selected");
  store.set(select, { component_type: "module", rows: [1, 2, 3], mode: "replace" });
  store.set(openComponent, { component_type: "module", row: 7 }, true);
  store.set(hoveredAtom, { component_type: "module", row: 8 });
  store.set(findingPlaceAtom, 2);
  store.set(tableTypeAtom, "tracker");
  store.set(sortTable, "pcs");
  store.set(tableFocusAtom, { row: 4 });
  store.set(fadeLayer, "area", 0.5);
  store.set(soloLayer, "area");
  store.set(toolIdAtom, "lasso");
  store.set(chosenAggregateAtom, "share", false);
  store.set(cameraAtom, { centre: [-3, 37], zoom: 15, bearing: 0, pitch: 0 });
  store.set(viewAreaAtom, [0, 0, 1, 1]);
  store.set(layerBoundsAtom, { area: [0, 0, 1, 1] });
  store.set(importAnalysisIdAtom, 11);
  await store.set(search, "module-1");
  await new Promise((done) => setTimeout(done, 450));
}

it("leaves nothing of a plant to the next one", async () => {
  await open(2);
  const fresh = everything();
  close();
  await open(1, "analysis=99");
  const first = everything();
  await useAll();
  const used = everything();
  close();
  // What was done has changed nearly all there is, or the comparison below would say little.
  const changed = Object.keys(used).filter((name) => used[name] !== first[name]);
  expect(changed.length).toBeGreaterThan(25);
  expect(store.get(importAnalysisIdAtom)).toBeNull();
  await open(2);
  expect(everything()).toEqual(fresh);
  close();
});

it("keeps typed arrays and the worker no longer than the plant", async () => {
  await open(1);
  store.set(select, { component_type: "module", rows: [1], mode: "replace" });
  expect([geometryOf("module")?.count, workers.running]).toEqual([40, 1]);
  close();
  expect([geometryOf("module"), rowFlagsOf("module"), workers.running]).toEqual([
    undefined,
    undefined,
    0,
  ]);
});

it("drops what arrives after the plant was closed", async () => {
  const opening = store.set(openPlant, 1, "");
  store.set(endPlant);
  const closed = everything();
  await opening;
  expect(everything()).toEqual(closed);
});

it("leaves nothing to the next user", async () => {
  await open(1);
  await useAll();
  stop();
  keepSession(null);
  keepSession({ token: "next", permissions: [] } as never);
  const next = everything();
  keepSession({ token: "another", permissions: [] } as never);
  store = createStore();
  store.set(layerEntriesAtom, all);
  expect(next).toEqual(everything());
});

it("a plant that is left before it has answered is not loaded on ahead", async () => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal("fetch", (_path: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  writeLocal(localNames.botToken, "bot");
  askAhead("/plant/1", "en");
  vi.unstubAllGlobals();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
  const opening = store.set(openPlant, 1, "");
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
  store.set(endPlant);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  await opening;
});

it("of a link into 3D takes the camera of the link for that of 3D: the map has north above", async () => {
  // The map goes where it is asked to, and says so.
  const follow = store.sub(flyRequestAtom, () => {
    const target = store.get(flyRequestAtom)?.target;
    if (target && "camera" in target) store.set(cameraAtom, target.camera);
  });
  await open(1, "space=3d&at=-3,37,17.2,77,64");
  follow();
  expect(store.get(spaceAtom)).toBe("3d");
  expect(store.get(cameraAtom)).toMatchObject({ bearing: 77, pitch: 64 });
  store.set(showSpace, null);
  expect(store.get(cameraAtom)).toMatchObject({ zoom: 17.2, bearing: 0, pitch: 0 });
});
