import { expect, test } from "vitest";
import { encodeColumn } from "../column/column-codec.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { bytesOf, MODULES, plant } from "./plant-data.fixture.ts";

test("a finding is resolved only where the columns beside it say that its fault was measured again", () => {
  const data = plant();
  const column = (hash: string, one: number) =>
    data.column({
      hash,
      bytes: bytesOf(encodeColumn(new Uint8Array(MODULES).fill(one), { kind: "u8", step: 1 })),
    });
  const of = (key: string, hash: string) => {
    const { id, limits } = keyFigureByKey(key)!;
    return { key_figure_id: id, limits, hash };
  };
  // Class 3 and broken glass (7), then class 1 and no fault; and whether glass was seen.
  column("bad", 3);
  column("broken", 7);
  column("good", 1);
  column("none", 0);
  column("intact", 0);
  const then = { ...of("class_of_abnormality", "bad"), beside: [of("fault_type", "broken")] };
  const named = [of("fault_type", "none")];
  const seen = [...named, of("glass_breakage", "intact")];
  for (const [beside, counts] of [
    [named, [0, 0, 0, 0, 39, 0, 0, 0]],
    [seen, [0, 0, 0, 39, 0, 0, 0, 0]],
  ] as const) {
    const columns = [then, { ...of("class_of_abnormality", "good"), beside }];
    const ask = { type: "module", scope: {}, columns, course: null } as const;
    expect(data.courses(ask).counts).toEqual(counts);
    const request = { direction: "neutral", step: 1, tolerance: 0 } as const;
    const pair = { type: "module", name: "p", before: "bad", after: "good", request } as const;
    expect(data.difference({ ...pair, surveys: columns }).courses?.counts).toEqual(counts);
  }
  const none = data.courses({ type: "module", scope: {}, columns: [], course: null });
  expect(none.counts).toEqual([0, 0, 0, 0, 0, 0, 0, 39]);
});
