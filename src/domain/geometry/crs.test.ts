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
    ["EPSG:3035", 4_000_000, 2_800_000, 5.678561, 48.228963],
    ["EPSG:3763", 10_000, -50_000, -8.017314, 39.217848],
    ["EPSG:21781", 650_000, 250_000, 8.100963, 47.398925],
    ["EPSG:28992", 150_000, 450_000, 5.314331, 52.038306],
    ["EPSG:31287", 400_000, 450_000, 13.332563, 47.94933],
    ["EPSG:25832", 400_000, 5_500_000, 7.614831, 49.644257],
    ["EPSG:26911", 400_000, 4_000_000, -118.111478, 36.13956],
    ["EPSG:31979", 500_000, 9_000_000, -69, -9.046562],
    ["EPSG:2193", 1_798_609.978, 5_658_508.5746, 175.3, -39.2],
    ["EPSG:3577", 1_217_895.4441, -3_706_773.3548, 145.2, -33.4],
    ["EPSG:2180", 562_725.1236, 381_865.7307, 19.9, 51.3],
    ["EPSG:3006", 534_371.085, 6_551_341.586, 15.6, 59.1],
    ["EPSG:5070", -671_760.9841, 1_319_407.7397, -103.4, 34.7],
    ["EPSG:6341", 761_311.1647, 3_665_861.6082, -108.2, 33.1],
    ["EPSG:5361", 383_083.3071, 7_912_083.6954, -70.11, -18.88],
    ["EPSG:5362", 568_188.4235, 5_560_837.0207, -74.2, -40.1],
    ["EPSG:6368", 777_981.4495, 2_479_599.631, -102.3, 22.4],
    ["EPSG:2039", 200_000, 600_000, 34.999662, 31.491931],
    ["EPSG:9357", 541_259.7944, 2_443_949.9918, 39.4, 22.1],
  ])("places %s %d, %d as PROJ does", (name, x, y, lon, lat) => {
    const [foundLon, foundLat] = toLonLatFrom(name)!(x, y);
    // a tenth of a second of arc is 3 m; these agree to 0.2 m
    expect(foundLon).toBeCloseTo(lon, 5);
    expect(foundLat).toBeCloseTo(lat, 5);
  });

  it.each(["EPSG:31466", "EPSG:31467", "EPSG:31468"])(
    "does not read %s, whose grid no shift follows within a metre",
    (name) => {
      expect(toLonLatFrom(name)).toBeNull();
    },
  );

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
