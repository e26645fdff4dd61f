// Secrets of customers as the database holds them.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { openSecret, sealSecret } from "./sealed-secret.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
const owner = () => database.owner.db;

describe("a secret of a customer", () => {
  it("opens for what it belongs to", async () => {
    const sealed = await sealSecret(owner(), "contraseña 1", "customer 1");
    expect(await openSecret(owner(), sealed, "customer 1")).toBe("contraseña 1");
    expect(sealed.toString("latin1")).not.toContain("contrase");
  });

  it("looks different each time", async () => {
    const [one, two] = await Promise.all(["a", "a"].map((text) => sealSecret(owner(), text, "x")));
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(false);
  });

  it("opens for no other customer, and not if it was changed", async () => {
    const sealed = await sealSecret(owner(), "secret", "customer 1");
    await expect(openSecret(owner(), sealed, "customer 2")).rejects.toThrow();
    for (const at of [0, 15, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await expect(openSecret(owner(), changed, "customer 1")).rejects.toThrow();
    }
  });

  it("has a key that the role which serves requests cannot read", async () => {
    await sealSecret(owner(), "secret", "customer 1");
    await expect(openSecret(database.app.db, Buffer.alloc(40), "customer 1")).rejects.toThrow(
      /Failed query|permission denied/,
    );
  });
});
