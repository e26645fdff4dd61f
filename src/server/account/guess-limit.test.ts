import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { guessLimit, type GuessLimit } from "./guess-limit.ts";
import { networkOf } from "./rate-limit.ts";

let database: TestDatabase;
let limit: GuessLimit;
beforeAll(async () => {
  database = await openTestDatabase();
  limit = guessLimit(database.owner.db);
});
afterAll(() => database.close());
beforeEach(() => database.owner.pool.query("delete from rate_limit"));

const owner = "owner@example.com";
const refused = async (account: string, address: string) => {
  const begun = performance.now();
  const problem = await limit.before(account, address).then(
    () => null,
    (error: { problems: { values: { seconds: number } }[] }) => error.problems[0]?.values.seconds,
  );
  return { seconds: problem, waited: performance.now() - begun };
};
const guess = async (count: number, account: string, address: string) => {
  for (let number = 0; number < count; number += 1) await limit.failed(account, address);
};

describe("guessing", () => {
  it("has no wait for four failures, then doubles the wait", async () => {
    await guess(4, owner, "10.0.0.1");
    expect((await refused(owner, "10.0.0.1")).seconds).toBeNull();
    const waits = [];
    for (let number = 0; number < 4; number += 1) {
      await guess(1, owner, "10.0.0.1");
      waits.push((await refused(owner, "10.0.0.1")).seconds);
    }
    expect(waits).toEqual([1, 2, 4, 8]);
  });

  it("by strangers never locks out the owner, but delays answers", async () => {
    for (let stranger = 0; stranger < 30; stranger += 1)
      await guess(1, owner, `10.0.1.${stranger}`);
    const { seconds, waited } = await refused(owner, "192.168.0.1");
    expect(seconds).toBeNull();
    expect(waited).toBeGreaterThan(900);
    expect(waited).toBeLessThan(4500);
  });

  it("over many accounts is refused only at the guesser's address", async () => {
    for (let number = 0; number < 100; number += 1) {
      await guess(1, `someone${number}@example.com`, "10.0.0.2");
    }
    expect((await refused("new@example.com", "10.0.0.2")).seconds).toBeGreaterThan(0);
    expect((await refused("new@example.com", "10.0.0.3")).seconds).toBeNull();
  });

  it("with many concurrent guesses is refused, so that a burst cannot outrun the counter", async () => {
    const burst = await Promise.all(
      Array.from({ length: 20 }, () => refused("burst@example.com", "10.0.0.9")),
    );
    expect(burst.filter(({ seconds }) => seconds === null)).toHaveLength(5);
    expect((await refused("burst@example.com", "10.0.0.10")).seconds).toBeNull();
    for (let number = 0; number < 4; number += 1) {
      await limit.failed("burst@example.com", "10.0.0.9");
    }
    limit.ended("burst@example.com", "10.0.0.9");
    expect((await refused("burst@example.com", "10.0.0.9")).seconds).toBeNull();
  });

  it("is counted by network for IPv6", async () => {
    await guess(5, owner, "2001:db8:1:2::1");
    expect((await refused(owner, "2001:db8:1:2:ffff::7")).seconds).toBe(1);
    expect((await refused(owner, "2001:db8:1:3::1")).seconds).toBeNull();
    expect(networkOf("::ffff:10.1.2.3")).toBe("10.1.2.3");
    expect(networkOf("10.1.2.3")).toBe("10.1.2.3");
    expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
    expect(networkOf("::1")).toBe("0:0:0:0::/64");
    expect(networkOf("2001:0DB8:0001:0002:3:4:5:6")).toBe("2001:db8:1:2::/64");
  });

  it("is forgotten once the account's owner has signed in", async () => {
    await guess(6, owner, "10.0.0.1");
    await limit.succeeded(owner, "10.0.0.1");
    expect((await refused(owner, "10.0.0.1")).seconds).toBeNull();
  });

  it("from ever new addresses ends after a hundred, except where the owner signed in before", async () => {
    await limit.succeeded(owner, "192.168.0.1");
    for (let stranger = 0; stranger < 100; stranger += 1)
      await guess(1, owner, `10.${stranger}.1.1`);
    // The answer is delayed by then, which is no matter of this test.
    await database.owner.pool.query("delete from rate_limit where key like 'account%'");
    const guarded = (address: string) =>
      limit.before(owner, address).then(
        () => null,
        (error: { problems: { reason: string }[] }) => error.problems[0]?.reason,
      );
    expect(await guarded("10.200.1.1")).toBe("sign_in_guarded");
    expect(await guarded("192.168.0.1")).toBeNull();
    expect((await refused("new@example.com", "10.200.1.1")).seconds).toBeNull();
    // A reset of the password by mail, as a sign-in at a known address, ends it.
    await limit.succeeded(owner, "10.200.1.1");
    expect(await guarded("10.201.1.1")).toBeNull();
  });

  it("at a known address ends after a hundred of its own", async () => {
    await limit.succeeded(owner, "192.168.0.1");
    await guess(100, owner, "192.168.0.1");
    await database.owner.pool.query("delete from rate_limit where key ~ '^(account|wait|address)'");
    await expect(limit.before(owner, "192.168.0.1")).rejects.toMatchObject({
      problems: [{ reason: "sign_in_guarded" }],
    });
  });

  it("is counted without storing an e-mail address", async () => {
    await guess(5, owner, "10.0.0.1");
    const { rows } = await database.owner.pool.query<{ key: string }>("select key from rate_limit");
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.map(({ key }) => key).join()).not.toMatch(/owner|10\.0/);
  });
});
