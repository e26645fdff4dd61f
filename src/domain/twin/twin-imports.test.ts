import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildTwin } from "./twin-build.ts";
import { importModes } from "./twin-mode.ts";
import { previousOf } from "./twin.fixture.ts";
import { inventory, whole, zones, type Zone } from "./zones.fixture.ts";

test("after any row of imports, counts agree with what exists, and no component loses its row or ID", () => {
  const zone = fc.record({
    name: fc.constantFrom("A", "B", "C"),
    tables: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }),
  });
  const imported = fc.record({
    mode: fc.constantFrom(...importModes.slice(1)),
    list: fc.uniqueArray(zone, { minLength: 1, maxLength: 3, selector: ({ name }) => name }),
  });
  const sorted = (list: readonly Zone[]) =>
    list.map(({ name, tables }) => ({ name, tables: tables.toSorted((a, b) => a - b) }));
  fc.assert(
    fc.property(fc.array(imported, { minLength: 1, maxLength: 5 }), (imports) => {
      let twin = buildTwin(whole);
      /** The model: paths of tables that exist, and every row that a path ever had. */
      let tables = new Set(["A/1", "A/2", "A/3", "B/1", "B/2", "B/3", "B/4"]);
      const known = new Map<string, string>();
      for (const { mode, list } of imports) {
        for (const [path, name] of Object.entries(inventory(twin))) known.set(path, name);
        const inFile = sorted(list).flatMap((one) => one.tables.map((at) => `${one.name}/${at}`));
        const names = new Set<string>(list.map(({ name }) => name));
        const stays = [...tables].filter(
          (path) => mode === "add" || (mode === "replace_parts" && !names.has(path[0]!)),
        );
        const wanted = new Set([...inFile, ...stays]);
        const next = buildTwin(zones(sorted(list)), previousOf(twin), mode);
        const found = inventory(next);
        const tablePaths = Object.keys(found).filter(
          (path) => /^./.test(path) && path.split("/").length === 2,
        );
        expect(new Set(tablePaths)).toEqual(wanted);
        for (const [path, name] of Object.entries(found)) {
          if (known.has(path)) expect([path, name]).toEqual([path, known.get(path)]);
        }
        const { changes } = next.levels[1]!;
        const cameBack = inFile.filter((path) => !tables.has(path) && known.has(path));
        expect(changes).toMatchObject({
          returned: cameBack.length,
          new: inFile.filter((path) => !known.has(path)).length,
          removed: [...tables].filter((path) => !wanted.has(path)).length,
          kept: [...tables].filter((path) => wanted.has(path)).length,
        });
        twin = next;
        tables = wanted;
      }
    }),
    { numRuns: 60 },
  );
});
