// Obstacles of a plant over HTTP: saved with a height, kept by clients that do not know them, and asked before exports.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { campaignRow, flightArea, routeRow } from "../../../../tests/fixtures/flight.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";
import type { FlightArea } from "../../../domain/flight/area/flight-area.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { flightCampaign, flightRoute } from "../../store/schema/flight.ts";
import { plant } from "../../store/schema/plant.ts";

let server: TestServer;
let id: number;
let plant_id: number;
beforeAll(async () => {
  server = await startTestServer();
  ({ plant_id } = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol"));
  const { db } = server.database.owner;
  const { flight_area_version: _, ...areas } = flightArea;
  await db.update(plant).set(areas).where(eq(plant.id, plant_id));
  const [made] = await db
    .insert(flightCampaign)
    .values(campaignRow(plant_id, "Spring"))
    .returning();
  ({ id } = made!);
  await db.insert(flightRoute).values(routeRow(id));
});
afterAll(() => server.close());

let version = 1;
const save = async (more: Partial<FlightArea>) => {
  const { obstacles: _, ...areas } = flightArea;
  const body = { ...areas, ...more, flight_area_version: version };
  const answer = await server.ask(api.flightArea.update, "super_admin", {
    params: { id: plant_id },
    body,
  });
  if (answer.status === 200) version += 1;
  return answer;
};
const first = async () => {
  const { body } = await server.ask(api.flightRoute.list, "super_admin", { params: { id } });
  return (body as CheckedRoute[])[0]!;
};
const mast = (height_m: number | null): FlightArea["obstacles"][number] => ({
  form: "point",
  places: [middle],
  height_m,
  name: "Mast",
});
/** Half way between the first two waypoints of the route. */
let middle: [number, number];

it("are saved with a height, and stay where a client leaves them out", async () => {
  const { waypoints } = await first();
  const [from, to] = [waypoints[0]!.place, waypoints[1]!.place];
  middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const refused = await save({ obstacles: [mast(null)] });
  expect(refused).toMatchObject({
    status: 400,
    body: { problems: [{ reason: "obstacle_height_missing", field: "obstacles", feature: 1 }] },
  });
  const saved = await save({ obstacles: [mast(12)] });
  expect(saved.status).toBe(200);
  expect((saved.body as Plant).obstacles).toEqual([mast(12)]);
  const kept = await save({});
  expect((kept.body as Plant).obstacles).toEqual([mast(12)]);
});

// The route is flown at 30 m.
it("are counted in the list and before an export", async () => {
  const download = async () => {
    const { status } = await server.ask(api.flightExport.download, "super_admin", {
      params: { id },
      query: { format: "kmz" },
    });
    return status;
  };
  expect((await first()).check.problems).toEqual([]);
  expect(await download()).toBe(200);
  const before = await first();
  await save({ obstacles: [mast(45)] });
  const { check, duration_s } = await first();
  expect(check.problems).toEqual([
    {
      reason: "leg_below_obstacle",
      values: { waypoint: 2, obstacle: "Mast", metres: 15, least: 10 },
    },
  ]);
  expect(check.return_height_m).toBe(55);
  expect(duration_s).toBeGreaterThan(before.duration_s);
  expect(await download()).toBe(409);
});

it("count in the review of the plan", async () => {
  const legs = async () => {
    const { body } = await server.ask(api.flightReview.routes, "super_admin", { params: { id } });
    return (body as { obstacle_legs: number }).obstacle_legs;
  };
  expect(await legs()).toBe(1);
  await save({ obstacles: [] });
  expect(await legs()).toBe(0);
});
