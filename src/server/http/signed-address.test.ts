import { get } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type AccountKey, type TestServer } from "../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../tests/fixtures/plants.ts";
import { api } from "../../api/index.ts";
import { analysis, resultImage } from "../store/schema/plant.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("a file, with a url token or without", () => {
  async function storeImage(): Promise<string> {
    const { customer_id } = server.accounts.viewer;
    const { released_id } = await storeHolding(server, customer_id, `Pictured ${Math.random()}`);
    const key = `image/${released_id}`;
    await server.services.files.put(key, Buffer.from("picture"));
    const [row] = await server.database.owner.db
      .insert(resultImage)
      .values({
        analysis_id: released_id,
        component_type: "sca",
        dt_id: "1",
        file_name: "1.jpg",
        kind: "thermal",
        full: key,
        thumb: key,
        content_type: "image/jpeg",
        width: 1,
        height: 1,
      })
      .returning();
    return `/api/auth/analysis/${released_id}/image/${row?.id}/full`;
  }

  it("opens at its one address without any header, until the session ends", async () => {
    const url = await storeImage();
    await server.signIn("viewer");
    const made = await server.ask(api.session.generateUrlToken, "viewer", { body: { url } });
    const { url_token } = made.body as { url_token: string };
    const get = (address: string) =>
      server.fetch(`${address}?url_token=${url_token}`, { bot: null });
    const good = await get(url);
    expect([good.status, await good.text()]).toEqual([200, "picture"]);
    expect((await get(url.replace("full", "thumb"))).status).toBe(401);
    expect((await get("/api/auth/plants")).status).toBe(401);
    const posted = await server.fetch(`/api/auth/logout?url_token=${url_token}`, {
      method: "POST",
      bot: null,
    });
    expect(posted.status).toBe(403);
    await server.ask(api.session.logout, "viewer");
    expect((await get(url)).status).toBe(401);
    await server.signIn("viewer");
  });

  it.each([
    ["in a fragment", (url: string, token: string) => `${url}#url_token=${token}`],
    ["before a fragment", (url: string, token: string) => `${url}?url_token=${token}#&x=1`],
    [
      "after a folder that is left again",
      (url: string, token: string) => `${url}/x/%2e%2E?url_token=${token}`,
    ],
    [
      "with backslashes",
      (url: string, token: string) => `${url.replace("/image/", "\\image/")}?url_token=${token}`,
    ],
  ])("opens no address that is read in two ways: the token is %s", async (_, write) => {
    const url = await storeImage();
    await server.signIn("viewer");
    const made = await server.ask(api.session.generateUrlToken, "viewer", { body: { url } });
    const { url_token } = made.body as { url_token: string };
    expect(await statusOf(`http://any${url}?url_token=${url_token}`)).toBe(200);
    expect(await statusOf(write(url, url_token))).toBe(400);
  });

  /** Of a request whose target is sent as it is. */
  function statusOf(path: string): Promise<number | undefined> {
    const { hostname, port } = new URL(server.url);
    return new Promise((resolve, reject) => {
      get({ hostname, port, path, agent: false }, (answer) =>
        resolve(answer.resume().statusCode),
      ).on("error", reject);
    });
  }

  it("has its token validated for its address, its session and what the viewer may read", async () => {
    const url = await storeImage();
    await server.signIn("viewer");
    const made = await server.ask(api.session.generateUrlToken, "viewer", { body: { url } });
    const { url_token } = made.body as { url_token: string };
    const validate = async (as: AccountKey, token: string, address: string) => {
      const ask = { params: { url_token: token }, query: { url: address } };
      return (await server.ask(api.session.validateUrlToken, as, ask)).body;
    };
    expect(await validate("viewer", url_token, url)).toEqual({ is_valid: true });
    const no = { is_valid: false };
    expect(await validate("viewer", url_token, url.replace("full", "thumb"))).toEqual(no);
    expect(
      await validate(
        "viewer",
        `${url_token.startsWith("A") ? "B" : "A"}${url_token.slice(1)}`,
        url,
      ),
    ).toEqual(no);
    expect(await validate("analyst", url_token, url)).toEqual(no);
    const { db } = server.database.owner;
    await db.update(analysis).set({ visibility: "not_released" });
    expect(await validate("viewer", url_token, url)).toEqual(no);
  });

  it("answers HEAD with the size and without the body, and ranges of the body", async () => {
    const url = await storeImage();
    const headers = { authorization: `Bearer ${server.accounts.viewer.token}` };
    const head = await server.fetch(url, { method: "HEAD", headers });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      "7",
      "",
    ]);
    const part = await server.fetch(url, { headers: { ...headers, range: "bytes=0-2" } });
    expect([part.status, await part.text()]).toEqual([206, "pic"]);
  });

  it("gets no url token without permission to see it", async () => {
    const url = await storeImage();
    const { status } = await server.ask(api.session.generateUrlToken, "other_customer", {
      body: { url },
    });
    expect(status).toBe(404);
  });
});
