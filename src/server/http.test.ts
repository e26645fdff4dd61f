import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../tests/fixtures/door.ts";
import { api } from "../api/index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("the door", () => {
  it("answers pong to anybody", async () => {
    const response = await server.fetch("/api/auth/ping", { bot: null });
    expect([response.status, await response.json()]).toEqual([200, "pong"]);
  });

  it("tells who is signed in", async () => {
    const { status, body } = await server.ask(api.session.me, "viewer");
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: "viewer@example.com", role: "customer_user" });
  });
});
