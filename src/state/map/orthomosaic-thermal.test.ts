// How the temperatures in view are counted: once for each tile, whatever the map does.
import type { Atom } from "jotai";
import { expect, test } from "vitest";
import { standStore } from "../../../tests/e2e/map/scene.ts";
import { celsiusOfTile } from "../../domain/raster/temperature.ts";
import { drawnOrthomosaicAtoms } from "./orthomosaic.ts";
import { orthomosaicTileAtoms } from "./orthomosaic-tile.ts";
import { thermalViewAtom } from "./orthomosaic-thermal.ts";

const SIDE = 256;

/** A tile with a band without temperature, and counts how often it is walked over. */
function tile(seed: number) {
  let state = seed;
  const content = Uint16Array.from({ length: SIDE * SIDE }, (_, at) => {
    state = (state * 48271) % 2147483647;
    return at < 5 * SIDE ? 0 : 4000 + (state % 9000);
  });
  const walks = { count: 0 };
  Object.defineProperty(content, Symbol.iterator, {
    value() {
      walks.count += 1;
      return Uint16Array.prototype[Symbol.iterator].call(content);
    },
  });
  return { content, walks };
}

const viewOf = (contents: readonly Uint16Array[], lowest: number, highest: number) =>
  standStore(
    new Map<Atom<unknown>, unknown>([
      [
        drawnOrthomosaicAtoms.thermal.this,
        [{ picture: { temperature: { low: lowest, high: highest, lowest, highest } } }],
      ],
      [orthomosaicTileAtoms.thermal.this, contents.map((content) => ({ content }))],
    ]),
  ).get(thermalViewAtom)!;

test("the counts are those of every pixel with a temperature", () => {
  const [one, other] = [tile(3), tile(8)];
  const { bins, domain, count } = viewOf([one.content, other.content], 12.3, 61.8);
  expect(domain).toEqual([12, 62]);
  const expected = Array.from({ length: 40 }, () => 0);
  for (const content of [one.content, other.content]) {
    for (let at = 0; at < content.length; at += 1) {
      const celsius = celsiusOfTile(content[at]!);
      if (Number.isNaN(celsius)) continue;
      const bin = Math.floor(((celsius - 12) / 50) * 40);
      expected[Math.min(39, Math.max(0, bin))]! += 1;
    }
  }
  expect(bins).toEqual(expected);
  expect(count).toBe(2 * (SIDE - 5) * SIDE);
});

test("a tile is walked over once, also with another range and beside a tile that arrives", () => {
  const [one, other] = [tile(5), tile(6)];
  viewOf([one.content], 10, 60);
  const walked = one.walks.count;
  viewOf([one.content, other.content], 10, 60);
  viewOf([one.content], 0, 90);
  expect(one.walks.count).toBe(walked);
});
