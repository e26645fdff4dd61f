import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../tests/fixtures/plants.ts";
import { storeRecords } from "../../../tests/fixtures/records.ts";
import { api } from "../../api/index.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { task } from "../store/schema/plant.ts";
import { inTurn, openPlaces, shares } from "./fair-share.ts";

const refusedAs = { code: "TOO_MANY_REQUESTS", problems: [{ reason: "requests_busy" }] };

describe("places", () => {
  it("are given in the order of arrival, and back once only", async () => {
    const places = openPlaces();
    const order: string[] = [];
    const first = await places.take("a", 1);
    const later = ["second", "third"].map(async (name) => {
      const leave = await places.take("a", 1);
      order.push(name);
      return leave;
    });
    (await places.take("b", 1))();
    expect(order).toEqual([]);
    first();
    first();
    const second = await later[0];
    await sleep(10);
    expect(order).toEqual(["second"]);
    second?.();
    (await later[1])?.();
    expect(order).toEqual(["second", "third"]);
  });

  it("are refused after a wait, and at once where too many wait", async () => {
    const places = openPlaces({ calls: 1, ms: 50 } as never);
    const leave = await places.take("a", 1);
    const waiting = places.take("a", 1);
    await expect(places.take("a", 1)).rejects.toMatchObject(refusedAs);
    await expect(waiting).rejects.toMatchObject(refusedAs);
    leave();
    (await places.take("a", 1))();
  });
});

describe("calls", () => {
  const caller = (session_key: string, customer_id: number | null) =>
    ({ session_key, viewer: { customer_id } }) as never;
  const response = () =>
    Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;
  /** How many of these calls run at once. */
  async function atOnce(
    endpoint: Endpoint,
    callers: readonly never[],
    answered = true,
    query = {},
  ) {
    const places = openPlaces();
    let running = 0;
    let most = 0;
    const run = async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
    };
    const calls = callers.map(async (one) => {
      const raw = response();
      await inTurn(places, endpoint, one, raw, run, query);
      if (answered) raw.emit("close");
    });
    await Promise.all(calls);
    return most;
  }
  const times = <T>(count: number, make: (number: number) => T) =>
    Array.from({ length: count }, (_, number) => make(number));

  it("of one session that cost much run two at a time, those of others beside them", async () => {
    const heavy = api.analysisResult.read;
    const one = times(20, () => caller("a", 1));
    expect(await atOnce(heavy, one)).toBe(shares.session.heavy);
    expect(await atOnce(heavy, [...one, caller("b", 2), caller("c", 2)])).toBe(4);
  });

  it("keep their place while their work goes on, although the caller has left", async () => {
    const places = openPlaces({ calls: 100, ms: 60_000 } as never);
    const endings: (() => void)[] = [];
    const begin = () => {
      const raw = Object.assign(response(), { closed: false });
      const run = () => new Promise<void>((end) => endings.push(end));
      const call = inTurn(places, api.analysisResult.read, caller("a", 1), raw, run);
      const hangUp = () => {
        Object.assign(raw, { closed: true });
        raw.emit("close");
      };
      return { call, hangUp };
    };
    const calls = times(10, begin);
    await vi.waitFor(() => expect(endings).toHaveLength(shares.session.heavy));
    for (const { hangUp } of calls) hangUp();
    await sleep(10);
    expect(endings).toHaveLength(shares.session.heavy);
    endings[0]!();
    await vi.waitFor(() => expect(endings).toHaveLength(shares.session.heavy + 1));
    for (let at = 1; at < calls.length; at += 1) {
      await vi.waitFor(() => expect(endings.length).toBeGreaterThan(at));
      endings[at]!();
    }
    await Promise.all(calls.map(({ call }) => call));
  });

  it("that cost much with conditions alone are limited with them alone", async () => {
    const one = times(20, () => caller("a", 1));
    expect(await atOnce(api.observation.list, one)).toBe(20);
    const filtered = { component_filter: "{}" };
    expect(await atOnce(api.observation.list, one, true, filtered)).toBe(shares.session.heavy);
  });

  it("of one customer share its places, over all its sessions; staff have their own", async () => {
    const heavy = api.analysisResult.read;
    const customer = times(20, (number) => caller(`${number}`, 1));
    expect(await atOnce(heavy, customer)).toBe(shares.customer.heavy);
    const staff = times(20, (number) => caller(`${number}`, null));
    expect(await atOnce(heavy, staff)).toBe(20);
  });

  it("that upload, and all others, have shares of their own", async () => {
    const one = times(30, () => caller("a", 1));
    expect(await atOnce(api.document.upload, one)).toBe(shares.session.upload);
    expect(await atOnce(api.plant.list, one)).toBe(shares.session.call);
  });
});

describe("tasks", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it("that are not finished are limited per user and customer, before a file is sent", async () => {
    const { tenant, super_admin } = server.accounts;
    const own = await storeHolding(server, tenant.customer_id, "Own");
    const rows = (state: "PENDING" | "SUCCESSFUL", created_by: number) =>
      Array.from({ length: 20 }, () => ({
        name: "import",
        plant_id: own.plant_id,
        state,
        created_by,
      }));
    const { db } = server.database.owner;
    const send = async (as: "tenant" | "super_admin") => {
      const body = new FormData();
      body.append("file", new Blob(["{}"]), "Own.geojson");
      const ask = { params: { id: own.plant_id }, body };
      return server.ask(api.digitalTwin.importFiles, as, ask);
    };
    await db.insert(task).values(rows("SUCCESSFUL", tenant.id));
    expect((await send("tenant")).status).toBe(422);
    await db.insert(task).values(rows("PENDING", super_admin.id));
    expect((await send("super_admin")).status).toBe(429);
    expect((await send("tenant")).status).toBe(422);
    // A campaign is no answer with a task, and starts one all the same.
    const generate = {
      params: { id: (await storeRecords(server, tenant.customer_id, "Many")).flight_campaign },
    };
    const generated = await server.ask(api.flightCampaign.generate, "super_admin", generate);
    expect(generated.status).toBe(429);
    const report = { params: { id: own.plant_id }, body: new FormData() };
    expect((await server.ask(api.report.create, "super_admin", report)).status).toBe(429);
    await db.insert(task).values(rows("PENDING", super_admin.id));
    const { status, body } = await send("tenant");
    expect([status, JSON.stringify(body)]).toEqual([
      429,
      expect.stringContaining("tasks_unfinished"),
    ]);
  });
});
