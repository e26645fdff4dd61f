import * as fc from "fast-check";
import { expect, test } from "vitest";
import { planeAt, worldTransform } from "./plane.ts";

/** Metres of a degree on the equator: the circumference of EPSG:3857's sphere by 360. */
const DEGREE_M = 111_319.490_793;
const lon = fc.double({ min: -179, max: 179, noNaN: true });
const lat = fc.double({ min: -75, max: 75, noNaN: true });
const cosine = (degrees: number) => Math.cos((degrees / 180) * Math.PI);

test("the origin of a plane is 0, 0, and a step from it has its length on the ground", () => {
  fc.assert(
    fc.property(lon, lat, (lon0, lat0) => {
      const { origin, toPlane } = planeAt([lon0, lat0]);
      expect(origin).toEqual([lon0, lat0]);
      const [x0, y0] = toPlane(lon0, lat0);
      expect(Math.hypot(x0, y0)).toBeLessThan(1e-6);
      const [east, north] = toPlane(lon0 + 0.001, lat0 + 0.001);
      expect(east / (DEGREE_M * cosine(lat0) * 0.001)).toBeCloseTo(1, 5);
      expect(north / (DEGREE_M * 0.001)).toBeCloseTo(1, 3);
    }),
  );
});

test("a place on a plane has its longitude and latitude back", () => {
  const metres = fc.double({ min: -9000, max: 9000, noNaN: true });
  fc.assert(
    fc.property(lon, lat, metres, metres, (lon0, lat0, x, y) => {
      const { toPlane, toLonLat } = planeAt([lon0, lat0]);
      const [backX, backY] = toPlane(...toLonLat(x, y));
      expect(backX).toBeCloseTo(x, 5);
      expect(backY).toBeCloseTo(y, 5);
    }),
  );
});

test("a plane lies in the world of map tiles where their own formula says", () => {
  // Source: OpenStreetMap wiki, "Slippy map tilenames", at zoom 0.
  const tile = (lonDegrees: number, latDegrees: number) => [
    (lonDegrees + 180) / 360,
    (1 - Math.asinh(Math.tan((latDegrees / 180) * Math.PI)) / Math.PI) / 2,
  ];
  expect(worldTransform([0, 0])).toEqual({
    x0: 0.5,
    y0: expect.closeTo(0.5, 12),
    unitsPerMetre: expect.closeTo(1 / (360 * DEGREE_M), 18),
  });
  fc.assert(
    fc.property(lon, lat, (lon0, lat0) => {
      const { x0, y0, unitsPerMetre } = worldTransform([lon0, lat0]);
      const [x, y] = tile(lon0, lat0);
      expect(x0).toBeCloseTo(x!, 10);
      expect(y0).toBeCloseTo(y!, 10);
      // Two kilometres east and north on the plane are as many on the tile.
      const [lon1, lat1] = planeAt([lon0, lat0]).toLonLat(2000, 2000);
      const [x1, y1] = tile(lon1, lat1);
      expect((x1! - x0) / (2000 * unitsPerMetre)).toBeCloseTo(1, 6);
      expect((y0 - y1!) / (2000 * unitsPerMetre)).toBeCloseTo(1, 6);
    }),
  );
});
