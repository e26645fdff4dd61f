// The limit of tasks that are not finished holds for requests at the same time, for each way in which a request stores a task.
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { flightArea } from "../../../tests/fixtures/flight.ts";
import { startTestServer, type AccountKey, type TestServer } from "../../../tests/fixtures/http.ts";
import { addReportedSurvey } from "../../../tests/fixtures/reported-survey.ts";
import { addResultPlant, type ResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { api } from "../../api/index.ts";
import { flightCampaign } from "../store/schema/flight.ts";
import { task } from "../store/schema/plant.ts";
import { report } from "../store/schema/report.ts";
import { requireTaskRoom } from "../store/unfinished-task.ts";

let server: TestServer;
let plant: ResultPlant;
let analysis_id: number;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Valdesol", 16);
  analysis_id = await addReportedSurvey(services, plant);
  const params = { id: plant.plant_id };
  const saved = await server.ask(api.flightArea.update, "analyst", { params, body: flightArea });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.database.owner;
  for (const table of [report, flightCampaign, task]) await db.delete(table);
});

/** Sends forty requests at once; answers how many were taken, after each other was refused with the reason. */
async function taken(send: (at: number) => Promise<{ status: number; body: unknown }>) {
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => send(at)));
  for (const { status, body } of answers.filter((one) => one.status !== 200)) {
    expect([status, body]).toMatchObject([429, { problems: [{ reason: "tasks_unfinished" }] }]);
  }
  return answers.filter(({ status }) => status === 200).length;
}
const tasks = () => server.database.owner.db.$count(task);

const makeReport = (as: AccountKey) => () => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ analysis_id, title: "A", locale: "en" })) {
    body.append(name, String(value));
  }
  return server.ask(api.report.create, as, { params: { id: plant.plant_id }, body });
};
const makeCampaign = (at: number) =>
  server.ask(api.flightCampaign.create, "analyst", {
    params: { id: plant.plant_id },
    body: {
      name: `Spring ${at}`,
      aircraft: "M3T",
      start_at: "2026-06-01T17:00:00Z",
      flight_types: ["pv_thermal"],
    },
  });
const refresh = () => server.ask(api.unmeasured.refresh, "analyst", { params: { analysis_id } });

it.each([
  ["reports", () => taken(makeReport("tenant"))],
  ["flight campaigns", () => taken(makeCampaign)],
  ["tasks of the queue", () => taken(refresh)],
])("of forty requests at the same time, twenty store a task: %s", async (_, send) => {
  expect(await send()).toBe(20);
  expect(await tasks()).toBe(20);
});

it("leaves nothing of what was refused", async () => {
  await taken(makeCampaign);
  const { db } = server.database.owner;
  expect(await db.$count(flightCampaign)).toBe(20);
  const unplanned = and(
    eq(flightCampaign.plant_id, plant.plant_id),
    isNull(flightCampaign.task_id),
  );
  expect(await db.$count(flightCampaign, unplanned)).toBe(0);
});

it("counts for the customer with the tasks of others", async () => {
  const { db } = server.database.owner;
  const other = { name: "import", plant_id: plant.plant_id };
  await db.insert(task).values(Array.from({ length: 33 }, () => other));
  expect(await taken(makeReport("tenant"))).toBe(7);
});

it("does not refuse what was let in before its files arrived, while others filled the room", async () => {
  const { db } = server.database.owner;
  const { id: account_id, customer_id } = server.accounts.tenant;
  const own = { name: "import", plant_id: plant.plant_id, created_by: account_id };
  await db.insert(task).values(Array.from({ length: 21 }, () => own));
  const room = (hasFiles: boolean) =>
    db.transaction((transaction) =>
      requireTaskRoom(transaction, { account_id, customer_id }, hasFiles),
    );
  await expect(room(false)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  await room(true);
  await db.insert(task).values(Array.from({ length: 20 }, () => own));
  await expect(room(true)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
});
