// A raster as a program resamples it: by the nearest pixel, or by the mean of the four around.
import type { Scene } from "../scene.fixture.ts";

export type Resampling = {
  /** Pixels of the first raster that one of the new raster is long. */
  readonly scale: number;
  /** Radians about the middle. */
  readonly turn?: number;
  readonly isLinear?: boolean;
  /** K to which temperatures are rounded. */
  readonly step?: number;
};

export async function resampled(scene: Scene, options: Resampling): Promise<Scene> {
  const { scale, turn = 0, isLinear = false, step = 0 } = options;
  const { width: from, height: down } = scene.raster;
  const all = await scene.raster.read({ column: 0, row: 0, width: from, height: down }, 0);
  const [width, height] = [Math.floor(from / scale) - 1, Math.floor(down / scale) - 1];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const pixelAt = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < from && y < down ? all[y * from + x]! : NaN;
  const valueAt = (x: number, y: number) => {
    if (!isLinear) return pixelAt(Math.floor(x), Math.floor(y));
    const [column, row] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
    const [u, v] = [x - 0.5 - column, y - 0.5 - row];
    const between = (line: number) =>
      pixelAt(column, line) * (1 - u) + pixelAt(column + 1, line) * u;
    return between(row) * (1 - v) + between(row + 1) * v;
  };
  const values = Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) + 0.5 - width / 2, Math.floor(at / width) + 0.5 - height / 2];
    const value = valueAt(
      (cos * x - sin * y + width / 2) * scale,
      (sin * x + cos * y + height / 2) * scale,
    );
    return step > 0 ? Math.round(value / step) * step : value;
  });
  return {
    toPixel(x, y) {
      const [column, row] = scene.toPixel(x, y);
      const [a, b] = [column / scale - width / 2, row / scale - height / 2];
      return [cos * a + sin * b + width / 2, cos * b - sin * a + height / 2];
    },
    raster: {
      width,
      height,
      read(window) {
        const part = new Float32Array(window.width * window.height);
        for (let row = 0; row < window.height; row++) {
          const start = (window.row + row) * width + window.column;
          part.set(values.subarray(start, start + window.width), row * window.width);
        }
        return Promise.resolve(part);
      },
    },
  };
}
