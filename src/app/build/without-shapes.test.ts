import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { readSources } from "../../../tests/import-graph.ts";
import { onlyServed, withoutShapes } from "./without-shapes.ts";

const root = join(import.meta.dirname, "../../..");

/** What the build makes of a file. */
function built(path: string, code: string): string {
  const { transform } = withoutShapes();
  if (typeof transform !== "object") throw new Error("no transform");
  const step = transform.handler as (
    this: { parse: typeof parseAst },
    code: string,
    id: string,
  ) => { code: string };
  return step.call({ parse: parseAst }, code, join(root, path)).code;
}

test("an endpoint keeps what the browser asks by, and what nothing uses may be dropped", () => {
  const code = `import { z } from "zod";
const ofPlant = { scope: { plant: "id" }, params: idParams };
export const plantApi = {
  summary: endpoint({
    method: "GET",
    path: "/plant/{id}",
    summary: "One, two.",
    ...ofPlant,
    query: z.object({ body: z.string() }),
    answer: plantShape,
    offline: "plant"
  })
};
export const refusal = (plant) => plant.answer;
export const LIMIT = 7;
`;
  const after = built("src/api/plant/plant.ts", code);
  const body = after.replace(/^import.*$/m, "").replaceAll("export ", "");
  const made = new Function("endpoint", `${body}; return { plantApi, refusal, LIMIT };`)(
    (declared: unknown) => declared,
  );
  expect(made.plantApi).toEqual({
    summary: { method: "GET", path: "/plant/{id}", offline: "plant" },
  });
  expect(made.refusal({ answer: 1 })).toBe(1);
  expect(made.LIMIT).toBe(7);
  expect(after.match(/__PURE__/g)).toHaveLength(1);
  expect(after.split("\n")).toHaveLength(code.split("\n").length);
});

test("a shape of the domain stays as it is where something uses it", () => {
  const code = `const nameShape = z.string();\nconst plantShape = z.object({ query: nameShape });\n`;
  const after = built("src/domain/plant/plant.ts", code);
  expect(after).toContain("(() => (z.object({ query: nameShape })))()");
});

test("no file of the browser reads what the build leaves out", () => {
  const browser = [
    "src/client",
    "src/state",
    "src/map",
    "src/panels",
    "src/app",
    "layers",
    "tools",
  ];
  const names = onlyServed.join("|");
  const read = new RegExp(
    `\\b(api\\.\\w+\\.\\w+|\\w+Api\\.\\w+|endpoint|endpointOf\\(.*?\\))\\.(${names})\\b`,
  );
  const found = readSources(root, browser)
    .map(({ path }) => path)
    .filter((path) => !/\.(test|fixture)\.tsx?$/.test(path))
    .flatMap((path) => {
      const [, , name] = read.exec(readFileSync(join(root, path), "utf8")) ?? [];
      return name === undefined ? [] : [`${path} reads ${name}`];
    });
  expect(found).toEqual([]);
});
