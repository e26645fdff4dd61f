// Names stand on components that are drawn.
import type { Atom } from "jotai";
import { expect, test } from "vitest";
import { standScene, standStore, standValues } from "../tests/e2e/map/scene.ts";
import { keyFigures } from "../src/domain/key-figure/key-figure.ts";
import { shownOpacityAtom } from "../src/state/map/layer.ts";
import { cameraAtom, viewBoxAtom } from "../src/state/map/view.ts";
import { columnAtom, keyFigureAtom } from "../src/state/plant/column/key-figure.ts";
import { ready } from "../src/state/shell/loaded.ts";
import { labels } from "./labels.ts";

type Knobs = Parameters<typeof standScene>[0];

/** How many names there are while these layers are hidden. */
const names = (hidden: readonly string[], knobs: Partial<Knobs> = {}) =>
  namesOf(knobs, new Map([[shownOpacityAtom, (id: string) => (hidden.includes(id) ? 0 : 1)]]))
    .length;

function namesOf(knobs: Partial<Knobs>, more: ReadonlyMap<Atom<unknown>, unknown>): string[] {
  const stood = standScene({ count: 20_000, ...knobs });
  const camera = { centre: stood.scene.origin, zoom: 19, bearing: 0, pitch: 0 };
  const values: Map<Atom<unknown>, unknown> = standValues(stood, knobs)
    .set(cameraAtom, camera)
    .set(viewBoxAtom, [-150, -150, 150, 150]);
  for (const [atom, value] of more) values.set(atom, value);
  const placed = standStore(values).get(labels.data) as readonly { text: string }[] | null;
  return (placed ?? []).map(({ text }) => text);
}

/** First letters of the names on a map that is coloured by a key figure of this type. */
function levelsNamed(type: "module" | "tracker"): Set<string> {
  const keyFigure = keyFigures.find(({ component_type }) => component_type === type);
  const coloured = new Map<Atom<unknown>, unknown>([
    [keyFigureAtom, keyFigure],
    [columnAtom, ready({ hash: "0" })],
  ]);
  // Near enough for names of modules.
  const near = { centre: standScene({}).scene.origin, zoom: 22, bearing: 0, pitch: 0 };
  const found = namesOf({}, coloured.set(cameraAtom, near).set(viewBoxAtom, [-20, -20, 20, 20]));
  return new Set(found.map((name) => name[0]!));
}

test("modules have names where they are drawn, not where trackers are coloured", () => {
  expect(levelsNamed("module")).toContain("M");
  expect(levelsNamed("tracker")).toContain("T");
  expect(levelsNamed("tracker")).not.toContain("M");
});

test("components whose layer is hidden have no names", () => {
  expect(names([])).toBeGreaterThan(2);
  expect(names(["difference"])).toBe(names([]));
  expect(names(["components"])).toBe(0);
});

test("in a map of changes their own layer decides", () => {
  expect(names(["components"], { compare: "difference" })).toBe(names([]));
  expect(names(["difference"], { compare: "difference" })).toBe(0);
  // The layer `components` draws both sides of a swipe.
  expect(names(["components"], { compare: "swipe" })).toBe(0);
});
