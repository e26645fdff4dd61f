// The specification as data against what the product declares: its calls, permissions, routes and states.
import { expect, test } from "vitest";
import type { Endpoint } from "../../src/api/endpoint.ts";
import { api } from "../../src/api/index.ts";
import { permissions, type Requirement } from "../../src/domain/account/permission.ts";
import { analysisStates, importResultRefusal } from "../../src/domain/analysis/analysis.ts";
import { invoiceStates } from "../../src/domain/analysis/invoice.ts";
import { panels } from "../../src/panels/index.ts";
import { addedCalls, addedPermissions } from "./additions.ts";
import { calls, namedCalls } from "./calls.ts";
import { permissionGroups } from "./permissions.ts";
import * as screens from "./screens.ts";

const contract = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(
  ([noun, all]) =>
    Object.entries(all).map(([name, { method, path }]) => ({
      name: `${noun}.${name}`,
      call: `${method} ${path.replace(/\{\w+\}/g, "{}")}`,
    })),
);
const words = (text: string) => text.split(/\s+/);
/** Where what differs is put right. */
const own = "additions are listed in tests/specification/additions.ts";
const named = Object.values(namedCalls).flatMap(words);

test("every call with a path is in the contract", () => {
  const declared = new Set(contract.map(({ call }) => call));
  expect(calls.filter((call) => !declared.has(call))).toEqual([]);
});

test("every call that is only named is in the contract", () => {
  const declared = new Set(contract.map(({ name }) => name));
  expect(named.filter((name) => !declared.has(name))).toEqual([]);
});

test("every other call is a deliberate addition", () => {
  const known = new Set([...calls, ...named]);
  const others = contract.filter(({ name, call }) => !known.has(name) && !known.has(call));
  const added = Object.entries(addedCalls).flatMap(([noun, [names]]) =>
    words(names).map((name) => `${noun}.${name}`),
  );
  expect(others.map(({ name }) => name).toSorted(), own).toEqual(added.toSorted());
});

test("the permissions are those of the specification, numbered 1 to 113, then the product's own", () => {
  const specified = Object.values(permissionGroups).flatMap(words);
  expect(specified).toHaveLength(113);
  expect(permissions.filter(({ number }) => number <= 113).map(({ name }) => name)).toEqual(
    specified,
  );
  expect(permissions.map(({ number }) => number)).toEqual(permissions.map((_, at) => at + 1));
  expect(
    permissions.slice(113).map(({ name }) => String(name)),
    own,
  ).toEqual(addedPermissions);
});

/** Requirements are the same whatever the order of the names. */
const plain = (requirement: Requirement) =>
  requirement === null || typeof requirement === "string"
    ? requirement
    : Object.entries(requirement).map(([how, names]) => [how, [...(names as string[])].toSorted()]);

/** The pages, and the plant's map. Other panels lie beside a map, under its own route. */
const pages = panels.filter(({ dock }) => dock === "page" || dock === "map" || dock === "settings");
const routesOf = (path: string) => pages.filter((panel) => panel.address === path);

test.each(Object.entries(screens.routes))("%s is guarded as specified", (path, requirement) => {
  const found = routesOf(path).map(({ permission }) => plain(permission));
  const more = screens.widened[path] ?? [];
  const any = requirement !== null && typeof requirement === "object" && "any" in requirement;
  const wanted = any ? { any: [...requirement.any, ...more] } : requirement;
  expect(found).toContainEqual(plain(wanted));
});

test("the public routes are open, and no others are", () => {
  const open = panels.filter((panel) => panel.public).map(({ address }) => address);
  for (const path of screens.publicRoutes) expect(open).toContain(path);
  const others = open.filter((path) => !screens.publicRoutes.includes(path));
  // The drone app's page stands at /download-{drone_app}, and at one address for each series.
  const added = others.filter((path) => !path.startsWith("/download-"));
  expect(added).toEqual(Object.keys(screens.addedPublicRoutes));
  expect(others.length).toBeGreaterThan(0);
});

test("every other page is a deliberate addition", () => {
  const specified = new Set([...Object.keys(screens.routes), ...screens.publicRoutes]);
  const others = pages
    .filter((panel) => !panel.public && !specified.has(panel.address))
    .map(({ address }) => address);
  expect(
    [...new Set(others)].toSorted(),
    "see addedRoutes of tests/specification/screens.ts",
  ).toEqual(Object.keys(screens.addedRoutes).toSorted());
});

test("the states of an analysis and of an invoice are those of the specification, in its order", () => {
  expect(analysisStates.join(" ")).toBe(screens.analysisStates);
  expect(invoiceStates.join(" ")).toBe(screens.invoiceStates);
  const takesResults = analysisStates.filter(
    (state) =>
      importResultRefusal({ state, visibility: "not_released" }, { digitized: true }) === null,
  );
  const from = analysisStates.indexOf(screens.importsFrom);
  expect(takesResults).toEqual(analysisStates.slice(from));
});
