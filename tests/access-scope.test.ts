// Which calls an access token makes. The list is written by hand: a new call is in no scope before somebody says so.
import { expect, it } from "vitest";
import { accessScopes } from "../src/domain/account/access-token.ts";
import { api } from "../src/api/index.ts";
import { describeApi } from "../src/server/http/open-api.ts";
import { endpointList } from "../src/server/http/route.ts";

const expected: Readonly<Record<(typeof accessScopes)[number], readonly string[]>> = {
  read_plants: [
    "plant.list",
    "plant.read",
    "analysis.list",
    "analysis.listForView",
    "analysis.read",
  ],
  read_results: [
    "analysisResult.columns",
    "analysisResult.headline",
    "analysisResult.column",
    "analysisResult.listOfPlant",
    "analysisResult.component",
    "loss.summary",
    "loss.repairs",
    "loss.component",
  ],
  read_findings: ["findingLife.list", "findingLife.version", "findingLife.history"],
  read_work_orders: ["workOrder.list", "workOrder.history", "workOrder.exportFile"],
  write_work_orders: ["workOrder.change", "workOrder.importStates"],
};

const calls = endpointList(api);

it("each scope has the calls of the list, and no other", () => {
  const named = (scope: string) =>
    calls.flatMap(([noun, name, { access }]) => (access === scope ? [`${noun}.${name}`] : []));
  const found = Object.fromEntries(
    accessScopes.map((scope) => [scope, named(scope).toSorted()] as const),
  );
  const listed = Object.fromEntries(
    Object.entries(expected).map(([scope, names]) => [scope, names.toSorted()] as const),
  );
  expect(found).toEqual(listed);
});

it("no token signs in, manages accounts, or makes another token", () => {
  const account =
    /^(session|singleSignOn|provisioning|passkey|accessToken|profile|password|user|permission|registration|audit|customer)\./;
  const open = calls.flatMap(([noun, name, { access, public: isPublic, path }]) => {
    const isAccount = account.test(`${noun}.${name}`) || /token|password|login|logout/.test(path);
    return access !== undefined && (isAccount || isPublic) ? [`${noun}.${name}`] : [];
  });
  expect(open).toEqual([]);
});

it("a scope that reads changes nothing", () => {
  const writing = calls.flatMap(([noun, name, { access, method }]) =>
    access?.startsWith("read_") && method !== "GET" ? [`${noun}.${name}`] : [],
  );
  expect(writing).toEqual([]);
});

it("the API description names the scope at its calls, and at no other", () => {
  const { paths, components } = describeApi();
  for (const [noun, name, { access, path, method }] of calls) {
    const { security } = paths[path]![method.toLowerCase()]!;
    const stated = security.flatMap((one) => one["access_token"] ?? []);
    expect([`${noun}.${name}`, stated]).toEqual([`${noun}.${name}`, access ? [access] : []]);
  }
  expect(components["securitySchemes"]).toMatchObject({
    access_token: { type: "http", scheme: "bearer" },
  });
});
