import { createServer, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { readSettings } from "../start/settings.ts";
import { openFlightApp, type FlightAppAdapter } from "./flight-app.ts";
import { openFlightAppOf } from "./flight-app-choice.ts";

type Asked = {
  readonly call: string;
  readonly body: Buffer;
  readonly headers: NodeJS.Dict<string | string[]>;
};
const asked: Asked[] = [];
let failing: Record<string, number | "slow"> = {};
let server: Server;
let url: string;
let app: FlightAppAdapter;
const listed: string[] = [];

/** Answers of this test alone. */
let stored: Record<string, object> = {};
/** Answers as Litchi's cloud does. */
const answers: Readonly<Record<string, object>> = {
  "GET /parse/classes/Mission": { results: [] },
  "POST /parse/login": { objectId: "u1", sessionToken: "s1" },
  "POST /parse/files/mission": { name: "f1_mission", url: "https://files/f1" },
  "POST /parse/classes/Mission": { objectId: "m1" },
  "POST /parse/functions/syncMyDevices": { result: "ok" },
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url?.split("?")[0]}`;
    if (request.method === "GET") listed.push(decodeURIComponent(request.url ?? ""));
    const body = await buffer(request);
    asked.push({ call, body, headers: request.headers });
    const fault =
      failing[`${call} ${asked.filter((one) => one.call === call).length}`] ?? failing[call];
    if (fault === "slow") return;
    if (request.headers["x-parse-application-id"] !== "app" || fault !== undefined) {
      response.writeHead(fault ?? 401).end('{"code":101,"error":"no"}');
      return;
    }
    response.writeHead(200).end(JSON.stringify(stored[call] ?? answers[call] ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  app = openFlightApp({ ...account(), timeoutMs: patient(20_000) });
});
const account = () => ({ url, app_id: "app", user: "pilot", password: "word" });
beforeEach(() => {
  asked.length = 0;
  listed.length = 0;
  stored = {};
  failing = {};
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const missions = ["Block 1", "Block 2"].map((name) => {
  return { name, bytes: Uint8Array.of(1, 2, 3), place: [-3, 37] as const };
});
const reasonOf = (reason: string, code = "CONFLICT") =>
  expect.objectContaining({ code, problems: [expect.objectContaining({ reason })] });

it("stores each mission with its file and place, then tells the devices", async () => {
  expect(await app.upload(missions)).toEqual(["m1", "m1"]);
  expect(asked.map(({ call }) => call)).toEqual([
    "POST /parse/login",
    "GET /parse/classes/Mission",
    "POST /parse/files/mission",
    "POST /parse/classes/Mission",
    "POST /parse/files/mission",
    "POST /parse/classes/Mission",
    "POST /parse/functions/syncMyDevices",
  ]);
  expect([...asked[2]!.body]).toEqual([1, 2, 3]);
  expect(asked[2]!.headers["x-parse-session-token"]).toBe("s1");
  expect(JSON.parse(asked[3]!.body.toString())).toEqual({
    ACL: { u1: { read: true, write: true } },
    location: { __type: "GeoPoint", latitude: 37, longitude: -3 },
    name: "Block 1",
    user: { __type: "Pointer", className: "_User", objectId: "u1" },
    file: { __type: "File", name: "f1_mission", url: "https://files/f1" },
  });
});

it("leaves out the missions that are there already", async () => {
  stored = { "GET /parse/classes/Mission": { results: [{ name: "Block 1" }] } };
  expect(await app.upload(missions, { isRepeat: true })).toEqual(["m1"]);
  expect(listed[0]).toContain('{"name":{"$in":["Block+1","Block+2"]}}');
  const made = asked.filter(({ call }) => call === "POST /parse/classes/Mission");
  expect(made.map(({ body }) => JSON.parse(body.toString()).name)).toEqual(["Block 2"]);
});

it("goes on without the list the first time, and sends nothing without it again", async () => {
  failing = { "GET /parse/classes/Mission": 403 };
  expect(await app.upload(missions)).toHaveLength(2);
  asked.length = 0;
  const refused = app.upload(missions, { isRepeat: true });
  await expect(refused).rejects.toEqual(reasonOf("flight_app_refused"));
  expect(asked.map(({ call }) => call)).not.toContain("POST /parse/files/mission");
});

it("removes what was stored before a fault", async () => {
  failing = { "POST /parse/files/mission 2": 500 };
  await expect(app.upload(missions)).rejects.toEqual(reasonOf("flight_app_away", "UNAVAILABLE"));
  expect(asked.at(-1)?.call).toBe("DELETE /parse/classes/Mission/m1");
});

it.each([
  ["a wrong password", { "POST /parse/login": 404 }, "flight_app_key", "CONFLICT"],
  ["a refused mission", { "POST /parse/classes/Mission": 400 }, "flight_app_refused", "CONFLICT"],
  ["an error of the cloud", { "POST /parse/login": 502 }, "flight_app_away", "UNAVAILABLE"],
  ["no answer", { "POST /parse/login": "slow" }, "flight_app_away", "UNAVAILABLE"],
] as const)("says what is wrong after %s", async (_, faults, reason, code) => {
  failing = faults;
  // An answer that never comes: how long it is waited for decides nothing.
  const asking = Object.values<unknown>(faults).includes("slow")
    ? openFlightApp({ ...account(), timeoutMs: 50 })
    : app;
  const refused = await asking.upload(missions).catch((error: unknown) => error);
  expect(refused).toEqual(reasonOf(reason, code));
  expect(JSON.stringify(refused)).not.toContain("word");
});

it("is off until its ID, a user and a password are set", () => {
  const all = { FLIGHT_APP_ID: "app", FLIGHT_APP_USER: "pilot", FLIGHT_APP_PASSWORD: "word" };
  expect(openFlightAppOf(readSettings(all))).not.toBeNull();
  for (const name of Object.keys(all)) {
    expect(openFlightAppOf(readSettings({ ...all, [name]: "" }))).toBeNull();
  }
});

it("is imitated while nothing of it is set, but not in production", async () => {
  const settings = readSettings({});
  const local = openFlightAppOf(settings)!;
  expect(local.isImitated).toBe(true);
  expect(openFlightAppOf({ ...settings, production: true })).toBeNull();
  const mission = (name: string) => ({
    name,
    bytes: Buffer.from("lchm and the rest"),
    place: [-3, 37] as const,
  });
  expect(await local.upload([mission("Block 1")])).toHaveLength(1);
  expect(await local.upload([mission("Block 1"), mission("Block 2")])).toHaveLength(1);
  await expect(local.upload(missions)).rejects.toEqual(reasonOf("flight_app_refused"));
});
