// Every permission is asked somewhere: by a call, or by a rule of domain. What nothing asks yet, names
// what brings it.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { api } from "../src/api/index.ts";
import { permissionNames, type Permission } from "../src/domain/account/permission.ts";
import { endpointList } from "../src/server/http/route.ts";

/** What is still to come, by the issue that brings it. */
const toCome: Readonly<Record<string, readonly Permission[]>> = {};

/** The catalogue and what the roles hold ask nothing. */
const lists = ["account/permission.ts"];
const source = join(import.meta.dirname, "..", "src");

/** Sources of the rules; of the roles only the functions, which stand below the tables. */
function rules(): string {
  const domain = join(source, "domain");
  return readdirSync(domain, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !lists.includes(path))
    .map((path) => readFileSync(join(domain, path), "utf8"))
    .map((text) => [...text.matchAll(/\bhas\("([A-Z_]+)"\)/g)].map(([, name]) => name).join(" "))
    .join(" ");
}

const asked = new Set<string>([
  ...endpointList(api).flatMap(([, , { permission }]) =>
    permission === null
      ? []
      : typeof permission === "string"
        ? [permission]
        : "all" in permission
          ? permission.all
          : permission.any,
  ),
  ...rules().split(" "),
]);
const awaited = Object.values(toCome).flat();

describe("every permission", () => {
  it("is asked by a call or a rule, or names what brings it", () => {
    const idle = permissionNames.filter((name) => !asked.has(name) && !awaited.includes(name));
    expect(idle).toEqual([]);
  });

  it("that is asked by now is awaited no longer", () => {
    expect(awaited.filter((name) => asked.has(name))).toEqual([]);
    expect(new Set(awaited).size).toBe(awaited.length);
  });
});
describe("the browser", () => {
  it("names no permission where a call or a declaration names it already", () => {
    const rooms = ["panels", "app", "map", "state", "ui"].map((room) => join(source, room));
    const folders = [...rooms, join(source, "../layers"), join(source, "../tools")];
    const naming = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
        // A panel, and a tab or section of one, declares who may open it: the guard of its address calls nothing.
        .filter((path) => !/(^|\/)(panel|tabs|settings-sections)\.ts$/.test(path))
        .filter((path) => {
          const text = readFileSync(join(folder, path), "utf8");
          return permissionNames.some((name) => text.includes(`"${name}"`));
        }),
    );
    expect(naming).toEqual([]);
  });
});
