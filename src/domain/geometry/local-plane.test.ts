import * as fc from "fast-check";
import proj4 from "proj4";
import { expect, test } from "vitest";
import { groundArea } from "./ground-area.ts";
import { localPlaneAt } from "./local-plane.ts";
import { planeAt } from "./plane.ts";

const lon = fc.double({ min: -179, max: 179, noNaN: true });
const lat = fc.double({ min: -70, max: 70, noNaN: true });
const metres = fc.double({ min: -10_000, max: 10_000, noNaN: true });
const share = 1e-4;

/** Length of the geodesic in metres: Vincenty, "Direct and inverse solutions of geodesics", Survey Review 23 (1975). */
function geodesic([lon1, lat1]: readonly number[], [lon2, lat2]: readonly number[]): number {
  const [a, f] = [6378137, 1 / 298.257223563];
  const b = a * (1 - f);
  const rad = Math.PI / 180;
  const [u1, u2] = [lat1!, lat2!].map((one) => Math.atan((1 - f) * Math.tan(one * rad)));
  const between = (lon2! - lon1!) * rad;
  let lambda = between;
  let [sinSigma, cosSigma, sigma, cos2Alpha, cos2Middle] = [0, 0, 0, 0, 0];
  for (let turn = 0; turn < 50; turn++) {
    const [sin, cos] = [Math.sin(lambda), Math.cos(lambda)];
    sinSigma = Math.hypot(
      Math.cos(u2!) * sin,
      Math.cos(u1!) * Math.sin(u2!) - Math.sin(u1!) * Math.cos(u2!) * cos,
    );
    if (sinSigma === 0) return 0;
    cosSigma = Math.sin(u1!) * Math.sin(u2!) + Math.cos(u1!) * Math.cos(u2!) * cos;
    sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (Math.cos(u1!) * Math.cos(u2!) * sin) / sinSigma;
    cos2Alpha = 1 - sinAlpha ** 2;
    // Along the equator there is no middle latitude.
    const twice = cos2Alpha < 1e-12 ? 0 : (2 * Math.sin(u1!) * Math.sin(u2!)) / cos2Alpha;
    cos2Middle = cosSigma - twice;
    const c = (f / 16) * cos2Alpha * (4 + f * (4 - 3 * cos2Alpha));
    const step =
      sigma + c * sinSigma * (cos2Middle + c * cosSigma * (-1 + 2 * cos2Middle * cos2Middle));
    lambda = between + (1 - c) * f * sinAlpha * step;
  }
  const u = (cos2Alpha * (a * a - b * b)) / (b * b);
  const big = 1 + (u / 16384) * (4096 + u * (-768 + u * (320 - 175 * u)));
  const small = (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u)));
  const inner = cosSigma * (-1 + 2 * cos2Middle ** 2);
  const outer = (small / 6) * cos2Middle * (-3 + 4 * sinSigma ** 2) * (-3 + 4 * cos2Middle ** 2);
  return b * big * (sigma - small * sinSigma * (cos2Middle + (small / 4) * (inner - outer)));
}

test("Vincenty's formula has the length of a degree on the equator and on meridians", () => {
  // Source: NIMA TR8350.2, table of lengths of degrees on WGS 84.
  expect(geodesic([0, 0], [1, 0])).toBeCloseTo(111_319.491, 2);
  expect(geodesic([0, -0.5], [0, 0.5])).toBeCloseTo(110_574.276, 1);
  expect(geodesic([0, 44.5], [0, 45.5])).toBeCloseTo(111_131.778, 1);
});

test("lengths on a local plane are those of geodesics, where those of the plant plane are not", () => {
  let worst = 0;
  fc.assert(
    fc.property(lon, lat, metres, metres, metres, (lon0, lat0, x, y, dx) => {
      fc.pre(Math.abs(dx) > 10);
      const plane = localPlaneAt([lon0, lat0]);
      for (const end of [[x + dx, y] as const, [x, y + dx] as const, [x - dx, y + dx] as const]) {
        const on = Math.hypot(end[0] - x, end[1] - y);
        const ground = geodesic(plane.toLonLat(x, y), plane.toLonLat(...end));
        expect(Math.abs(on / ground - 1)).toBeLessThan(share);
        const drawn = planeAt([lon0, lat0]);
        const own = geodesic(drawn.toLonLat(x, y), drawn.toLonLat(...end));
        worst = Math.max(worst, Math.abs(on / own - 1));
      }
    }),
  );
  expect(worst).toBeGreaterThan(10 * share);
});

test("a local plane is the transverse Mercator of the library of projections", () => {
  fc.assert(
    fc.property(lon, lat, metres, metres, (lon0, lat0, x, y) => {
      const { toLonLat, toPlane } = localPlaneAt([lon0, lat0]);
      const own = `+proj=etmerc +lat_0=${lat0} +lon_0=${lon0} +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs`;
      const [east, north] = proj4("EPSG:4326", own, toLonLat(x, y));
      expect(east).toBeCloseTo(x, 4);
      expect(north).toBeCloseTo(y, 4);
      const [backX, backY] = toPlane(...toLonLat(x, y));
      expect(backX).toBeCloseTo(x, 5);
      expect(backY).toBeCloseTo(y, 5);
    }),
  );
});

test("areas on a local plane are those on the ellipsoid", () => {
  fc.assert(
    fc.property(lon, lat, metres, metres, (lon0, lat0, x, y) => {
      const plane = localPlaneAt([lon0, lat0]);
      const corners = [
        [x, y],
        [x + 300, y],
        [x + 300, y + 200],
        [x, y + 200],
      ].flatMap(([east, north]) => plane.toLonLat(east!, north!));
      expect(Math.abs(groundArea(corners) / 60_000 - 1)).toBeLessThan(share);
    }),
  );
});
