import { expect, test } from "vitest";
import { groupedRates, verifiedShare, type RepairRate } from "./repair-rate.ts";

// Newcombe, Statistics in Medicine 17 (1998), 857–872, table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("of %d of %d the share lies between %d and %d", (verified, of, low, high) => {
  const found = verifiedShare({ verified, returned: of - verified })!;
  expect([found.share, found.of]).toEqual([verified / of, of]);
  expect(found.low).toBeCloseTo(low, 4);
  expect(found.high).toBeCloseTo(high, 4);
});

test("without a measured repair there is no share, and all or none is inside of its interval", () => {
  expect(verifiedShare({ verified: 0, returned: 0 })).toBeNull();
  expect(verifiedShare({ verified: 3, returned: 0 })).toMatchObject({ share: 1, of: 3, high: 1 });
  expect(verifiedShare({ verified: 3, returned: 0 })!.low).toBeLessThan(0.5);
});

const rate = (
  crew: string | null,
  fault_type: number,
  ...[verified, returned, to_measure]: number[]
) =>
  ({
    crew,
    component_type: "module",
    fault_type,
    verified,
    returned,
    to_measure,
  }) as RepairRate;
const rates = [
  rate("North", 6, 4, 1, 2),
  rate("North", 10, 1, 0, 0),
  rate(null, 6, 0, 2, 1),
  rate("null", 6, 1, 0, 0),
];
const shown = (by: "crew" | "fault" | "both") =>
  groupedRates(rates, by).map(({ first, counts: { verified, returned, to_measure } }) => [
    by === "fault" ? first.fault_type : first.crew,
    verified,
    returned,
    to_measure,
  ]);

test("the counts are added up by crew, by fault type, or not at all", () => {
  expect(shown("crew")).toEqual([
    ["North", 5, 1, 2],
    [null, 0, 2, 1],
    ["null", 1, 0, 0],
  ]);
  expect(shown("fault")).toEqual([
    [6, 5, 3, 3],
    [10, 1, 0, 0],
  ]);
  expect(shown("both")).toHaveLength(4);
});

test("whatever they are grouped by, no repair is lost", () => {
  for (const by of ["crew", "fault", "both"] as const) {
    const total = groupedRates(rates, by).reduce(
      (sum, { counts }) => sum + counts.verified + counts.returned + counts.to_measure,
      0,
    );
    expect(total).toBe(12);
  }
});
