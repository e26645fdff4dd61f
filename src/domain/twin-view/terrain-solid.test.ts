// Components stand on the ground of the elevation file.
import { expect, test } from "vitest";
import { NO_ROW, type Geometry } from "../component/component-index.ts";
import { solidsOf } from "./solid.ts";
import { VERTEX_FLOATS } from "./solid-writer.ts";

const tracker: Geometry = {
  type: "tracker",
  count: 1,
  parent: Uint32Array.of(NO_ROW),
  centreX: Float32Array.of(100),
  centreY: Float32Array.of(20),
  length: Float32Array.of(40),
  width: Float32Array.of(4),
  rotation: Float32Array.of(0),
  height: Float32Array.of(0),
  polygons: { rows: new Uint32Array(0), offsets: new Uint32Array(0), xy: new Float32Array(0) },
  blockBounds: new Float32Array(0),
};

/** Highest points by their place, from solids on a ground. */
function heights(ground: (x: number, y: number) => number, as?: "posts"): Map<string, number> {
  const request = { geometry: tracker, above: undefined, pose: () => 0.3, rows: [0, 1] as const };
  const { vertices } = solidsOf({ ...request, ground, ...(as && { as }) });
  const all = new Map<string, number>();
  for (let at = 0; at < vertices.length; at += VERTEX_FLOATS) {
    const [x = 0, y = 0, z = 0] = vertices.subarray(at, at + 3);
    const key = `${x.toFixed(2)} ${y.toFixed(2)}`;
    all.set(key, Math.max(all.get(key) ?? -Infinity, z));
  }
  return all;
}

test.each([undefined, "posts"] as const)(
  "on a slope along the axis each end follows (%s)",
  (as) => {
    const flat = heights(() => 0, as);
    const slope = heights((x) => (x - 100) * 0.05, as);
    expect(flat.size).toBeGreaterThan(3);
    for (const [key, height] of flat) {
      const x = Number(key.split(" ")[0]);
      expect(slope.get(key)! - height).toBeCloseTo((x - 100) * 0.05, 2);
    }
  },
);

test("across the axis a table keeps its tilt, and stands at the height of its axis", () => {
  const flat = heights(() => 0);
  const hill = heights((_, y) => y * 0.4);
  for (const [key, height] of flat) expect(hill.get(key)! - height).toBeCloseTo(8, 3);
});
