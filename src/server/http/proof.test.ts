import { pbkdf2Sync, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueToken, proofHeaders, solve } from "../../../tests/fixtures/proof.ts";
import { startTestServer, testPassword, type TestServer } from "../../../tests/fixtures/http.ts";
import { api } from "../../api/index.ts";
import type { ErrorAnswer } from "../../domain/error-shape.ts";
import { limits } from "../../domain/limits.ts";
import { botHeaders } from "../../domain/account/bot-header.ts";
import { startHousekeeping } from "../start/housekeeping.ts";
import { proofs } from "./proof.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Signs in with exactly these headers. */
async function login(headers: Record<string, string>, path = "/api/auth/login") {
  const basic = Buffer.from(`viewer@example.com:${testPassword}`).toString("base64");
  const response = await fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}`, ...headers },
  });
  const { code } = (await response.json()) as { code?: string };
  return [response.status, code];
}
const refused = [403, "PROOF_REQUIRED"];
const withoutToken = [403, "INVALID_BOT_TOKEN"];
const taken = [200, undefined];

describe("a call open to the public", () => {
  it("opens once with a proof of work", async () => {
    const headers = await proofHeaders(server.url);
    expect(await login(headers)).toEqual(taken);
    expect(await login(headers)).toEqual(refused);
  });

  it("tells a program what to do: it solves the answered challenge as the docs describe it", async () => {
    const { token } = await issueToken(server.url);
    const asked = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: { [botHeaders.token]: token, "accept-language": "es" },
    });
    const { code, problems, proof } = (await asked.json()) as ErrorAnswer;
    expect([code, problems?.map(({ reason }) => reason)]).toEqual([
      "PROOF_REQUIRED",
      ["proof_required"],
    ]);
    const { challenge, header, description } = proof!;
    const { pathname, hash } = new URL(description);
    expect(await (await fetch(server.url + pathname)).text()).toContain(`id="${hash.slice(1)}"`);
    // By the words of the description alone, without the library of the challenges.
    const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
    const bytes = (hex: string) => Buffer.from(hex, "hex");
    for (let counter = 0; ; counter += 1) {
      const count = Buffer.alloc(4);
      count.writeUInt32BE(counter);
      const password = Buffer.concat([bytes(nonce), count]);
      const derivedKey = pbkdf2Sync(password, bytes(salt), cost, keyLength, "sha256").toString(
        "hex",
      );
      if (!derivedKey.startsWith(keyPrefix)) continue;
      const solved = JSON.stringify({ challenge, solution: { counter, derivedKey } });
      const headers = {
        [botHeaders.token]: token,
        [header]: Buffer.from(solved).toString("base64url"),
      };
      expect(await login(headers)).toEqual(taken);
      return;
    }
  });

  it("opens for one of many that show the same proof at once", async () => {
    const headers = await proofHeaders(server.url);
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(headers)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
  });

  it("stays shut without a proof, with one that is not solved, and with nonsense", async () => {
    const { token, challenge } = await issueToken(server.url);
    const wrong = { challenge, solution: { counter: 1, derivedKey: "00".repeat(32) } };
    const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const proof of ["", "{}", packed({}), packed(null), packed(wrong), "A".repeat(3000)]) {
      expect(await login({ [botHeaders.token]: token, [botHeaders.proof]: proof })).toEqual(
        refused,
      );
    }
    expect(await login({ [botHeaders.token]: token })).toEqual(refused);
    expect(await login({ [botHeaders.token]: token }, "/api/auth/login?url_token=x")).toEqual(
      refused,
    );
    expect(await login({ [botHeaders.proof]: await solve(challenge) })).toEqual(withoutToken);
  });

  it("stays shut for a challenge made easier, lengthened or made elsewhere", async () => {
    const { token, challenge } = await issueToken(server.url);
    const open = async (changed: typeof challenge) =>
      login({ [botHeaders.token]: token, [botHeaders.proof]: await solve(changed) });
    const { parameters } = challenge;
    expect(await open({ ...challenge, parameters: { ...parameters, keyPrefix: "0" } })).toEqual(
      refused,
    );
    const data = { ...parameters.data, until: parameters.data.until + 60_000 };
    expect(await open({ ...challenge, parameters: { ...parameters, data } })).toEqual(refused);
    const elsewhere = await proofs(randomBytes(32), 4).challenge(token, new Date());
    expect(await open(elsewhere)).toEqual(refused);
    expect(await open(challenge)).toEqual(taken);
  });

  it("stays shut for a proof that came with another token", async () => {
    const [one, two] = await Promise.all([issueToken(server.url), issueToken(server.url)]);
    const proof = await solve(one.challenge);
    expect(await login({ [botHeaders.token]: two.token, [botHeaders.proof]: proof })).toEqual(
      refused,
    );
  });

  it("stays shut after ten minutes", async () => {
    const headers = await proofHeaders(server.url);
    server.clock.now = Date.now() + limits.proofMs + 1000;
    expect(await login(headers)).toEqual(refused);
    server.clock.now = undefined;
    expect(await login(headers)).toEqual(taken);
  });

  it("leaves no proof stored for longer than it could be shown again", async () => {
    await login(await proofHeaders(server.url));
    const count = async () =>
      (await server.database.owner.pool.query("select id from used_proof")).rows.length;
    expect(await count()).toBeGreaterThan(0);
    const later = new Date(Date.now() + limits.proofMs + 1000);
    const housekeeping = startHousekeeping(
      { ...server.services, now: () => later },
      server.database.owner.db,
    );
    await expect.poll(count).toBe(0);
    housekeeping.stop();
  });
});

describe("a call with a session", () => {
  it("needs only the token", async () => {
    expect((await server.ask(api.session.me, "viewer")).status).toBe(200);
  });
});

describe("the work", () => {
  it("is what the setting says, on average, and bounded on both sides", async () => {
    const { challenge } = proofs(randomBytes(32), 40);
    const counters = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const made = await challenge("token", new Date());
        const proof = await solve(made);
        const { solution } = JSON.parse(Buffer.from(proof, "base64url").toString()) as {
          solution: { counter: number };
        };
        return solution.counter;
      }),
    );
    const mean = counters.reduce((sum, counter) => sum + counter, 0) / counters.length;
    expect(Math.min(...counters)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...counters)).toBeLessThanOrEqual(30);
    expect(mean).toBeGreaterThan(15);
    expect(mean).toBeLessThan(25);
  });
});
