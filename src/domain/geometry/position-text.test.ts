import { expect, it } from "vitest";
import { readPosition } from "./position-text.ts";

// By hand: 18 + 53/60 + 9.6/3600 = 18.886, and 70 + 6/60 + 43.2/3600 = 70.112.
it.each([
  ["37.2273, -3.0687", 37.2273, -3.0687],
  ["37.2273,-3.0687", 37.2273, -3.0687],
  ["37.227,-3.068", 37.227, -3.068],
  ["37,2273, -3,0687", 37.2273, -3.0687],
  ["-23,55; -46,63", -23.55, -46.63],
  ["-23,55\t-46,63", -23.55, -46.63],
  ["\u221223,55 \u221246,63", -23.55, -46.63],
  ["-23.0, -46.0", -23, -46],
  [" -22.3° -69.6° ", -22.3, -69.6],
  ["37.21° S, 3.07° E", -37.21, 3.07],
  ["70.112W 18.886S", -18.886, -70.112],
  ["18°53'09.6\"S 70°06'43.2\"W", -18.886, -70.112],
  ["18° 53′ 09,6″ S, 70° 06′ 43,2″ W", -18.886, -70.112],
  ["85.0,180.0", 85, 180],
])("%j is a position", (text, lat, lon) => {
  const found = readPosition(text);
  expect(found?.lat).toBeCloseTo(lat, 9);
  expect(found?.lon).toBeCloseTo(lon, 9);
});

it.each([
  // One number with a decimal comma, and with thousands.
  "-23,55",
  "37,227",
  "37.227,306",
  "1,234,567.5",
  "37",
  "12 3",
  "37, 5",
  "37.21, 3",
  "56,4,12,2",
  "37,2273,-3,0687",
  // One angle.
  "70° 06 43.2 W",
  "70°06'43.2\"W",
  // A sign and a letter could turn it twice; "O" is west for some and east for others; two latitudes.
  "-33.45S, -70.66W",
  "-33.45S, 70.66W",
  "37.21 3.07O",
  "18.886S 70.112S",
  // Two places to part it: 18°53'30", or 18°53.5' and 40°06.2'.
  "18 53.5 40 06.2",
  "95.0, 10.0",
  "85.1, 3.0",
  "37.0, 180.1",
  "37.2, 3.1 x",
  "north",
  "",
])("%j is none", (text) => expect(readPosition(text)).toBeNull());
