import { expect, it } from "vitest";
import { NO_ROW } from "../../domain/component/component-index.ts";
import { buildTwin } from "../../domain/twin/twin-build.ts";
import { generateTroughField } from "../../demo/trough/trough-field.ts";

it("finds every collector, element, tube and mirror of a trough field where it lies", () => {
  const draft = generateTroughField({
    origin: [-3.07, 37.22],
    loops: 4,
    model: "eurotrough_et150",
  });
  const known = buildTwin(draft);
  const bare = {
    ...draft,
    levels: draft.levels.map((level) => ({
      ...level,
      parent: new Uint32Array(level.count).fill(NO_ROW),
    })),
  };
  const found = buildTwin(bare);
  for (const [at, { geometry, changes }] of found.levels.entries()) {
    expect(changes.orphans).toBe(0);
    const wanted = known.levels[at]!.geometry;
    let other = 0;
    for (let row = 0; row < geometry.count; row++) {
      if (geometry.parent[row] !== wanted.parent[row]) other += 1;
    }
    expect([geometry.type, other]).toEqual([geometry.type, 0]);
  }
});
