import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { campaignRow, flightArea, routeRow } from "../../../../tests/fixtures/flight.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type {
  FlightRouteChange,
  FlightRouteRecord,
} from "../../../domain/flight/route/flight-route-record.ts";
import { insertWaypoint, moveWaypoint } from "../../../domain/flight/route/route-edit.ts";
import { evaluationBatch } from "../../store/schema/analysis.ts";
import { flightCampaign, flightRoute } from "../../store/schema/flight.ts";
import { plant } from "../../store/schema/plant.ts";

let server: TestServer;
let own: Holding;
let campaign: number;
let id: number;
let foreign: number;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  const { db } = server.database.owner;
  const { flight_area_version: _, ...areas } = flightArea;
  await db.update(plant).set(areas).where(eq(plant.id, own.plant_id));
  ({ campaign, id } = await storeRoute(own.plant_id));
  const other = await storeHolding(server, server.accounts.other_customer.customer_id, "Kaxu");
  foreign = (await storeRoute(other.plant_id)).id;
});
afterAll(() => server.close());

async function storeRoute(plant_id: number) {
  const { db } = server.database.owner;
  const [made] = await db
    .insert(flightCampaign)
    .values(campaignRow(plant_id, "Spring"))
    .returning({ id: flightCampaign.id });
  const [row] = await db
    .insert(flightRoute)
    .values(routeRow(made!.id))
    .returning({ id: flightRoute.id });
  return { campaign: made!.id, id: row!.id };
}

const read = async () =>
  (await server.ask(api.flightRoute.read, "analyst", { params: { id } })).body as FlightRouteRecord;
const update = (body: FlightRouteChange, as: AccountKey = "analyst", of = id) =>
  server.ask(api.flightRoute.update, as, { params: { id: of }, body });
const outcome = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason) ?? null,
];
/** The body of a change, as the browser sends it. */
const changeOf = (route: FlightRouteRecord, draft: object): FlightRouteChange => {
  const { version, waypoints, photo_runs } = { ...route, ...draft };
  return { based_on: version, waypoints, photo_runs };
};
const download = (format: "kmz" | "geojson") =>
  server.ask(api.flightExport.download, "analyst", {
    params: { id: campaign },
    query: { format, route_id: String(id) },
  });

describe("a route that is changed", () => {
  it("is stored once for each version, with its new length and duration", async () => {
    const route = await read();
    const body = changeOf(route, insertWaypoint(route, 1, [-2.9993, 37.002]));
    const answers = await Promise.all([update(body), update(body)]);
    expect(answers.map(outcome).toSorted()).toEqual([
      [200, null],
      [409, ["flight_route_changed"]],
    ]);
    const stored = await read();
    expect(stored.waypoints).toHaveLength(3);
    expect(stored.version).toBe(1);
    expect(stored.photo_runs[0]).toMatchObject({ from: 0, to: 2 });
    // 0.0002 degrees of longitude beside the line at two thirds of a kilometre: a few metres more.
    const places = [route.take_off, ...stored.waypoints, route.take_off].map(({ place }) => place);
    const metres = places.slice(1).reduce((sum, [lon, lat], i) => {
      const [west, south] = places[i]!;
      const east = (lon - west) * Math.cos((37.002 * Math.PI) / 180);
      return sum + (Math.hypot(east, lat - south) * Math.PI * 6371008.8) / 180;
    }, 0);
    expect(stored.distance_m).toBeCloseTo(metres, 0);
    expect(stored.duration_s).toBeGreaterThan(metres / 15);
  });

  it("is refused with every fault, and stays as it was", async () => {
    const before = await read();
    // Through the no-fly polygon from 37.001 to 37.002 north, then beyond the flight polygon.
    const through = moveWaypoint(before, 0, [-2.9985, 37.0005]);
    const crossing = moveWaypoint(through, 1, [-2.9985, 37.0025]);
    const body = changeOf(before, moveWaypoint(crossing, 2, [-2.99, 37.0025]));
    const [status, reasons] = outcome(await update(body));
    expect(status).toBe(400);
    expect(reasons).toContain("over_no_fly");
    expect(reasons).toContain("outside_flight_area");
    expect(await read()).toEqual(before);
  });

  it("takes no curve that was not planned", async () => {
    const before = await read();
    const [first, second, third] = before.waypoints;
    const curved = { ...second!, damping_m: 5 };
    const body = changeOf(before, { waypoints: [first, curved, third] });
    expect(outcome(await update(body))).toEqual([400, ["waypoint_curve_unchecked"]]);
    expect(await read()).toEqual(before);
  });

  it("is for those who may change routes of this customer", async () => {
    const body = changeOf(await read(), {});
    expect((await update(body, "viewer")).status).toBe(403);
    expect((await update(body, "tenant", foreign)).status).toBe(404);
  });

  it("has an evaluation batch of its own, else that of its campaign", async () => {
    const { db } = server.database.owner;
    const plant_id = own.plant_id;
    const batches = [4, 5, 6].map((number) => ({ plant_id, number, name: `Field ${number}` }));
    const rows = await db.insert(evaluationBatch).values(batches).returning();
    const choose = (eval_batch_num: number | null, as: AccountKey = "analyst", of = id) =>
      server.ask(api.flightRoute.chooseBatch, as, { params: { id: of }, body: { eval_batch_num } });
    expect(outcome(await choose(77))).toEqual([400, ["eval_batch_unknown"]]);
    expect((await choose(4, "viewer")).status).toBe(403);
    expect((await choose(4, "tenant", foreign)).status).toBe(404);
    expect((await choose(4)).body).toMatchObject({ id, eval_batch_num: 4 });

    // A second route has no choice of its own: it follows the campaign, the first one does not.
    const [second] = await db
      .insert(flightRoute)
      .values(routeRow(campaign, 2))
      .returning({ id: flightRoute.id });
    const listed = async () => {
      const { body } = await server.ask(api.flightRoute.list, "analyst", {
        params: { id: campaign },
      });
      return (body as FlightRouteRecord[]).map(({ eval_batch_num }) => eval_batch_num);
    };
    const ofCampaign = (eval_batch_num: number | null) =>
      server.ask(api.flightCampaign.update, "analyst", {
        params: { id: campaign },
        body: { eval_batch_num },
      });
    expect((await ofCampaign(5)).status).toBe(200);
    expect(await listed()).toEqual([4, 5]);
    expect((await ofCampaign(6)).status).toBe(200);
    expect(await listed()).toEqual([4, 6]);
    // Campaign and routes follow a batch that gets another number, and lose one that is deleted.
    const params = (at: number) => ({ id: plant_id, batch_id: rows[at]!.id });
    await server.ask(api.evaluationBatch.update, "analyst", {
      params: params(2),
      body: { number: 9 },
    });
    await server.ask(api.evaluationBatch.remove, "analyst", { params: params(0) });
    expect(await listed()).toEqual([null, 9]);
    const { body } = await server.ask(api.flightCampaign.read, "analyst", {
      params: { id: campaign },
    });
    expect(body).toMatchObject({ eval_batch_num: 9 });
    await db.delete(flightRoute).where(eq(flightRoute.id, second!.id));
  });

  it("is exported only while the areas allow it", async () => {
    expect((await download("kmz")).status).toBe(200);
    const { db } = server.database.owner;
    const no_fly_polygons = {
      type: "MultiPolygon" as const,
      coordinates: [
        [
          [
            [-2.9996, 37.003],
            [-2.9992, 37.003],
            [-2.9992, 37.0032],
            [-2.9996, 37.0032],
            [-2.9996, 37.003],
          ] as [number, number][],
        ],
      ],
    };
    await db.update(plant).set({ no_fly_polygons }).where(eq(plant.id, own.plant_id));
    const [status, reasons] = outcome(await download("kmz"));
    expect(status).toBe(409);
    expect(reasons).toContain("over_no_fly");
    expect((await download("geojson")).status).toBe(409);
  });
});
