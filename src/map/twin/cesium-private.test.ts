// What Cesium does not declare, against the version that is installed.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as engine from "@cesium/engine";
import { expect, test } from "vitest";
import { privateExports, TRIED_VERSION } from "./cesium-private.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const json = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), "utf8")) as Json;
type Json = { readonly version: string; readonly dependencies: Readonly<Record<string, string>> };

/** An export of the engine, declared or not. */
const part = (name: string) => Reflect.get(engine, name) as { readonly prototype: object };

test("the version is the one that was tried; else run the journeys space and plant-model, and change it", () => {
  expect(json("node_modules", "@cesium", "engine", "package.json").version).toBe(TRIED_VERSION);
  const { dependencies } = json("package.json");
  expect(dependencies["@cesium/engine"]).toBe(TRIED_VERSION);
  // Its types are those of the engine.
  const { dependencies: engines } = json("node_modules", "cesium", "package.json");
  expect(engines["@cesium/engine"]).toBe(`^${TRIED_VERSION}`);
});

test.each(privateExports)("%s is exported", (name) => expect(part(name)).toBeDefined());

test.each([
  ["Scene", "context"],
  ["Scene", "view"],
  ["Scene", "initializeFrame"],
  ["Context", "webgl2"],
  ["Context", "uniformState"],
  ["GlobeDepth", "destroy"],
  ["Cesium3DTileset", "clippingPlanesOriginMatrix"],
  ["VertexArray", "destroy"],
  ["ShaderProgram", "destroy"],
  ["Texture", "destroy"],
  ["DrawCommand", "pass"],
  ["DrawCommand", "offset"],
  ["DrawCommand", "count"],
  ["DrawCommand", "castShadows"],
  ["DrawCommand", "receiveShadows"],
])("%s has %s", (name, member) => expect(Reflect.has(part(name).prototype, member)).toBe(true));

test.each([
  ["Buffer", "createVertexBuffer"],
  ["Buffer", "createIndexBuffer"],
  ["BufferUsage", "STATIC_DRAW"],
  ["Pass", "OPAQUE"],
  ["Pass", "TRANSLUCENT"],
  ["RenderState", "fromCache"],
  ["ShaderProgram", "fromCache"],
  ["CreditDisplay", "cesiumCredit"],
  ["Transforms", "iau2006XysData"],
  ["Resource", "_Implementations"],
])("%s itself has %s", (name, member) => expect(Reflect.has(part(name), member)).toBe(true));

test("all requests go through one function", () => {
  expect(engine.Resource).toHaveProperty("_Implementations.loadWithXhr", expect.any(Function));
});

// What a constructor sets is in none of its prototypes.
test.each([
  ["FrameState", "commandList"],
  ["FrameState", "passes"],
  ["FrameState", "context"],
  ["View", "globeDepth"],
  ["UniformState", "globeDepthTexture"],
])("%s sets its %s", (name, member) => expect(String(part(name))).toContain(`this.${member} = `));

test("no other file uses what Cesium does not declare", () => {
  const own = "cesium-private.ts";
  const names = [...privateExports, "Context", "FrameState", "ScenePrimitive"].join("|");
  const users = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && file !== own && !file.endsWith(".test.ts"))
    .filter((file) => {
      const text = readFileSync(join(import.meta.dirname, file), "utf8");
      const [, imported = ""] = /import (?:type )?\{([^}]*)\} from "cesium"/.exec(text) ?? [];
      return (
        new RegExp(`\\b(${names})\\b(?!\\w)`).test(imported) ||
        /globeDepth|iau2006XysData|_Implementations/.test(text)
      );
    });
  expect(users).toEqual([]);
});
