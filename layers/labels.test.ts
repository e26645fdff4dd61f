// Names stand on components that are drawn.
import type { Atom } from "jotai";
import { expect, test } from "vitest";
import { standScene, standStore, standValues } from "../tests/e2e/map/scene.ts";
import { shownOpacityAtom } from "../src/state/map/layer.ts";
import { cameraAtom, viewBoxAtom } from "../src/state/map/view.ts";
import { labels } from "./labels.ts";

type Knobs = Parameters<typeof standScene>[0];

/** How many names there are while these layers are hidden. */
function names(hidden: readonly string[], knobs: Partial<Knobs> = {}): number {
  const stood = standScene({ count: 20_000, ...knobs });
  const camera = { centre: stood.scene.origin, zoom: 19, bearing: 0, pitch: 0 };
  const values: Map<Atom<unknown>, unknown> = standValues(stood, knobs)
    .set(cameraAtom, camera)
    .set(viewBoxAtom, [-150, -150, 150, 150])
    .set(shownOpacityAtom, (id: string) => (hidden.includes(id) ? 0 : 1));
  return (standStore(values).get(labels.data) as readonly unknown[] | null)?.length ?? 0;
}

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
