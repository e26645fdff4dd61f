import { expect, it } from "vitest";
import { outlinesOfRings } from "./geometry-shape.ts";

/** A closed square around the origin, clockwise as Esri's outer rings, or the other way as its holes. */
function square(half: number, isHole = false): number[] {
  const corners = [-half, -half, -half, half, half, half, half, -half, -half, -half];
  if (!isHole) return corners;
  return Array.from({ length: 5 }, (_, at) => corners.slice(8 - at * 2, 10 - at * 2)).flat();
}

it("a hole belongs to the smallest ring around it: an island in a lake has a lake of its own", () => {
  const [land, lake, island, pond] = [square(4), square(3, true), square(2), square(1, true)];
  for (const rings of [
    [land, lake, island, pond],
    [pond, island, lake, land],
  ]) {
    const outlines = outlinesOfRings(rings);
    expect(outlines.map(({ ring, holes }) => [ring, holes])).toEqual(
      expect.arrayContaining([
        [land, [lake]],
        [island, [pond]],
      ]),
    );
    expect(outlines).toHaveLength(2);
  }
});

it("rings that all run the wrong way are areas, and no holes", () => {
  const rings = [square(2, true), square(1, true)];
  expect(outlinesOfRings(rings)).toEqual(rings.map((ring) => ({ ring, holes: [] })));
});
