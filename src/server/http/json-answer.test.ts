import { describe, expect, it } from "vitest";
import { z } from "zod";
import { plantShape } from "../../domain/plant/plant.ts";
import { jsonOf } from "./json-answer.ts";

const row = z.object({ id: z.number().int(), share: z.number().max(1) });
const read = async (answer: z.ZodType, result: unknown) => {
  const { text, leftOut } = await jsonOf({ answer }, result);
  return { value: JSON.parse(text.toString()) as unknown, leftOut: leftOut.length };
};

describe("an answer as JSON", () => {
  it("has the fields of its shape and no others", async () => {
    expect((await read(row, { id: 1, share: 0.5, secret: "x" })).value).toEqual({
      id: 1,
      share: 0.5,
    });
  });

  it("leaves the rows out of a list that do not have its shape, and counts them", async () => {
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
    expect(await read(z.array(row), rows)).toEqual({ value: kept, leftOut: 2 });
    const paged = z.object({ count: z.number(), rows: z.array(row) });
    expect(await read(paged, { count: 4, rows })).toEqual({
      value: { count: 4, rows: kept },
      leftOut: 2,
    });
  });

  it("is written in turns where a list is long, with the same content", async () => {
    const count = 20_000;
    const rows = Array.from({ length: count }, (_, id) => ({
      id,
      share: id % 100 === 7 ? 2 : 1,
      secret: "x",
    }));
    const kept = rows.filter(({ share }) => share <= 1).map(({ id, share }) => ({ id, share }));
    const paged = z.object({ count: z.number(), rows: z.array(row) });
    // Work in one piece leaves others no turn.
    let others = 0;
    const watch = setInterval(() => (others += 1), 0);
    const all = await jsonOf({ answer: paged }, { count, rows, secret: "x" });
    clearInterval(watch);
    expect(JSON.parse(String(all.text))).toEqual({ count, rows: kept });
    expect(all.leftOut).toHaveLength(count - kept.length);
    const list = await jsonOf({ answer: z.array(row) }, rows);
    expect(JSON.parse(String(list.text))).toEqual(kept);
    const alone = await jsonOf({ answer: paged.pick({ rows: true }) }, { rows });
    expect(JSON.parse(String(alone.text))).toEqual({ rows: kept });
    expect(others).toBeGreaterThan(1);
  });

  it("is none where something else than a row is wrong", async () => {
    await expect(jsonOf({ answer: row }, { id: 1, share: 2 })).rejects.toThrow();
    const paged = z.object({ count: z.number(), rows: z.array(row) });
    await expect(
      jsonOf({ answer: paged }, { count: "4", rows: [{ id: 2, share: 139 }] }),
    ).rejects.toThrow();
    await expect(jsonOf({ answer: z.array(row) }, { id: 1 })).rejects.toThrow();
  });

  it("keeps a plant of any capacity that can be stored from hiding the others", async () => {
    expect(plantShape.shape.nominal_capacity.safeParse(139_000).success).toBe(false);
    const list = z.array(plantShape.pick({ id: true, nominal_capacity: true }));
    expect(
      await read(list, [
        { id: 1, nominal_capacity: 139_000 },
        { id: 2, nominal_capacity: 50 },
      ]),
    ).toEqual({ value: [{ id: 2, nominal_capacity: 50 }], leftOut: 1 });
  });
});
