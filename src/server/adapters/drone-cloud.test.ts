import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import type { DroneCloudTaskForm } from "../../domain/flight/flown/drone-cloud.ts";
import { readSettings } from "../start/settings.ts";
import type { DroneCloudAdapter } from "./drone-cloud.ts";
import { openDroneClouds } from "./drone-cloud-choice.ts";
import { openFlightHub } from "./drone-cloud-flighthub.ts";
import {
  dock,
  startDroneCloudStandIn,
  testToken,
  type DroneCloudStandIn,
} from "./drone-cloud-stand-in.fixture.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

let standIn: DroneCloudStandIn;
let cloud: DroneCloudAdapter;
beforeAll(async () => {
  standIn = await startDroneCloudStandIn();
  cloud = openFlightHub({
    url: standIn.url,
    permitted: null,
    token: testToken,
    timeoutMs: patient(400),
  });
});
beforeEach(() => {
  standIn.asked.length = 0;
  standIn.routes.length = 0;
  standIn.tasks.length = 0;
  standIn.failing = [];
  standIn.storeFailing = [];
  standIn.more = [];
  standIn.stored.clear();
});
afterAll(() => standIn.close());

const reasonOf = (reason: string, code = "CONFLICT") =>
  expect.objectContaining({ code, problems: [expect.objectContaining({ reason })] });
const kmz = new TextEncoder().encode("route");

it("lists projects, docks with the model of their drone, and routes", async () => {
  expect(await cloud.projects()).toEqual([{ id: "p-1", name: "Andasol", place: [-3.07, 37.2] }]);
  standIn.devices = [dock(), dock("M30T"), { drone: {} }, dock("Mavic 3T"), dock("Anafi")];
  expect((await cloud.docks("p-1")).map(({ aircraft }) => aircraft)).toEqual([
    "M3TD",
    "M30T",
    "M3T",
    null,
  ]);
  standIn.devices = [];
  expect(await cloud.docks("p-1")).toEqual([]);
  expect(await cloud.routes("p-1")).toEqual([]);
});

it("uploads a route in three steps, and finds its ID by its name", async () => {
  expect(await cloud.upload("p-1", "Block 1", kmz)).toBe("w-1");
  const [[key = "", content] = []] = standIn.stored;
  expect(key).toMatch(/^org\/p-1\/[0-9a-f-]{36}\/Block 1\.kmz$/);
  expect(content?.toString()).toBe("route");
  expect(standIn.asked).toEqual([
    "GET /project/sts-token",
    "POST /wayline/finish-upload",
    "GET /wayline",
  ]);
});

it("asks for new credentials once, if they have expired", async () => {
  standIn.storeFailing = ["ExpiredToken"];
  expect(await cloud.upload("p-1", "Block 1", kmz)).toBe("w-1");
  expect(standIn.asked.filter((asked) => asked === "GET /project/sts-token")).toHaveLength(2);
  standIn.storeFailing = ["ExpiredToken", "ExpiredToken"];
  await expect(cloud.upload("p-1", "Block 2", kmz)).rejects.toEqual(reasonOf("drone_cloud_store"));
  standIn.storeFailing = ["AccessDenied"];
  await expect(cloud.upload("p-1", "Block 2", kmz)).rejects.toEqual(reasonOf("drone_cloud_store"));
});

const flight: DroneCloudTaskForm = {
  name: "Block 1",
  route_id: "w-1",
  dock: "7CTDM3D00B",
  start_ms: Date.UTC(2026, 5, 1, 10),
  latest_ms: Date.UTC(2026, 5, 1, 10, 40),
  least_battery_percent: 93,
  time_zone: "Europe/Madrid",
  return_height_m: 60.1,
};

it("plans a flight from the dock, at its time or at once", async () => {
  expect(await cloud.plan("p-1", flight)).toBe("t-1");
  await cloud.plan("p-1", { ...flight, start_ms: null });
  const [timed, immediate] = standIn.tasks;
  expect(timed).toMatchObject({
    sn: "7CTDM3D00B",
    wayline_uuid: "w-1",
    time_zone: "Europe/Madrid",
    // 60.1 m: a safe height is never rounded down.
    rth_altitude: 61,
    min_battery_capacity: 93,
    task_type: "timed",
    begin_at: Date.UTC(2026, 5, 1, 10) / 1000,
    latest_begin_at: Date.UTC(2026, 5, 1, 10, 40) / 1000,
  });
  expect(immediate).toMatchObject({ task_type: "immediate" });
  expect(immediate).not.toHaveProperty("begin_at");
});

it("follows a flight and opens what it has brought", async () => {
  expect(await cloud.task("p-1", "t-1")).toEqual({
    id: "t-1",
    status: "executing",
    expected_files: 2,
    uploaded_files: 1,
  });
  const [first, ...more] = await cloud.media("p-1", "t-1");
  expect(more).toEqual([]);
  expect(first).toMatchObject({ name: "DJI_0001_T.JPG", bytes: 7 });
  expect(await text(await cloud.open(first!))).toBe("picture");
  const other = { ...first!, url: "https://elsewhere.example.com/picture" };
  const bound = openFlightHub({
    url: standIn.url,
    permitted: ["store.example.com"],
    token: testToken,
    timeoutMs: patient(400),
  });
  // Its own host needs no line in the list; one that is in no list is not asked.
  expect(await text(await bound.open(first!))).toBe("picture");
  await expect(bound.open(other)).rejects.toMatchObject({
    code: "CONFLICT",
    problems: [{ reason: "drone_cloud_host", values: { name: "elsewhere.example.com" } }],
  });
  expect(await cloud.remove("p-1", "w-1")).toBe("by_hand");
});

it("lists the flights of the docks, the newest first", async () => {
  standIn.devices = [dock()];
  expect(await cloud.flights("p-1", 0, 1e12)).toEqual([
    { id: "t-2", name: "t-2", status: "waiting", begin_at: "2026-06-02T08:00:00.000Z" },
    { id: "t-1", name: "Block 1", status: "success", begin_at: "2026-06-01T08:00:00.000Z" },
  ]);
});

it("reads lists to their last page, and refuses one that never ends", async () => {
  standIn.routes.push(...Array.from({ length: 230 }, (_, i) => ({ id: `w-${i}`, name: `R ${i}` })));
  expect(await cloud.routes("p-1")).toHaveLength(230);
  // A route behind the first pages is found again by its name, so it is not stored twice.
  expect(await cloud.upload("p-1", "R 230", kmz)).toBe("w-231");
  const many = Array.from({ length: 150 }, (_, i) => ({ uuid: `f-${i}`, status: "waiting" }));
  standIn.more = many;
  expect(await cloud.flights("p-1", 0, 1e12)).toHaveLength(152);
  standIn.routes.push(
    ...Array.from({ length: 5000 }, (_, i) => ({ id: `x-${i}`, name: `X ${i}` })),
  );
  await expect(cloud.routes("p-1")).rejects.toEqual(reasonOf("drone_cloud_long_list"));
});

it("takes an answer for a success only with code 0, whatever its HTTP status", async () => {
  for (const [failing, reason] of [
    [{ code: 200500, status: 500 }, "drone_cloud_file"],
    [{ code: 200700 }, "drone_cloud_firmware"],
    [{ code: 219001 }, "drone_cloud_route_missing"],
    [{ code: 219014 }, "drone_cloud_dock_missing"],
    [{ code: 219020 }, "drone_cloud_unverified"],
    [{ code: 200101 }, "drone_cloud_refused"],
    [{ code: 200610 }, "drone_cloud_refused"],
    [{ code: 1, status: 403 }, "drone_cloud_key"],
  ] as const) {
    standIn.failing = [failing];
    await expect(cloud.plan("p-1", flight)).rejects.toEqual(reasonOf(reason));
  }
  expect(standIn.tasks).toEqual([]);
});

it.skipIf(isEveryday)("asks again where no answer came, but plans no flight twice", async () => {
  standIn.failing = ["slow"];
  expect(await cloud.projects()).toHaveLength(1);
  standIn.failing = ["slow", { code: 0, status: 502 }];
  await expect(cloud.projects()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  standIn.asked.length = 0;
  standIn.failing = ["slow"];
  await expect(cloud.plan("p-1", flight)).rejects.toEqual(
    reasonOf("drone_cloud_away", "UNAVAILABLE"),
  );
  expect(standIn.asked).toEqual(["POST /flight-task"]);
  standIn.failing = ["garbage"];
  await expect(cloud.projects()).rejects.toEqual(reasonOf("drone_cloud_unclear", "UNAVAILABLE"));
});

it("says that the key was rejected, without the key", async () => {
  const stranger = openFlightHub({
    url: standIn.url,
    permitted: null,
    token: "fh2_OTHER",
    timeoutMs: patient(400),
  });
  const refused = await stranger.projects().catch((error: unknown) => error);
  expect(refused).toEqual(reasonOf("drone_cloud_key"));
  expect(JSON.stringify(refused)).not.toContain("fh2_OTHER");
});

it("is another one for each customer; without any it is imitated, and in production there is none", async () => {
  const account = { customer_id: 7, region: standIn.url, token: testToken, project: "p-1" };
  const settings = readSettings({ DRONE_CLOUD_ACCOUNTS: JSON.stringify([account]) });
  const clouds = openDroneClouds(settings);
  expect(await clouds(7)?.cloud.projects()).toHaveLength(1);
  expect(clouds(7)?.project).toBe("p-1");
  expect(clouds(8)).toBeNull();
  expect(
    openDroneClouds({ drone_cloud_accounts: [], outside_hosts: null, production: true })(7),
  ).toBeNull();
  const local = openDroneClouds({
    drone_cloud_accounts: [],
    outside_hosts: null,
    production: false,
  })(7)!.cloud;
  const id = await local.upload("local-project", "Block 1", kmz);
  expect(await local.routes("local-project")).toEqual([{ id, name: "Block 1" }]);
  const task_id = await local.plan("local-project", flight);
  const [medium] = await local.media("local-project", task_id);
  expect((await text(await local.open(medium!))).length).toBeGreaterThan(100);
  expect(await local.remove("local-project", id)).toBe("deleted");
  expect(await local.routes("local-project")).toEqual([]);
});

it("reads regions by their names, and refuses settings that are not as documented", () => {
  const read = (accounts: unknown) =>
    readSettings({ DRONE_CLOUD_ACCOUNTS: JSON.stringify(accounts) });
  const [account] = read([{ customer_id: 1, region: "eu", token: "k" }]).drone_cloud_accounts;
  expect(account).toMatchObject({ url: "https://es-flight-api-eu.djigate.com", project: null });
  expect(() => read([{ customer_id: 1, region: "moon", token: "k" }])).toThrow(/must look like/);
  expect(() => readSettings({ DRONE_CLOUD_ACCOUNTS: "eu" })).toThrow(/DRONE_CLOUD_ACCOUNTS/);
});
