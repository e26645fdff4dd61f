// What a log says of a raster, in words: each case says whether the file counts, and why not.
import { beforeAll, expect, it } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import type { ShownPlace } from "../../../domain/evaluation/survey-log.ts";
import { placeWords } from "./place-words.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

const placed: NonNullable<ShownPlace["found"]> = {
  shift_m: [0.3, 0.4],
  turn_mrad: 1,
  residual_m: 0.01,
  is_ambiguous: false,
  blocks: 20,
  rejected: 0,
  rival_m: null,
  uncertainty_m: 0.02,
  ground_alike: null,
  divided: null,
  shifted: null,
  control: null,
};
const byPoints = (check: "agrees" | "none") => ({ points: 3, residual_m: 0.1, check });
const words = (changes: Partial<typeof placed>) =>
  placeWords({ file: "a.tif", found: { ...placed, ...changes } });
const NOTHING = "nothing of this file counts";

it("says how much of a file counts where modules of the digital twin are one further", () => {
  expect(words({ is_ambiguous: true, shifted: 0.95 })).toMatch(/^a\.tif: on 95% .*Nothing of this/);
  const part = words({ shifted: 0.05 });
  expect(part).toContain("0.5 m");
  expect(part).toContain("On 5% of the trackers");
  expect(part.toLowerCase()).not.toContain(NOTHING);
});

it("says how well control points know the position, and whether anything counts", () => {
  const control = byPoints("none");
  const alone = words({ control, is_ambiguous: true, uncertainty_m: 0.17, blocks: 0 });
  expect(alone).toContain("17 cm");
  expect(alone).toContain(NOTHING);
  const apart = words({ control, is_ambiguous: true, uncertainty_m: null, blocks: 0, rejected: 9 });
  expect(apart).toContain(NOTHING);
  const parts = words({ control, uncertainty_m: null, blocks: 7, rejected: 9 });
  expect(parts).toContain("7 windows");
  expect(parts).not.toContain(NOTHING);
  const agreeing = words({ control: byPoints("agrees"), uncertainty_m: 0.08 });
  expect(agreeing).toContain("8 cm");
  expect(agreeing).not.toContain(NOTHING);
});
