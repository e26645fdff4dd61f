import * as fc from "fast-check";
import { expect, test } from "vitest";
import { NO_ROW } from "../component/component-index.ts";
import { aggregateChanges, changeOfPassing } from "./change-aggregate.ts";
import type { Aggregate } from "./aggregate.ts";
import { MISSING_U8 } from "./column.ts";
import { differenceClasses, type DifferenceClass } from "./difference.ts";

/** Parts of one tracker, by the number of each change. */
function parts(counts: Partial<Record<DifferenceClass, number>>): Uint8Array {
  return Uint8Array.from(
    differenceClasses.flatMap((one, at) => Array<number>(counts[one] ?? 0).fill(at)),
  );
}

function drawn(counts: Partial<Record<DifferenceClass, number>>, aggregate: Aggregate = "notable") {
  const values = parts(counts);
  const [made] = aggregateChanges(values, new Uint32Array(values.length), 1, { aggregate });
  return aggregate === "share" ? made : differenceClasses[made!];
}

test("a tracker that is nearly all the same is drawn as the same, whatever its last class is", () => {
  expect(drawn({ same: 98, only_older: 2 })).toBe("same");
  expect(drawn({ same: 90, worse: 4, cannot_tell: 5, unknown: 1 })).toBe("same");
  expect(drawn({ same: 40, only_older: 60 })).toBe("only_older");
  expect(drawn({ unknown: 3 })).toBe("unknown");
});

test("what a tenth of the parts did is drawn: worse first, and better never because of the worse", () => {
  expect(drawn({ same: 90, worse: 10 })).toBe("worse");
  expect(drawn({ same: 91, worse: 9 })).toBe("same");
  expect(drawn({ same: 90, better: 10 })).toBe("better");
  expect(drawn({ same: 60, better: 30, worse: 10 })).toBe("worse");
  // Nine in a hundred became worse and two better: neither is a tenth.
  expect(drawn({ same: 89, worse: 9, better: 2 })).toBe("same");
});

test("the worst of the parts is one that became worse, else one that became better", () => {
  expect(drawn({ same: 98, better: 1, worse: 1 }, "worst")).toBe("worse");
  expect(drawn({ same: 99, better: 1 }, "worst")).toBe("better");
  expect(drawn({ same: 98, only_newer: 2 }, "worst")).toBe("same");
});

test("the share is that of the parts that became worse", () => {
  expect(drawn({ same: 3, worse: 1 }, "share")).toBe(0.25);
  expect(drawn({ same: 1, better: 3 }, "share")).toBe(0);
});

test("filtered and orphaned parts do not count; a bar without parts has no change", () => {
  const values = parts({ worse: 2, same: 2 });
  const ancestor = Uint32Array.of(0, 0, 0, NO_ROW);
  const mask = Uint8Array.of(1, 1, 2, 0);
  for (const aggregate of ["notable", "worst"] as const) {
    const made = aggregateChanges(values, ancestor, 2, { aggregate, mask });
    expect([...made]).toEqual([differenceClasses.indexOf("same"), MISSING_U8]);
  }
});

test("the change that is drawn holds for a tenth of the parts or for more of them than any other", () => {
  const count = fc.array(fc.nat(40), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(count, (numbers) => {
      const all = numbers.reduce((sum, one) => sum + one, 0);
      fc.pre(all > 0);
      const counts = Object.fromEntries(differenceClasses.map((one, at) => [one, numbers[at]!]));
      const times = counts[drawn(counts) as DifferenceClass]!;
      expect(times >= 0.1 * all || times === Math.max(...numbers)).toBe(true);
      expect(times).toBeGreaterThan(0);
    }),
  );
});

test("one tracker has the change of the whole map, also where a filter leaves most of its parts out", () => {
  const at = (one: DifferenceClass) => differenceClasses.indexOf(one);
  const counts = new Uint32Array(differenceClasses.length);
  counts[at("same")] = 17;
  counts[at("worse")] = 3;
  // 3 of 60 are fewer than a tenth, although they are more than a tenth of the 20 that pass.
  expect(changeOfPassing(counts, "notable", 60)).toBe(at("same"));
  expect(changeOfPassing(counts, "notable", 20)).toBe(at("worse"));
  expect(changeOfPassing(counts, "notable", 201)).toBe(MISSING_U8);
});
