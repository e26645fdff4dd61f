import { describe, expect, it } from "vitest";
import { readAngle } from "./angle-text.ts";

describe("a longitude or latitude", () => {
  // By hand: 70 + 6/60 + 43.2/3600 = 70.112, and 18 + 53/60 + 9.6/3600 = 18.886.
  it.each([
    ["-70.112", "lon", -70.112],
    ["-70,112", "lon", -70.112],
    ["\u221270.112°", "lon", -70.112],
    ["70.112 W", "lon", -70.112],
    ["W70.112", "lon", -70.112],
    ["70.112W", "lon", -70.112],
    ["18,886° S", "lat", -18.886],
    ["70°06'43.2\"W", "lon", -70.112],
    ["70° 6′ 43,2″ W", "lon", -70.112],
    ["70 06 43.2 W", "lon", -70.112],
    ["70:06:43.2 w", "lon", -70.112],
    ["70d06m43.2sW", "lon", -70.112],
    ["-70°06'43.2\"", "lon", -70.112],
    ["18°53'09.6''S", "lat", -18.886],
    ["18º53.16' S", "lat", -18.886],
    ["18°53.16'N", "lat", 18.886],
    ["0", "lat", 0],
    ["382876.8", "lon", 382_876.8],
  ] as const)("%j as %s is %d", (text, axis, degrees) => {
    expect(readAngle(text, axis)).toBeCloseTo(degrees, 9);
  });

  it.each([
    ["70°06'43\"O", "lon"],
    ["18.886 W", "lat"],
    ["70.1 N", "lon"],
    ["-70.112 W", "lon"],
    ["18°61'S", "lat"],
    ["18°10'75\"S", "lat"],
    ["x", "lon"],
    ["", "lon"],
    ["W", "lon"],
  ] as const)("%j as %s is none", (text, axis) => {
    expect(readAngle(text, axis)).toBeNull();
  });
});
