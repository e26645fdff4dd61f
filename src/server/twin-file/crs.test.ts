import { describe, expect, it } from "vitest";
import { epsgCode, toLonLatFrom } from "./crs.ts";

describe("coordinate reference systems", () => {
  // expected values by PROJ 9 (gdaltransform)
  it.each([
    ["EPSG:3857", -7_805_000, -2_140_000, -70.113508, -18.87309],
    ["EPSG:32719", 380_000, 7_911_000, -70.139335, -18.889615],
    ["urn:ogc:def:crs:EPSG::25830", 500_000, 4_100_000, -3, 37.046222],
    ["http://www.opengis.net/def/crs/EPSG/0/28350", 400_000, 7_000_000, 115.991058, -27.118846],
    ["EPSG:7850", 400_000, 7_000_000, 115.991058, -27.118846],
    ["EPSG:31983", 600_000, 7_900_000, -44.049971, -18.990083],
    ["EPSG:2154", 700_000, 6_600_000, 3, 46.5],
    ["EPSG:2056", 2_600_000, 1_200_000, 7.438632, 46.951083],
    ["EPSG:27700", 400_000, 300_000, -2.001433, 52.597792],
  ])("places %s %d, %d as PROJ does", (name, x, y, lon, lat) => {
    const [foundLon, foundLat] = toLonLatFrom(name)!(x, y);
    // a tenth of a second of arc is 3 m; these agree to 0.2 m
    expect(foundLon).toBeCloseTo(lon, 5);
    expect(foundLat).toBeCloseTo(lat, 5);
  });

  it.each(["EPSG:4326", "urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:EPSG::4258", "CRS84"])(
    "leaves %s as it is, longitude first",
    (name) => {
      expect(toLonLatFrom(name)!(-70, -18)).toEqual([-70, -18]);
    },
  );

  it("reads the code that closes a well-known text", () => {
    const text =
      'PROJCS["WGS 84 / UTM zone 19S",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],AUTHORITY["EPSG","32719"]]';
    expect(epsgCode(text)).toBe(32_719);
  });

  it.each(["EPSG:999999", "Our local grid", "", "EPSG:", "PROJCS["])("does not know %j", (name) => {
    expect(toLonLatFrom(name)).toBeNull();
  });
});
