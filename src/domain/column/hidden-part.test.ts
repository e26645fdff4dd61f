import * as fc from "fast-check";
import { expect, test } from "vitest";
import { NO_ROW } from "../component/component-index.ts";
import { keyFigureById } from "../key-figure/key-figure.ts";
import { aggregateColumn } from "./aggregate.ts";
import { dotsOf, hiddenParts } from "./hidden-part.ts";

const keyFigure = keyFigureById(50)!;
const limits = [10, 20, 30];

test("parts are hidden by bars of less severity and by unpainted ones, as a look at each bar finds", () => {
  const part = fc.record({
    value: fc.constantFrom(NaN, 0, 12, 25, 31, 40),
    bar: fc.constantFrom(0, 0, 0, 1, 2, NO_ROW),
    // Most are filtered out, so that bars of eleven can have one that passes.
    mask: fc.constantFrom(0, 1, 1, 1, 1, 1, 1, 2),
  });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 80 }), (all) => {
      const values = Float32Array.from(all, ({ value }) => value);
      const containers = Uint32Array.from(all, ({ bar }) => bar);
      const mask = Uint8Array.from(all, (one) => one.mask);
      const ask = { aggregate: "notable", direction: "higher_is_worse", limit: 0 } as const;
      const bars = aggregateColumn(values, containers, 3, { ...ask, limits, mask });
      const found = hiddenParts(values, { containers, bars, keyFigure, limits, mask });
      const isCounted = ({ value, mask }: (typeof all)[number]) => value >= 0 && mask % 2 === 0;
      const listed = (
        isWanted: (one: (typeof all)[number], few: boolean, shown: boolean) => boolean,
      ) =>
        all.flatMap((one, row) => {
          const measured = all.filter((other) => other.bar === one.bar && other.value >= 0);
          const siblings = measured.filter(isCounted);
          const urgent = siblings.filter(({ value }) => value >= 30).length;
          const isFew = one.bar !== NO_ROW && siblings.length * 10 < measured.length;
          const isShown = one.bar !== NO_ROW && urgent * 10 >= measured.length;
          return isCounted(one) && isWanted(one, isFew, isShown) ? [row] : [];
        });
      expect([...found.few]).toEqual(listed((_, isFew) => isFew));
      expect([...found.urgent]).toEqual(
        listed(({ value }, isFew, isShown) => value >= 30 && !isFew && !isShown),
      );
    }),
  );
});

test("dots keep the number of parts and lie in the middle of them", () => {
  const centreX = Float32Array.of(1, 3, 11, -1, 2);
  const centreY = Float32Array.of(1, 5, 1, -1, 3);
  const geometry = { centreX, centreY };
  const severities = Uint8Array.of(1, 3, 0, 2, 3);
  expect(dotsOf(Uint32Array.of(0, 1, 2, 3), geometry, 10, severities)).toEqual([
    { x: 2, y: 3, count: 2, severity: 3 },
    { x: 11, y: 1, count: 1, severity: 0 },
    { x: -1, y: -1, count: 1, severity: 2 },
  ]);
  expect(dotsOf(new Uint32Array(0), geometry, 10, severities)).toEqual([]);
});

test("a bar of classes without a value is unpainted like one of numbers", () => {
  const classes = keyFigureById(35)!;
  const values = Uint8Array.of(1, 255, 4);
  const request = {
    containers: Uint32Array.of(0, 0, 0),
    bars: Uint8Array.of(255),
    keyFigure: classes,
    limits: [],
    mask: Uint8Array.of(0, 0, 1),
  };
  expect([...hiddenParts(values, request).few]).toEqual([0]);
});
