// The description of the API in production, where it lists every call to signed-in users alone.
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessTokenRow } from "../../../tests/fixtures/access-token-record.ts";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { apiDescription } from "../../api/description.ts";
import { api } from "../../api/index.ts";
import { accessTokenPrefix } from "../../domain/account/access-token.ts";
import { hashOf } from "../store/account/session.ts";
import { accessToken } from "../store/schema/sign-in.ts";

let server: TestServer;
const secret = `${accessTokenPrefix}${"a".repeat(43)}`;
beforeAll(async () => {
  server = await startTestServer(undefined, {
    NODE_ENV: "production",
    PUBLIC_URL: "https://plants.example",
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  const row = { ...accessTokenRow(server.accounts.viewer.id), token_hash: hashOf(secret) };
  await server.database.owner.db.insert(accessToken).values(row);
});
afterAll(() => server.close());

it.each([apiDescription.page, apiDescription.openApi])(
  "asks for a session, an access token or a signed address: %s",
  async (path) => {
    const status = async (headers: Record<string, string>, search = "") =>
      (await server.fetch(`${path}${search}`, { bot: null, headers })).status;
    const bearer = (token: string) => status({ authorization: `Bearer ${token}` });
    expect([await status({}), await bearer("x".repeat(43))]).toEqual([401, 401]);
    expect(await bearer(server.accounts.viewer.token)).toBe(200);
    expect(await bearer(secret)).toBe(200);
    const body = { url: path };
    const signed = await server.ask(api.session.generateUrlToken, "viewer", { body });
    const { url_token } = signed.body as { url_token: string };
    expect(await status({}, `?url_token=${url_token}`)).toBe(200);
    expect(await status({}, `?url_token=${url_token.slice(1)}`)).toBe(401);
  },
);

it("says to everybody how a challenge is solved, and nothing else", async () => {
  const answer = await server.fetch(apiDescription.proof, { bot: null });
  const text = await answer.text();
  expect([answer.status, text.includes("PBKDF2")]).toEqual([200, true]);
  expect(text).not.toContain("/auth/plant");
});
