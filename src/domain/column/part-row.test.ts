import * as fc from "fast-check";
import { expect, test } from "vitest";
import { moduleField } from "../../../tests/fixtures/module-field.ts";
import { NO_ROW } from "../component/component-index.ts";
import { eachPart } from "./part-row.ts";

const partsOf = (containers: Uint32Array, container: number) => {
  const rows: number[] = [];
  eachPart(containers, container, (row) => rows.push(row));
  return rows;
};

test("the parts are those of a walk over all, in every order of the rows", () => {
  const container = fc.oneof(fc.nat(6), fc.constant(NO_ROW));
  fc.assert(
    fc.property(fc.array(container, { maxLength: 900 }), fc.nat(7), (rows, wanted) => {
      const expected = rows.flatMap((one, row) => (one === wanted ? [row] : []));
      expect(partsOf(Uint32Array.from(rows), wanted)).toEqual(expected);
    }),
  );
});

/** Counts how often an entry is read. */
function counted(containers: Uint32Array) {
  const reads = { count: 0 };
  const watched = new Proxy(containers, {
    get(of, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) {
        reads.count += 1;
        return of[Number(name)];
      }
      if (name !== "length") throw new Error(`${String(name)} walks over all parts`);
      return of.length;
    },
  });
  return { watched, reads };
}

test("a second question reads few rows of a large plant", () => {
  const { modules, trackers } = moduleField(100_000);
  const { watched, reads } = counted(modules.parent);
  partsOf(watched, 0);
  expect(reads.count).toBeGreaterThanOrEqual(modules.count);
  let most = 0;
  for (let tracker = 1; tracker < trackers.count; tracker += 97) {
    reads.count = 0;
    expect(partsOf(watched, tracker).length).toBeGreaterThan(0);
    most = Math.max(most, reads.count);
  }
  expect(most).toBeLessThan(modules.count / 20);
});
