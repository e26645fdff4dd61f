// Heads of longitude and latitude that state another unit: what is no degree and no metre is not read as one.
import { describe, expect, it } from "vitest";
import { faultOf, read } from "./odd-file.fixture.ts";

describe("a table with places", () => {
  it.each([
    [
      "degrees and minutes with their signs",
      "lat (dms);lon (dms)\n18\u00b054'00\"S;70\u00b006'00\"W\n",
    ],
    ["degrees by their name", "lat [\u00b0],lon (deg)\n-18.9,-70.1\n"],
    ["degrees beside a note", "lat (WGS84),lon (WGS84)\n-18.9,-70.1\n"],
  ])("in %s is read", async (_, text) => {
    const { shapes, refused } = await read("p.csv", text);
    expect(refused).toEqual([]);
    expect(shapes[0]![0]).toBeCloseTo(-70.1, 9);
    expect(shapes[0]![1]).toBeCloseTo(-18.9, 9);
  });

  it.each([
    ["radians", "lat [rad],lon [rad]\n-0.32987,-1.22348\n", "csv_place_unit"],
    ["gons", "lat (gon);lon (gon)\n-21,0;-77,888\n", "csv_place_unit"],
    ["kilometres", "Este (km),Norte (km)\n84.123,79.876\n", "csv_place_unit"],
    ["feet of a local grid", "x (ft),y (US ft)\n84.123,79.876\n", "csv_place_unit"],
    ["feet of a system that nothing states", "x (ft),y (ft)\n6484000,1840000\n", "crs_missing"],
  ])("in %s is refused", async (_, text, reason) => {
    expect(await faultOf("p.csv", text)).toMatchObject({ reason });
  });

  it("in degrees and minutes of one number is refused by its rows", async () => {
    const text = "lat (DDMM.mmm),lon (DDDMM.mmm)\n1854.0,7006.0\n18.54,70.06\n";
    const { refused, shapes } = await read("p.csv", text);
    expect(shapes).toEqual([]);
    expect(refused).toMatchObject([
      { reason: "csv_place_packed", line: 2 },
      { reason: "csv_place_packed", line: 3 },
    ]);
  });

  // 2229 is State Plane California in US feet, 32611 is UTM.
  it.each([
    ["feet", "EPSG:2229"],
    ["m", "EPSG:32611"],
  ])("in %s is read in the chosen system %s", async (unit, chosen_system) => {
    const text = `x (${unit}),y (${unit})\n384123,3768876\n`;
    expect((await read("p.csv", text, { chosen_system })).shapes).toHaveLength(1);
  });

  it.each([
    ["feet", "EPSG:32611"],
    ["m", "EPSG:2229"],
  ])("in %s is not read in the chosen system %s", async (unit, chosen_system) => {
    const text = `x (${unit}),y (${unit})\n384123,3768876\n`;
    expect(await faultOf("p.csv", text, { chosen_system })).toMatchObject({
      reason: "csv_place_unit",
    });
  });
});
