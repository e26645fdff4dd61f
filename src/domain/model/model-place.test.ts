import proj4 from "proj4";
import { describe, expect, it } from "vitest";
import { planeAt } from "../geometry/plane.ts";
import { standingOf } from "./model-frame.ts";
import { boundedPlace, geodetic, identity } from "./model-place.ts";
import { referenceOf } from "./model-path.ts";

/** The same conversion by another library. */
const cartesian = "+proj=geocent +datum=WGS84 +units=m";

describe("the place of a model", () => {
  it("agrees with PROJ on land everywhere", () => {
    for (const lon of [-179.5, -75.6, -3, 0, 12.25, 151]) {
      for (const lat of [-54, -23.5, 0.01, 37, 68]) {
        for (const height of [-400, 0, 850, 6000]) {
          const [x = 0, y = 0, z = 0] = proj4("EPSG:4326", cartesian, [lon, lat, height]);
          const found = geodetic([x, y, z]);
          expect(found.lon).toBeCloseTo(lon, 9);
          expect(found.lat).toBeCloseTo(lat, 9);
          expect(found.height_m).toBeCloseTo(height, 4);
        }
      }
    }
  });

  it("is the middle of the volume and its lowest point", () => {
    const [x = 0, y = 0, z = 0] = proj4("EPSG:4326", cartesian, [12, 45, 300]);
    const moved = [...identity.slice(0, 12), x, y, z, 1];
    const sphere = boundedPlace({ sphere: [0, 0, 0, 25] }, moved);
    expect(sphere?.lowest_m).toBeCloseTo(275, 3);
    // A cube along the axes of the Earth: its lowest corner lies on its diagonal.
    const cube = boundedPlace({ box: [0, 0, 0, 10, 0, 0, 0, 10, 0, 0, 0, 10] }, moved);
    const [l, p] = [(12 * Math.PI) / 180, Math.PI / 4];
    const reach = 10 * (Math.cos(p) * Math.cos(l) + Math.cos(p) * Math.sin(l) + Math.sin(p));
    expect(cube?.lowest_m).toBeCloseTo(300 - reach, 3);
    expect(cube?.lon).toBeCloseTo(12, 9);
  });

  it("is unknown for coordinates of the model alone", () => {
    expect(boundedPlace({ box: [0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 9] }, identity)).toBeNull();
    expect(boundedPlace({ sphere: [9e6, 9e6, 0, 4] }, identity)).toBeNull();
  });

  it("turns clockwise from north and scales", () => {
    const { toPlane } = planeAt([-3, 37]);
    const placement = { lon: -3, lat: 37, heading_deg: 90, scale: 2 };
    const model = { own_place: null, placement, height_m: 1 };
    const { matrix } = standingOf(model, 0.5, (lon, lat) => [...toPlane(lon, lat), 10]);
    // One unit ahead (y) lies two metres to the east, at the height of the zero point.
    const at = [0, 1, 2].map((row) => matrix[4 + row]! + matrix[12 + row]!);
    expect(at[0]).toBeCloseTo(2, 9);
    expect(at[1]).toBeCloseTo(0, 9);
    expect(at[2]).toBeCloseTo(11.5, 9);
  });
});

describe("a reference within an archive", () => {
  it.each([
    ["tileset.json", "a.glb", "a.glb"],
    ["a/b.json", "../c%20d/e.glb?v=1#x", "c d/e.glb"],
    ["a/b.json", "./c.glb", "a/c.glb"],
  ])("of %s to %s is %s", (from, uri, path) => {
    expect(referenceOf(from, uri)).toEqual({ kind: "file", path });
  });

  it.each(["../a", "/a", "//h/a", "http://h/a", "C:\\a", "..%2f..%2fa", "%00", ".", ""])(
    "to %s leads outside",
    (uri) => {
      expect(referenceOf("tileset.json", uri).kind).toBe("outside");
    },
  );
});
