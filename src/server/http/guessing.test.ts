// Guessing at the server: who tries is slowed down at his own address, whom it is done to is not locked out.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { startTestServer, testPassword, type TestServer } from "../../../tests/fixtures/http.ts";
import { api } from "../../api/index.ts";
import { forgetGuesses, guessLimitOf } from "../account/guess-limit.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(undefined, { TRUST_PROXY: "127.0.0.1" });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.owner.pool.query("delete from rate_limit");
});

const owner = "viewer@example.com";
const login = (address: string, email = owner, password = testPassword) =>
  server.ask(
    api.session.login,
    null,
    {},
    {
      authorization: `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}`,
      "x-forwarded-for": address,
    },
  );

async function guess(times: number, address: string, email = owner): Promise<number[]> {
  const statuses: number[] = [];
  for (let number = 0; number < times; number += 1) {
    statuses.push((await login(address, email, `guess ${number}`)).status);
  }
  return statuses;
}

describe("guessing passwords", () => {
  it("is refused at that address after a few, even with the right one", async () => {
    expect(await guess(5, "203.0.113.1")).toEqual([401, 401, 401, 401, 401]);
    expect((await login("203.0.113.1")).status).toBe(429);
  });

  it("never locks the owner out, who signs in from elsewhere at once", async () => {
    await guess(8, "203.0.113.1");
    const begun = performance.now();
    expect((await login("198.51.100.7")).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(patient(1000));
  });

  it("from many addresses makes the owner wait for seconds at most", async () => {
    for (let stranger = 1; stranger <= 40; stranger += 1) {
      void login(`203.0.113.${stranger}`, owner, "guess").catch(() => undefined);
    }
    await expect
      .poll(
        async () =>
          (
            await server.database.owner.pool.query(
              "select 1 from rate_limit where key like 'pair%'",
            )
          ).rows.length,
        { timeout: 15_000 },
      )
      .toBe(40);
    const begun = performance.now();
    const { status } = await login("198.51.100.7");
    const waited = performance.now() - begun;
    expect(status).toBe(200);
    expect(waited).toBeGreaterThan(1000);
    expect(waited).toBeLessThan(6000);
  });

  it("cannot pass for another address by a header of his own", async () => {
    const plain = await startTestServer();
    try {
      const ask = (address: string) =>
        plain.ask(
          api.session.login,
          null,
          {},
          {
            authorization: `Basic ${Buffer.from(`${owner}:wrong`).toString("base64")}`,
            "x-forwarded-for": address,
          },
        );
      for (let number = 0; number < 5; number += 1) await ask(`203.0.113.${number}`);
      expect((await ask("203.0.113.200")).status).toBe(429);
    } finally {
      await plain.close();
    }
  });
});

describe("a password guessed at from a hundred addresses", () => {
  it("is refused elsewhere with the way back, and works where its owner signed in", async () => {
    const { pool } = server.database.owner;
    const limit = guessLimitOf(server.database.owner.db);
    await limit.succeeded(owner, "198.51.100.7");
    for (let number = 0; number < 100; number += 1) await limit.failed(owner, `10.0.${number}.1`);
    await pool.query("delete from rate_limit where key like 'account%'");
    const stranger = await login("203.0.113.9");
    expect(stranger.status).toBe(429);
    expect(JSON.stringify(stranger.body)).toContain("sign_in_guarded");
    expect((await login("198.51.100.7")).status).toBe(200);
    const row = { id: server.accounts.viewer.id, email: owner };
    await forgetGuesses(limit, row, "203.0.113.9");
    expect((await login("203.0.113.9")).status).toBe(200);
  });
});

describe("when everybody is guessed at", () => {
  it("every answer comes later, and none is refused for it", async () => {
    const { pool } = server.database.owner;
    await guess(1, "203.0.113.1", "nobody@example.com");
    // The counts of this account and of all failures; the account asked next has none of its own.
    await pool.query("update rate_limit set points = 2015 where key like 'account%'");
    const begun = performance.now();
    const { status } = await login("198.51.100.7", "other_customer@example.com");
    expect(status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(1400);
  });
});
