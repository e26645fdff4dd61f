// Where layers can be zoomed to is known in 3D too, where another view draws.
import { atom, createStore } from "jotai";
import { expect, it, vi } from "vitest";
import { standScene, standStore, standValues } from "../../tests/e2e/map/scene.ts";
import { watchLayers } from "./layer-host.ts";
import { defineLayer } from "./layer.ts";
import { sceneAtom } from "./scene.ts";

it("finds the extents alone where another view draws", () => {
  const stood = standScene({ count: 2000 });
  const build = vi.fn(() => []);
  const layer = defineLayer({
    id: "one",
    name: "layer:components",
    group: "results",
    visible: true,
    opacity: 1,
    data: atom(() => "data"),
    build,
    bounds: () => [1, 2, 3, 4] as const,
  });
  const shown = atom([{ id: "one", visible: true, opacity: 1 }]);
  const place = vi.fn();
  const values = standValues(stood, {});
  const store = {
    get: ((of: typeof shown) =>
      of === shown ? createStore().get(of) : standStore(values).get(of)) as never,
    sub: () => () => {},
  };
  watchLayers({ store, all: [layer], scene: sceneAtom, shown, isDrawn: false, draw() {}, place })();
  expect(build).not.toHaveBeenCalled();
  expect(place.mock.calls).toEqual([[{ one: [1, 2, 3, 4] }]]);
});
