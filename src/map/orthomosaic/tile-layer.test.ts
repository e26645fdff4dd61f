// On which side of the swipe an analysis's orthomosaics lie: that of its values and of its name.
import { expect, test } from "vitest";
import type { Atom } from "jotai";
import { standStore } from "../../../tests/e2e/map/scene.ts";
import { drawnOrthomosaicAtoms } from "../../state/map/orthomosaic.ts";
import { orthomosaicTileAtoms } from "../../state/map/orthomosaic-tile.ts";
import { analysesAtom, analysisAtom } from "../../state/plant/analysis/analysis.ts";
import { compareAtom } from "../../state/plant/compare/compare.ts";
import { loading, ready } from "../../state/shell/loaded.ts";
import { drawnAtom } from "./tile-layer.ts";

const [noon, later] = ["2026-03-12T11:00:00Z", "2026-03-12T12:00:00Z"];
const of = (id: number, flown_at: string) => ({ id, flown_at });
type Flown = ReturnType<typeof of>;

/** The analyses of the left and the right of the line. */
function sides(current: Flown, other: Flown, isLoaded = true) {
  const orthomosaic = { picture: { bounds: [1, 2, 3, 4] } };
  const tile = ({ id }: Flown) => [{ key: `tile of ${id}` }];
  const values = new Map<Atom<unknown>, unknown>([
    [analysesAtom, isLoaded ? ready([current, other]) : loading],
    [analysisAtom, isLoaded ? current : undefined],
    [compareAtom, { analysis_id: other.id, mode: "swipe", position: 0.4 }],
    [drawnOrthomosaicAtoms.rgb.this, [orthomosaic]],
    [drawnOrthomosaicAtoms.rgb.other, [orthomosaic]],
    [orthomosaicTileAtoms.rgb.this, tile(current)],
    [orthomosaicTileAtoms.rgb.other, tile(other)],
  ]);
  const drawn = standStore(values).get(drawnAtom("rgb"));
  const at = (from: number) => drawn?.parts.find(({ span }) => span[0] === from)?.tiles[0]?.key;
  return [at(0), at(0.4)];
}

test.each([
  ["the other was flown first", of(7, later), of(3, noon), ["tile of 3", "tile of 7"]],
  ["this one was flown first", of(3, noon), of(7, later), ["tile of 3", "tile of 7"]],
  ["one moment, this one was created first", of(3, noon), of(7, noon), ["tile of 3", "tile of 7"]],
  ["one moment, the other was created first", of(7, noon), of(3, noon), ["tile of 3", "tile of 7"]],
])("the older analysis lies on the left: %s", (_name, current, other, expected) => {
  expect(sides(current, other)).toEqual(expected);
});

test("nothing lies on either side until both are known", () => {
  expect(sides(of(3, noon), of(7, later), false)).toEqual([undefined, undefined]);
});
