import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { addHealth, openHealth } from "./health.ts";
import { connect } from "../store/database.ts";
import { openDisk } from "../adapters/disk.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function ask(
  check: ObjectStore["check"],
  url = "/api/health/ready",
  db = database.app.db,
  free = 1e6,
) {
  const app = fastify();
  const disk = openDisk("/", 256, async () => ({ bavail: free, bsize: 1e6 }));
  addHealth(app, openHealth({ db, files: { check } as ObjectStore, disk }));
  const { statusCode, body } = await app.inject(url);
  return [statusCode, JSON.parse(body)];
}

describe("the health", () => {
  it("is ready while database, store and disk work", async () => {
    expect(await ask(async () => undefined)).toEqual([200, { status: "ready" }]);
  });

  it("names what does not work, also when it only hangs", async () => {
    const broken = () => Promise.reject(new Error("away"));
    const notReady = (...faults: string[]) => [503, { status: "not ready", faults }];
    expect(await ask(broken)).toEqual(notReady("objects"));
    expect(await ask(() => new Promise(() => undefined))).toEqual(notReady("objects"));
    const away = connect("postgres://a:b@127.0.0.1:1/c", 1);
    expect(await ask(broken, undefined, away.db)).toEqual(notReady("database", "objects"));
    await away.close();
  });

  it("says how much room the disk has where that is too little", async () => {
    const answer = await ask(async () => undefined, undefined, undefined, 255);
    const disk = { free_mb: 255, kept_mb: 256 };
    expect(answer).toEqual([503, { status: "not ready", faults: ["disk"], disk }]);
  });

  it("is live all the same", async () => {
    const broken = () => Promise.reject(new Error("away"));
    expect(await ask(broken, "/api/health/live")).toEqual([200, { status: "live" }]);
  });
});
