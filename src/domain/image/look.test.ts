import { expect, it } from "vitest";
import type { ResultImage } from "../analysis/analysis-result.ts";
import { looksOf } from "./look.ts";
import type { Shot, SurveyImage } from "./survey-image.ts";

const result = (id: number, kind: ResultImage["kind"], scale: number | null): ResultImage => ({
  id,
  kind,
  component_type: "module",
  dt_id: "m1",
  file_name: `${id}.png`,
  lon: null,
  lat: null,
  taken_at: null,
  width: 320,
  height: 256,
  outline: [],
  scale_min: scale,
  scale_max: scale === null ? null : scale + 20,
});
const flown = (id: number, kind: SurveyImage["kind"]): SurveyImage => ({
  id,
  kind,
  file_name: `DJI_${id}.jpg`,
  is_radiometric: kind === "thermal",
  taken_at: null,
  camera_model: null,
  width: 640,
  height: 512,
  lens_basis: "calibrated",
  is_whole: true,
  outline: [
    [1, 1],
    [9, 1],
    [9, 9],
  ],
  gsd_m: 0.03,
  angle_deg: 2,
  edge: 0.1,
});

it("pictures of the result come first, by pairs, then the shots in their order", () => {
  const images = [result(1, "thermal", 20), result(2, "rgb", null), result(3, "thermal", null)];
  const shots: Shot[] = [
    { thermal: flown(7, "thermal"), rgb: flown(8, "rgb") },
    { thermal: null, rgb: flown(9, "rgb") },
  ];
  const looks = looksOf(images, shots);
  expect(looks.map(({ source, thermal, rgb }) => [source, thermal?.id, rgb?.id])).toEqual([
    ["result", 1, 2],
    ["result", 3, undefined],
    ["flight", 7, 8],
    ["flight", undefined, 9],
  ]);
  expect(new Set(looks.map(({ key }) => key)).size).toBe(4);
  expect(looks.map(({ thermal }) => thermal?.scale)).toEqual([[20, 40], null, null, undefined]);
  // Both pictures of a pair of the result are one wide, however many pixels they have.
  expect(looks[0]!.thermal!.gsd_m * 320).toBe(1);
  expect(looks[2]!.thermal).toMatchObject({ gsd_m: 0.03, is_radiometric: true, source: "flight" });
  expect(looksOf([], [])).toEqual([]);
});
