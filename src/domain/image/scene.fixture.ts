// A rendered scene, for tests: level ground with square targets, drawn by casting a ray through every pixel.
// Nothing here uses the camera model: the rotation is a product of quaternions, places are earth-centred
// (EPSG:4978), and the lens is inverted by repeated substitution.
import type { ImageCamera } from "./image-camera.ts";

type Vector = readonly [number, number, number];
type Quaternion = readonly [w: number, x: number, y: number, z: number];
const DEGREE = Math.PI / 180;

const times = (a: Quaternion, b: Quaternion): Quaternion => [
  a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
  a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
  a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
  a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
];
const turn = (degrees: number, [x, y, z]: Vector): Quaternion => {
  const [c, s] = [Math.cos((degrees * DEGREE) / 2), Math.sin((degrees * DEGREE) / 2)];
  return [c, x * s, y * s, z * s];
};
const turned = (q: Quaternion, [x, y, z]: Vector): Vector => {
  const [, a, b, c] = times(times(q, [0, x, y, z]), [q[0], -q[1], -q[2], -q[3]]);
  return [a, b, c];
};

/** Earth-centred metres. Source: EPSG Guidance Note 7-2, geographic to geocentric. */
function earthCentred(lon: number, lat: number, height: number): Vector {
  const [a, f] = [6378137, 1 / 298.257223563];
  const e2 = f * (2 - f);
  const [sl, cl] = [Math.sin(lat * DEGREE), Math.cos(lat * DEGREE)];
  const n = a / Math.sqrt(1 - e2 * sl * sl);
  const r = (n + height) * cl;
  return [r * Math.cos(lon * DEGREE), r * Math.sin(lon * DEGREE), (n * (1 - e2) + height) * sl];
}

/** East, north, up of a place as seen from another. */
export function eastNorthUp([lon0, lat0, height0]: Vector, [lon, lat, height]: Vector): Vector {
  const from = earthCentred(lon0, lat0, height0);
  const [x, y, z] = earthCentred(lon, lat, height).map(
    (value, at) => value - from[at]!,
  ) as never as Vector;
  const [so, co] = [Math.sin(lon0 * DEGREE), Math.cos(lon0 * DEGREE)];
  const [sa, ca] = [Math.sin(lat0 * DEGREE), Math.cos(lat0 * DEGREE)];
  return [
    -so * x + co * y,
    -sa * co * x - sa * so * y + ca * z,
    ca * co * x + ca * so * y + sa * z,
  ];
}

/** Where the ray through each pixel's middle meets level ground: east, north in metres from the camera; NaN for the sky. */
export function castRays(camera: ImageCamera, ground_m: number): Float64Array {
  const { width_px, height_px, focal_px, centre_px, distortion: d } = camera;
  const rotation = times(
    times(turn(camera.yaw_deg, [0, 0, 1]), turn(camera.pitch_deg, [0, 1, 0])),
    turn(camera.roll_deg, [1, 0, 0]),
  );
  const met = new Float64Array(width_px * height_px * 2);
  for (let row = 0; row < height_px; row++) {
    for (let column = 0; column < width_px; column++) {
      const seenX = (column + 0.5 - centre_px[0]) / focal_px;
      const seenY = (row + 0.5 - centre_px[1]) / focal_px;
      let [x, y] = [seenX, seenY];
      for (let round = 0; d && round < 30; round++) {
        const r2 = x * x + y * y;
        const scale = 1 + d.k1 * r2 + d.k2 * r2 ** 2 + d.k3 * r2 ** 3;
        x = (seenX - 2 * d.p1 * x * y - d.p2 * (r2 + 2 * x * x)) / scale;
        y = (seenY - d.p1 * (r2 + 2 * y * y) - 2 * d.p2 * x * y) / scale;
      }
      const [north, east, down] = turned(rotation, [1, x, y]);
      const far = (camera.height_m - ground_m) / down;
      const at = (row * width_px + column) * 2;
      met[at] = far > 0 ? east * far : NaN;
      met[at + 1] = far > 0 ? north * far : NaN;
    }
  }
  return met;
}
