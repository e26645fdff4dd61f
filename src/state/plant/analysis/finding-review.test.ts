// @vitest-environment happy-dom
// Verdicts on findings while the map loads values that the verdict replaces.
import { afterEach, expect, it, vi } from "vitest";
import { encodeColumn } from "../../../domain/column/column-codec.ts";
import type { Finding, Verdict } from "../../../domain/evaluation/finding-review.ts";
import { valueOf } from "../../shell/loaded.ts";
import { changeValue } from "../component/component.ts";
import { judgeFinding, reopenFinding } from "./finding-review.ts";
import { columnAtom } from "../column/key-figure.ts";
import { openedPlant } from "../opened.fixture.ts";
import { answers, asked, MODULES, measured, refusal, summaryOf } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});

const accept: Verdict = { verdict: "accept", moved_to: null, stated_as: null };
const finding = {
  id: 5,
  component_type: "module",
  row: 3,
  dt_id: "module-3",
  state: "open",
} as Finding;
const columnPath = "GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}";

/** A server that changes the column with each verdict, and answers values once `arrive` is called. */
async function openSlowly() {
  const server = { version: 1, refused: 0, isRefusing: false };
  const summary = () => ({ ...summaryOf(12), hash: `version-${server.version}` });
  const review = { reviewers: 1, findings: [], open: 0, kappa: null, compared: 0 };
  let arrive: () => void = () => undefined;
  answers["GET /auth/analysis/{id}/columns"] = () => [summary()];
  answers[columnPath] = async ({ hash }, _body, signal) => {
    await new Promise<void>((resolve) => (arrive = resolve));
    signal?.throwIfAborted();
    if (String(hash) !== summary().hash) {
      server.refused += 1;
      throw refusal("RESOURCE_NOT_FOUND");
    }
    return encodeColumn(new Float32Array(MODULES).fill(server.version), { kind: "f32", step: 0.1 });
  };
  const decided = () => {
    if (server.isRefusing) throw refusal("CONFLICT");
    server.version += 1;
    return review;
  };
  answers["GET /auth/analysis/{id}/findings-to-review"] = () => review;
  answers["POST /auth/analysis/{id}/finding/{finding_id}/verdict"] = decided;
  answers["DELETE /auth/analysis/{id}/finding/{finding_id}/verdict"] = decided;
  answers["POST /auth/analysis-result/{analysis_id}/{key_figure_id}/modify-value"] = () => {
    server.version += 1;
    return summary();
  };
  opened = await openedPlant("analysis=12");
  await vi.waitUntil(() => asked.some((one) => one.includes("/column/version-1")));
  return { server, arrive: () => arrive(), store: opened.store };
}

const shown = () => valueOf(opened.store.get(columnAtom))?.hash;
/** Lets everything arrive until the map shows this. */
async function showsAtLast(hash: string, arrive: () => void): Promise<void> {
  await vi.waitUntil(() => {
    arrive();
    return shown() === hash;
  });
}

it.each([
  ["a verdict", judgeFinding, accept] as const,
  ["a withdrawn verdict", reopenFinding, undefined] as const,
])("the values that %s replaces are not asked for after it", async (_, verb, body) => {
  const { server, arrive, store } = await openSlowly();
  asked.splice(0);
  await (body
    ? store.set(judgeFinding, finding, body)
    : store.set(verb as typeof reopenFinding, finding));
  expect(server.version).toBe(2);
  await showsAtLast("version-2", arrive);
  expect(server.refused).toBe(0);
  const columns = asked.filter((one) => one.includes("/column/"));
  expect(columns).toEqual([expect.stringMatching(/version-2$/)]);
});

it("a value that is changed by hand replaces them the same way", async () => {
  const { server, arrive, store } = await openSlowly();
  const change = { analysis_id: 12, key_figure_id: measured.id, dt_id: "module-3", value: 4 };
  await store.set(changeValue, change, 3);
  await showsAtLast("version-2", arrive);
  expect(server.refused).toBe(0);
});

it("after a refused verdict the same values are loaded again", async () => {
  const { server, arrive, store } = await openSlowly();
  server.isRefusing = true;
  await expect(store.set(judgeFinding, finding, accept)).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await showsAtLast("version-1", arrive);
  expect([server.version, server.refused]).toEqual([1, 0]);
});

it("verdicts that follow each other at once all come before the values", async () => {
  const { server, arrive, store } = await openSlowly();
  await Promise.all([
    store.set(judgeFinding, finding, accept),
    store.set(judgeFinding, finding, accept),
  ]);
  await showsAtLast("version-3", arrive);
  expect(server.refused).toBe(0);
});
