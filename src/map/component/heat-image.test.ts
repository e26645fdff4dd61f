import { beforeAll, describe, expect, it, vi } from "vitest";
import { standScene } from "../../../tests/e2e/map/scene.ts";
import { heatImage } from "./heat-image.ts";

beforeAll(() => {
  vi.stubGlobal(
    "ImageData",
    function ImageData(this: object, data: Uint8ClampedArray, width: number, height: number) {
      Object.assign(this, { data, width, height });
    },
  );
});

const { data } = standScene({ count: 20_000 });
const level = data.levels[2]!;
const { colouring } = data.column!;
const { extent } = level.mesh!;

function draw(values: Float32Array, mask: Uint8Array | null = null) {
  const request = { geometry: level.geometry, extent, values, colouring, mask };
  return heatImage(request)!;
}

/** RGBA of the cell over a plane point. */
function cell(picture: ReturnType<typeof draw>, x: number, y: number): number[] {
  const { image, extent: box } = picture;
  const column = Math.floor(((x - box[0]) / (box[2] - box[0])) * image.width);
  const line = Math.floor(((box[3] - y) / (box[3] - box[1])) * image.height);
  const at = (line * image.width + column) * 4;
  return [...image.data.subarray(at, at + 4)];
}

describe("heatImage", () => {
  const { centreX, centreY } = level.geometry;
  const middle = [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2] as const;
  const west = Float32Array.from(centreX, (x) => (x < middle[0] ? 70 : 25));

  it("colours the west hot and the east cold where the values are so, north up", () => {
    const picture = draw(west);
    const hot = [...colouring.ramp.subarray(255 * 4, 255 * 4 + 3)];
    const cold = [...colouring.ramp.subarray(0, 3)];
    expect(cell(picture, middle[0] - 60, middle[1]).slice(0, 3)).toEqual(hot);
    expect(cell(picture, middle[0] + 60, middle[1]).slice(0, 3)).toEqual(cold);
    const north = Float32Array.from(centreY, (y) => (y > middle[1] ? 70 : 25));
    expect(cell(draw(north), middle[0], middle[1] + 60).slice(0, 3)).toEqual(hot);
  });

  it("leaves open ground clear", () => {
    expect(draw(west).image.data[3]).toBe(0);
  });

  it("leaves out filtered components", () => {
    const mask = Uint8Array.from(centreX, (x) => (x < middle[0] ? 1 : 0));
    expect(cell(draw(west, mask), middle[0] - 60, middle[1])[3]).toBe(0);
  });
});
