// Lines of tubes of two loops, of which one is on another temperature level, or their conditions are wrong.
import { expect, it } from "vitest";
import { shareInOtherLines } from "./level-line.ts";
import type { LevelTube } from "./level-step.ts";

const RELATIVE_K = 0.5;
const isIll = (at: number) => at % 6 === 2;

/** Two loops of two lines of 72 tubes: the fluid is 50 K hotter at the end of each line, and runs back in the second. */
const field = (miss: (line: number, fluid: number) => number, fluidOf = (fluid: number) => fluid) =>
  [0, 1, 2, 3].map((line) =>
    Array.from({ length: 72 }, (_, at): LevelTube => {
      const fluid = 293 + 50 * (line % 2) + (50 * at) / 72;
      const own = isIll(at + line) ? 25 : miss(line, fluid);
      return { miss_k: own + 0.1 * Math.sin(7 * at), noise_k: 0.1, fluid: fluidOf(fluid) };
    }),
  );

it.each([2, 4, -2])("finds a loop, or a line, that is %f K beside the others", (beside) => {
  const loop = shareInOtherLines(
    field((line) => (line > 1 ? 1 + beside : 1)),
    RELATIVE_K,
  );
  expect(loop).toBe(0.5);
  const line = shareInOtherLines(
    field((at) => (at === 2 ? beside : 0)),
    RELATIVE_K,
  );
  expect(line).toBe(0.25);
  // A single loop, whose lines have hardly one fluid in common.
  const [first, second] = field((at) => (at === 1 ? beside : 0));
  expect(shareInOtherLines([first!, second!], RELATIVE_K)).toBe(0.5);
});

it("finds none where conditions are wrong, where lines differ as a camera does, and without tubes", () => {
  const wrong = field((_, fluid) => (fluid - 293) / 10);
  const camera = field((line) => (line % 3) * 0.7);
  // One number for each loop: at the end of it the fluid is 50 K hotter than stated.
  const stated = field(
    (_, fluid) => (fluid - 343) / 8,
    () => 343,
  );
  // Of the tubes at the joint of a loop, most have lost some of their vacuum, each another part of it.
  const [first, second] = field(() => 0);
  const aged = first!.map((tube, at) => (at > 65 ? { ...tube, miss_k: 3 * (at - 65) } : tube));
  const shares = [wrong, camera, stated, [aged, second!], []].map((lines) =>
    shareInOtherLines(lines, RELATIVE_K),
  );
  expect(shares).toEqual([0, 0, 0, 0, 0]);
});

it.each([2, -2, 4])(
  "finds one line of a single loop %f K beside the other, whose joint is faulty",
  (beside) => {
    // Wrong conditions bend what all tubes show, the same in both lines.
    const bent = (fluid: number) => 3 * ((fluid - 293) / 50) ** 2;
    const [first, second] = field((line, fluid) => bent(fluid) + (line === 1 ? beside : 0));
    const isAtJoint = (line: number, at: number) => (line === 0 ? at > 65 : at < 6);
    const faulty = (tubes: readonly LevelTube[], line: number) =>
      tubes.map((tube, at) =>
        isAtJoint(line, at) ? { ...tube, miss_k: tube.miss_k + 4 + 3 * ((5 * at) % 7) } : tube,
      );
    const joined = (own: readonly LevelTube[]) => [faulty(first!, 0), faulty(own, 1)];
    expect(shareInOtherLines(joined(second!), RELATIVE_K)).toBe(0.5);
    const [, even] = field((_, fluid) => bent(fluid));
    expect(shareInOtherLines(joined(even!), RELATIVE_K)).toBe(0);
  },
);
