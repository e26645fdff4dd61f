// @vitest-environment happy-dom
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { distanceWords } from "./distance-words.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});
afterAll(() => startWords("en"));

it.each([
  [0, "0 m"],
  [0.49, "0 m"],
  [0.5, "1 m"],
  [36.4, "36 m"],
  [36.6, "37 m"],
  [999.4, "999 m"],
  [1000, "1 km"],
  [1040, "1 km"],
  [1060, "1.1 km"],
  [1449, "1.4 km"],
  [12_345, "12.3 km"],
])("%d metres are %s", (metres, words) => {
  expect(distanceWords(metres)).toBe(words);
});
