// A refused upload: the answer arrives at once, and the next call on the same connection as well.
import { Agent, request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { proofHeaders } from "../../../tests/fixtures/proof.ts";
import { storeHolding } from "../../../tests/fixtures/plants.ts";
import { botHeaders } from "../../domain/account/bot-header.ts";

let server: TestServer;
let plant_id = 0;
let bot = "";
beforeAll(async () => {
  server = await startTestServer();
  plant_id = (await storeHolding(server, server.accounts.tenant.customer_id, "Own")).plant_id;
  bot = (await proofHeaders(server.url))[botHeaders.token] ?? "";
});
afterAll(() => server.close());

type Sent = { path: string; token: string | null; name?: string; head?: string; bytes: number };
type Outcome = { status: number; answeredAfter: number; nextAfter: number };

/** Sends an upload as a browser does, then asks the next call on the same connection. */
async function refused({ path, token, name = "a.kml", head = "", bytes }: Sent): Promise<Outcome> {
  const { hostname, port } = new URL(server.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const begun = performance.now();
  const headers = {
    [botHeaders.token]: bot,
    ...(token && { authorization: `Bearer ${token}` }),
    "content-type": "multipart/form-data; boundary=b",
    "content-length": bytes,
  };
  const status = await new Promise<number>((resolve, reject) => {
    const options = { agent, hostname, port, path: `/api${path}`, method: "POST", headers };
    const sent = httpRequest(options, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    // Where the server has answered and closed, the rest cannot be sent: only the first outcome counts.
    sent.on("error", reject);
    const start = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    sent.write(start + head);
    const chunk = Buffer.alloc(64 * 1024, 32);
    let left = bytes - start.length - head.length;
    const more = () => {
      while (left > 0 && !sent.destroyed) {
        left -= chunk.length;
        if (!sent.write(left < 0 ? chunk.subarray(0, chunk.length + left) : chunk)) return;
      }
      sent.end();
    };
    sent.on("drain", more);
    more();
  });
  const answeredAfter = performance.now() - begun;
  await new Promise<void>((resolve, reject) => {
    httpRequest({ agent, hostname, port, path: "/api/auth/ping" }, (answer) => {
      answer.resume().on("end", resolve);
    })
      .on("error", reject)
      .end();
  });
  const nextAfter = performance.now() - begun - answeredAfter;
  agent.destroy();
  return { status, answeredAfter, nextAfter };
}

describe("an upload that is refused before it has arrived", () => {
  const MB = 1024 ** 2;
  it.each([
    [
      "400 for an incomplete form",
      400,
      "/field-geometry/import",
      "tenant",
      { name: "Own.kml" },
      4 * MB,
    ],
    ["401 without a session", 401, "/field-geometry/import", null, {}, 400 * MB],
    ["403 without the permission", 403, "/field-geometry/import", "bare", {}, 400 * MB],
    ["404 for a missing plant", 404, "000/field-geometry/import", "tenant", {}, 400 * MB],
    ["413 for its size", 413, "/field-geometry/import", "tenant", {}, 3 * 1024 * MB],
    [
      "422 for its first bytes",
      422,
      "/field-geometry/import",
      "tenant",
      { name: "Own.kml" },
      400 * MB,
    ],
  ] as const)("%s", async (_, status, tail, as, more, bytes) => {
    const outcome = await refused({
      path: `/auth/plant/${plant_id}${tail}`,
      token: as && server.accounts[as].token,
      bytes,
      ...more,
    });
    expect(outcome.status).toBe(status);
    // Both waited for 66 s before.
    expect(outcome.answeredAfter).toBeLessThan(5000);
    expect(outcome.nextAfter).toBeLessThan(1000);
  });
});
