import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { campaignRow, flightArea, routeRow } from "../../../../tests/fixtures/flight.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";
import type { FlightRouteRecord } from "../../../domain/flight/route/flight-route-record.ts";
import { photoPoints } from "../../../domain/flight/flown/photo-points.ts";
import type {
  FlownLinesAnswer,
  RouteReviewAnswer,
} from "../../../domain/flight/route/route-review-shape.ts";
import { analysisFile } from "../../store/schema/analysis-file.ts";
import { flightCampaign, flightRoute } from "../../store/schema/flight.ts";
import { plant } from "../../store/schema/plant.ts";

let server: TestServer;
let own: Holding;
let id: number;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  const { db } = server.database.owner;
  const { flight_area_version: _, ...areas } = flightArea;
  await db.update(plant).set(areas).where(eq(plant.id, own.plant_id));
  const [row] = await db
    .insert(flightCampaign)
    .values({ ...campaignRow(own.plant_id, "Spring"), analysis_id: own.unreleased_id })
    .returning({ id: flightCampaign.id });
  id = row!.id;
  await db.insert(flightRoute).values(routeRow(id));
});
afterAll(() => server.close());

const routes = async () =>
  (await server.ask(api.flightRoute.list, "super_admin", { params: { id } }))
    .body as FlightRouteRecord[];
const flown = async () =>
  (await server.ask(api.flightReview.flown, "super_admin", { params: { id } }))
    .body as FlownLinesAnswer;
const reFly = () => server.ask(api.flightReview.reFly, "super_admin", { params: { id }, body: {} });
const reasons = ({ body }: { body: unknown }) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason);

/** Stores the planned photos as images, without those that `keeps` refuses. */
async function storeImages(
  keeps: (index: number) => boolean,
  camera: { name?: string; is_thermal?: boolean; is_radiometric?: boolean } = {},
): Promise<void> {
  const { name = "", ...seen } = camera;
  const points = (await routes()).flatMap(photoPoints);
  const values = points.flatMap(({ place, height_m }, i) =>
    keeps(i)
      ? [
          {
            analysis_id: own.unreleased_id,
            file_name: `${i}${name}.jpg`,
            name_key: `${i}${name}.jpg`,
            object: `image ${i}${name}`,
            ...seen,
            bytes: 1,
            sha256: "",
            lon: place[0],
            lat: place[1],
            relative_altitude: height_m,
          },
        ]
      : [],
  );
  await server.database.owner.db.insert(analysisFile).values(values);
}

describe("the review of routes", () => {
  it("adds up what the routes cost, beside the least that is possible", async () => {
    const answer = await server.ask(api.flightReview.routes, "super_admin", { params: { id } });
    expect(answer.status).toBe(200);
    const { metrics, no_fly_m, obstacle_legs, flights } = answer.body as RouteReviewAnswer;
    const [route] = await routes();
    expect(metrics).toMatchObject({ sorties: 1, turns: 0, flight_s: route!.duration_s });
    expect(metrics.path_m).toBeCloseTo(metrics.survey_m + metrics.transit_m, 6);
    // 0.004 degrees of latitude.
    expect(metrics.survey_m).toBeCloseTo((0.004 * Math.PI * 6371008.8) / 180, 3);
    expect(metrics.photos).toBe(photoPoints(route!).length);
    // One line sees a small part of the 25 ha: what all of it would take at least says nothing of it.
    expect(metrics).toMatchObject({ bound_unsure: true, bound: { path_m: expect.any(Number) } });
    expect(no_fly_m).toBe(0);
    expect(obstacle_legs).toBe(0);
    expect(flights.map(({ flight_type }) => flight_type)).toEqual(["trough_thermal"]);
  });
});

describe("flown against planned", () => {
  it("needs images with positions", async () => {
    expect(await flown()).toMatchObject({ images: 0, planned_lines: 1 });
    expect(reasons(await reFly())).toEqual(["image_positions_none"]);
  });

  it("counts no visual image for a thermal line, and says how many those are", async () => {
    const { db } = server.database.owner;
    await storeImages(() => true, { name: "_V", is_thermal: false });
    const photos = (await routes()).flatMap(photoPoints).length;
    const answer = await flown();
    expect(answer).toMatchObject({ images: 0, beside: 0, other_camera: photos });
    expect(answer.lines).toMatchObject([{ images: 0, planned_photos: photos }]);
    expect(reasons(await reFly())).toEqual(["image_cameras_differ"]);
    // The thermal image beside each of them counts once, whichever of its tags says so.
    await storeImages((i) => i % 2 === 0, { name: "_T", is_radiometric: true, is_thermal: false });
    await storeImages((i) => i % 2 === 1, { name: "_T", is_thermal: true });
    expect(await flown()).toMatchObject({ images: photos, other_camera: photos, lines: [] });
    await db.delete(analysisFile).where(eq(analysisFile.analysis_id, own.unreleased_id));
  });

  it("adds the missed stretch once, though two people ask at the same time", async () => {
    await storeImages((i) => i < 20 || i >= 50);
    const { db } = server.database.owner;
    const answers = await Promise.all([reFly(), reFly()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect([["flight_routes_changed"], ["missed_lines_planned"]]).toContainEqual(reasons(refused));
    expect((await routes()).map(({ name }) => name)).toEqual(["Route 1", "Spring re-fly 1"]);
    await db.delete(flightRoute).where(eq(flightRoute.is_re_fly, true));
  });

  it("lists the missed stretch and flies it again", async () => {
    const answer = await flown();
    const [line] = answer.lines;
    expect(line).toMatchObject({ route_name: "Route 1", line: 1 });
    expect(line!.images).toBe(line!.planned_photos - 30);
    expect(line!.missed).toHaveLength(1);
    expect(line!.missed[0]!.photos).toBe(30);
    expect(answer.open.stretches).toBe(1);
    // Thirty photos are missing: 31 distances of 5 m from the last image to the next.
    expect(Math.abs(line!.missed[0]!.metres - 155)).toBeLessThan(1);
    expect((await server.ask(api.flightReview.flown, "viewer", { params: { id } })).status).toBe(
      403,
    );
    const made = await reFly();
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject([{ name: "Spring re-fly 1", number: 2 }]);
    // As high as it was planned, with a start that has light.
    const [again] = made.body as FlightRouteRecord[];
    expect(again!.waypoints.map(({ height_m }) => height_m)).toEqual(
      again!.waypoints.map(() => 30),
    );
    expect(Date.parse(again!.start_at!)).toBeGreaterThan(Date.parse("2026-06-01T10:00:00Z"));
    const listed = (await routes())[1] as unknown as CheckedRoute;
    expect(listed.check.problems).toEqual([]);
    expect((await routes()).map(({ name }) => name)).toEqual(["Route 1", "Spring re-fly 1"]);
    // The new route is no missed line, and the stretch is not planned twice.
    const after = await flown();
    expect(after.planned_lines).toBe(1);
    expect(after.lines.flatMap(({ missed }) => missed.map(({ re_fly }) => re_fly))).toEqual([
      ["Spring re-fly 1"],
    ]);
    expect(after.open).toEqual({ stretches: 0, metres: 0 });
    expect(after.repeats).toMatchObject([
      { route_name: "Spring re-fly 1", lines: [{ route_name: "Route 1", line: 1 }] },
    ]);
    expect(reasons(await reFly())).toEqual(["missed_lines_planned"]);
  });

  it("counts the images of the re-fly for the line that was missed", async () => {
    const again = (await routes())[1]!;
    const values = photoPoints(again).map(({ place, height_m }, i) => ({
      analysis_id: own.unreleased_id,
      file_name: `again ${i}.jpg`,
      name_key: `again ${i}.jpg`,
      object: `again ${i}`,
      bytes: 1,
      sha256: "",
      lon: place[0],
      lat: place[1],
      relative_altitude: height_m,
    }));
    await server.database.owner.db.insert(analysisFile).values(values);
    expect(await flown()).toMatchObject({ planned_lines: 1, lines: [], repeats: [] });
    expect(reasons(await reFly())).toEqual(["missed_lines_none"]);
  });
});
