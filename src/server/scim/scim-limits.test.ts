// What SCIM refuses of requests that are wrong, too large or too many.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openScimScene, type ScimScene } from "../../../tests/fixtures/scim-scene.ts";
import { scimLimits } from "../../domain/scim/scim.ts";

let scene: ScimScene;
let secret: string;
beforeAll(async () => {
  scene = await openScimScene();
  secret = await scene.token();
});
afterAll(() => scene.close());

const errorOf = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await scene.scim(method, path, body);
  return [status, answer.scimType];
};

describe("limits of SCIM", () => {
  it.each([
    [
      "a filter it does not know",
      "GET",
      '/Users?filter=title sw "A"',
      undefined,
      400,
      "invalidFilter",
    ],
    [
      "a filter that does not end",
      "GET",
      '/Users?filter=userName eq "',
      undefined,
      400,
      "invalidFilter",
    ],
    [
      "a filter with a letter that no name has",
      "GET",
      `/Users?filter=${encodeURIComponent('userName eq "a\\u0000"')}`,
      undefined,
      400,
      "invalidFilter",
    ],
    ["an ID with a letter that none has", "GET", "/Users/%00", undefined, 404, undefined],
    ["such an ID of a group", "GET", "/Groups/%00", undefined, 404, undefined],
    [
      "members over all operations",
      "PATCH",
      "/Groups/1",
      {
        Operations: Array.from({ length: 101 }, (_, from) => ({
          op: "add",
          path: "members",
          value: Array.from({ length: 100 }, (__, at) => String(from * 100 + at + 1)),
        })),
      },
      400,
      "invalidValue",
    ],
    ["a number that is none", "GET", "/Users?count=x", undefined, 400, "invalidValue"],
    ["a body that is no JSON", "POST", "/Users", "{", 400, "invalidSyntax"],
    ["a body that is a list", "POST", "/Users", [], 400, "invalidSyntax"],
    ["no name", "POST", "/Users", {}, 400, "invalidValue"],
    [
      "a name with a break",
      "POST",
      "/Users",
      { userName: "a\nb@example.com" },
      400,
      "invalidValue",
    ],
    ["no operation", "PATCH", "/Users/1", { Operations: [] }, 400, "invalidSyntax"],
    [
      "an unknown operation",
      "PATCH",
      "/Users/1",
      { Operations: [{ op: "move" }] },
      400,
      "invalidSyntax",
    ],
    [
      "a removal of all",
      "PATCH",
      "/Users/1",
      { Operations: [{ op: "remove" }] },
      400,
      "invalidPath",
    ],
    [
      "a body that is too large",
      "POST",
      "/Users",
      { userName: "a".repeat(scimLimits.bodyBytes) },
      413,
      undefined,
    ],
    [
      "lists in each other",
      "POST",
      "/Users",
      `${" ".repeat(70_000)}${"[".repeat(200)}${"]".repeat(200)}`,
      400,
      "invalidSyntax",
    ],
    ["an ID in another form", "GET", "/Users/01", undefined, 404, undefined],
    ["an address that does not exist", "GET", "/Bulk", undefined, 404, undefined],
  ])("refuse %s", async (_, method, path, body, status, scimType) => {
    expect(await errorOf(method, path, body)).toEqual([status, scimType]);
  });

  it.each(["application/scim+json", "application/json"])(
    "refuse text in another encoding and lists in each other: %s",
    async (type) => {
      const send = async (body: Buffer) => {
        const answer = await fetch(`${scene.server.url}/scim/v2/Users`, {
          method: "POST",
          headers: { authorization: `Bearer ${secret}`, "content-type": type },
          body: new Uint8Array(body),
        });
        return (await answer.json()) as object;
      };
      const name = JSON.stringify({ userName: "almería@example.com" });
      const fault = {
        status: "400",
        schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
        scimType: "invalidSyntax",
      };
      expect(await send(Buffer.from(name, "latin1"))).toMatchObject({
        ...fault,
        detail: expect.stringContaining("UTF-8") as string,
      });
      expect(await send(Buffer.from("[".repeat(30_000) + "]".repeat(30_000)))).toMatchObject({
        ...fault,
        detail: expect.stringContaining("levels") as string,
      });
    },
  );

  it("refuse many requests of one customer, and not those of another", async () => {
    const { pool } = scene.server.database.owner;
    const asked = "insert into rate_limit (key, points, expire) values ($1, $2, $3)";
    const until = Date.now() + 60_000;
    const limit = (customer_id: number) =>
      pool.query(asked, [`scim:${customer_id}`, scimLimits.requestsPerMinute, until]);
    await limit(scene.server.accounts.other_customer.customer_id);
    expect((await scene.scim("GET", "/Users?count=0")).status).toBe(200);
    await pool.query("delete from rate_limit where key like 'scim:%'");
    await limit(scene.customer_id);
    const answer = await scene.scim("GET", "/Users?count=0");
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    await pool.query("delete from rate_limit where key like 'scim:%'");
  });

  it("refuse an address after many wrong tokens, before they look one up", async () => {
    const { pool } = scene.server.database.owner;
    await scene.scim("GET", "/Users", undefined, `scim_${"b".repeat(43)}`);
    await pool.query("update rate_limit set points = $1 where key like 'scim_wrong%'", [
      scimLimits.wrongTokens,
    ]);
    expect((await scene.scim("GET", "/Users")).status).toBe(429);
    await pool.query("delete from rate_limit where key like 'scim_wrong%'");
    expect((await scene.scim("GET", "/Users")).status).toBe(200);
  });
});
