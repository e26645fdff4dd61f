// Against the linear search, which shares no index with it.
import { assert, double, property } from "fast-check";
import { expect, it } from "vitest";
import { moduleField } from "../../../tests/fixtures/module-field.ts";
import { componentFinder } from "./component-finder.ts";
import { nearestRows } from "./nearest.ts";

it("finds the component that a search through all finds, and none beyond its reach", () => {
  const field = moduleField(3000);
  for (const geometry of [field.modules, field.trackers, field.groups]) {
    const find = componentFinder(geometry, 10);
    assert(
      property(
        double({ min: -250, max: 250, noNaN: true }),
        double({ min: -250, max: 250, noNaN: true }),
        (x, y) => {
          const [nearest] = nearestRows(geometry, [x, y], "distance_to_nearest_point", 1);
          const found = find(x, y);
          if (!nearest || nearest.distance_m > 10) expect(found).toBeNull();
          else expect(found?.distance_m).toBeCloseTo(nearest.distance_m, 6);
        },
      ),
      { numRuns: 150 },
    );
  }
});
