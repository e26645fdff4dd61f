// Findings whose component the twin has no more are changed like others, and come into no new order.
import { afterAll, beforeAll, expect, it } from "vitest";
import { HOT, openFindingHost } from "../../../tests/fixtures/finding-host.ts";
import type { FindingHost } from "../../../tests/fixtures/finding-host.ts";
import { api } from "../../api/index.ts";
import type { Problem } from "../../domain/error.ts";

let host: FindingHost;
let survey = 0;
beforeAll(async () => {
  host = await openFindingHost("Gone");
  survey = await host.survey("First", "2026-01-10", [HOT, HOT, HOT]);
  await host.show(survey, "released");
  await host.set(survey, 0, { crew: "North" });
  await host.set(survey, 1, { crew: "North" });
  await host.plant.removeModules([0, 2]);
});
afterAll(() => host.server.close());

const reasons = (body: unknown) =>
  (body as { problems: Problem[] }).problems.map(({ reason }) => reason);
const change = async (indexes: readonly number[], set: object) => {
  const findings = await Promise.all(
    indexes.map(async (index) => ({
      ...host.place(index),
      revision: (await host.find(index))?.revision ?? 0,
    })),
  );
  return host.server.ask(api.findingLife.change, "viewer", {
    params: { id: survey },
    body: { findings, set },
  });
};

it("changes them one by one and among others", async () => {
  expect((await host.find(0))?.row).toBeNull();
  const { status } = await change([0, 1], { status: "in_work" });
  expect(status).toBe(200);
  expect([(await host.find(0))?.status, (await host.find(1))?.status]).toEqual([
    "in_work",
    "in_work",
  ]);
  const body = { ...host.place(0), message: "It was moved." };
  const said = await host.server.ask(api.findingLife.comment, "viewer", {
    params: { id: survey },
    body,
  });
  expect([said.status, (await host.find(0))?.comments]).toEqual([200, 1]);
});

it("refuses a component that the twin does not have and of which nothing was decided", async () => {
  const { status, body } = await change([1, 2], { status: "done" });
  expect([status, reasons(body)]).toEqual([400, ["component_unknown"]]);
});

it("takes none of them into an order", async () => {
  const order = (indexes: readonly number[]) =>
    host.server.ask(api.workOrder.create, "viewer", {
      params: { id: survey },
      body: { title: "Walk", findings: indexes.map((index) => host.place(index)) },
    });
  const both = await order([0, 1]);
  expect([both.status, reasons(both.body)]).toEqual([409, ["finding_component_gone"]]);
  expect((await order([1])).status).toBe(200);
});

it("stores what a crew did there before the component left the twin", async () => {
  const life = await host.find(0);
  const request = {
    dt_id: host.plant.moduleId(0),
    notes: "Replaced",
    observed_at: "2026-02-01T10:00:00Z",
    external_id: "gone-1",
    finished_ids: [life!.id],
  };
  const { status, body } = await host.server.ask(api.observation.create, "viewer", {
    params: { id: host.plant.plant_id },
    body: request,
  } as never);
  expect([status, status === 200 ? null : body]).toEqual([200, null]);
  expect((await host.find(0))?.status).toBe("done");
});
