// The list of the own sessions, and their end.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, testPassword, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("the user's sessions", () => {
  it("are listed, the present one marked, and the others end with the password", async () => {
    await server.database.owner.pool.query("delete from session");
    const first = await server.signIn("viewer");
    await server.signIn("tenant");
    await server.signIn("viewer");
    const { body } = await server.ask(api.profile.listSessions, "viewer");
    const sessions = body as { is_current: boolean; last_used_at: string }[];
    expect(sessions.map(({ is_current }) => is_current).toSorted()).toEqual([false, true]);
    expect(sessions[0]?.last_used_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    const headers = { authorization: `Bearer ${first}` };
    const isOpen = async () => (await server.ask(api.session.me, null, {}, headers)).status === 200;
    const end = (password: string) =>
      server.ask(api.profile.endOtherSessions, "viewer", { body: { password } });
    const refused = await end("not the password");
    expect([refused.status, await isOpen()]).toEqual([401, true]);
    expect(refused.body).toMatchObject({
      problems: [{ reason: "password_wrong", field: "password" }],
    });
    expect((await end(testPassword)).body).toEqual({ ended: 1 });
    const ended = await server.ask(api.session.me, null, {}, headers);
    expect([ended.status, ended.body]).toMatchObject([
      401,
      { code: "INVALID_TOKEN", problems: [{ reason: "session_elsewhere" }] },
    ]);
    expect((await server.ask(api.session.me, "viewer")).status).toBe(200);
    expect((await server.ask(api.session.me, "tenant")).status).toBe(200);
  });
});
