import * as fc from "fast-check";
import { expect, test } from "vitest";
import { errorAnswerOf } from "./error-answer.ts";
import { errorShape } from "./error-shape.ts";

const anything = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.array(fc.string(), { maxLength: 2 }),
  fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean())),
);
/** Mostly as it should be, so that each part alone decides. */
const mostly = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: anything });
const problem = fc.record(
  {
    reason: mostly(fc.string()),
    message: mostly(fc.string()),
    values: mostly(fc.dictionary(fc.string(), mostly(fc.oneof(fc.string(), fc.integer())))),
    file: mostly(fc.string()),
    line: mostly(fc.integer()),
    feature: mostly(fc.integer()),
    field: mostly(fc.string()),
  },
  { requiredKeys: ["reason"] },
);
const body = fc.record(
  {
    error: mostly(fc.string()),
    code: mostly(fc.string()),
    message: mostly(fc.string()),
    request_id: mostly(fc.string()),
    problems: mostly(fc.array(mostly(problem), { maxLength: 3 })),
    versions: mostly(fc.record({ current: anything, sent: anything })),
  },
  { requiredKeys: ["error", "code"] },
);

test("an error answer is read exactly where its shape accepts it", () => {
  const seen = { yes: 0, no: 0 };
  fc.assert(
    fc.property(fc.oneof({ weight: 20, arbitrary: body }, anything), (one) => {
      const parsed = errorShape.safeParse(one).success;
      seen[parsed ? "yes" : "no"] += 1;
      expect(errorAnswerOf(one) !== undefined).toBe(parsed);
    }),
    { numRuns: 2000 },
  );
  expect(seen.yes).toBeGreaterThan(200);
  expect(seen.no).toBeGreaterThan(200);
});

test("what is read is the body itself", () => {
  const one = {
    error: "Conflict",
    code: "CONFLICT",
    message: "no",
    problems: [{ reason: "a", message: "b" }],
  };
  expect(errorAnswerOf(one)).toEqual(errorShape.parse(one));
});
