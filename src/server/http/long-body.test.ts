import { describe, expect, it } from "vitest";
import { z } from "zod";
import { patient } from "../../../tests/fixtures/patience.ts";
import { leastBlock } from "../../../tests/fixtures/processor-time.ts";
import { limits } from "../../domain/limits.ts";
import { parseBody, parsePart } from "./parse.ts";

let seen = 0;
const row = z
  .number()
  .int()
  .overwrite((value) => {
    seen += 1;
    return value;
  });
const shape = z.object({ name: z.string().optional(), ids: z.array(row).max(100_000) });

/** What a parser answers: its value, or its problems. */
async function outcome(parse: () => unknown) {
  seen = 0;
  try {
    return { value: await parse() };
  } catch (error) {
    return { problems: (error as { problems: unknown }).problems };
  }
}
const both = async (of: z.ZodType, sent: unknown) => [
  await outcome(() => parseBody(of, sent)),
  await outcome(() => parsePart(of, sent)),
];
const numbers = (length: number): unknown[] => Array.from({ length }, (_, at) => at);

describe("a body with a long list", () => {
  it("is answered as its shape would", async () => {
    const faulty = numbers(1000);
    faulty[3] = "x";
    faulty[999] = 0.5;
    const bodies: unknown[] = [
      { ids: numbers(1000) },
      { ids: faulty },
      { ids: numbers(3) },
      { ids: [null] },
      {},
      [],
      null,
      { ids: numbers(1000), other: 1 },
    ];
    for (const sent of bodies) {
      const [inTurns, atOnce] = await both(shape, sent);
      expect(inTurns).toEqual(atOnce);
    }
    const [found] = await both(shape, { ids: faulty });
    expect(found).toEqual({
      problems: [
        { reason: "field_type", values: { expected: "number" }, field: "ids.3" },
        { reason: "field_type", values: { expected: "int" }, field: "ids.999" },
      ],
    });
  });

  it("is found in an object, a list and a record below it, in what may be absent and in what is changed", async () => {
    const faulty = [...numbers(600), "x"];
    const list = z.array(row);
    const cases: readonly [z.ZodType, unknown, string][] = [
      [z.array(row), faulty, "600"],
      [z.object({ at: z.object({ ids: list }) }), { at: { ids: faulty } }, "at.ids.600"],
      [
        z.object({ rows: z.array(z.object({ ids: list })) }),
        { rows: [{ ids: [] }, { ids: faulty }] },
        "rows.1.ids.600",
      ],
      [z.object({ by: z.record(z.string(), list) }), { by: { a: faulty } }, "by.a.600"],
      [z.object({ ids: list.optional() }), { ids: faulty }, "ids.600"],
      [z.object({ ids: list.nullable().default([]) }), { ids: faulty }, "ids.600"],
      [
        z.array(
          z.union([
            z.object({ kind: z.literal("a"), ids: list }),
            z.object({ kind: z.literal("b"), ids: z.string() }),
          ]),
        ),
        [{ kind: "a", ids: faulty }],
        "0.ids.600",
      ],
      [z.object({ ids: list.transform((all) => all.length) }), { ids: faulty }, "ids.600"],
    ];
    for (const [of, sent, field] of cases) {
      const [inTurns, atOnce] = await both(of, sent);
      expect(inTurns).toMatchObject({ problems: [{ field }] });
      if (!(of instanceof z.ZodArray && of.element instanceof z.ZodUnion))
        expect(inTurns).toEqual(atOnce);
    }
  });

  it("that is too long is refused before a row of it is read", async () => {
    const found = await outcome(() => parseBody(shape, { ids: numbers(100_001) }));
    expect(found).toEqual({
      problems: [{ reason: "field_too_big", values: { most: 100_000 }, field: "ids" }],
    });
    expect(seen).toBe(0);
  });

  it("is left where as many faults are found as are reported, and holds up no one", async () => {
    let asked = 0;
    const never = z.unknown().refine(() => {
      asked += 1;
      return false;
    });
    const rows = z.object({ ids: z.array(never).max(100_000) });
    const sent = { ids: Array.from({ length: 100_000 }, () => ({})) };
    let found: unknown = null;
    const block = await leastBlock(patient(50), async () => {
      asked = 0;
      found = await outcome(() => parseBody(rows, sent));
    });
    expect((found as { problems: unknown[] }).problems).toHaveLength(limits.reportedProblems);
    expect(asked).toBe(limits.reportedProblems);
    expect(block).toBeLessThan(patient(50));
  });
});
