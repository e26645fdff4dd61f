import { describe, expect, it } from "vitest";
import { z } from "zod";
import { plantShape } from "../../domain/plant/plant.ts";
import { jsonOf } from "./json-answer.ts";

const row = z.object({ id: z.number().int(), share: z.number().max(1) });
const read = (answer: z.ZodType, result: unknown) => {
  const { text, leftOut } = jsonOf({ answer }, result);
  return { value: JSON.parse(text.toString()) as unknown, leftOut: leftOut.length };
};

describe("an answer as JSON", () => {
  it("has the fields of its shape and no others", () => {
    expect(read(row, { id: 1, share: 0.5, secret: "x" }).value).toEqual({ id: 1, share: 0.5 });
  });

  it("leaves the rows out of a list that do not have its shape, and counts them", () => {
    const rows = [
      { id: 1, share: 0.5 },
      { id: 2, share: 139 },
      { id: 3, share: 1 },
      { id: 4.5, share: 1 },
    ];
    const kept = [
      { id: 1, share: 0.5 },
      { id: 3, share: 1 },
    ];
    expect(read(z.array(row), rows)).toEqual({ value: kept, leftOut: 2 });
    const paged = z.object({ count: z.number(), rows: z.array(row) });
    expect(read(paged, { count: 4, rows })).toEqual({
      value: { count: 4, rows: kept },
      leftOut: 2,
    });
  });

  it("is none where something else than a row is wrong", () => {
    expect(() => jsonOf({ answer: row }, { id: 1, share: 2 })).toThrow();
    const paged = z.object({ count: z.number(), rows: z.array(row) });
    expect(() =>
      jsonOf({ answer: paged }, { count: "4", rows: [{ id: 2, share: 139 }] }),
    ).toThrow();
    expect(() => jsonOf({ answer: z.array(row) }, { id: 1 })).toThrow();
  });

  it("keeps a plant of any capacity that can be stored from hiding the others", () => {
    expect(plantShape.shape.nominal_capacity.safeParse(139_000).success).toBe(false);
    const list = z.array(plantShape.pick({ id: true, nominal_capacity: true }));
    expect(
      read(list, [
        { id: 1, nominal_capacity: 139_000 },
        { id: 2, nominal_capacity: 50 },
      ]),
    ).toEqual({ value: [{ id: 2, nominal_capacity: 50 }], leftOut: 1 });
  });
});
