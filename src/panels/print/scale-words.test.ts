// The scale on a sheet is that of its picture.
import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { scaleWords } from "./scale-words.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

/** Metres per CSS pixel, of which 96 are an inch. */
const at = (scale: number, isTilted = false) => ({
  isTilted,
  metresPerPixel: (scale * 0.0254) / 96,
});
const chosen = { size: "a4", scale: 1000 } as const;

test("a chosen scale is stated where the picture has it, also with the error of the projection", () => {
  expect(scaleWords(chosen, at(1000))).toBe("1 : 1,000 on A4");
  expect(scaleWords(chosen, at(1007))).toBe("1 : 1,000 on A4");
});

test("a picture of another scale says its own", () => {
  expect(scaleWords(chosen, at(1442))).toBe("about 1 : 1,440 on A4");
  expect(scaleWords({ size: "a3", scale: "screen" }, at(7126))).toBe("about 1 : 7,130 on A3");
});

test("a tilted picture has none", () => {
  expect(scaleWords(chosen, at(1000, true))).toBeNull();
});
