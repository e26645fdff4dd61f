import { expect, test } from "vitest";
import { components } from "../../../layers/components.ts";
import { standScene } from "../../../tests/e2e/map/scene.ts";
import type { ComponentMeshLayer } from "../component-mesh/component-mesh-layer.ts";
import { SELECTED } from "../../state/plant/column/row-flag.ts";
import { childlessLevels } from "./childless.ts";
import type { ComponentData } from "./component-data.ts";
import { shownLevels } from "./shown-level.ts";

const LEAST_PIXELS = 2;
const { data, scene } = standScene({ count: 20_000 });
const trackers = data.levels.find(({ type }) => type === "tracker")!;
const hasParts = new Uint8Array(trackers.geometry.count).fill(1);
hasParts[3] = 0;
const lacking: ComponentData = {
  ...data,
  childless: new Map([["tracker", { count: 1, hasParts }]]),
};

test("trackers without modules are drawn exactly where the modules are", () => {
  const [found, ...others] = childlessLevels(lacking, "module", LEAST_PIXELS);
  expect(others).toEqual([]);
  const modules = shownLevels(lacking, data.column!, LEAST_PIXELS)[0]!;
  expect(found!.detail).toEqual(modules.detail);
  expect([...found!.mask.bytes.keys()].filter((row) => found!.mask.bytes[row] === 0)).toEqual([3]);
  expect(childlessLevels(data, "module", LEAST_PIXELS)).toEqual([]);
});

test("a selected one is outlined, and a click on another place of the map makes no other array", () => {
  const flags = new Uint8Array(trackers.geometry.count);
  flags[3] = SELECTED;
  const of = (type: string) => (type === "tracker" ? flags : undefined);
  const at = (version: number) =>
    childlessLevels({ ...lacking, rowFlags: { version, of } }, "module", LEAST_PIXELS)[0]!.mask;
  expect(at(7).bytes[3]).toBe(SELECTED);
  expect(at(7).bytes).toBe(at(8).bytes);
});

test("they are drawn with and without a key figure, and hide what has parts", () => {
  for (const column of [data.column, null]) {
    const drawn = components.build(
      { id: "components", components: { ...lacking, column }, pattern: false },
      scene,
      1,
    ) as ComponentMeshLayer[];
    const layer = drawn.find(({ id }) => id === "components-tracker-childless")!;
    expect(layer.props).toMatchObject({ filteredAlpha: 0, values: null });
    expect(drawn.length).toBeGreaterThan(2);
  }
});
