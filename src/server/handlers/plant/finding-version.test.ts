// The version of what is said of findings: another one after each change, over HTTP on a real database.
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  HEALTHY,
  HOT,
  HOTTER,
  openFindingHost,
  type FindingHost,
} from "../../../../tests/fixtures/finding-host.ts";
import { api } from "../../../api/index.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import type { FindingHistory } from "../../../domain/finding/finding-life.ts";
import type { WorkOrderChanged } from "../../../domain/work-order/work-order.ts";

let host: FindingHost;
let survey = 0;
beforeAll(async () => {
  host = await openFindingHost("Versions");
  survey = await host.survey("First", "2026-01-10", [HOT, HOT]);
  await host.show(survey, "released");
});
afterAll(() => host.server.close());

const version = async () => {
  const params = { id: host.plant.plant_id };
  const { status, body } = await host.server.ask(api.findingLife.version, "viewer", { params });
  expect(status).toBe(200);
  return (body as { version: string }).version;
};

it("is another one after each change, and the same where nothing changed", async () => {
  const seen = [await version()];
  const next = async () => {
    const now = await version();
    expect(now).not.toBe(seen.at(-1));
    expect(await version()).toBe(now);
    seen.push(now);
  };
  const plant = { id: host.plant.plant_id };
  await host.set(survey, 0, { crew: "North" });
  await next();
  const { server } = host;
  const asked = { params: { id: survey }, body: { ...host.place(0), message: "Look" } };
  expect((await server.ask(api.findingLife.comment, "viewer", asked)).status).toBe(200);
  await next();
  const life_id = (await host.find(0))!.id;
  const { body } = await server.ask(api.findingLife.history, "viewer", {
    params: { ...plant, life_id },
  });
  const { comments, steps } = body as FindingHistory;
  const comment_id = comments[0]!.id;
  await server.ask(api.findingLife.removeComment, "viewer", { params: { ...plant, comment_id } });
  await next();
  const made = await server.ask(api.workOrder.create, "viewer", {
    params: { id: survey },
    body: { title: "Walk", findings: [host.place(1)] },
  });
  await next();
  const { order } = made.body as WorkOrderChanged;
  const change = { revision: order.revision, done_ids: [], removed_ids: [] };
  await server.ask(api.workOrder.change, "viewer", {
    params: { ...plant, work_order_id: order.id },
    body: { ...change, set: { note: "Key at the gate" } },
  });
  await next();
  const params = { ...plant, step_id: steps[0]!.id };
  expect((await server.ask(api.findingLife.undo, "viewer", { params })).status).toBe(200);
  await next();
  const later = await host.survey("Second", "2026-02-10", [HEALTHY, HOT]);
  await next();
  await host.show(later, "released");
  await next();
  await host.show(later, "not_released");
  await next();
  // What was a hotspot is dangerous by its new class.
  await host.write(survey, [HOTTER, HOT]);
  await next();
  // A danger that staff switch off for the plant is none in open lists.
  const key_figure_ids = [keyFigureByKey("junction_box")!.id];
  const off = { params: plant, body: { key_figure_ids } };
  expect((await server.ask(api.enabledKeyFigure.disable, "super_admin", off)).status).toBe(200);
  await next();
});

it("is another one for a viewer who may see something else", async () => {
  const params = { id: host.plant.plant_id };
  const of = async (as: "viewer" | "analyst") =>
    (await host.server.ask(api.findingLife.version, as, { params })).body;
  expect(await of("analyst")).not.toEqual(await of("viewer"));
});

it("is not for those who may not see findings of the plant", async () => {
  const params = { id: host.plant.plant_id };
  const ask = async (as: "other_customer" | "bare") =>
    (await host.server.ask(api.findingLife.version, as, { params })).status;
  expect([await ask("other_customer"), await ask("bare")]).toEqual([404, 403]);
});
