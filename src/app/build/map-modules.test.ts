import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mapModules } from "./map-modules.ts";

type Hooks = {
  resolveId(id: string): string | undefined;
  load(this: { emitFile(file: { id: string }): string }, id: string): string | undefined;
  transform(code: string, id: string): Promise<{ code: string } | undefined>;
};
const hooks = mapModules() as unknown as Hooks;
const library = hooks.resolveId("maplibre-gl") ?? "";

test("the library and its worker are sources that are there", () => {
  const files: string[] = [];
  const emitFile = ({ id }: { id: string }) => {
    files.push(id);
    return "1";
  };
  const url = hooks.resolveId("maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url") ?? "";
  expect(hooks.load.call({ emitFile }, url)).toContain("ROLLUP_FILE_URL_1");
  expect([library, ...files].map(existsSync)).toEqual([true, true]);
});

test("a class keeps what its base class has filled in", async () => {
  const source =
    "class A { x; constructor() { this.x = 1; } } class B extends A { x: number; y = 2 }";
  const made = await hooks.transform(source, join(library, "..", "made.ts"));
  const read = new Function(`${made?.code}; const { x, y } = new B(); return [x, y];`);
  expect(read()).toEqual([1, 2]);
  expect(await hooks.transform(source, join(import.meta.dirname, "made.ts"))).toBeUndefined();
});
