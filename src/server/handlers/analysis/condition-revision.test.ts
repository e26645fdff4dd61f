// Two people who state the conditions of one analysis.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openResultImport, type ResultImport } from "../../../../tests/fixtures/result-import.ts";
import { api } from "../../../api/index.ts";

const calls = api.evaluation;
let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const answerOf = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  return { status, body: body as Record<string, unknown> };
};
const stored = (id: number) =>
  answerOf(host.server.ask(calls.conditions, "analyst", { params: { id } }));
const row = (quantity: "irradiance", value: number) => ({
  quantity,
  component: "",
  measured_at: null,
  value,
  source: "entered" as const,
});

test("a program that states no revision is the first one, or overwrites nothing", async () => {
  const own = await host.plant.addAnalysis("Stated by a program", "2026-03-03");
  const send = (value: number) => {
    const body = { rows: [row("irradiance", value)] };
    return answerOf(
      host.server.ask(calls.updateConditions, "analyst", { params: { id: own }, body }),
    );
  };
  expect((await send(640)).status).toBe(200);
  expect(await send(900)).toMatchObject({
    status: 409,
    body: { problems: [{ reason: "conditions_changed" }] },
  });
  expect((await stored(own)).body["rows"]).toMatchObject([{ value: 640 }]);
});

test("conditions that somebody else has changed meanwhile are not overwritten", async () => {
  const own = await host.plant.addAnalysis("Changed by two", "2026-03-02");
  const begun = String((await stored(own)).body["revision"]);
  const send = (value: number, base_revision: string) => {
    const body = { base_revision, rows: [row("irradiance", value)] };
    return answerOf(
      host.server.ask(calls.updateConditions, "analyst", { params: { id: own }, body }),
    );
  };
  const first = await send(640, begun);
  const late = await send(900, begun);
  expect([first.status, late.status, late.body]).toMatchObject([
    200,
    409,
    {
      code: "CONFLICT",
      problems: [{ reason: "conditions_changed" }],
      versions: { current: { rows: [{ value: 640 }] }, sent: { rows: [{ value: 900 }] } },
    },
  ]);
  expect((await stored(own)).body["rows"]).toMatchObject([{ value: 640 }]);
  expect((await send(900, String(first.body["revision"]))).status).toBe(200);
});
